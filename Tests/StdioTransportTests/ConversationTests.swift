import Foundation
import TestSupport
import Testing

@testable import Runtime
@testable import StdioTransport

@Suite("Conversation over pipes")
struct ConversationTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "Answers come in the framing that was found, all on the loop's thread",
        arguments: [
            (Framing.auto, "1\r\n\n2\n3", "1\n2\n3\n"),
            (
                .auto, "Content-Length: 1\r\n\r\n1Content-Length: 2\r\n\r\n22",
                "Content-Length: 1\r\n\r\n1Content-Length: 2\r\n\r\n22"
            ),
            (.lines, "Content\n", "Content\n"), (.headers, "content-length:0\n\n", "Content-Length: 0\r\n\r\n"),
            (.auto, "", ""),
        ])
    func echo(framing: Framing, input: String, output: String) throws {
        let talk = try Conversation(.echo(), framing: framing)
        talk.toServer.write(input)
        talk.toServer.closeWriteEnd()
        #expect(text(talk.fromServer.readToEnd()) == output)
        talk.join()
        #expect(talk.recorder.callsOffTheLoop == 0)
        #expect(talk.recorder.events.last == .endOfInput)
    }

    @Test("A request a byte at a time, and a hundred in one write, W8")
    func smallAndLargeWrites() throws {
        let talk = try Conversation(.echo())
        let request = "{\"text\":\"\(String(repeating: "é", count: 200))\"}"
        for byte in Array((request + "\n").utf8) { talk.toServer.write([byte]) }
        talk.toServer.write((0..<100).map { "\($0)\n" }.joined())
        talk.toServer.closeWriteEnd()
        #expect(text(talk.fromServer.readToEnd()) == request + "\n" + (0..<100).map { "\($0)\n" }.joined())
        talk.join()
    }

    @Test("A huge line is refused once and not stored, and the next message works, W7", arguments: [true, false])
    func hugeLine(ends: Bool) throws {
        let limits = TransportLimits(messageBytes: 100_000)
        let recorder = Recorder.echo()
        let talk = try Conversation(recorder, limits: limits)
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        for _ in 0..<20 { talk.toServer.write(piece) }
        if ends { talk.toServer.write("\n1\n") }
        talk.toServer.closeWriteEnd()
        #expect(text(talk.fromServer.readToEnd()) == (ends ? "1\n" : ""))
        talk.join()
        let after: [Recorder.Event] = ends ? [.message("1"), .endOfInput] : [.endOfInput]
        #expect(recorder.events == [.rejected(.tooLong(limit: 100_000))] + after)
    }

    @Test("The end of input is told once, after the messages, and the loop runs on without spinning, P1 P5")
    func endOfInput() throws {
        let recorder = Recorder { _, _ in }
        let talk = try Conversation(recorder)
        talk.toServer.write("1\n2")
        talk.toServer.closeWriteEnd()
        let told = DispatchSemaphore(value: 0)
        talk.transport.loop.enqueue { waitForEnd(of: recorder, on: talk.transport.loop) { told.signal() } }
        told.wait()
        // Answers made after the end still go out.
        talk.transport.send(Array("late".utf8))
        #expect(text(talk.fromServer.read(atLeast: 5)) == "late\n")
        for _ in 0..<10 { talk.onLoop() }
        #expect(recorder.events == [.message("1"), .message("2"), .endOfInput])
        talk.transport.stop()
        talk.join()
    }

    @Test("A paused input delivers nothing, not even what was read already, and then everything in order, P12")
    func pause() throws {
        let recorder = Recorder { event, transport in
            if case .message = event { transport.pauseInput() }
            Recorder.stopAtEnd(event, transport)
        }
        let talk = try Conversation(recorder, starts: false)
        talk.toServer.write("1\n2\n3\n")
        talk.toServer.closeWriteEnd()
        talk.run()
        var seen: [Int] = []
        for count in 1...3 {
            while recorder.messages.count < count { talk.onLoop() }
            for _ in 0..<5 { talk.onLoop() }
            seen.append(recorder.events.count)
            talk.transport.resumeInput()
        }
        talk.join()
        #expect(seen == [1, 2, 3])
        #expect(recorder.events == [.message("1"), .message("2"), .message("3"), .endOfInput])
    }

    @Test("Ten thousand requests written before one answer is read, W7 P6")
    func unread() throws {
        let talk = try Conversation(.echo())
        let requests = (0..<10_000).map { "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"method\":\"ping\"}\n" }.joined()
        talk.toServer.write(requests)
        talk.toServer.closeWriteEnd()
        #expect(text(talk.fromServer.readToEnd()) == requests)
        talk.join()
    }

    @Test(
        "Output nobody reads stops the input; all answers come when reading resumes, P6",
        arguments: [Framing.lines, .headers])
    func backPressure(framing: Framing) throws {
        let answer = [UInt8](repeating: 0x61, count: 10_000)
        let most = Counter()
        let recorder = Recorder { event, transport in
            if case .message = event {
                transport.send(answer)
                most.set(max(most.count, transport.pendingOutputBytes))
            }
            Recorder.stopAtEnd(event, transport)
        }
        let limits = TransportLimits(queuedOutputBytes: 200_000)
        let talk = try Conversation(recorder, framing: framing, limits: limits, starts: false)
        let request = framing == .lines ? "1\n" : "Content-Length: 1\n\n1"
        let writer = TestThread {
            talk.toServer.write(String(repeating: request, count: 1_500))
            talk.toServer.closeWriteEnd()
        }
        talk.run()
        while talk.transport.pendingOutputBytes < 200_000 { talk.onLoop() }
        for _ in 0..<20 { talk.onLoop() }
        // The pipe was made larger at most once, to 1 MiB; the rest of the requests waits unread.
        #expect(recorder.messages.count < 150)
        let all = talk.fromServer.readToEnd()
        let overhead = framing == .lines ? 1 : "Content-Length: 10000\r\n\r\n".utf8.count
        #expect(all.count == 1_500 * (10_000 + overhead))
        writer.join()
        talk.join()
        #expect(recorder.events.count == 1_501)
        #expect(most.count <= 210_000 + overhead)
    }

    @Test("Of much that one turn sends little waits: it is written meanwhile, into a pipe that is made larger")
    func manyAnswers() throws {
        let answer = [UInt8](repeating: 0x61, count: 3_000)
        let most = Counter()
        let recorder = Recorder { event, transport in
            if case .message = event {
                for _ in 0..<200 {
                    transport.send(answer)
                    most.set(max(most.count, transport.pendingOutputBytes))
                }
            }
            Recorder.stopAtEnd(event, transport)
        }
        let talk = try Conversation(recorder)
        talk.toServer.write("1\n")
        talk.toServer.closeWriteEnd()
        talk.join()
        // Nobody has read yet.
        #expect(most.count <= Outbox.writtenAtOnce + answer.count)
        #expect(talk.fromServer.readToEnd().count == 200 * (answer.count + 1))
    }

    @Test("Sixty-four senders of 256 kB from other threads, a slow reader in small pieces: whole frames, each once, P7")
    func interleaving() throws {
        let recorder = Recorder { _, _ in }
        let talk = try Conversation(recorder)
        let senders = (0..<64).map { number in
            TestThread {
                let body = [UInt8](repeating: UInt8(0x30 + number), count: 256 * 1_024)
                talk.transport.send(body)
                talk.transport.send([UInt8(0x30 + number)])
            }
        }
        for sender in senders { sender.join() }
        let bytes = talk.fromServer.read(atLeast: 64 * (256 * 1_024 + 3), pieces: 1_024)
        let lines = bytes.split(separator: 0x0A)
        #expect(lines.count == 128)
        // With their types: the compiler looks for them for seconds.
        let digits: [UInt8] = (0..<64).map { UInt8(0x30 + $0) }
        let long: [UInt8] = lines.filter { $0.count == 256 * 1_024 }.compactMap(\.first)
        let short: [UInt8] = lines.filter { $0.count == 1 }.compactMap(\.first)
        #expect(long.sorted() == digits)
        #expect(short.sorted() == digits)
        let pure = lines.allSatisfy { line in line.withUnsafeBytes { bytes in bytes.allSatisfy { $0 == bytes[0] } } }
        #expect(pure)
        #expect(talk.transport.pendingOutputBytes == 0)
        talk.transport.stop()
        talk.join()
    }

    @Test("The reader of the output goes away: told once, one line in the log, no message more, P3")
    func outputClosed() throws {
        let recorder = Recorder { event, transport in
            if case .message = event { transport.send([0x61]) }
            if event == .outputClosed {
                transport.send([0x62])
                transport.stop()
            }
        }
        let talk = try Conversation(recorder, starts: false)
        talk.fromServer.closeReadEnd()
        talk.toServer.write("1\n")
        talk.run()
        talk.join()
        talk.toServer.write("2\n")
        #expect(recorder.events == [.message("1"), .outputClosed])
        #expect(talk.transport.pendingOutputBytes == 0)
        talk.standardError.closeWriteEnd()
        let log = text(talk.standardError.read(atLeast: 10))
        #expect(log.hasPrefix("galleria: warning: Nobody reads the output any more"))
        #expect(log.filter { $0 == "\n" }.count == 1)
    }

    @Test("Continuations of requests come back to the loop and into the outbox")
    func tasks() throws {
        let strangers = Counter()
        let recorder = Recorder { event, transport in
            guard case .message(let text) = event else { return Recorder.stopAtEnd(event, transport) }
            transport.pauseInput()
            Task.immediate(executorPreference: transport.loop) {
                await Task.yield()
                if !transport.loop.isOnLoopThread { strangers.increment() }
                transport.send(Array(text.utf8))
                transport.resumeInput()
            }
        }
        let talk = try Conversation(recorder)
        let requests = (0..<500).map { "\($0)\n" }.joined()
        talk.toServer.write(requests)
        talk.toServer.closeWriteEnd()
        #expect(text(talk.fromServer.readToEnd()) == requests)
        talk.join()
        #expect(strangers.count == 0)
    }

    @Test("Drained is told when nothing waits, and what is sent there goes out")
    func drained() throws {
        let recorder = DrainSender()
        let output = TestPipe()
        let input = TestPipe()
        let transport = try StdioTransport(
            loop: EventLoop(), input: input.readEnd, output: output.writeEnd,
            log: DiagnosticLog(descriptor: input.writeEnd))
        recorder.transport.withLock { $0 = transport }
        let thread = TestThread {
            transport.start(handler: recorder)
            transport.run()
        }
        #expect(text(output.read(atLeast: 6)) == "0\n1\n2\n")
        transport.stop()
        thread.join()
        recorder.transport.withLock { $0 = nil }
    }
}

/// Asks at each turn whether the end of input was told.
private func waitForEnd(of recorder: Recorder, on loop: EventLoop, then body: @escaping @Sendable () -> Void) {
    if recorder.events.contains(.endOfInput) { return body() }
    loop.enqueue { waitForEnd(of: recorder, on: loop, then: body) }
}

/// Sends a number at each of the first three drains.
private final class DrainSender: TransportHandler {
    let transport = Locked<StdioTransport?>(nil)
    private let count = Counter()

    func received(_ message: UnsafeRawBufferPointer) {}
    func rejected(_ input: RejectedInput) {}
    func endOfInput() {}
    func outputClosed() {}
    func signalled(_ event: ProcessEvent) {}
    func turnEnded() {}

    func outboxDrained() {
        let number = count.increment() - 1
        guard number < 3, let transport = transport.current else { return }
        transport.send(Array("\(number)".utf8))
        transport.loop.wake()
    }
}
