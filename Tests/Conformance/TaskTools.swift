import FeatureKit
import JSON

extension Conformance {
    /// The tool that is never a task.
    var greet: Operation<String, [AnswerContent]> {
        fixture(
            "greet", tool: "greet", "Greets.",
            parameters: ParameterShape(
                { $0 }, Parameter.required("name", .text(0...1000), "Whom to greet", examples: ["World"])),
            example: [JSONMember("name", "World")]
        ) { name, _ throws(Fault) in [.text("Hello, \(name)!")] }
    }

    /// Tools whose calls go on as tasks.
    func taskTools(_ clock: any Clock<Duration>) -> [Operation<JSONValue, [AnswerContent]>] {
        [
            task(
                "slowCompute", tool: "slow_compute", "Sleeps, then gives a result.",
                takes: ["seconds": ["type": "integer", "description": "How long it sleeps, at most 600"]]
            ) { given, _ throws(Fault) in
                let seconds = min(max(given["seconds"]?.integer ?? 0, 0), 600)
                try await Self.sleep(.seconds(seconds), clock)
                return [.text("Computed for \(seconds) seconds.")]
            },
            task("failingJob", tool: "failing_job", "Fails after a second.", .required) { _, _ throws(Fault) in
                try await Self.sleep(.seconds(1), clock)
                throw Fault(.upstreamUnavailable, "This job always fails.", hint: "")
            },
            task("protocolErrorJob", tool: "protocol_error_job", "Breaks.") { _, _ throws(Fault) in
                throw Fault(.internal, "This job always breaks.", hint: "")
            },
            task(
                "confirmDelete", tool: "confirm_delete", "Asks, then deletes nothing.",
                takes: ["filename": ["type": "string", "description": "What is not deleted"]]
            ) { given, context throws(Fault) in
                let file = given["filename"]?.string ?? "the file"
                let answer = try await context.client.ask([
                    "confirm": Self.form("Delete \(file)?", "confirm", "boolean")
                ]).form("confirm")
                let isConfirmed = answer.content["confirm"]?.bool ?? false
                return [.text(isConfirmed ? "Deleted \(file)." : "Kept \(file).")]
            },
            task("multiInput", tool: "multi_input", "Asks for two things at once.") { _, context throws(Fault) in
                let answers = try await context.client.ask([
                    "user_name": Self.form("What is your name?", "name"),
                    "confirm": Self.form("Go on?", "confirm", "boolean"),
                ])
                let name = answers.form("user_name").content["name"]?.string ?? "stranger"
                return [.text("\(name) said \(answers.form("confirm").action.rawValue).")]
            },
            task("toolWithTask", tool: "test_tool_with_task", "Asks, then goes on.", .required, asksBeforeTask: true) {
                _, context throws(Fault) in
                let name = try await Self.name(of: context.client)
                try await Self.sleep(.milliseconds(50), clock)
                return [.text("Hello, \(name)!")]
            },
        ]
    }

    /// - Parameter takes: the schemas of its arguments; any others are taken as well.
    private func task(
        _ name: String, tool: String, _ doc: String, takes properties: JSONValue = [:],
        _ task: OperationTask = .supported,
        asksBeforeTask: Bool = false,
        run: @escaping @Sendable (JSONValue, CallContext) async throws(Fault) -> [AnswerContent]
    ) -> Operation<JSONValue, [AnswerContent]> {
        fixture(
            name, tool: tool, doc, parameters: .verbatim(["type": "object", "properties": properties]), example: [],
            task: task, asksBeforeTask: asksBeforeTask, run: run)
    }

    private static func sleep(_ duration: Duration, _ clock: any Clock<Duration>) async throws(Fault) {
        do {
            try await clock.sleep(for: duration)
        } catch {
            throw Fault(.cancelled, "The job was cancelled.", hint: "")
        }
    }
}
