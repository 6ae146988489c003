import Foundation
import Testing

/// The protocol as others read it: its own schemas, and the clients of its first generation.
@Suite("Protocol") struct ProtocolClientTests {
    /// Set by Tools/test.
    private static func python(_ variable: String, _ folder: String) -> String {
        ProcessInfo.processInfo.environment[variable] ?? Repository.path("\(folder)/bin/python")
    }

    /// Runs a script of `Clients` on the server.
    /// - Returns: the one line of JSON that it prints.
    private func run(_ python: String, _ script: String, _ arguments: [String] = []) throws -> WireValue {
        try #require(FileManager.default.isExecutableFile(atPath: python), "run Tools/test, which makes \(python)")
        let home = try TemporaryHome()
        let client = try ChildProcess(
            python,
            [Repository.path("Tests/EndToEndTests/Clients/\(script)")] + arguments + [
                GalleriaProcess.executable, "serve",
            ], environment: home.environment, directory: home.path)
        client.closeInput()
        // Starting Python and the SDK takes seconds on a busy machine.
        let line = try client.readLine(within: .seconds(180))
        let ending = try client.waitForEnd()
        try #require(ending == .exited(0), "the client failed:\n\(client.errorText)")
        return try #require(line.flatMap { WireValue($0) }, "the client told nothing:\n\(client.errorText)")
    }

    private func failures(_ summary: WireValue) -> [String] {
        (summary["failures"]?.elements ?? [.null]).map { $0.text ?? "the summary names no failures" }
    }

    @Test("every message of every method is as the schema of its revision has it, in each era and in both in turn")
    func schemas() throws {
        let summary = try run(Self.python("GALLERIA_PYTHON", ".venv"), "schema_check.py")
        #expect(failures(summary) == [])
        for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
            #expect(summary["checked"]?[revision]?.integer ?? 0 > 60, "\(revision)")
        }
    }

    @Test("clients of the first generation use every tool, resource and prompt", arguments: ["sdk", "fastmcp"])
    func firstGeneration(_ client: String) throws {
        let summary = try run(Self.python("GALLERIA_PYTHON_1X", ".venv-1.x"), "earlier_clients.py", [client])
        #expect(failures(summary) == [])
        #expect(summary["protocolVersion"]?.text == "2025-11-25")
        #expect(summary["tools"]?.integer ?? 0 >= 16 && summary["resources"]?.integer ?? 0 >= 5)
        #expect(summary["prompts"]?.integer ?? 0 >= 6)
    }
}
