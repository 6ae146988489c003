import Glibc
import JSON
package import Masking
import MCP
package import StdioTransport
import Synchronization

/// Writes a conversation down while it goes by.
///
/// The wire's thread only copies messages into a queue; a thread of the recorder's own reads, masks and writes them.
/// While it can't keep up, `pendingBytes` has the transport read no further.
package final class TranscriptRecorder: WireObserver {
    private enum Event {
        case received([UInt8])
        case sent([UInt8])
        case skipped(RejectedInput)
        case inputEnded
        case ended
    }

    private struct State {
        var waiting: [(at: Int, event: Event)] = []
        var redaction: Redaction
        /// Masked already.
        var secrets: [String] = []
        /// The thread waits for a byte in the pipe.
        var isAsleep = false
        /// The recording ended, well or not; nothing is kept any more.
        var isOver = false
        var thread: pthread_t?
    }

    /// What a message costs beside its bytes.
    private static let overhead = 64
    /// About what is written at once.
    private static let chunkBytes = 64 * 1024

    private let path: String
    private let file: TranscriptFile
    private let header: TranscriptHeader
    private let secrets: @Sendable () -> [String]
    private let loop: EventLoop
    private let log: DiagnosticLog
    private let clock: MonotonicClock
    private let start: UInt64
    private let pipe: (reading: Int32, writing: Int32)
    private let state: Mutex<State>
    private let pending = Atomic<Int>(0)
    /// Input is held until some of it is written.
    private let isAwaited = Atomic<Bool>(false)

    /// - Parameters:
    ///   - overwrite: whether what the file held may go.
    ///   - header: how the conversation is held; its era is found out from the first message.
    ///   - redaction: what is masked.
    ///   - secrets: texts that are masked as well; asked at each message, as settings change.
    ///   - loop: of the transport that is watched.
    ///   - log: told when the recording ends before the conversation.
    /// - Throws: why the file can't be written. Nothing is started before `begin`.
    package init(
        path: String, overwrite: Bool, header: TranscriptHeader, redaction: Redaction,
        secrets: @escaping @Sendable () -> [String], loop: EventLoop, log: DiagnosticLog,
        clock: MonotonicClock = .system
    ) throws(TranscriptFault) {
        file = try TranscriptFile(path: path, overwrite: overwrite)
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .unwritable(path: path, code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        self.path = path
        self.header = header
        self.secrets = secrets
        self.loop = loop
        self.log = log
        self.clock = clock
        start = clock.nanoseconds()
        state = Mutex(State(redaction: redaction))
    }

    deinit {
        close(pipe.reading)
        close(pipe.writing)
    }

    /// Starts the thread. Call it once, behind the transport's set-up, which blocks the signals.
    package func begin() {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<TranscriptRecorder>.fromOpaque(context).takeRetainedValue().write() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return give(up: code)
        }
        state.withLock { $0.thread = thread }
    }

    /// Writes what is left and says that the recording is whole. Call it when the transport has run.
    package func finish() {
        note(.ended, bytes: 0)
        if let thread = state.withLock({ state in
            defer { state.thread = nil }
            return state.thread
        }) {
            pthread_join(thread, nil)
        }
    }

    // MARK: The wire

    package var pendingBytes: Int { pending.load(ordering: .sequentiallyConsistent) }

    package func holdsInput() { isAwaited.store(true, ordering: .sequentiallyConsistent) }

    package func received(_ message: UnsafeRawBufferPointer) { note(.received([UInt8](message)), bytes: message.count) }

    package func rejected(_ input: RejectedInput) { note(.skipped(input), bytes: 0) }

    package func inputEnded() { note(.inputEnded, bytes: 0) }

    package func sent(_ message: [UInt8]) { note(.sent(message), bytes: message.count) }

    private func note(_ event: Event, bytes: Int) {
        let at = Int(clamping: (clock.nanoseconds() &- start) / 1_000_000)
        let secrets = secrets()
        state.withLock { state in
            guard !state.isOver else { return }
            if secrets != state.secrets {
                state.redaction.add(secrets)
                state.secrets = secrets
            }
            pending.add(bytes + Self.overhead, ordering: .relaxed)
            state.waiting.append((at, event))
            guard state.isAsleep else { return }
            state.isAsleep = false
            // One byte at most is ever in the pipe, so this never waits.
            _ = Glibc.write(pipe.writing, [1], 1)
        }
    }

    // MARK: The thread

    private func write() {
        var era: String??
        while let (batch, redaction) = next() {
            var lines: [UInt8] = []
            var bytes = 0
            for (at, event) in batch {
                let line = line(at: at, event, &bytes)
                if era == nil {
                    era = .some(line.content.era)
                    lines += header.bytes(era: line.content.era, redaction)
                }
                lines += line.bytes(redaction)
                // Not all of a long queue at once: each line is a copy.
                if lines.count >= Self.chunkBytes, !append(&lines) { return }
            }
            if !append(&lines) { return }
            pending.subtract(bytes, ordering: .sequentiallyConsistent)
            if isAwaited.exchange(false, ordering: .sequentiallyConsistent) { loop.wake() }
            if case .ended? = batch.last?.event { return over() }
        }
    }

    /// Everything that waits; waits itself while that is nothing. Nil when the recording is over.
    private func next() -> ([(at: Int, event: Event)], Redaction)? {
        while true {
            let batch = state.withLock { state -> ([(at: Int, event: Event)], Redaction)? in
                state.isAsleep = state.waiting.isEmpty
                defer { state.waiting = [] }
                return state.waiting.isEmpty ? nil : (state.waiting, state.redaction)
            }
            if let batch { return batch }
            var byte: UInt8 = 0
            let count = read(pipe.reading, &byte, 1)
            if count < 0, errno != EINTR {
                give(up: errno)
                return nil
            }
        }
    }

    /// - Parameter bytes: grows by what the event counted for.
    private func line(at: Int, _ event: Event, _ bytes: inout Int) -> TranscriptLine {
        bytes += Self.overhead
        switch event {
        case .received(let message):
            bytes += message.count
            do throws(JSONFault) {
                let document = try JSONDocument(parsing: message, limits: Transcript.messageLimits)
                return TranscriptLine(at: at, .client(document.root))
            } catch {
                return TranscriptLine(at: at, .clientBytes(message, reason: error.sentence))
            }
        case .sent(let message):
            bytes += message.count
            // Ours are JSON; one that is deeper than is kept is told without what it holds.
            let document = try? JSONDocument(parsing: message, limits: Transcript.messageLimits)
            return document.map { TranscriptLine(at: at, .server($0.root)) }
                ?? TranscriptLine(at: at, .skipped(longerThan: nil, reason: "An answer that is nested too deep."))
        case .skipped(let input):
            if case .tooLong(let limit) = input {
                return TranscriptLine(at: at, .skipped(longerThan: limit, reason: input.sentence))
            }
            return TranscriptLine(at: at, .skipped(longerThan: nil, reason: input.sentence))
        case .inputEnded: return TranscriptLine(at: at, .inputEnded)
        case .ended: return TranscriptLine(at: at, .ended)
        }
    }

    /// - Returns: false when the file takes no more: the recording is over then.
    private func append(_ lines: inout [UInt8]) -> Bool {
        guard !lines.isEmpty else { return true }
        let failure = file.append(lines)
        lines.removeAll(keepingCapacity: true)
        if let failure { give(up: failure) }
        return failure == nil
    }

    private func give(up number: Int32) {
        over()
        log.write(
            .error,
            "the recording to \(path) has ended: \(String(cString: strerror(number))). What was said before is there; "
                + "galleria goes on without it.")
    }

    /// Keeps nothing any more.
    private func over() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
        pending.store(0, ordering: .sequentiallyConsistent)
        loop.wake()
    }
}

extension TranscriptLine.Content {
    /// What a client speaks that begins with this.
    fileprivate var era: String? {
        guard case .client(let message) = self else { return nil }
        let first = message.kind == .array ? message[0] : message
        let params = first?["params"]
        if first?["method"]?.isString("initialize") == true, let revision = params?["protocolVersion"]?.string {
            return "MCP \(revision)"
        }
        if let client = try? MCPClient.stateless(params) { return "MCP \(client.revision.rawValue)" }
        return "JSON-RPC 2.0"
    }
}
