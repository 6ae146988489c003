import Foundation
import HTTP
import Masking
import Settings
import Synchronization
import TestSupport
import Testing

@testable import Cassettes

@Suite("Recording and replaying") struct CassetteClientTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cassettes-\(UUID().uuidString)")
    private let endpoint: HTTPEndpoint
    private let redaction: Redaction
    private let writer = CassetteWriter()

    init() throws {
        endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:1")
        redaction = Redaction(secrets: [], names: SecretNames(try SettingsCatalog([])))
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
        RecordingHTTPClient(CountingClient(), to: cassette, redaction, writer: writer, warn: warn)
    }

    private func written() async { await writer.idle(within: .seconds(60)) }

    @Test("what was recorded is replayed in its order, and the last answer repeats")
    func replays() async throws {
        let recorder = recorder()
        for name in ["a", "b", "a", "a"] { _ = try await recorder.send(request(name)) }
        await written()
        let player = ReplayingHTTPClient(cassette, redaction)
        var answers: [String] = []
        for name in ["a", "a", "b", "a", "a", "b"] { answers.append(try await text(player, name)) }
        #expect(answers == ["a 1", "a 2", "b 1", "a 3", "a 3", "b 1"])
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a request that was not recorded fails and says which it was")
    func misses() async throws {
        _ = try await recorder().send(request("a"))
        await written()
        await #expect(throws: HTTPFailure.notRecorded(request: "GET /other")) {
            try await ReplayingHTTPClient(cassette, redaction).send(request("other"))
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("without a cassette replaying fails and says how to record one")
    func noCassette() async throws {
        let failure = await #expect(throws: HTTPFailure.self) {
            try await ReplayingHTTPClient(cassette, redaction).send(request("a"))
        }
        #expect(failure?.sentence.contains("network.data=record") == true)
    }

    @Test("F8 files are 0600 and folders 0700")
    func permissions() async throws {
        _ = try await recorder().send(request("a"))
        await written()
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
        await written()
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
        await written()
        #expect(warnings.withLock { $0.count } == 1)
        #expect(try String(contentsOf: canary, encoding: .utf8) == "untouched")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("17.13: a named pipe is no cassette: neither recording nor replaying waits for its other end")
    func pipes() async throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "deep"), withIntermediateDirectories: true)
        mkfifo(cassette.path, 0o600)
        let warnings = Mutex<[String]>([])
        let recorder = recorder { warning in warnings.withLock { $0.append(warning) } }
        for number in 1...3 { #expect(try await text(recorder, "a") == "a \(number)") }
        await written()
        let expected = CassetteFault.notAFile(path: cassette.path)
        #expect(warnings.withLock { $0 } == [expected.sentence])
        // A reader makes it openable for writing; it is still none.
        let reader = open(cassette.path, O_RDONLY | O_NONBLOCK)
        #expect(throws: expected) { try cassette.append([1]) }
        close(reader)
        #expect(throws: expected) { try cassette.read() }
        let failure = await #expect(throws: HTTPFailure.self) {
            try await ReplayingHTTPClient(cassette, redaction).send(request("a"))
        }
        #expect(failure?.sentence.contains("is not a plain file") == true)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("17.13: a cassette has a bound: what is there stays whole, and that it is full is told once")
    func bound() async throws {
        let warnings = Mutex<[String]>([])
        let writer = CassetteWriter(limit: 1 << 20) { cassette, line throws(CassetteFault) in
            try cassette.append(line, limit: 1000)
        }
        let recorder = RecordingHTTPClient(CountingClient(), to: cassette, redaction, writer: writer) { warning in
            warnings.withLock { $0.append(warning) }
        }
        for number in 1...100 { #expect(try await text(recorder, "a") == "a \(number)") }
        await writer.idle(within: .seconds(60))
        #expect(warnings.withLock { $0 } == [CassetteFault.full(path: cassette.path, limit: 1000).sentence])
        let size = try #require(try FileManager.default.attributesOfItem(atPath: cassette.path)[.size] as? Int)
        #expect((900...1000).contains(size))
        #expect(try cassette.read().brokenLines == 0)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("17.13: a disk that is stuck delays no answer; what waits is bounded, and told once")
    func stuck() async throws {
        let gate = Mutex(false)
        let (entered, begun) = AsyncStream<Void>.makeStream()
        let written = Mutex(0)
        let free = DispatchSemaphore(value: 0)
        let writer = CassetteWriter(limit: 20_000) { _, _ throws(CassetteFault) in
            let isFirst = gate.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
            if isFirst {
                begun.yield()
                free.wait()
            }
            written.withLock { $0 += 1 }
        }
        let warnings = Mutex<[String]>([])
        let recorder = RecordingHTTPClient(CountingClient(), to: cassette, redaction, writer: writer) { warning in
            warnings.withLock { $0.append(warning) }
        }
        for number in 1...100 { #expect(try await text(recorder, "a") == "a \(number)") }
        for await _ in entered { break }
        #expect(warnings.withLock { $0 } == [CassetteFault.tooSlow(path: cassette.path).sentence])
        // The end of the program waits for a bounded time.
        await writer.idle(within: .milliseconds(1))
        #expect(written.withLock { $0 } == 0)
        free.signal()
        await writer.idle(within: .seconds(60))
        #expect((10...19).contains(written.withLock { $0 }))
    }

    @Test("a failure is passed on and not recorded")
    func failures() async throws {
        let client = RecordingHTTPClient(OfflineHTTPClient(), to: cassette, redaction, writer: writer) { _ in }
        await #expect(throws: HTTPFailure.offline) { try await client.send(request("a")) }
        #expect(!FileManager.default.fileExists(atPath: cassette.path))
    }
}
