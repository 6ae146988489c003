import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Asking an upstream")
struct UpstreamTests {
    private func upstream(_ client: ScriptedHTTPClient) throws -> Upstream {
        Upstream(
            module: "shelf", endpoint: try HTTPEndpoint(parsing: "https://api.example.com/1.0"), timeout: .seconds(10),
            client: client)
    }

    private func fault(_ status: Int, _ body: String) async throws -> Fault {
        let client = ScriptedHTTPClient([.response(HTTPResponse(status: status, body: Array(body.utf8)))])
        return try await #require(throws: Fault.self) { try await upstream(client).json(["new"]) }
    }

    @Test("The request is a GET below the endpoint with the module's timeout, each segment one segment")
    func request() async throws {
        let client = ScriptedHTTPClient([.body("{}")])
        _ = try await upstream(client).json(["search", "a/b", "1"], query: [HTTPQueryItem(name: "q", value: "c&d")])
        let request = try #require(client.requests.first)
        #expect(client.requests.count == 1)
        #expect(request.url == "https://api.example.com/1.0/search/a%2Fb/1?q=c%26d")
        #expect(request.timeout == .seconds(10))
        #expect(request.method == .get)
    }

    @Test(
        "An answer with a document is the caller's to judge, below 500",
        arguments: [200, 201, 299, 301, 304, 400, 401, 404, 422, 429, 499])
    func judged(_ status: Int) async throws {
        let client = ScriptedHTTPClient([.response(HTTPResponse(status: status, body: Array(#"{"error":"1"}"#.utf8)))])
        let reply = try await upstream(client).json(["new"])
        #expect(reply.status == status)
        #expect(reply.isSuccess == (200...299).contains(status))
        #expect(reply.document.root["error"]?.string == "1")
    }

    @Test(
        "H8: a server's failure is one, whatever its body", arguments: [500, 502, 503, 504, 599], ["{}", "", "<html>"])
    func failed(_ status: Int, _ body: String) async throws {
        let fault = try await fault(status, body)
        #expect(fault.code == .upstreamUnavailable)
        #expect(fault.retryable)
        #expect(fault.message == "The server failed with HTTP status \(status).")
        #expect(fault.module == "shelf")
    }

    @Test(
        "H8: a success that is not JSON is malformed, an error that is not JSON is refused", arguments: [200, 204, 299])
    func malformed(_ status: Int) async throws {
        for body in [
            "", "<html><body>Sign in</body></html>", "{", "[1,]", #"{"a":1,"a":2}"#, "\u{FEFF}{}", "NaN", "{} {}",
        ] {
            let fault = try await fault(status, body)
            #expect(fault.code == .upstreamMalformed)
            #expect(!fault.retryable)
            #expect(fault.message.hasPrefix("The server's answer is not JSON, from byte "))
            #expect(!fault.text.contains("Sign in"), "an upstream's text has no place in our sentences")
            expectSentences(of: fault)
        }
    }

    @Test(
        "H8: a refusal without JSON names the status; 429 is worth another try",
        arguments: [301, 400, 401, 403, 404, 410, 429, 451])
    func rejected(_ status: Int) async throws {
        let fault = try await fault(status, "<html>no</html>")
        #expect(fault.code == .upstreamRejected)
        #expect(fault.retryable == (status == 429))
        #expect(fault.message == "The server refused the request with HTTP status \(status).")
        #expect(fault.hint == "Check modules.shelf.endpoint.")
    }

    /// A kept answer, which `forget` takes away, before a server.
    private final class KeepingClient: HTTPClient {
        let kept: Mutex<HTTPResponse?>
        let server: ScriptedHTTPClient
        let forgotten = Mutex(0)

        init(_ kept: String?, _ server: ScriptedHTTPClient) {
            self.server = server
            self.kept = Mutex(
                kept.map {
                    HTTPResponse(status: 200, body: Array($0.utf8), source: .cache(age: 5, isStale: false))
                })
        }

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            if let kept = kept.withLock({ $0 }) { return kept }
            return try await server.send(request)
        }

        func forget(_ request: HTTPRequest) async {
            kept.withLock { $0 = nil }
            forgotten.withLock { $0 += 1 }
        }
    }

    /// Member `a` of an answer.
    private func read(_ client: KeepingClient) async throws -> String {
        let upstream = Upstream(
            module: "shelf", endpoint: try HTTPEndpoint(parsing: "https://api.example.com/1.0"), timeout: .seconds(10),
            client: client)
        return try await upstream.json(["new"]) { reply throws(Fault) in
            guard let text = reply.document.root["a"]?.string else { throw .unexpectedAnswer("a", module: "shelf") }
            return text
        }
    }

    @Test(
        "17.11: a kept answer that can't be read, as JSON or in its shape, is forgotten and asked for once more",
        arguments: ["<html>Sign in</html>", "", "{}", "[1]"])
    func unreadableKept(_ body: String) async throws {
        let client = KeepingClient(body, ScriptedHTTPClient([.body(#"{"a":"b"}"#)]))
        let recorder = AnswerOrigin.Recorder()
        let text = try await AnswerOrigin.Recorder.$current.withValue(recorder) { try await read(client) }
        #expect(text == "b" && client.forgotten.withLock { $0 } == 1)
        #expect(recorder.recorded == AnswerOrigin(.network), "the facts are of the answer that was read")
    }

    @Test("17.11: still unreadable, it is asked for once, and neither answer is kept")
    func stillUnreadable() async throws {
        let client = KeepingClient("<html>", ScriptedHTTPClient([.body("<html>")]))
        let fault = try await #require(throws: Fault.self) { try await read(client) }
        #expect(fault.code == .upstreamMalformed)
        #expect(client.forgotten.withLock { $0 } == 2 && client.server.unusedCount == 0)
    }

    @Test("17.11: from the server, what can't be read is not asked for again, and not kept")
    func unreadableNew() async throws {
        let client = KeepingClient(nil, ScriptedHTTPClient([.body("<html>")]))
        _ = try await #require(throws: Fault.self) { try await read(client) }
        #expect(client.forgotten.withLock { $0 } == 1 && client.server.requests.count == 1)
    }

    @Test("17.11: what was read and says no is kept as it is")
    func readableRefusal() async throws {
        let client = KeepingClient(#"{"a":1}"#, ScriptedHTTPClient())
        let upstream = Upstream(
            module: "shelf", endpoint: try HTTPEndpoint(parsing: "https://api.example.com/1.0"), timeout: .seconds(10),
            client: client)
        _ = try await #require(throws: Fault.self) {
            try await upstream.json(["new"]) { _ throws(Fault) -> Int in throw .rejected(200, module: "shelf") }
        }
        #expect(client.forgotten.withLock { $0 } == 0)
    }

    @Test(
        "W1 H9: a file of JSONTestSuite as an answer is a document or malformed, as the reader decides",
        arguments: JSONTestSuite.names(""))
    func suite(_ name: String) async throws {
        let bytes = try JSONTestSuite.bytes(name)
        let value = (try? JSONDocument(parsing: bytes)).map { JSONValue($0.root) }
        switch name.prefix(2) {
        case "n_": #expect(value == nil)
        case "y_": #expect((value == nil) == JSONTestSuite.withMemberTwice.contains(name))
        default: break
        }
        let client = ScriptedHTTPClient([.response(HTTPResponse(status: 200, body: bytes))])
        let upstream = try upstream(client)
        do throws(Fault) {
            let document = try await upstream.json(["new"]).document
            #expect(JSONValue(document.root) == value)
        } catch {
            #expect(value == nil && error.code == .upstreamMalformed && error.module == "shelf")
        }
    }

    @Test("W1 H9: there are 318 such files")
    func suiteIsComplete() {
        #expect(JSONTestSuite.names("").count == 318)
    }

    @Test(
        "H9: an answer deeper than the wire's limit is refused", arguments: [(64, true), (65, false), (100_000, false)])
    func depth(_ depth: Int, _ isRead: Bool) async throws {
        let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let client = ScriptedHTTPClient([.body(body)])
        let isJSON = (try? await upstream(client).json(["new"])) != nil
        #expect(isJSON == isRead)
    }

    @Test(
        "A failure of the client is a fault of the module",
        arguments: [
            Case("timeout", HTTPFailure.timedOut(after: .seconds(10)), FaultCode.upstreamTimeout),
            Case("offline", .offline, .offline), Case("cancelled", .cancelled, .cancelled),
        ])
    func failure(_ row: Case<HTTPFailure, FaultCode>) async throws {
        let client = ScriptedHTTPClient([.failure(row.input)])
        let fault = try await #require(throws: Fault.self) { try await upstream(client).json(["new"]) }
        #expect(fault == Fault(row.input, module: "shelf"))
        #expect(fault.code == row.expected)
    }

    @Test("W16: cancelling the call ends the request")
    func cancellation() async throws {
        let held = HeldAnswer()
        let upstream = try upstream(ScriptedHTTPClient([.held(held)]))
        let call = Task { () async -> Fault? in
            do throws(Fault) {
                _ = try await upstream.json(["new"])
                return nil
            } catch {
                return error
            }
        }
        await held.waitUntilRequested()
        call.cancel()
        #expect(await call.value?.code == .cancelled)
    }
}

@Suite("Lenient reading")
struct LenientReadingTests {
    @Test(
        "H9: numbers as text and text as numbers are read, nothing traps",
        arguments: [
            Case("number", "118", ("118", 118)), Case("text", #""118""#, ("118", 118)),
            Case("decimal", "129.99", ("129.99", nil)),
            Case("decimal as text", #""129.99""#, ("129.99", nil)), Case("fraction of zero", "10.0", ("10.0", 10)),
            Case("exponent", "1e2", ("1e2", 100)), Case("huge", "1e400", ("1e400", nil)),
            Case("30 digits", "123456789012345678901234567890", ("123456789012345678901234567890", nil)),
            Case("30 digits as text", #""123456789012345678901234567890""#, ("123456789012345678901234567890", nil)),
            Case("negative", #""-7""#, ("-7", -7)), Case("words", #""abc""#, ("abc", nil)),
            Case("empty", #""""#, ("", nil)),
            Case("blank", #"" 7""#, (" 7", nil)), Case("null", "null", (nil, nil)), Case("true", "true", (nil, nil)),
            Case("list", "[1]", (nil, nil)), Case("object", "{}", (nil, nil)), Case("NaN", #""NaN""#, ("NaN", nil)),
        ] as [Case<String, (text: String?, integer: Int?)>])
    func loose(_ row: Case<String, (text: String?, integer: Int?)>) throws {
        #expect(try read(row.input).looseText == row.expected.text)
        #expect(try read(row.input).looseInteger == row.expected.integer)
    }
}

@Suite("17.12: What an upstream sends is bounded")
struct UpstreamBoundTests {
    private func upstream(_ body: String) throws -> Upstream {
        Upstream(
            module: "shelf", endpoint: try HTTPEndpoint(parsing: "https://api.example.com/1.0"), timeout: .seconds(10),
            client: ScriptedHTTPClient([.body(body)]))
    }

    @Test("Up to 20,480 rows are read; more, or a million values, are too large", arguments: [20_480, 20_481])
    func rows(_ count: Int) async throws {
        let rows = "[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]"
        if count <= 20_480 {
            #expect(try await upstream(rows).json(["new"]).document.root.count == count)
        } else {
            let fault = try await #require(throws: Fault.self) { try await upstream(rows).json(["new"]) }
            #expect(fault.code == .tooLarge && fault.module == "shelf" && !fault.hint.isEmpty)
        }
    }

    @Test("Small lists by the hundred thousand are too large together")
    func values() async throws {
        let lists = "[" + Array(repeating: "[0,0,0,0,0,0,0,0]", count: 120_000).joined(separator: ",") + "]"
        let fault = try await #require(throws: Fault.self) { try await upstream(lists).json(["new"]) }
        #expect(fault.code == .tooLarge)
    }

    @Test(
        "A text of at most 20,000 scalars is as it came; a longer one ends in …, whatever it is made of",
        arguments: ["x", "한", "👍🏽", "e\u{301}", "\u{301}"])
    func text(_ piece: String) throws {
        let scalars = Array(String(repeating: piece, count: 20_001).unicodeScalars.prefix(20_001))
        func text(_ count: Int) -> String {
            scalars.prefix(count).reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        func read(_ text: String) throws -> String? {
            try JSONDocument(parsing: JSONValue.string(text).serialized()).root.looseText
        }
        #expect(try read(text(20_000)) == text(20_000))
        let cut = try #require(try read(text(20_001)))
        #expect(cut.unicodeScalars.count == 20_000 && cut == text(19_999) + "…")
    }

    @Test("A field of a result is bounded, wherever its text came from; a rendered screen is as long as its rows")
    func field() {
        let long = String(repeating: "x", count: 30_000)
        func length(_ format: ResultFormat<String>) -> Int { written { format.write(long, &$0) }.count }
        #expect(length(.text) == 20_002)
        #expect(length(.rendering) == 30_002)
    }
}
