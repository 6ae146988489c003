import Foundation
import Testing

/// The server as the official Python SDK sees it: `Clients/mcp_client.py` lists every tool and calls each of them.
@Suite("Python client") struct PythonClientTests {
    /// `GALLERIA_PYTHON` is set by Tools/test.
    private static var python: String {
        ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? Repository.path(".venv/bin/python")
    }

    /// Runs a script of `Clients` on the server.
    /// - Returns: the one line of JSON that it prints.
    private func run(_ script: String, _ mode: String) throws -> WireValue {
        try #require(
            FileManager.default.isExecutableFile(atPath: Self.python),
            "\(Self.python) is missing: run Tools/test, which makes .venv and installs the SDK")
        let home = try TemporaryHome()
        let client = try ChildProcess(
            Self.python,
            [
                Repository.path("Tests/EndToEndTests/Clients/\(script)"), "--mode", mode, GalleriaProcess.executable,
                "serve",
            ],
            environment: home.environment, directory: home.path)
        client.closeInput()
        // Starting Python and the SDK takes seconds on a busy machine.
        let line = try client.readLine(within: .seconds(180))
        let ending = try client.waitForEnd()
        try #require(ending == .exited(0), "the client failed:\n\(client.errorText)")
        return try #require(line.flatMap { WireValue($0) }, "the client told nothing:\n\(client.errorText)")
    }

    @Test(
        "what can't be taken back is done only after the user's yes, shaking hands or by the stateless revision",
        arguments: [("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")])
    func asked(_ mode: String, _ revision: String) throws {
        let summary = try run("asking_client.py", mode)
        #expect(summary["protocolVersion"]?.text == revision)
        let asked = (summary["asked"]?.elements ?? []).compactMap(\.text)
        #expect(asked.count == 2 && asked.allSatisfy { $0.hasSuffix("001") })
        let outcomes = summary["outcomes"]?.elements ?? []
        #expect(outcomes.map { $0["isError"] } == [.bool(true), .bool(false)])
        #expect(outcomes.first?["fault"]?["code"]?.text == "cancelled")
        #expect(outcomes.first?["structured"]?.elements == nil && outcomes.first?["structured"]?["code"] == nil)
        #expect(outcomes.last?["structured"]?["items"]?.elements?.first?["fid"]?.text == "001")
    }

    @Test(
        "every tool answers its own examples by its own outputSchema, shaking hands, by discovery, or by the stateless revision at once",
        arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")])
    func everyTool(_ mode: String, _ revision: String) throws {
        let summary = try run("mcp_client.py", mode)
        let failures = (summary["failures"]?.elements ?? [.null]).map { $0.text ?? "the summary names no failures" }
        #expect(failures == [])
        #expect(summary["protocolVersion"]?.text == revision)
        let tools = (summary["tools"]?.elements ?? []).compactMap { $0.text }
        for name in [
            "book_shelf_list", "book_shelf_memos", "book_shelf_search", "book_shelf_set_memo", "book_shelf_show",
        ] {
            #expect(tools.contains(name))
        }
        #expect(Set(tools).count == tools.count)
        guard case .number(let calls) = summary["calls"] else {
            Issue.record("the summary counts no calls")
            return
        }
        #expect((Int(calls) ?? 0) >= tools.count)
    }
}
