import JSON
import Testing

@testable import ClientSetup

/// Files of clients that read JSON, in every state in which they may be met.
@Suite("Entries in JSON files") struct JSONMergeTests {
    static let clients = Client.all.filter { if case .json = $0.dialect { true } else { false } }
    static let entry = ServerEntry(command: "/opt/my tools/갤러리아/\"galleria\"", arguments: ["serve", "--read-only"])

    /// `SERVERS` stands for the client's own member, `¶` for the end of a line.
    static let states = [
        "", " ", "¶", "{}", "{ }", "{¶}¶", "{¶  // nothing yet¶}¶", "\u{FEFF}{}", "\u{FEFF}", "// a comment¶",
        "/* a */",
        #"{"SERVERS": {}}"#, "{¶  \"SERVERS\": {¶  }¶}¶",
        "{¶\t\"SERVERS\": {¶\t\t\"other\": {\"command\": \"a\"}¶\t}¶}¶",
        "{¶    \"theme\": \"책 🧺\",¶    \"SERVERS\": {¶        \"other\": {¶            \"command\": \"b\", // why¶        },¶    },¶}¶",
        "{¶  \"projects\": {\"/a\": {\"SERVERS\": {\"galleria\": {\"command\": \"keep\"}}}},¶  \"galleria\": 1¶}",
        "{\"a\":1,\"b\":[{},{\"galleria\":{}}]}", "{\"a\":1,}", "/* SERVERS */ {\"a\": \"\\\"SERVERS\\\": {\"} // end",
        "{¶  \"SERVERS\": {¶    \"galleria2\": {}¶    // last¶  } /* x */¶  , \"z\": null¶}¶¶",
    ]

    private static func text(_ state: String, of client: Client, newline: String) -> [UInt8] {
        guard case .json(let servers, _) = client.dialect else { return [] }
        return Array(state.replacing("SERVERS", with: servers).replacing("¶", with: newline).utf8)
    }

    private func servers(of client: Client) -> String {
        if case .json(let servers, _) = client.dialect { servers } else { "" }
    }

    @Test(
        "the entry comes in, every byte that was there stays, and the second time nothing changes", arguments: clients,
        ["\n", "\r\n"])
    func comesIn(_ client: Client, _ newline: String) throws {
        for state in Self.states {
            let old = Self.text(state, of: client, newline: newline)
            let merge = try client.merging(Self.entry, into: old)
            #expect(merge.change == .added, "\(state)")
            #expect(isSubsequence(old, of: merge.bytes), "\(state)")
            let text = try JSONCText(merge.bytes)
            #expect(text.value(at: [servers(of: client), "galleria"]) == client.value(of: Self.entry), "\(state)")
            if newline == "\r\n", old.contains(0x0A) {
                #expect(zip([0] + merge.bytes, merge.bytes).allSatisfy { $1 != 0x0A || $0 == 0x0D }, "\(state)")
            }
            let before = try JSONCText(old).value(at: [])?.members ?? []
            for member in before where member.key != servers(of: client) {
                #expect(text.value(at: [member.key]) == member.value, "\(state)")
            }
            let again = try client.merging(Self.entry, into: merge.bytes)
            #expect(again == Merge(bytes: merge.bytes, change: .unchanged), "\(state)")
        }
    }

    @Test("no file is as an empty one, and its text is strict JSON", arguments: clients)
    func absent(_ client: Client) throws {
        let merge = try client.merging(Self.entry, into: nil)
        #expect(merge.change == .created)
        let value = try JSONValue(parsing: String(decoding: merge.bytes, as: UTF8.self))
        #expect(value == .object([JSONMember(servers(of: client), ["galleria": client.value(of: Self.entry)])]))
        #expect(try client.text(of: Self.entry) == String(decoding: merge.bytes, as: UTF8.self))
    }

    @Test(
        "an entry that is there changes in its place, and keeps its comments and what else it says", arguments: clients)
    func replaced(_ client: Client) throws {
        let state = """
            {
              "SERVERS": {
                // ours
                "galleria": {
                  "command": {"path": "/old"}, // moved
                  "env": {"OPENWEATHER_API_KEY": "k"},
                  "disabled": false
                },
                "z": {}
              }
            }
            """
        let old = Self.text(state, of: client, newline: "\n")
        let merge = try client.merging(Self.entry, into: old)
        #expect(merge.change == .replaced)
        let new = String(decoding: merge.bytes, as: UTF8.self)
        for kept in ["// ours\n", ", // moved\n", "\"env\": {\"OPENWEATHER_API_KEY\": \"k\"}", "    \"z\": {}\n  }\n}"]
        {
            #expect(new.contains(kept), "\(kept)")
        }
        let entry = try JSONCText(merge.bytes).value(at: [servers(of: client), "galleria"])
        for member in client.members(of: Self.entry) { #expect(entry?[member.key] == member.value) }
        #expect(entry?["disabled"] == false)
        #expect(try client.merging(Self.entry, into: merge.bytes).change == .unchanged)
    }

    @Test("17.15: comments inside what is replaced stay, before its name", arguments: ["\n", "\r\n"])
    func keptComments(_ newline: String) throws {
        let client = try #require(Client.named("claude-desktop"))
        let old = """
            {"mcpServers": {
              "galleria": {
                "command": "/old", // moved
                "args": [ // what it serves
                  "serve", /* not */ "//this",
                  // on trial
                  "--modules", "catalog"
                ], "env": {} // mine
              }
            }}
            """.replacing("\n", with: newline)
        let entry = ServerEntry(command: "/new", arguments: ["serve"])
        let merge = try client.merging(entry, into: Array(old.utf8))
        let expected = """
            {"mcpServers": {
              "galleria": {
                "command": "/new", // moved
                // what it serves
                /* not */
                // on trial
                "args": ["serve"], "env": {} // mine
              }
            }}
            """.replacing("\n", with: newline)
        #expect(Array(merge.bytes) == Array(expected.utf8))
        #expect(try client.merging(entry, into: merge.bytes).change == .unchanged)

        let line = #"{"mcpServers": {"galleria": {"command": "/new", "args": [/* a */ 1 // b"# + "\n]}}}"
        let merged = try client.merging(entry, into: Array(line.utf8))
        #expect(
            String(decoding: merged.bytes, as: UTF8.self)
                == #"{"mcpServers": {"galleria": {"command": "/new", /* a */ // b"# + "\n" + #""args": ["serve"]}}}"#)
        let whole = #"{"mcpServers": {"galleria": [/* mine */]}}"#
        #expect(
            String(decoding: try client.merging(entry, into: Array(whole.utf8)).bytes, as: UTF8.self)
                .contains("/* mine */"))
    }

    @Test("an entry that is no object is replaced whole")
    func scalar() throws {
        let cursor = try #require(Client.named("cursor"))
        let merge = try cursor.merging(Self.entry, into: Array(#"{"mcpServers": {"galleria": null, "z": 1}}"#.utf8))
        #expect(merge.change == .replaced)
        #expect(try JSONCText(merge.bytes).value(at: ["mcpServers", "z"]) == 1)
    }

    @Test(
        "a file that is not understood is not changed", arguments: clients,
        [
            "{", "{\"a\": }", "[]", "null", "\"SERVERS\"", "{\"SERVERS\": []}", "{\"SERVERS\": null}", "{\"a\": 1} {}",
            "/* open",
            "{\"SERVERS\": {}, \"SERVERS\": {}}", "{a: 1}", "{\"SERVERS\": {\"galleria\": {\"url\": \"https://a\"}}}",
            "{\"a\": 1,,}",
            "\u{FEFF}\u{FEFF}{}", "{}\u{0}",
        ])
    func notUnderstood(_ client: Client, _ state: String) {
        let old = Self.text(state, of: client, newline: "\n")
        let fault = #expect(throws: SetupFault.self) { try client.merging(Self.entry, into: old) }
        guard case .notUnderstood? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }
}

/// Whether every element of `old` is in `new`, in the same order: nothing was taken away or changed.
func isSubsequence(_ old: [UInt8], of new: [UInt8]) -> Bool {
    var rest = old[...]
    for byte in new where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
}
