import Foundation
import JSON
import Runtime
import Testing

@testable import StdioTransport
@testable import Transcripts

/// The client of a recorded conversation, held with a server that the test makes up.
@Suite("Replay client") struct ReplayClientTests {
    /// Answers each message by a function of its text; ends its output when its input has ended.
    private final class Server: TransportHandler {
        let transport: StdioTransport
        let answer: @Sendable (String) -> [String]
        init(_ transport: StdioTransport, _ answer: @escaping @Sendable (String) -> [String]) {
            self.transport = transport
            self.answer = answer
        }

        func received(_ message: UnsafeRawBufferPointer) {
            for text in answer(String(decoding: message, as: UTF8.self)) {
                if text.isEmpty { return transport.stop() }
                transport.send(Array(text.utf8))
            }
        }
        func rejected(_ input: RejectedInput) {}
        func endOfInput() { transport.stop() }
        func outputClosed() { transport.stop() }
        func signalled(_ event: ProcessEvent) {}
        func outboxDrained() {}
        func turnEnded() {}
    }

    /// Plays a transcript of these lines; `>` is the client's, `<` the server's.
    private func replay(
        _ lines: [String], isStrict: Bool = false, patience: Duration = .seconds(60),
        _ answer: @escaping @Sendable (String) -> [String]
    ) throws -> ReplayOutcome {
        let contents = try lines.map { line in
            let node = try TranscriptTests.node(String(line.dropFirst()))
            return line.hasPrefix(">") ? TranscriptLine.Content.client(node) : .server(node)
        }
        let plan = ReplayPlan(try Transcript(try TranscriptTests.text(contents + [.inputEnded, .ended])))
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (ours, theirs) = (ends[0], ends[1])
        defer { close(ours) }
        let log = DiagnosticLog()
        let thread = Thread {
            guard let loop = try? EventLoop(),
                let transport = try? StdioTransport(
                    loop: loop, input: theirs, output: theirs, framing: .headers, log: log)
            else { return }
            transport.start(handler: Server(transport, answer))
            transport.run()
            close(theirs)
        }
        thread.start()
        let transport = try StdioTransport(
            loop: try EventLoop(), input: ours, output: ours, framing: .headers, log: log)
        let client = ReplayClient(
            plan, redaction: try TranscriptTests.redaction(), isStrict: isStrict, patience: patience,
            transport: transport, endInput: { shutdown(ours, Int32(SHUT_WR)) }, progress: { _ in })
        transport.start(handler: client)
        client.begin()
        transport.run()
        return client.outcome
    }

    private func told(_ outcome: ReplayOutcome) -> [String] {
        outcome.differences.map { difference in
            "\(difference.kind.rawValue) \(difference.line ?? 0) \(difference.method) \(difference.value?.path ?? "-")"
        }
    }

    @Test("answers are matched by id and order, whatever order they come in")
    func matching() throws {
        let outcome = try replay([
            #">{"id":1,"method":"a"}"#, #">{"id":"1","method":"b"}"#, #"<{"id":1,"result":"x"}"#,
            #"<{"id":"1","result":"y"}"#, #">{"id":1,"method":"c"}"#, #"<{"id":1,"result":"z"}"#,
        ]) { message in
            switch message {
            // Held back until the other is there: they are in flight together.
            case #"{"id":1,"method":"a"}"#: []
            case #"{"id":"1","method":"b"}"#: [#"[{"id":"1","result":"y"},{"result":"x","id":1}]"#]
            default: [#"{"id":1,"result":"z"}"#]
            }
        }
        #expect(outcome.isSame && outcome.answers == 3 && outcome.messages == 3, "\(told(outcome))")
    }

    @Test("a value that is another one is told with its line, its method and its place")
    func value() throws {
        let outcome = try replay([#">{"id":1,"method":"a"}"#, #"<{"id":1,"result":{"a":[1,2]}}"#]) { _ in
            [#"{"id":1,"result":{"a":[1,3]}}"#]
        }
        #expect(told(outcome) == ["value 3 a result.a[1]"])
        #expect(outcome.differences.first?.value?.old == 2 && outcome.differences.first?.value?.new == 3)
    }

    @Test("what does not come is missed after the wait, and what comes beside it is told")
    func missing() throws {
        let outcome = try replay(
            [
                #">{"id":1,"method":"a"}"#, #"<{"id":1,"result":1}"#, #"<{"method":"n"}"#, #">{"id":2,"method":"b"}"#,
                #"<{"id":2,"result":2}"#,
            ],
            patience: .milliseconds(20)
        ) { message in
            message.contains("\"a\"")
                ? [] : [#"{"id":2,"result":2}"#, #"{"id":9,"result":9}"#, #"{"method":"x"}"#, #"{"method":"x"}"#]
        }
        #expect(
            Set(told(outcome)) == [
                "missingAnswer 3 a -", "missingNotification 4 n -", "unexpectedAnswer 0  ",
                "unexpectedNotification 0 x -",
            ])
        #expect(outcome.differences.count == 4)
    }

    @Test("notifications are a set between two answers: more of one, or one that comes early, is no difference")
    func notifications() throws {
        let lines = [
            #">{"id":1,"method":"a"}"#, #"<{"id":1,"result":1}"#, #">{"id":2,"method":"b"}"#,
            #"<{"method":"n","params":{"x":1}}"#,
            #"<{"id":2,"result":2}"#, #"<{"method":"notifications/progress"}"#,
        ]
        let outcome = try replay(lines) { message in
            message.contains("\"a\"")
                ? [#"{"method":"n","params":{"x":2}}"#, #"{"method":"n"}"#, #"{"id":1,"result":1}"#]
                : [#"{"id":2,"result":2}"#, #"{"method":"screen.changed"}"#]
        }
        #expect(outcome.isSame, "\(told(outcome))")
    }

    @Test("requests of the server are waited for, and what it made up is repeated to it")
    func carried() throws {
        let outcome = try replay([
            #">{"id":1,"method":"a"}"#, #"<{"id":"g-1","method":"ask","params":{}}"#, #">{"id":"g-1","result":{}}"#,
            #"<{"id":1,"result":{"taskId":"old"}}"#, #">{"id":2,"method":"get","params":{"taskId":"old"}}"#,
            #"<{"id":2,"result":"old found"}"#,
        ]) { message in
            if message.contains("\"a\"") { return [#"{"id":"g-1","method":"ask","params":{}}"#] }
            if message.contains("g-1") { return [#"{"id":1,"result":{"taskId":"new"}}"#] }
            return [message.contains(#""taskId":"new""#) ? #"{"id":2,"result":"old found"}"# : #"{"id":2,"error":1}"#]
        }
        #expect(outcome.isSame, "\(told(outcome))")
    }

    @Test("answers lose their secrets before they are compared, as the recorded ones did")
    func secrets() throws {
        let outcome = try replay([#">{"id":1,"method":"a"}"#, #"<{"id":1,"result":"is ***"}"#]) { _ in
            [#"{"id":1,"result":"is hunter 2/#"}"#]
        }
        #expect(outcome.isSame, "\(told(outcome))")
    }

    @Test("a server that ends early, or says what is no JSON, ends the replay")
    func broken() throws {
        let lines = [
            #">{"id":1,"method":"a"}"#, #"<{"id":1,"result":1}"#, #">{"id":2,"method":"b"}"#, #"<{"id":2,"result":2}"#,
        ]
        #expect(told(try replay(lines) { _ in [""] }) == ["missingAnswer 3 a -", "missingAnswer 5 b -"])
        let outcome = try replay(lines) { _ in ["nonsense"] }
        #expect(!outcome.isSame && outcome.mishap?.contains("not JSON") == true)
    }
}
