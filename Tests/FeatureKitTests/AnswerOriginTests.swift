import DesignSystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Where an answer came from")
struct AnswerOriginTests {
    /// An operation that asks its upstream once for each source, in turn or at once.
    private func answer(_ sources: [HTTPSource], atOnce: Bool = false) async throws -> Answer {
        let scripted = ScriptedHTTPClient(
            sources.map { .response(HTTPResponse(status: 200, body: Array("{}".utf8), source: $0)) })
        let upstream = Upstream(
            module: "probe", endpoint: try HTTPEndpoint(parsing: "http://h"), timeout: .seconds(1), client: scripted)
        let operation = Operation(
            "ask", title: "Ask", doc: "Asks.", effect: .reads, example: [], parameters: ParameterShape({ Nothing() }),
            result: ResultShape<Nothing>([ResultField("done", .flag, "Always.") { _ in true }]),
            present: { _ in Document([.paragraph("done")]) }
        ) { nothing, _ throws(Fault) in
            if atOnce {
                async let first = upstream.json(["a"])
                async let second = upstream.json(["b"])
                do { _ = try await (first, second) } catch { throw Fault(.internal, "no answer", hint: "") }
            } else {
                for _ in sources { _ = try await upstream.json(["a"]) }
            }
            return nothing
        }
        return try await RegisteredOperation(operation, module: "probe").call(nil, CallContext())
    }

    private struct Nothing: Sendable {}

    private func json(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "is that of the least fresh part",
        arguments: [
            ([], nil),
            ([.network], AnswerOrigin(.network)),
            ([.sample], AnswerOrigin(.sample)),
            ([.network, .cache(age: 5, isStale: false)], AnswerOrigin(.cache, age: 5)),
            ([.cache(age: 5, isStale: false), .network], AnswerOrigin(.cache, age: 5)),
            ([.cache(age: 5, isStale: false), .cache(age: 9, isStale: false)], AnswerOrigin(.cache, age: 9)),
            (
                [.cache(age: 5, isStale: true), .cache(age: 9, isStale: false)],
                AnswerOrigin(.cache, age: 5, isStale: true)
            ),
            ([.cassette], AnswerOrigin(.cassette)),
        ] as [([HTTPSource], AnswerOrigin?)])
    func leastFresh(_ sources: [HTTPSource], _ origin: AnswerOrigin?) async throws {
        #expect(try await answer(sources).origin == origin)
    }

    @Test("counts what is asked at once, and not what another call asks")
    func atOnce() async throws {
        let both = try await answer([.network, .cache(age: 1, isStale: false)], atOnce: true)
        #expect(both.origin == AnswerOrigin(.cache, age: 1))
        #expect(try await answer([.network]).origin == AnswerOrigin(.network))
    }

    @Test(
        "a result says so in _meta when it came from a cache or a cassette",
        arguments: [
            (.network, #"{"done":true}"#), (.sample, #"{"done":true}"#),
            (.cassette, #"{"done":true,"_meta":{"galleria/origin":{"source":"cassette"}}}"#),
            (
                .cache(age: 0, isStale: false),
                #"{"done":true,"_meta":{"galleria/origin":{"source":"cache","age":0,"stale":false}}}"#
            ),
            (
                .cache(age: 7_300, isStale: true),
                #"{"done":true,"_meta":{"galleria/origin":{"source":"cache","age":7300,"stale":true}}}"#
            ),
        ] as [(HTTPSource, String)])
    func meta(_ source: HTTPSource, _ expected: String) async throws {
        let answer = try await answer([source])
        #expect(json(answer.writeTelling) == expected)
        #expect(json(answer.write) == #"{"done":true}"#, "structured content has the result's own fields alone")
    }

    @Test(
        "people are told when what they see is not new, or sample data",
        arguments: [
            (.network, nil), (.sample, "Sample data."), (.cache(age: 0, isStale: false), nil),
            (.cache(age: 59, isStale: false), "Kept answer, 59 s old."),
            (.cache(age: 119, isStale: false), "Kept answer, 1 min old."),
            (.cache(age: 7_300, isStale: true), "Kept answer, 2 h old; its server could not be asked."),
            (.cache(age: 864_000, isStale: true), "Kept answer, 10 days old; its server could not be asked."),
            (.cache(age: 0, isStale: true), "Kept answer, 0 s old; its server could not be asked."),
        ] as [(HTTPSource, String?)])
    func sentence(_ source: HTTPSource, _ sentence: String?) async throws {
        let text = try await answer([source]).document().rendered(RenderOptions(style: .plain))
        let lines: [String] = ["done"] + (sentence.map { ["", $0] } ?? [])
        #expect(text == lines.joined(separator: "\n") + "\n")
    }

    @Test("what runs in the background asks its server, whatever is kept; what a call asks may be kept")
    func revalidation() async throws {
        let scripted = ScriptedHTTPClient([.body("{}"), .body("{}")])
        let upstream = Upstream(
            module: "probe", endpoint: try HTTPEndpoint(parsing: "http://h"), timeout: .seconds(1), client: scripted)
        _ = try await upstream.json(["call"])
        let background = Background { work in Task { await work() } }
        await background.run { _ = try? await upstream.json(["screen"]) }.value
        #expect(scripted.requests.map(\.mustRevalidate) == [false, true])
    }
}
