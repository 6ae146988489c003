import Foundation
import Testing

/// The scenarios of MCP's conformance suite, on its fixtures: `Clients/conformance_check.py` plays the suite over stdio.
@Suite("Conformance") struct ConformanceTests {
    private static let executable = GalleriaProcess.executable(named: "galleria-conformance")

    /// Every scenario that is not about HTTP.
    private static let scenarios = [
        "caching", "completion-complete", "elicitation-sep1034-defaults", "elicitation-sep1330-enums",
        "input-required-result-basic-elicitation", "input-required-result-basic-list-roots",
        "input-required-result-basic-sampling", "input-required-result-capability-check",
        "input-required-result-ignore-extra-params", "input-required-result-missing-input-response",
        "input-required-result-multi-round", "input-required-result-multiple-input-requests",
        "input-required-result-non-tool-request", "input-required-result-request-state",
        "input-required-result-result-type", "input-required-result-tampered-state",
        "input-required-result-unsupported-methods", "input-required-result-validate-input", "json-schema-2020-12",
        "ping", "prompts-get-embedded-resource", "prompts-get-simple", "prompts-get-with-args",
        "prompts-get-with-image", "prompts-list", "resources-list", "resources-read-binary", "resources-read-text",
        "resources-subscribe", "resources-templates-read", "sep-2164-resource-not-found", "server-initialize",
        "server-stateless", "tasks-capability-negotiation", "tasks-dispatch-and-envelope", "tasks-lifecycle",
        "tasks-mrtr-composition", "tasks-mrtr-input", "tasks-request-state-removal", "tasks-required-task-error",
        "tasks-status-notifications", "tasks-wire-fields", "tools-call-audio", "tools-call-elicitation",
        "tools-call-embedded-resource",
        "tools-call-error", "tools-call-image", "tools-call-mixed-content", "tools-call-sampling",
        "tools-call-simple-text", "tools-call-with-logging", "tools-call-with-progress", "tools-list",
    ]

    @Test("each scenario of the suite holds, and every message is as the schema of its revision has it")
    func scenarios() throws {
        let python =
            ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? Repository.path(".venv/bin/python")
        try #require(FileManager.default.isExecutableFile(atPath: python), "run Tools/test, which makes \(python)")
        let home = try TemporaryHome()
        let script = Repository.path("Tests/EndToEndTests/Clients/conformance_check.py")
        let client = try ChildProcess(
            python, [script, Self.executable, "serve"], environment: home.environment, directory: home.path)
        client.closeInput()
        // Some sixty processes, one for each scenario in each era.
        let line = try client.readLine(within: .seconds(300))
        let ending = try client.waitForEnd()
        try #require(ending == .exited(0), "the client failed:\n\(client.errorText)")
        let summary = try #require(line.flatMap { WireValue($0) }, "the client told nothing:\n\(client.errorText)")
        #expect((summary["failures"]?.elements ?? [.null]).map { $0.text ?? "no failures are named" } == [])
        let ran = Set((summary["scenarios"]?.elements ?? []).compactMap(\.text))
        #expect(ran.isSuperset(of: Self.scenarios), "\(Set(Self.scenarios).subtracting(ran))")
    }

    @Test("the product has none of the fixtures")
    func product() throws {
        let process = try GalleriaProcess()
        let answer = try process.call("initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#)
        #expect(answer["result"] != nil)
        let tools = try process.call("tools/list")["result"]?["tools"]?.elements ?? []
        #expect(tools.count > 10 && tools.allSatisfy { $0["name"]?.text?.hasPrefix("test_") == false })
        #expect(try process.finish() == [])
    }
}
