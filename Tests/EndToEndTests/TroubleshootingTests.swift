import Foundation
import Testing

/// The texts of the troubleshooting page, each brought about as a user would.
@Suite("Troubleshooting") struct TroubleshootingTests {
    /// A text of the page, and a shell's script that makes galleria say it; `g` is the program, in a home of its own.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let text: String
        let script: String
        var testDescription: String { text }

        init(_ text: String, _ script: String) {
            self.text = text
            self.script = script
        }

        /// One line that is written to `serve`.
        static func message(_ text: String, _ line: String, _ options: String = "") -> Trouble {
            Trouble(text, "echo '\(line)' | g serve \(options)")
        }

        /// One request after an MCP handshake.
        static func mcp(_ text: String, _ method: String, _ params: String) -> Trouble {
            message(
                text,
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
                    + #""capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"# + "\n"
                    + #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
                    + #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
        }
    }

    private static let search = "bookShelf.search query=a"
    private static let memo = "bookShelf.setMemo isbn13=9781617294136 text=a"
    private static let live = "--set network.data=live --set network.retries=0 --set modules.bookShelf.endpoint"
    private static let open = #"{"jsonrpc":"2.0","id":%d,"method":"screen.open","params":{"route":"galleria://shelf"}}"#

    static let settings = [
        Trouble("unknown key …", "g config check --set modules.bookShelf.endpont=x"),
        Trouble("… must be …, not …", "g config check --set limits.inFlight=many"),
        Trouble("… is out of range with …", "g config check --set limits.depth=100000"),
        Trouble("… must be …; … has no unit", "g config check --set network.timeout=10"),
        Trouble(
            "… needs the variable `…`, which is not set; set it, or write",
            "g config check --set 'state.path=${NOWHERE}'"),
        Trouble(
            "the key `…` is already set on line …; keep one of them",
            #"printf 'state: {}\nstate: {}\n' > a.yaml; g config check --config a.yaml"#),
        Trouble(
            "a tab can't indent; use spaces", #"printf 'state:\n\tpath: a\n' > a.yaml; g config check --config a.yaml"#),
        Trouble(
            "`environment` names `…`, which is neither shipped nor beside the base file",
            "g config check --environment productoin"),
        Trouble("the settings file… does not exist", "g config check --config gone.yaml"),
        Trouble(
            "… can be written by every user; run chmod o-w on it",
            "echo > a.yaml; chmod 666 a.yaml; g serve --config a.yaml </dev/null"),
    ]

    static let commands = [
        Trouble(
            "Standard input is closed; start the server with a pipe, a socket or a file on descriptor 0.",
            "g serve <&-"),
        Trouble(
            "Standard output is closed; start the program with a pipe, a socket or a file on descriptor 1.",
            "g serve >&-"),
        Trouble("… takes no arguments.", "g serve live"),
        Trouble("There is no … “…”.", "g cal"),
        Trouble("--… needs a value: …", "g call \(search) --width"),
        Trouble("… must be …, not “…”.", "g call \(search) --width wide"),
        Trouble("“…” is not a parameter.", "g call bookShelf.search swift"),
        Trouble("The parameters are not JSON: …", "g call bookShelf.search '{'"),
        Trouble("browse needs a terminal to show the screens on and read keys from.", "g browse"),
        Trouble("kept in memory only: HOME is not set", "unset HOME XDG_STATE_HOME; g doctor --offline"),
        Trouble("wrong, so galleria does not start", "g doctor --offline --set a.b=1"),
        Trouble(
            "… starts …, which is not there",
            #"mkdir .cursor; echo '{"mcpServers":{"galleria":{"command":"/gone"}}}' > .cursor/mcp.json; g doctor --offline"#
        ),
        Trouble(
            "The file is not understood, so nothing was changed: …",
            "mkdir .cursor; echo '{oops' > .cursor/mcp.json; g install cursor --write"),
    ]

    static let messages = [
        Trouble.message("Parse error: …", "{oops"),
        .message("not a JSON-RPC 2.0 request", #"{"id":1}"#),
        .message(
            "the message is longer than … bytes", #"{"a":"\#(String(repeating: "a", count: 5000))"}"#,
            "--set limits.messageBytes=4KiB"),
        .message(
            "Content-Length is not a whole number of bytes; write the length of the message in decimal digits.",
            "Content-Length: x\r\n\r", "--framing headers"),
        .message(
            "The header block has no Content-Length; start each message with \"Content-Length: N\".",
            "Content-Type: a\r\n\r", "--framing headers"),
        .message(
            "The input ended inside a message; send as many bytes as Content-Length says.",
            "Content-Length: 99\r\n\r\n{}", "--framing headers"),
        .message("a batch has at most … members", "[\(String(repeating: "1,", count: 16_384))1]"),
        .message("… needs a handshake: …", #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
        .mcp("there is no tool of this name; …", "tools/call", #"{"name":"book_shelf_serch"}"#),
        .mcp("there is no prompt of this name; …", "prompts/get", #"{"name":"outfit"}"#),
        .mcp("MCP … has no …", "server/discover", "{}"),
        .mcp(
            "… has no parameter ….", "tools/call", #"{"name":"book_shelf_search","arguments":{"qury":"a"}}"#),
        .mcp("There is no screen at ….", "resources/read", #"{"uri":"galleria://shlf"}"#),
    ]

    static let calls = [
        Trouble("There is no method ….", "g call bookShelf.serch"),
        Trouble("… needs the parameter …: ….", "g call bookShelf.search"),
        Trouble("The parameter … of … must be ….", "g call bookShelf.search query=a limit=0"),
        .message(
            "… takes its parameters by name, as a JSON object.",
            #"{"jsonrpc":"2.0","id":1,"method":"bookShelf.search","params":["swift"]}"#),
        Trouble("The cursor was not given by ….", "g call \(search) cursor=abc"),
        .message(
            "No open screen is called ….", #"{"jsonrpc":"2.0","id":1,"method":"screen.state","params":{"screen":"s9"}}"#
        ),
        Trouble(
            "… screens are open already, and that is the most.",
            "i=0; while [ $i -lt 65 ]; do i=$((i + 1)); printf '\(open)\\n' $i; done | g serve"),
        Trouble("The module … is switched off.", "g call \(search) --set modules.bookShelf.enabled=false"),
        .message(
            "… changes something, and galleria was started read-only.",
            #"{"jsonrpc":"2.0","id":1,"method":"catalog.like","params":{"skus":"BL204DR17KLM"}}"#, "--read-only"),
        // Nothing listens on port 1, and nothing is to be found at it.
        Trouble("The server … can't be reached: “…”.", "g call \(search) \(live)=http://127.0.0.1:1"),
        Trouble(
            "Pictures from … are not allowed by the settings.", "g call images.show url=http://example.com/a.png"),
        Trouble("The sample data has no such picture.", "g call images.show url=https://itbook.store/a.png"),
        Trouble(
            "The network is switched off by the settings, and no answer to this is kept.",
            "g call \(search) --set network.data=offline"),
        Trouble("There is no recorded answer.", "g call \(search) --set network.data=replay"),
        Trouble(
            "There is no home directory to keep state in. Set HOME, or state.path to a writable file.",
            "unset HOME XDG_STATE_HOME; g call \(memo)"),
        Trouble(
            "The state file … is damaged or no SQLite database.",
            "echo 'not a database, whatever its name may say' > bad.db; g call \(memo) --set state.path=\"$PWD/bad.db\""
        ),
        Trouble(
            "… are not kept on disk: …",
            "echo > plain; g call images.show route=galleria://product/BL204DR17KLM --set images.disk.path=\"$PWD/plain/a\""
        ),
        Trouble(
            "… is there already, and a recording overwrites nothing unasked.",
            "echo > a.jsonl; g serve --record a.jsonl </dev/null"),
        Trouble("Line 1 is not the first line of a recording.", "echo '{}' > a.jsonl; g replay a.jsonl"),
        Trouble(
            "The recording does not end after line …, its last: galleria was killed, or its disk was full or too slow.",
            "g serve --record a.jsonl </dev/null; sed -i '$d' a.jsonl; g replay a.jsonl"),
    ]

    /// Those that other suites bring about, or that want a terminal, an editor, a full disk, a newer program, luck with time.
    static let elsewhere: Set = [
        "swift is not on the PATH", "these packages are missing:", "not built, so not started.",
        "Nobody reads the output any more (…); stopping.", "No descriptor for …: …; raise the limit on open files.",
        "the settings file can't be read: permission denied; check its mode and its directories'",
        "settings read again and left as they were: …", "waiting for a restart: …",
        "settings are only read again on SIGHUP. …",
        "This terminal (TERM is dumb or not set) can't show a whole screen.", "a request with this id is in flight",
        "Too many calls are waiting already.", "The user did not confirm it, so nothing was done.",
        "The call needs a client that can do this: ….", "The server did not answer within ….",
        "The server … failed again and again and is not asked for now.", "No trusted TLS connection to …: “…”.",
        "The server's answer is not JSON, from byte … on.", "The server refused the request with HTTP status ….",
        "The address of … is not a public one, so it was not contacted.", "The HTTP library can't be loaded: ….",
        "The process may open no more files, so it can't connect.",
        "Another program keeps the state file … locked; waited ….",
        "The disk of the state file … did not answer for ….",
        "The state file … is gone.",
        "This program was started with --read-only and saves nothing. Start it without --read-only to save.",
        "There is no space left for the state file …. Nothing was saved; free some space and try again.",
        "The state file … has version …, and this program knows versions up to ….",
        "the recording to … has ended: …", "The library … can't be loaded: ….",
        "… was changed by another program just now, so nothing was changed.",
        "galleria can’t be started: “…” is not a program.",
        "Galleria can't be started: “…” is not a program; see the variable", "galleria ended unexpectedly",
    ]

    static let produced = settings + commands + messages + calls

    @Test("galleria says what the page quotes", arguments: produced)
    func said(_ trouble: Trouble) throws {
        let process = try GalleriaProcess(script: "g() { \"$0\" \"$@\"; }; \(trouble.script)")
        process.closeInput()
        let lines = try process.readToEnd() + [process.restOfOutput]
        _ = try process.waitForEnd()
        let said = (lines + process.errorText.components(separatedBy: "\n")).map { $0.replacing("\\\"", with: "\"") }
        #expect(said.contains { Self.holds($0, trouble.text) }, "\(said)")
    }

    /// Whether a line has the pieces of a text between its ellipses, one after the other.
    private static func holds(_ line: String, _ text: String) -> Bool {
        var rest = line[...]
        for piece in text.components(separatedBy: "…") where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    @Test("a line without a piece of the text, or with the pieces in another order, is another text")
    func pieces() {
        #expect(Self.holds("error: The file a is b.", "The file … is ….") == true)
        #expect(Self.holds("The file a was b.", "The file … is ….") == false)
        #expect(Self.holds("is The file.", "The file … is ….") == false)
    }

    @Test("each text of the page is brought about here or known to be elsewhere, and none besides")
    func whole() throws {
        let page = try String(contentsOfFile: Repository.path("Modules/TROUBLESHOOTING.md"), encoding: .utf8)
        let quoted = page.split(separator: "\n").compactMap {
            $0.wholeMatch(of: /### (`{1,2}) ?(.+?) ?\1/).map { String($0.2) }
        }
        let here = Self.produced.map(\.text)
        #expect(Set(here).union(Self.elsewhere) == Set(quoted))
        #expect(Set(here).isDisjoint(with: Self.elsewhere))
        #expect(here.count > Self.elsewhere.count)
    }
}
