import JSON
import Testing

@testable import ClientSetup

/// The table of clients: where each file is, and how an entry is written.
@Suite("Clients") struct ClientTests {
    private static let entry = ServerEntry(command: "/opt/galleria", arguments: ["serve"])

    @Test(
        "each client's file",
        arguments: [
            ("claude-code", nil, "/home/a/.claude.json"), ("claude-code", .user, "/home/a/.claude.json"),
            ("claude-code", .project, "/work/p/.mcp.json"),
            ("claude-desktop", nil, "/home/a/.config/Claude/claude_desktop_config.json"),
            ("vscode", nil, "/home/a/.config/Code/User/mcp.json"), ("vscode", .project, "/work/p/.vscode/mcp.json"),
            ("cursor", nil, "/home/a/.cursor/mcp.json"), ("cursor", .project, "/work/p/.cursor/mcp.json"),
            ("zed", .user, "/home/a/.config/zed/settings.json"), ("codex", nil, "/home/a/.codex/config.toml"),
            (
                "cline", nil,
                "/home/a/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
            ),
        ] as [(String, Client.Scope?, String)])
    func paths(_ id: String, _ scope: Client.Scope?, _ path: String) throws {
        let client = try #require(Client.named(id))
        #expect(try client.path(of: scope, in: .init(variables: ["HOME": "/home/a"], directory: "/work/p")) == path)
    }

    @Test(
        "variables move the files; relative ones count as not set",
        arguments: [
            ("zed", ["XDG_CONFIG_HOME": "/c/"], "/c/zed/settings.json"),
            ("zed", ["XDG_CONFIG_HOME": "c"], "/h/.config/zed/settings.json"),
            ("codex", ["CODEX_HOME": "/x"], "/x/config.toml"), ("codex", ["CODEX_HOME": ""], "/h/.codex/config.toml"),
            ("claude-code", ["CLAUDE_CONFIG_DIR": "/y"], "/y/.claude.json"),
            ("cursor", ["XDG_CONFIG_HOME": "/c"], "/h/.cursor/mcp.json"),
        ] as [(String, [String: String], String)])
    func variables(_ id: String, _ variables: [String: String], _ path: String) throws {
        let client = try #require(Client.named(id))
        let all = variables.merging(["HOME": "/h"]) { $1 }
        #expect(try client.path(of: nil, in: .init(variables: all, directory: "/")) == path)
    }

    @Test("without a home directory, or with a scope that a client has not, there is no path", arguments: Client.all)
    func none(_ client: Client) {
        for home in [[:], ["HOME": ""], ["HOME": "relative"]] as [[String: String]] {
            #expect(throws: SetupFault.noHome) {
                try client.path(of: .user, in: .init(variables: home, directory: "/"))
            }
        }
        guard !client.scopes.contains(.project) else { return }
        #expect(throws: SetupFault.noSuchScope(client: client.title, scopes: ["user"])) {
            try client.path(of: .project, in: .init(variables: ["HOME": "/h"], directory: "/"))
        }
    }

    @Test("ids are unique and compared as bytes")
    func ids() {
        #expect(Set(Client.all.map(\.id)).count == Client.all.count)
        #expect(Client.named("codex")?.id == "codex")
        #expect(Client.named("Codex") == nil && Client.named("") == nil)
    }

    @Test(
        "only those that want it are told the type",
        arguments: [
            ("vscode", true), ("claude-code", true), ("cursor", true), ("zed", false), ("claude-desktop", false),
        ])
    func types(_ id: String, _ hasType: Bool) throws {
        let value = try #require(Client.named(id)).value(of: Self.entry)
        #expect((value["type"] == "stdio") == hasType)
        #expect(value["command"] == "/opt/galleria" && value["args"] == ["serve"])
    }

    @Test("a client's own command is one that a shell takes as it stands")
    func commands() throws {
        let code = try #require(Client.named("claude-code"))
        let entry = ServerEntry(command: "/a b/it's", arguments: ["serve", "--modules", "a,b", ""])
        #expect(
            code.command(adding: entry, scope: .project)
                == #"claude mcp add --scope project galleria -- '/a b/it'\''s' serve --modules a,b ''"#)
        #expect(
            try #require(Client.named("codex")).command(adding: Self.entry, scope: .user)
                == "codex mcp add galleria -- /opt/galleria serve")
        #expect(try #require(Client.named("zed")).command(adding: Self.entry, scope: .user) == nil)
    }

    @Test("every fault says what happened and what to do")
    func sentences() {
        let faults: [SetupFault] = [
            .noHome, .noSuchScope(client: "Zed", scopes: ["user"]), .notUnderstood(reason: "why"),
            .notAFile(path: "/a"),
            .tooLarge(path: "/a", limit: 1), .unreadable(path: "/a", reason: "why"),
            .unwritable(path: "/a", reason: "why"),
            .changedMeanwhile(path: "/a"), .tooManyBackups(path: "/a"),
        ]
        #expect(Set(faults.map(\.sentence)).count == faults.count)
        for fault in faults { #expect(!fault.sentence.isEmpty && !fault.hint.isEmpty) }
    }
}
