import Foundation
import Testing

/// `galleria install` and the servers that it makes clients start.
@Suite("Installing into clients") struct InstallTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    /// Runs a command in a folder; hands out its ending and output.
    private func run(_ arguments: [String], in folder: String? = nil) throws -> (ChildProcess.Ending, String) {
        var environment = home.environment
        environment["XDG_CONFIG_HOME"] = nil
        let process = try ChildProcess(
            GalleriaProcess.executable, arguments, environment: environment, directory: folder ?? home.path)
        process.closeInput()
        let output = try process.readToEnd().joined(separator: "\n")
        return (try process.waitForEnd(), output)
    }

    private func answers(_ command: String, _ arguments: [String]) throws -> [String] {
        let process = try ChildProcess(command, arguments, environment: home.environment, directory: "/")
        _ = try process.call(
            "initialize",
            #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#)
        let tools = try process.call("tools/list", id: 2)["result"]?["tools"]?.elements ?? []
        _ = try process.finish()
        return tools.compactMap { $0["name"]?.text }
    }

    @Test(
        "what is written to a client's file starts a server",
        arguments: [
            ("claude-code", ".claude.json", "mcpServers"), ("vscode", ".config/Code/User/mcp.json", "servers"),
            ("zed", ".config/zed/settings.json", "context_servers"),
        ])
    func starts(_ client: String, _ path: String, _ servers: String) throws {
        #expect(try run(["install", client, "--write", "--read-only", "--modules", "bookShelf"]).0 == .exited(0))
        let text = try String(contentsOfFile: "\(home.path)/\(path)", encoding: .utf8)
        let entry = try #require(WireValue(text)?[servers]?["galleria"])
        let command = try #require(entry["command"]?.text)
        let tools = try answers(command, (entry["args"]?.elements ?? []).compactMap { $0.text })
        #expect(tools.contains("book_shelf_search") && !tools.contains("book_shelf_set_memo"))
        #expect(!tools.contains("catalog_list"))
    }

    /// The page of the entries by hand.
    private static let page = Repository.path("Modules/Galleria.docc/Clients.md")

    /// The program that the page's entries start, in place of the user's own folder.
    private static let placeholder = "/path/to/galleria/Tools/galleria"

    /// A text that `install` printed, as the page has it.
    private func asInPage(_ text: some StringProtocol) -> String {
        let program = URL(filePath: GalleriaProcess.executable).resolvingSymlinksInPath().path(percentEncoded: false)
        return String(text).replacing(program, with: Self.placeholder)
    }

    @Test(
        "the page's entries, put in by hand, are those that install prints",
        arguments: [
            ("claude-code", "Claude Code, Cursor"), ("cursor", "Claude Code, Cursor"),
            ("claude-desktop", "Claude Desktop, Cline"), ("cline", "Claude Desktop, Cline"), ("vscode", "VS Code"),
            ("zed", "Zed"),
        ])
    func entries(_ client: String, _ title: String) throws {
        let lines = try String(contentsOfFile: Self.page, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let place = try #require(lines.firstIndex { $0 == "// \(title)" })
        let (ending, printed) = try run(["install", client])
        #expect(ending == .exited(0))
        let start = try #require(printed.range(of: "\n{\n")?.lowerBound)
        let end = try #require(printed.range(of: "\n}\n")?.upperBound)
        let printedEntry = try #require(WireValue(asInPage(printed[start..<end]).filter { $0 != "\n" }))
        #expect(WireValue(String(lines[place + 1])) == printedEntry)
    }

    @Test("the page's table of Codex is the one that install prints")
    func codexEntry() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let printed = try run(["install", "codex"]).1
        let table = try #require(printed.split(separator: "\n\n").first { $0.hasPrefix("[mcp_servers") })
        #expect(text.contains("```toml\n# Codex\n\(asInPage(table))\n```"))
    }

    @Test("the project's file is the one of the folder, and the user's stays")
    func project() throws {
        let folder = home.path + "/my project"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (client, path) in [
            ("claude-code", ".mcp.json"), ("vscode", ".vscode/mcp.json"), ("cursor", ".cursor/mcp.json"),
        ] {
            #expect(try run(["install", client, "--write", "--scope", "project"], in: folder).0 == .exited(0))
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/.claude.json"))
    }

    @Test("settings with comments keep them, behind a link, with a backup")
    func dotfiles() throws {
        let files = FileManager.default
        let real = home.path + "/dotfiles/zed.json"
        for folder in ["dotfiles", ".config/zed"] {
            try files.createDirectory(atPath: "\(home.path)/\(folder)", withIntermediateDirectories: true)
        }
        let old =
            "// Zed settings\n{\n  \"theme\": \"One\", // 책\n  \"context_servers\": {\n    \"other\": {},\n  },\n}\n"
        try old.write(toFile: real, atomically: true, encoding: .utf8)
        let link = home.path + "/.config/zed/settings.json"
        try files.createSymbolicLink(atPath: link, withDestinationPath: real)
        #expect(try run(["install", "zed", "--write"]).0 == .exited(0))
        let new = try String(contentsOfFile: real, encoding: .utf8)
        #expect(
            new.hasPrefix(
                "// Zed settings\n{\n  \"theme\": \"One\", // 책\n  \"context_servers\": {\n    \"other\": {},\n"))
        #expect(new.hasSuffix("    },\n  },\n}\n"))
        #expect(try String(contentsOfFile: real + ".bak-1", encoding: .utf8) == old)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == real)
        let (ending, output) = try run(["install", "zed", "--write"])
        #expect(ending == .exited(0) && output.contains("Nothing was changed"))
        #expect(try String(contentsOfFile: real, encoding: .utf8) == new)
    }

    @Test(
        "served read-only, no screen takes an action that writes",
        arguments: [
            ("catalog", "like addToBag"), ("product/BL204DR17KLM", "like addToBag"),
            ("friends", "accept decline forgetAnswers"),
            ("book/9781617294136", "editMemo"), ("shelf", ""), ("mall", ""), ("forecast", ""), ("home", ""),
        ])
    func screens(_ route: String, _ withheld: String) throws {
        func actions(_ arguments: [String]) throws -> Set<String> {
            let process = try GalleriaProcess(["serve"] + arguments)
            let opened = try process.call("screen.open", #"{"route":"galleria://\#(route)"}"#)["result"]
            return Set((opened?["actions"]?.elements ?? []).compactMap { $0["name"]?.text })
        }
        let (all, left) = (try actions([]), try actions(["--read-only"]))
        #expect(all.subtracting(left) == Set(withheld.split(separator: " ").map(String.init)))
        #expect(left.isSubset(of: all) && !left.isEmpty)
    }

    @Test("a module that is not there is wrong usage", arguments: ["catalg", "catalog,", "catalog,bookshelf", ""])
    func unknownModule(_ names: String) throws {
        let process = try GalleriaProcess(["serve", "--modules", names])
        process.closeInput()
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains("no module"))
    }
}
