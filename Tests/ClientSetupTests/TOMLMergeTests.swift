import Testing

@testable import ClientSetup

/// Codex's file, in every state in which it may be met.
@Suite("Entries in TOML files") struct TOMLMergeTests {
    private let codex: Client
    private let entry = ServerEntry(
        command: "/opt/my \"tools\"\\é\u{7}/galleria", arguments: ["serve", "--modules", "a,b"])
    private let table = """
        [mcp_servers.galleria]
        command = "/opt/my \\"tools\\"\\\\é\\u0007/galleria"
        args = ["serve", "--modules", "a,b"]

        """

    init() throws { codex = try #require(Client.named("codex")) }

    private func merged(_ text: String?) throws -> (String, Merge.Change) {
        let merge = try codex.merging(entry, into: text.map { Array($0.utf8) })
        return (String(decoding: merge.bytes, as: UTF8.self), merge.change)
    }

    @Test("a new file is the table alone")
    func absent() throws {
        #expect(try merged(nil) == (table, .created))
        #expect(try merged("") == (table, .added))
        #expect(try merged("\u{FEFF}") == ("\u{FEFF}" + table, .added))
    }

    @Test(
        "the table comes to the end, and the second time nothing changes",
        arguments: [
            "model = \"o\"\n", "model = \"o\"", "# a comment\n",
            "a = 1 # one\n\n[mcp_servers.other]\ncommand = \"x\"\n",
            "[mcp_servers]\nx.command = \"y\"\n", "mcp_servers.x.command = \"y\"\n",
            "notes = \"\"\"\n[mcp_servers.galleria]\n\\\"\"\"\"\"\"\n",
            "notes = '''\n[mcp_servers.galleria] '' '''\n", "list = [ # open\n  [1, 2],\n  \"]\", # shut\n]\n",
            "[projects.\"/home/책/a.b\"]\ntrust_level = 'trusted'\n",
            "[[profiles]]\nname = 'a'\n[[profiles]]\nname = 'b'\n",
            "inline = {a = 1, b = \"}\"}\ndate = 1979-05-27 07:32:00\n", "[mcp_servers.galleria2]\nurl = 'https://a'\n",
            "[a.mcp_servers.galleria]\ncommand = 'keep'\n", "\t[ mcp_servers . \"other\" ] # x\n\"quoted key\" = 1\n",
            "path = 'C:\\'\nempty = \"\"\n", "s = \"\"\"a\"\"\"\"\"\n",
        ])
    func appended(_ text: String) throws {
        let (new, change) = try merged(text)
        #expect(change == .added)
        let gap = text.hasSuffix("\n") ? "\n" : "\n\n"
        #expect(new == text + gap + table)
        #expect(try merged(new) == (new, .unchanged))
        let crlf = text.replacing("\n", with: "\r\n")
        let (windows, _) = try merged(crlf)
        #expect(windows.utf8.starts(with: crlf.utf8))
        #expect(!text.contains("\n") || !windows.replacing("\r\n", with: "").contains("\n"))
        #expect(try merged(windows) == (windows, .unchanged))
    }

    @Test(
        "a table that is there changes in its place",
        arguments: [
            (
                "a = 1\n[mcp_servers.galleria] # ours\ncommand = 'old' # where\nargs = [\n  \"x\", # y\n]\nenv = {A = \"b\"}\n\n[z]\nb = 2\n",
                "a = 1\n[mcp_servers.galleria] # ours\ncommand = COMMAND # where\n# y\nargs = ARGS\nenv = {A = \"b\"}\n\n[z]\nb = 2\n"
            ),
            // 17.15: comments inside what is replaced.
            (
                "[mcp_servers.galleria]\r\n  args = [ # a\r\n    \"x\", \"#b\",\r\n    # c\r\n  ] # d\r\n",
                "[mcp_servers.galleria]\r\ncommand = COMMAND\r\n  # a\r\n  # c\r\n  args = ARGS # d\r\n"
            ),
            ("[mcp_servers.galleria]", "[mcp_servers.galleria]\ncommand = COMMAND\nargs = ARGS\n"),
            (
                "[mcp_servers.\"galleria\"]\nenabled = false\n[mcp_servers.galleria.env]\ncommand = \"keep\"\n",
                "[mcp_servers.\"galleria\"]\ncommand = COMMAND\nargs = ARGS\nenabled = false\n[mcp_servers.galleria.env]\ncommand = \"keep\"\n"
            ),
            (
                "[mcp_servers.galleria]\r\nargs = []\r\nenv.A = 'b'\r\n",
                "[mcp_servers.galleria]\r\ncommand = COMMAND\r\nargs = ARGS\r\nenv.A = 'b'\r\n"
            ),
        ])
    func replaced(_ old: String, _ expected: String) throws {
        let expected = expected.replacing("COMMAND", with: #""/opt/my \"tools\"\\é\u0007/galleria""#)
            .replacing("ARGS", with: #"["serve", "--modules", "a,b"]"#)
        let (new, change) = try merged(old)
        #expect(change == .replaced)
        #expect(Array(new.utf8) == Array(expected.utf8))
        #expect(try merged(new) == (new, .unchanged))
    }

    @Test(
        "a file that is not understood is not changed",
        arguments: [
            "a", "a =", "= 1", "[a", "[a]]", "a = \"b", "a = \"b\nc\"", "a = '''b", "a = [1", "a = [1}", "a = 1]",
            "a = 1\n] = 2",
            "mcp_servers = {}", "mcp_servers = {galleria = {}}", "[mcp_servers]\ngalleria = {command = 'x'}",
            "[mcp_servers]\ngalleria.command = 'x'", "mcp_servers.galleria.command = 'x'", "[[mcp_servers]]\na = 1",
            "[[mcp_servers.galleria]]\na = 1", "[mcp_servers.galleria]\n[mcp_servers.galleria]",
            "[mcp_servers.galleria]\ncommand = 'a'\ncommand = 'b'", "[mcp_servers.galleria]\nurl = 'https://a'",
            "[mcp_servers.\"\\u0067alleria\"]\ncommand = 'x'", "{\"mcpServers\": {}}", "a b = 1", "a.  = 1",
        ])
    func notUnderstood(_ text: String) {
        let fault = #expect(throws: SetupFault.self) { try merged(text) }
        guard case .notUnderstood? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test("what is not UTF-8 is not changed, and a broken line is named")
    func places() {
        #expect(throws: SetupFault.notUnderstood(reason: "it is not UTF-8")) {
            try codex.merging(entry, into: [0x61, 0x3D, 0xFF])
        }
        #expect(throws: SetupFault.notUnderstood(reason: "line 3: it is not TOML")) { try merged("a = 1\n\nb 2\n") }
    }
}
