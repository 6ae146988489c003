import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Cassettes

@Suite("Recording and replaying") struct CassetteClientTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cassettes-\(UUID().uuidString)")
    private let endpoint: HTTPEndpoint

    init() throws {
        endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:1")
    }

    private var cassette: Cassette { Cassette(path: folder.appending(path: "deep/bookShelf.jsonl").path) }

    private func request(_ name: String) -> HTTPRequest { HTTPRequest(get: [name], at: endpoint) }

    /// Answers "<path> <how often it was asked>".
    private final class CountingClient: HTTPClient {
        private let asked = Mutex<[String: Int]>([:])

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            let count = asked.withLock { asked in
                asked[request.path[0], default: 0] += 1
                return asked[request.path[0], default: 0]
            }
            return HTTPResponse(status: 200, body: Array("\(request.path[0]) \(count)".utf8))
        }
    }

    private func text(_ client: any HTTPClient, _ name: String) async throws -> String {
        String(decoding: try await client.send(request(name)).body, as: UTF8.self)
    }

    private func recorder(warn: @escaping @Sendable (String) -> Void = { _ in }) -> RecordingHTTPClient {
        RecordingHTTPClient(CountingClient(), to: cassette, warn: warn)
    }

    @Test("what was recorded is replayed in its order, and the last answer repeats")
    func replays() async throws {
        let recorder = recorder()
        for name in ["a", "b", "a", "a"] { _ = try await recorder.send(request(name)) }
        let player = ReplayingHTTPClient(cassette)
        var answers: [String] = []
        for name in ["a", "a", "b", "a", "a", "b"] { answers.append(try await text(player, name)) }
        #expect(answers == ["a 1", "a 2", "b 1", "a 3", "a 3", "b 1"])
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a request that was not recorded fails and says which it was")
    func misses() async throws {
        _ = try await recorder().send(request("a"))
        await #expect(throws: HTTPFailure.notRecorded(request: "GET /other")) {
            try await ReplayingHTTPClient(cassette).send(request("other"))
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("without a cassette replaying fails and says how to record one")
    func noCassette() async throws {
        let failure = await #expect(throws: HTTPFailure.self) {
            try await ReplayingHTTPClient(cassette).send(request("a"))
        }
        #expect(failure?.sentence.contains("network.data=record") == true)
    }

    @Test("F8 files are 0600 and folders 0700")
    func permissions() async throws {
        _ = try await recorder().send(request("a"))
        let paths = [(folder.path, 0o700), (folder.appending(path: "deep").path, 0o700), (cassette.path, 0o600)]
        for (path, mode) in paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == mode, "\(path)")
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("broken and cut lines are left out and counted")
    func brokenLines() async throws {
        _ = try await recorder().send(request("a"))
        let handle = try #require(FileHandle(forWritingAtPath: cassette.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("not json\n{\"request\":\"GET /cut\",\"sta".utf8))
        try handle.close()
        let (exchanges, broken) = try cassette.read()
        #expect(exchanges.map(\.key) == ["GET /a"])
        #expect(broken == 2)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("F7 a cassette that is a link is not written to, the answer comes all the same, and somebody is told")
    func links() async throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "deep"), withIntermediateDirectories: true)
        let canary = folder.appending(path: "canary")
        try Data("untouched".utf8).write(to: canary)
        try FileManager.default.createSymbolicLink(atPath: cassette.path, withDestinationPath: canary.path)
        let warnings = Mutex<[String]>([])
        let answer = try await text(recorder { warning in warnings.withLock { $0.append(warning) } }, "a")
        #expect(answer == "a 1")
        #expect(warnings.withLock { $0.count } == 1)
        #expect(try String(contentsOf: canary, encoding: .utf8) == "untouched")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a failure is passed on and not recorded")
    func failures() async throws {
        let client = RecordingHTTPClient(OfflineHTTPClient(), to: cassette) { _ in }
        await #expect(throws: HTTPFailure.offline) { try await client.send(request("a")) }
        #expect(!FileManager.default.fileExists(atPath: cassette.path))
    }
}
