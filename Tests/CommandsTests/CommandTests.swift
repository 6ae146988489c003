import FeatureKit
import Foundation
import JSON
import Testing

@testable import Commands

/// Output and exit status of each command.
@Suite("Commands") struct CommandTests {
    @Test("a result is printed as text, or as JSON")
    func call() throws {
        let text = try galleria(["call", "desk.note", "text=hello"])
        #expect(text.status == .done)
        #expect(text.output == "hello\n")
        let json = try galleria(["call", "desk.note", "text=hello", "--json"])
        #expect(json.output == #"{"text":"hello","copies":1,"urgent":false}"# + "\n")
    }

    @Test(
        "the gallery has the theme of the option, else of the settings, and shows what each has; without colours none")
    func gallery() throws {
        let colored = ["CLICOLOR_FORCE": "1", "COLORTERM": "truecolor"]
        func prices(_ line: [String], _ variables: [String: String]) throws -> [String] {
            let outcome = try galleria(["gallery", "--style", "ansi"] + line, variables: variables)
            #expect(outcome.status == .done)
            return outcome.output.split(separator: "\n").filter { $0.contains("$129.99") && $0.contains("price:") }.map(
                String.init)
        }
        let dark = "\u{1B}[38;2;95;215;135m$129.99\u{1B}[0m"
        #expect(try prices(["--theme", "dark"], colored).first?.hasSuffix(dark) == true)
        #expect(try prices(["--set", "output.theme=dark"], colored).first?.hasSuffix(dark) == true)
        #expect(
            try prices(["--set", "output.theme=dark", "--theme", "light"], colored).first?.hasSuffix(dark) == false)
        for theme in ["auto", "light", "dark", "high-contrast"] {
            #expect(try galleria(["gallery"], variables: colored).output.contains("theme: \(theme)"))
        }
        for (line, variables) in [(["--theme", "none"], colored), ([], ["NO_COLOR": "1"])] {
            let output = try galleria(["gallery", "--style", "ansi"] + line, variables: variables).output
            #expect(!output.contains("\u{1B}") && !output.contains("theme:") && output.contains("$129.99"))
        }
    }

    @Test("a larger scale gives the gallery more lines, in HTML larger letters")
    func scale() throws {
        func gallery(_ scale: String, _ style: String) throws -> String {
            try galleria(["gallery", "--style", style, "--width", "80", "--set", "output.scale=\(scale)"]).output
        }
        let lines = try ["small", "standard", "large", "extra-large"].map {
            try gallery($0, "plain").count { $0 == "\n" }
        }
        #expect(lines == lines.sorted() && Set(lines).count == 4)
        #expect(try gallery("large", "html").hasPrefix("<div style=\"font-size: 125%\">"))
        #expect(try gallery("large", "markdown") == gallery("standard", "markdown"))
    }

    @Test(
        "key=value is typed by the parameter; what is behind the first = is the value",
        arguments: [
            (["text=a=b"], #"{"text":"a=b","copies":1,"urgent":false}"#),
            (["text="], #"{"text":"","copies":1,"urgent":false}"#),
            (["text=5", "copies=5", "urgent=true"], #"{"text":"5","copies":5,"urgent":true}"#),
            ([#"{"text": "a", "copies": 2}"#], #"{"text":"a","copies":2,"urgent":false}"#),
        ])
    func parameters(_ words: [String], _ expected: String) throws {
        let outcome = try galleria(["call", "desk.note", "--json"] + words)
        #expect(outcome.status == .done)
        #expect(outcome.output == expected + "\n")
    }

    @Test(
        "the value of the one required parameter may stand alone",
        arguments: [
            (["hello"], #"{"text":"hello","copies":1,"urgent":false}"#),
            (["copies=2", "a=b c"], nil), (["hello", "copies=2"], #"{"text":"hello","copies":2,"urgent":false}"#),
            (["https://a?b=c"], #"{"text":"https://a?b=c","copies":1,"urgent":false}"#),
            (["hello", "world"], nil), (["text=a", "b"], nil), (["=a"], nil),
        ])
    func alone(_ words: [String], _ expected: String?) throws {
        let outcome = try galleria(["call", "desk.note", "--json"] + words)
        #expect(outcome.status == (expected == nil ? .usage : .done))
        if let expected { #expect(outcome.output == expected + "\n") }
    }

    @Test(
        "what was wrong about a call is put right in the line that is offered",
        arguments: [
            (["desk.note", "hello", "world"], #"desk.note text="hello world""#),
            (["desk.note"], "desk.note text=hello"), (["desk.note", "txet=a"], "desk.note text=a"),
            (["desk.not", "a b"], #"desk.note "a b""#), (["desk.fail", "inernal"], "desk.fail code=internal"),
            (["desk.fail", "code=inernal"], "desk.fail code=internal"),
        ])
    func putRight(_ words: [String], _ expected: String) throws {
        let outcome = try galleria(["call", "--json"] + words)
        let hint = try #require(outcome.json?["error"]?["hint"]?.string)
        let isMeant = hint.hasPrefix("Did you mean: ") || hint.hasPrefix("For example: ")
        #expect(isMeant && hint.replacing("--json ", with: "").hasSuffix("galleria call \(expected)"), "\(hint)")
    }

    @Test("mistakes in a file are told with its line and column")
    func fileMistakes() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "galleria-params-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        for (text, place) in [
            ("{\n  \"text\": swift\n}", ":2:11: "), (#"{"text": "한국", "copes": 1}"#, ":1:16: "),
            ("{\"text\": \"a\",\n\"copies\": 99}", ":2:11: "),
        ] {
            try text.write(to: file, atomically: true, encoding: .utf8)
            let outcome = try galleria(["call", "desk.note", "@\(file.path())", "--json"])
            #expect(outcome.status == .usage)
            #expect(outcome.json?["error"]?["message"]?.string?.hasPrefix(file.path() + place) == true, "\(text)")
        }
    }

    @Test("--fields picks fields of a result, in its order; a wrong name lists those there are")
    func fields() throws {
        let note = ["call", "desk.note", "hello", "--fields"]
        #expect(try galleria(note + ["urgent,text", "--json"]).output == #"{"text":"hello","urgent":false}"# + "\n")
        #expect(try galleria(note + ["urgent,text"]).output == "text:   hello\nurgent: false\n")
        let wrong = try galleria(note + ["text,coppies", "--json"])
        #expect(wrong.status == .usage)
        let error = wrong.json?["error"]
        #expect(error?["message"]?.string?.contains("text, copies, urgent") == true)
        #expect(error?["hint"]?.string?.contains("--fields text,copies") == true)
    }

    @Test("JSON has colours where they are demanded, in a line; none in a theme without them")
    func coloredJSON() throws {
        let line = ["call", "desk.note", "hello", "--json"]
        let colored = try galleria(line, variables: ["CLICOLOR_FORCE": "1"]).output
        #expect(colored.contains("\u{1B}[32m\"hello\"\u{1B}[0m") && colored.count { $0 == "\n" } == 1)
        let plain = try galleria(line).output
        for (words, variables) in [
            (line, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]), (line + ["--theme", "none"], ["CLICOLOR_FORCE": "1"]),
            (line + ["--plain"], ["CLICOLOR_FORCE": "1"]),
        ] { #expect(try galleria(words, variables: variables).output == plain) }
    }

    @Test(
        "a name that is no command may be another thing's",
        arguments: [
            (["desk.note", "a b"], #"galleria call desk.note "a b""#), (["broken"], "galleria open broken"),
            (["galleria://desk"], "galleria open galleria://desk"), (["desc"], "galleria --help"),
        ])
    func otherThings(_ words: [String], _ expected: String) throws {
        let outcome = try galleria(words + ["--json"])
        #expect(outcome.status == .usage)
        let hint = outcome.json?["error"]?["hint"]?.string?.replacing(" --json", with: "")
        #expect(hint?.hasSuffix(expected) == true, "\(hint ?? "")")
    }

    @Test("@FILE is the whole of the params")
    func file() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "galleria-params-\(UUID().uuidString)")
        try #"{"text":"from a file"}"#.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try galleria(["call", "desk.note", "@\(file.path())"]).output == "from a file\n")
        #expect(
            try galleria(["call", "desk.note", "@\(file.path())", "--json"]).json == [
                "text": "from a file", "copies": 1, "urgent": false,
            ])
        #expect(try galleria(["call", "desk.note", "@\(file.path()).none", "--json"]).status == .usage)
    }

    @Test(
        "wrong usage is status 2, and with --json an error on the output",
        arguments: [
            ["call"], ["call", "desk.not", "text=a"], ["call", "desk.note"],
            ["call", "desk.note", "colour=red", "text=a"],
            ["call", "desk.note", "a", "b"], ["call", "desk.note", "=a"], ["call", "desk.note", "text=a", "copies=10"],
            ["call", "desk.note", "copies=1.5", "text=a"], ["call", "desk.note", "{"], ["call", "desk.note", "{]"],
            ["call", "desk.note", #"{"text":"a","text":"b"}"#], ["call", "desk.note", "@/no/such/file"],
            ["call", "desk.note", "@/"], ["open"], ["open", "galleria://nowhere"], ["open", "galleria://desk", "more"],
            ["open", "http://desk"], ["modules", "dsk"], ["modules", "desk", "more"], ["config"], ["config", "chek"],
            ["config", "check", "more"], ["call", "desk.note", "text=a", "--set", "novalue"],
            ["call", "desk.note", "text=a", "--set", "=1"], ["call", "desk.note", "text=a", "--set", "no.such.key=1"],
            ["call", "desk.note", "text=a", "--environment", "nowhere"],
            ["call", "desk.note", "text=a", "--width", "19"],
            ["call", "desk.note", "text=a", "--width", "wide"], ["call", "desk.note", "text=a", "--style", "loud"],
            ["call", "desk.note", "text=a", "--theme", "loud"],
            ["call", "desk.note", "text=a", "--set", "output.theme=loud"],
            ["call", "desk.note", "text=a", "--set", "output.scale=huge"],
            ["call", "desk.note", "text=a", "--log-level", "loud"],
            ["call", "desk.note", "text=a", "--config", "/no/file"],
            ["call", "desk.note", "text=a", "--set", "modules.desk.endpoint=ftp://a"],
            ["call", "desk.note", "text=a", "--set", "modules.desk.enabled=false"], ["nonsense"],
            ["call", "--nonsense"],
        ])
    func wrongUsage(_ line: [String]) throws {
        let quiet = try galleria(line)
        #expect(quiet.status == .usage)
        #expect(quiet.output.isEmpty)
        let json = try galleria(line + ["--json"])
        #expect(json.status == .usage)
        let error = json.json?["error"]
        #expect(error?["code"] == "invalid_argument" || error?["code"] == "module_disabled")
        #expect(error?["message"]?.string?.isEmpty == false)
        for field in ["hint", "module", "retryable"] { #expect(error?[field] != nil) }
    }

    @Test(
        "a failure of the operation is status 1; refused arguments and modules that are off are 2",
        arguments: FaultCode.allCases)
    func failure(_ code: FaultCode) throws {
        let outcome = try galleria(["call", "desk.fail", "code=\(code.rawValue)", "--json"])
        #expect(outcome.status == (code == .invalidArgument || code == .moduleDisabled ? .usage : .failed))
        #expect(outcome.json?["error"]?["code"] == .string(code.rawValue))
        #expect(outcome.json?["error"]?["module"] == "desk")
    }

    @Test("a screen is printed when it has loaded; one that failed is status 1")
    func open() throws {
        let text = try galleria(["open", "galleria://desk"])
        #expect(text.status == .done)
        #expect(text.output == "Ended: normal\n")
        let broken = try galleria(["open", "galleria://broken"])
        #expect(broken.status == .failed && broken.output.isEmpty)
        let json = try galleria(["open", "galleria://broken", "--json"])
        #expect(json.status == .failed)
        #expect(json.json?["error"]?["code"] == "upstream_unavailable")
    }

    @Test("modules are listed, and one is told in full")
    func modules() throws {
        #expect(try galleria(["modules"]).output.contains("desk"))
        let one = try galleria(["modules", "desk"])
        #expect(one.status == .done)
        for word in ["desk.note", "copies?", "galleria://desk", "modules.desk.endpoint"] {
            #expect(one.output.contains(word), "\(word)")
        }
        let json = try galleria(["modules", "--json", "--set", "modules.desk.enabled=false"])
        #expect(json.json?[0]?["id"] == "desk")
        #expect(json.json?[0]?["enabled"] == false)
        #expect(json.json?[0]?["reason"] == "modules.desk.enabled is false")
    }

    @Test("the settings are checked and printed; what is printed can be read again")
    func config() throws {
        #expect(try galleria(["config", "check"]).output.contains("Environment: sample."))
        #expect(try galleria(["config", "check", "--json"]).json?["ok"] == true)
        let flags = ["--set", "network.timeout=3s", "--set", "state.path=/srv/state.db"]
        let printed = try galleria(["config", "print"] + flags)
        #expect(printed.status == .done)
        #expect(printed.output.contains("timeout: 3s"))
        let file = FileManager.default.temporaryDirectory.appending(path: "galleria-config-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try printed.output.write(to: file, atomically: true, encoding: .utf8)
        // A secret that a file says is not shown, an empty one neither.
        let again = printed.output.replacing(#"password: """#, with: #"password: "‹masked›""#)
        #expect(try galleria(["config", "print", "--config", file.path()]).output == again)
    }

    @Test("variables are a layer between the files and --set")
    func variables() throws {
        let variables = ["GALLERIA_SET_output__style": "html"]
        #expect(try galleria(["call", "desk.note", "text=a"], variables: variables).output.contains("<p"))
        let flags = ["--set", "output.style=plain"]
        #expect(try galleria(["call", "desk.note", "text=a"] + flags, variables: variables).output == "a\n")
        #expect(
            try galleria(["call", "desk.note", "text=a", "--style=markdown"], variables: variables).output == "a\n")
    }

    @Test("help is a command as well", arguments: [[], ["call"], ["config"], ["config", "explain"], ["help"]])
    func helpCommand(_ words: [String]) throws {
        let help = try galleria(["help"] + words)
        #expect(help.status == .done)
        #expect(help.output == (try galleria(words + ["--help"]).output))
    }

    @Test("help on what there is not is wrong usage", arguments: [["chek"], ["config", "chek"], ["serve", "more"]])
    func helpless(_ words: [String]) throws {
        #expect(try galleria(["help"] + words).status == .usage)
    }

    @Test("a version is the same however it is asked for", arguments: ["version", "--version", "-V"])
    func version(_ word: String) throws {
        let outcome = try galleria([word])
        #expect(outcome.status == .done && outcome.output.hasPrefix("galleria "))
        #expect(outcome.output == (try galleria(["serve", "--version"]).output))
    }

    @Test("a route without its scheme opens the same screen", arguments: ["desk", "galleria://desk"])
    func bareRoute(_ route: String) throws {
        #expect(try galleria(["open", route]).output == "Ended: normal\n")
    }

    @Test("help and version are printed whatever else is wrong with the line", arguments: [["--help"], ["-h"]])
    func help(_ option: [String]) throws {
        let program = try galleria(option)
        #expect(program.status == .done)
        #expect(program.output.contains("serve"))
        for command in CommandTable.all {
            let help = try galleria([command.name] + option)
            #expect(help.status == .done)
            #expect(help.output.contains("galleria \(command.name)"))
        }
        #expect(try galleria(["--version"]).output.hasPrefix("galleria "))
    }

    @Test(
        "serve without standard streams, or with arguments, does not begin",
        arguments: [
            ["serve"], ["serve", "more"], ["serve", "--framing", "smoke"], ["serve", "--set", "limits.depth=1"],
        ])
    func serve(_ line: [String]) throws {
        let outcome = try galleria(line)
        #expect(outcome.status == (line == ["serve"] ? .failed : .usage))
        #expect(outcome.output.isEmpty)
    }
}
