import Foundation
import TestSupport
import Testing

@testable import Runtime
@testable import StdioTransport

/// Takes the standard streams over after closing descriptors; once more where another thread of the test's process, which has
/// some of its own, opened a file in between and got one of the numbers.
private func takenOver(
    closing numbers: ClosedRange<Int32>, until isAsClosed: (StandardStreams) -> Bool
) -> StandardStreams {
    var streams: StandardStreams
    var tries = 0
    repeat {
        for number in numbers { close(number) }
        streams = StandardStreams.takeOver()
        tries += 1
    } while !isAsClosed(streams) && tries < 100
    return streams
}

/// These run in a process of their own: they close descriptors and take signals.
@Suite("Process")
struct ProcessTests {
    @Test("What a library prints goes to standard error, never between messages; own output still works, P9")
    func strayPrints() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(7), observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            let streams = StandardStreams.takeOver()
            print("stray print")
            fflush(nil)
            writeAll(Array("stray write\n".utf8), to: 1)
            guard streams.output > 2, fcntl(streams.output, F_GETFD) & FD_CLOEXEC != 0 else { exit(1) }
            guard streams.hasInput, streams.hasOutput else { exit(2) }
            _exit(streams.writeOutput(Array("a message\n".utf8)) ? 7 : 3)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("a message\n"))
        #expect(!output.contains("stray"))
        #expect(error.contains("stray print\n") && error.contains("stray write\n"))
        #expect(!error.contains("a message"))
    }

    @Test("Closed descriptors are filled, found out, and never taken by a file opened later, P11")
    func closedDescriptors() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let streams = takenOver(closing: 0...2) { !$0.hasInput && !$0.hasOutput }
            guard !streams.hasInput, !streams.hasOutput else { _exit(1) }
            for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 { _exit(2) }
            guard open("/dev/null", O_RDONLY) > 2, let loop = try? EventLoop() else { _exit(3) }
            do throws(DescriptorFault) {
                _ = try StdioTransport(loop: loop, streams: streams, log: DiagnosticLog())
                _exit(4)
            } catch {
                _exit(error == .inputUnavailable ? 7 : 5)
            }
        }
        await #expect(processExitsWith: .exitCode(7)) {
            let streams = takenOver(closing: 1...1) { !$0.hasOutput }
            guard streams.hasInput, !streams.hasOutput, let loop = try? EventLoop() else { _exit(1) }
            do throws(DescriptorFault) {
                _ = try StdioTransport(loop: loop, streams: streams, log: DiagnosticLog())
                _exit(4)
            } catch {
                _exit(error == .outputUnavailable ? 7 : 5)
            }
        }
    }

    @Test(
        "SIGHUP is told; the first SIGTERM and SIGINT too, and what is left is written, P2",
        arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) async throws {
        // An exit test takes no arguments from outside but those it captures by name.
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) { [number] in
            guard let server = SignalledServer.start(repeats: false) else { _exit(1) }
            pthread_kill(pthread_self(), SIGHUP)
            pthread_kill(pthread_self(), number)
            server.transport.run()
            let expected: [Recorder.Event] = [.signalled(.hangup), .signalled(.terminate(signal: number))]
            _exit(Set(server.recorder.events.map { "\($0)" }) == Set(expected.map { "\($0)" }) ? 7 : 2)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(output.contains("goodbye\n"))
    }

    @Test("A second SIGTERM or SIGINT ends the process at once, even when the loop is busy, P2")
    func secondSignal() async {
        await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
            guard let server = SignalledServer.start(repeats: true) else { _exit(1) }
            pthread_kill(pthread_self(), SIGTERM)
            server.transport.run()
            _exit(2)
        }
    }

    @Test("The end of the watched parent is told once, through its descriptor, P4")
    func parentGone() throws {
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), nil]
        defer { free(arguments[0]) }
        let pipe = TestPipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipe.readEnd, 0)
        posix_spawn_file_actions_addclose(&actions, pipe.writeEnd)
        try #require(posix_spawn(&child, "/bin/cat", &actions, nil, &arguments, nil) == 0)
        posix_spawn_file_actions_destroy(&actions)
        let loop = try EventLoop()
        let watch = try ProcessEventWatch(.parent, parent: ParentWatch(parent: child))
        let events = Locked<[ProcessEvent]>([])
        watch.start(on: loop) { event in events.withLock { $0.append(event) } }
        loop.enqueue {}
        loop.run { true }
        #expect(events.current.isEmpty)
        kill(child, SIGKILL)
        loop.run { !events.current.isEmpty }
        for _ in 0..<10 {
            loop.wake()
            loop.run { true }
        }
        #expect(events.current == [.parentGone])
        watch.stop(on: loop)
        waitpid(child, nil, 0)
    }

    @Test("Without a descriptor for the parent it is asked for every half second of the loop's clock, P4")
    func parentAskedFor() throws {
        let now = Locked<UInt64>(0)
        let loop = try EventLoop(clock: MonotonicClock { now.current })
        // No process has this number, so the system gives no descriptor for it, and it is not the parent.
        let watch = try ProcessEventWatch(.parent, parent: ParentWatch(parent: .max))
        let events = Locked<[ProcessEvent]>([])
        watch.start(on: loop) { event in events.withLock { $0.append(event) } }
        loop.run { true }
        now.withLock { $0 = 499_999_999 }
        loop.run { true }
        #expect(events.current.isEmpty)
        now.withLock { $0 = 500_000_000 }
        loop.run { !events.current.isEmpty }
        #expect(events.current == [.parentGone])
        watch.stop(on: loop)
        #expect(!ParentWatch().isGone)
    }
}

/// A server over the real streams of this process, listening to signals.
private struct SignalledServer {
    let transport: StdioTransport
    let recorder: Recorder

    /// - Parameter repeats: Sends SIGTERM again while the first one is being handled.
    static func start(repeats: Bool) -> SignalledServer? {
        let streams = StandardStreams.takeOver()
        let recorder = Recorder { event, transport in
            guard case .signalled(.terminate) = event else { return }
            if repeats { pthread_kill(pthread_self(), SIGTERM) }
            transport.send(Array("goodbye".utf8))
            transport.stop()
        }
        let silence = TestPipe()
        guard let loop = try? EventLoop(),
            let transport = try? StdioTransport(
                loop: loop, input: silence.readEnd, output: streams.output, log: DiagnosticLog(), listeningTo: .signals)
        else { return nil }
        recorder.attach(transport)
        transport.start(handler: recorder)
        keptOpen.withLock { $0.append(silence) }
        return SignalledServer(transport: transport, recorder: recorder)
    }

    private static let keptOpen = Locked<[TestPipe]>([])
}
