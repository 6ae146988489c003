import Foundation
import JSON
import Runtime
import Synchronization
import Testing

@testable import StdioTransport
@testable import Transcripts

/// Recording inside this process: what goes by on a wire is in the file, in its order.
@Suite("Recorder") struct RecorderTests {
    /// Sends each message back, inside an object, and stops at the end of input.
    private final class Echo: TransportHandler {
        let transport: StdioTransport
        init(_ transport: StdioTransport) { self.transport = transport }

        func received(_ message: UnsafeRawBufferPointer) {
            let text = String(validating: message, as: UTF8.self) ?? "?"
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("echo")
            writer.string(text)
            writer.endObject()
            transport.send(writer.bytes)
        }
        func rejected(_ input: RejectedInput) {}
        func endOfInput() { transport.stop() }
        func outputClosed() { transport.stop() }
        func signalled(_ event: ProcessEvent) {}
        func outboxDrained() {}
        func turnEnded() {}
    }

    /// Holds a conversation with an echo while it is recorded.
    /// - Returns: the file's text.
    private func record(
        _ input: [UInt8], secrets: @escaping @Sendable () -> [String] = { [] },
        limits: TransportLimits = TransportLimits()
    ) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "transcript-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (loop, log) = (try EventLoop(), DiagnosticLog())
        let file = try TranscriptFile(path: path, overwrite: false)
        // A slow machine is no stuck disk.
        let recorder = try TranscriptRecorder(
            path: path, header: TranscriptTests.header, redaction: try TranscriptTests.redaction([]), secrets: secrets,
            log: log, limits: TranscriptRecorder.Limits(patience: 600_000, longestWait: 600_000)
        ) { file.append($0) }
        let (client, server) = try pair()
        defer { close(server) }
        let transport = try StdioTransport(
            loop: loop, input: server, output: server, framing: .lines, limits: limits, log: log, observer: recorder)
        recorder.begin()
        transport.start(handler: Echo(transport))
        let writer = Thread {
            var rest = input[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.write(client, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
            shutdown(client, Int32(SHUT_WR))
        }
        let reader = Thread {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while Foundation.read(client, &chunk, chunk.count) > 0 {}
            close(client)
        }
        writer.start()
        reader.start()
        transport.run()
        recorder.finish()
        shutdown(server, Int32(SHUT_RDWR))
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("everything is there in its order, however fast it comes, and with little that may wait")
    func order() throws {
        let input = (0..<3000).map { "{\"id\":\($0),\"method\":\"m\"}\n" }.joined()
        let transcript = try Transcript(
            try record(Array(input.utf8), limits: TransportLimits(queuedOutputBytes: 10_000)))
        #expect(transcript.damage == nil)
        #expect(transcript.header.era == "JSON-RPC 2.0")
        var (received, sent): ([Int], Int) = ([], 0)
        for (_, line) in transcript.lines {
            switch line.content {
            case .client(let node): received.append(node["id"]?.integer ?? -1)
            case .server(let node):
                // Answered where it was received.
                #expect(node["echo"]?.string == "{\"id\":\(sent),\"method\":\"m\"}")
                sent += 1
                #expect(sent == received.count)
            default: break
            }
        }
        #expect(received == Array(0..<3000) && sent == 3000)
        guard case .inputEnded? = transcript.lines.last?.line.content else {
            Issue.record("the end of input is not there")
            return
        }
    }

    @Test("what becomes a secret is masked from then on")
    func secrets() throws {
        let asked = Mutex(0)
        let text = try record(Array("[\"abc\"]\n[\"abc\"]\n".utf8)) {
            // At the second message and behind.
            asked.withLock { count in
                count += 1
                return count > 2 ? ["abc"] : []
            }
        }
        let lines = try Transcript(text).lines
        #expect(lines.count == 5)
        // The queue may be written as a whole: the first lines may be masked as well, the last must be.
        let last = String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst(3).joined()
        #expect(!last.contains("abc") && last.contains("***"))
    }

    @Test(
        "the era is that of the first message",
        arguments: [
            (#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#, "MCP 2025-06-18"),
            (
                #"{"id":1,"method":"a","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
                "MCP 2026-07-28"
            ), (#"[{"id":1,"method":"ping"}]"#, "JSON-RPC 2.0"), ("{}", "JSON-RPC 2.0"), ("{", nil), ("", nil),
        ])
    func era(_ line: String, _ era: String?) throws {
        #expect(try Transcript(try record(Array("\(line)\n".utf8))).header.era == era)
    }

    @Test("a message that is deeper than any that is read keeps its bytes")
    func deep() throws {
        let deep = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
        let transcript = try Transcript(try record(Array("\(deep)\n".utf8)))
        guard case .clientBytes(let bytes, _)? = transcript.lines.first?.line.content else {
            Issue.record("it is not kept as bytes")
            return
        }
        #expect(bytes == Array(deep.utf8))
    }

    /// A recorder that writes to memory, and a log that is read back.
    private final class Bench: Sendable {
        private let log: (reading: Int32, log: DiagnosticLog)
        let recorder: TranscriptRecorder

        init(_ limits: TranscriptRecorder.Limits, append: (@Sendable ([UInt8]) -> Int32?)? = nil) throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            log = (ends[0], DiagnosticLog(descriptor: ends[1]))
            let lines = Locked()
            recorder = try TranscriptRecorder(
                path: "session.jsonl", header: TranscriptTests.header, redaction: try TranscriptTests.redaction([]),
                secrets: { [] }, log: log.log, limits: limits,
                append: append ?? { bytes in
                    lines.value.withLock { $0 += bytes }
                    return nil
                })
            written = lines
        }

        final class Locked: Sendable { let value = Mutex<[UInt8]>([]) }
        let written: Locked
        var text: [UInt8] { written.value.withLock { $0 } }

        /// Log output; the pipe is not empty.
        var logged: String {
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = Foundation.read(log.reading, &chunk, chunk.count)
            return String(decoding: chunk.prefix(max(count, 0)), as: UTF8.self)
        }
    }

    @Test(
        "17.13: a recording that reaches its bound ends whole, says so in its last line and in the log",
        arguments: [700, 5_000])
    func bound(_ limit: Int) throws {
        let bench = try Bench(TranscriptRecorder.Limits(file: limit))
        bench.recorder.begin()
        for number in 0..<200 { bench.recorder.sent(Array("{\"n\":\(number)}".utf8)) }
        bench.recorder.finish()
        #expect(bench.text.count <= limit && bench.text.count > limit - 120)
        #expect(bench.logged.contains("it has reached its bound of \(limit) bytes"))
        let transcript = try Transcript(bench.text)
        let lines = bench.text.split(separator: UInt8(ascii: "\n")).count
        #expect(transcript.damage == .full(line: lines))
        #expect(transcript.lines.count == lines - 2)
        #expect(transcript.damage?.sentence.contains("reached") == true)
    }

    @Test(
        "17.13: a disk that is stuck holds nothing up: what waits is bounded, the end waits for a bounded time, both are told"
    )
    func stuck() throws {
        let free = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        let bench = try Bench(TranscriptRecorder.Limits(pending: 10_000, patience: 1)) { _ in
            entered.signal()
            free.wait()
            return nil
        }
        bench.recorder.begin()
        bench.recorder.sent(Array("{}".utf8))
        entered.wait()
        for _ in 0..<10_000 { bench.recorder.sent(Array("{}".utf8)) }
        #expect(bench.logged.contains("its disk is too slow"))
        bench.recorder.finish()
        #expect(bench.logged.contains("did not take the rest in time"))
        free.signal()
    }
}
