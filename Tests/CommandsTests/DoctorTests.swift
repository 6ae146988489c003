import Foundation
import JSON
import Testing

@testable import Commands

/// `galleria doctor`
@Suite("The command doctor") struct DoctorTests {
    private let home: String

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "galleria-doctor-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    /// The findings of an area, each as `state: what`.
    private func findings(_ area: String, _ line: String...) throws -> (Commands.ExitStatus, [String]) {
        let outcome = try galleria(
            ["doctor", "--offline", "--json"] + line, variables: ["HOME": home, "XDG_CONFIG_HOME": "\(home)/config"])
        let found = Self.list(outcome.json?["findings"])
        return (
            outcome.status,
            found.filter { $0["area"] == .string(area) }.map { finding in
                "\(finding["state"]?.string ?? ""): \(finding["what"]?.string ?? "")"
            }
        )
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }

    private func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(home)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test("a fresh home is well: each area has its findings, and nothing was made")
    func fresh() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        for area in ["settings", "state", "caches", "libraries", "clients"] {
            let (status, found) = try findings(area)
            #expect(status == .done)
            #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("ok: ") }, "\(found)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
        let text = try galleria(["doctor", "--offline"], variables: ["HOME": home])
        #expect(text.status == .done && text.output.contains("- ok: SQLite"))
        #expect(text.output.hasSuffix(" 0 warnings, 0 problems\n"))
    }

    @Test("a server that does not answer is a problem, and its setting is named")
    func endpoint() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let outcome = try galleria(["doctor", "--json", "--set", "network.data=live"], variables: ["HOME": home])
        let found = Self.list(outcome.json?["findings"]).first { $0["area"] == "endpoints" }
        #expect(outcome.status == .failed && outcome.json?["ok"] == false)
        #expect(found?["state"] == "problem")
        #expect(found?["advice"] == "modules.desk.endpoint is http://127.0.0.1:9.")
        let sample = try galleria(["doctor", "--set", "network.data=sample"], variables: ["HOME": home])
        #expect(sample.status == .done && sample.output.contains("- ok: desk asks no server: its data is sample"))
    }

    @Test("the state: another program's file and a damaged one are problems, one that others may read is a warning")
    func state() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let path = "\(home)/state.db"
        let setting = "state.path=\(path)"
        try write("not a database at all, and long enough to be looked at as one", to: "state.db")
        let (status, foreign) = try findings("state", "--set", setting)
        #expect(status == .failed && foreign.count == 1 && foreign.first?.hasPrefix("problem: ") == true, "\(foreign)")

        try FileManager.default.removeItem(atPath: path)
        // An empty file is a state that has nothing yet.
        try write("", to: "state.db")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let (open, readable) = try findings("state", "--set", setting)
        #expect(open == .done)
        #expect(readable.last == "warning: other users may read \(path)", "\(readable)")
        #expect(readable.first?.contains("whole, schema 0 of 1, 0 entries") == true)
    }

    @Test(
        "17.15: a state folder that is open to others is told, a problem where they may write",
        arguments: [
            (0o700, nil), (0o750, "warning: other users may look into "),
            (0o701, "warning: other users may look into "),
            (0o770, "problem: other users may write to "), (0o777, "problem: other users may write to "),
            (0o1777, "problem: other users may write to "),
        ] as [(Int, String?)])
    func stateFolder(_ mode: Int, _ expected: String?) throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folder = "\(home)/state"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        chmod(folder, mode_t(mode))
        let expectedLine = expected.map { [$0 + folder] } ?? []
        for hasState in [false, true] {
            if hasState {
                try write("", to: "state/state.db")
                chmod("\(folder)/state.db", 0o600)
            }
            let (status, found) = try findings("state", "--set", "state.path=\(folder)/state.db")
            let told = found.filter { !$0.hasPrefix("ok: ") }.map { String($0.split(separator: ", so")[0]) }
            #expect(told == expectedLine, "\(found)")
            #expect(status == (mode & 0o022 == 0 ? .done : .failed))
        }
    }

    @Test("a client that starts what is not there is a problem; one without galleria, or with it, is well")
    func clients() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try write(#"{"mcpServers": {"galleria": {"command": "/no/such/galleria"}}}"#, to: ".cursor/mcp.json")
        try write(#"{"mcpServers": {"galleria": {"command": "/bin/sh"}}}"#, to: ".claude.json")
        try write("[mcp_servers.galleria]\ncommand = \"/bin/sh\" # ours\n", to: ".codex/config.toml")
        try write("{ /* none yet */ }", to: "config/zed/settings.json")
        try write("{", to: "config/Code/User/mcp.json")
        let (status, found) = try findings("clients")
        #expect(status == .failed)
        #expect(found.contains("ok: Claude Code: \(home)/.claude.json starts /bin/sh"), "\(found)")
        #expect(found.contains("ok: Codex: \(home)/.codex/config.toml starts /bin/sh"), "\(found)")
        #expect(found.contains("ok: Zed: \(home)/config/zed/settings.json does not name galleria"), "\(found)")
        #expect(
            found.contains("problem: Cursor: \(home)/.cursor/mcp.json starts /no/such/galleria, which is not there"))
        #expect(found.contains { $0.hasPrefix("warning: VS Code: ") && $0.contains("line 1") }, "\(found)")
    }

    @Test("wrong settings are a problem, and the rest is looked at all the same")
    func settings() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (status, found) = try findings("settings", "--set", "network.retries=99")
        #expect(status == .usage && found == ["problem: wrong, so galleria does not start"])
        #expect(try findings("libraries", "--set", "network.retries=99").1.count == 5)
    }

    @Test("wrong usage is status 2", arguments: [["doctor", "all"], ["doctor", "--width", "0"]])
    func usage(_ line: [String]) throws { #expect(try galleria(line).status == .usage) }
}
