import Foundation
import Synchronization
import TestSupport

@testable import Runtime
@testable import StdioTransport

/// A handler that notes what it was told, and does what the test says.
final class Recorder: TransportHandler {
    enum Event: Equatable, Sendable {
        case message(String)
        case rejected(RejectedInput)
        case endOfInput
        case outputClosed
        case signalled(ProcessEvent)
    }

    private let log = Locked<[Event]>([])
    private let drains = Counter()
    private let strangers = Counter()
    private let transport = Locked<StdioTransport?>(nil)
    private let react: @Sendable (Event, StdioTransport) -> Void

    /// - Parameter react: What to do on each event; the default stops at the end of input and when output is closed.
    init(react: @escaping @Sendable (Event, StdioTransport) -> Void = Recorder.stopAtEnd) {
        self.react = react
    }

    static let stopAtEnd: @Sendable (Event, StdioTransport) -> Void = { event, transport in
        if event == .endOfInput || event == .outputClosed { transport.stop() }
    }

    /// Sends each message back, and stops at the end of input.
    static func echo() -> Recorder {
        Recorder { event, transport in
            if case .message(let text) = event { transport.send(Array(text.utf8)) }
            stopAtEnd(event, transport)
        }
    }

    /// Every event but the drains, in order.
    var events: [Event] { log.current }
    var messages: [String] {
        events.compactMap { if case .message(let text) = $0 { text } else { nil } }
    }
    var drainCount: Int { drains.count }
    /// Calls that came on another thread than the loop's.
    var callsOffTheLoop: Int { strangers.count }

    func attach(_ transport: StdioTransport) {
        self.transport.withLock { $0 = transport }
    }

    func detach() {
        transport.withLock { $0 = nil }
    }

    func received(_ message: UnsafeRawBufferPointer) { note(.message(String(decoding: message, as: UTF8.self))) }
    func rejected(_ input: RejectedInput) { note(.rejected(input)) }
    func endOfInput() { note(.endOfInput) }
    func outputClosed() { note(.outputClosed) }
    func signalled(_ event: ProcessEvent) { note(.signalled(event)) }
    func outboxDrained() { drains.increment() }
    func turnEnded() {}

    private func note(_ event: Event) {
        log.withLock { $0.append(event) }
        guard let transport = transport.current else { return }
        if !transport.loop.isOnLoopThread { strangers.increment() }
        react(event, transport)
    }
}

/// A transport over two pipes, whose loop runs on a thread of its own.
final class Conversation: Sendable {
    let toServer = TestPipe()
    let fromServer = TestPipe()
    let standardError = TestPipe()
    let transport: StdioTransport
    let recorder: Recorder
    private let server: Locked<TestThread?>

    /// - Parameter starts: False leaves the loop asleep until `run`.
    init(
        _ recorder: Recorder, framing: Framing = .auto, limits: TransportLimits = TransportLimits(),
        input: Int32? = nil, output: Int32? = nil, observer: (any WireObserver)? = nil, starts: Bool = true
    ) throws {
        self.recorder = recorder
        transport = try StdioTransport(
            loop: EventLoop(), input: input ?? toServer.readEnd, output: output ?? fromServer.writeEnd,
            framing: framing,
            limits: limits, log: DiagnosticLog(descriptor: standardError.writeEnd), observer: observer)
        recorder.attach(transport)
        server = Locked(nil)
        if starts { run() }
    }

    /// Runs the loop on a thread of its own; output is closed when it ends, as the end of a process would.
    func run() {
        let (transport, recorder, fromServer) = (transport, recorder, fromServer)
        let thread = TestThread {
            transport.start(handler: recorder)
            transport.run()
            fromServer.closeWriteEnd()
        }
        server.withLock { $0 = thread }
    }

    /// Waits for the loop's end.
    func join() {
        server.current?.join()
        recorder.detach()
    }

    /// Runs a body on the loop's thread and waits for it: everything queued before is done then.
    func onLoop(_ body: @escaping @Sendable () -> Void = {}) {
        let done = DispatchSemaphore(value: 0)
        transport.loop.enqueue {
            body()
            done.signal()
        }
        done.wait()
    }
}
