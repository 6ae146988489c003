import HTTP
import TestSupport
import Testing

@Suite("The in-memory client that other modules' tests use")
struct ScriptedHTTPClientTests {
    private func request(_ segment: String) throws -> HTTPRequest {
        HTTPRequest(get: [segment], at: try HTTPEndpoint(parsing: "https://api.example.com"))
    }

    @Test("answers come in order, and requests are recorded")
    func queue() async throws {
        let client = ScriptedHTTPClient([.body("one"), .failure(.connectionLost)])
        #expect(try await client.send(try request("a")).body == Array("one".utf8))
        await #expect(throws: HTTPFailure.connectionLost) { try await client.send(try request("b")) }
        #expect(client.requests.map(\.path) == [["a"], ["b"]])
        #expect(client.unusedCount == 0)
    }

    @Test("a closure answers by request")
    func closure() async throws {
        let client = ScriptedHTTPClient(respond: { .body($0.path.joined()) })
        #expect(try await client.send(try request("x")).body == Array("x".utf8))
    }

    @Test("an unexpected request fails the test")
    func unexpected() async throws {
        let client = ScriptedHTTPClient()
        await withKnownIssue {
            await #expect(throws: HTTPFailure.offline) { try await client.send(try request("x")) }
        }
    }

    @Test("a held answer waits for the test")
    func held() async throws {
        let held = HeldAnswer()
        let client = ScriptedHTTPClient([.held(held)])
        let request = try request("x")
        let task = Task { await client.result(of: request) }
        await held.waitUntilRequested()
        held.release(.success(HTTPResponse(status: 204)))
        held.release(.failure(.offline))
        #expect(await task.value == .success(HTTPResponse(status: 204)))
    }

    @Test("W16: a held request ends when its task is cancelled")
    func cancelled() async throws {
        let held = HeldAnswer()
        let client = ScriptedHTTPClient([.held(held)])
        let request = try request("x")
        let task = Task { await client.result(of: request) }
        await held.waitUntilRequested()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
    }
}
