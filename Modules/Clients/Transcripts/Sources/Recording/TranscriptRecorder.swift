import Glibc
import JSON
import MCP
package import Masking
package import Runtime
package import StdioTransport
import Synchronization

/// Writes a conversation down while it goes by.
///
/// The wire's thread only copies messages into a queue; a thread of the recorder's own reads, masks and writes them. The
/// conversation never waits for it: where more than ``pendingLimit`` bytes wait for the disk, or the file reaches its bound,
/// the recording ends, and the log says so.
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
        var isBegun = false
        /// Bytes of what waits and of what is being written.
        var pending = 0
    }

    /// The bounds of a recording.
    struct Limits: Sendable {
        /// Bytes of the file.
        var file = Transcript.longest
        /// Bytes that may wait to be written.
        var pending = 16 << 20
        /// Milliseconds that the end of the conversation waits while nothing more is written of what is left.
        var patience: UInt64 = 1000
        /// Milliseconds that it waits at most for all of it.
        var longestWait: UInt64 = 10_000
    }

    /// Bytes of a message besides its text.
    private static let overhead = 64
    /// About what is written at once.
    private static let chunkBytes = 64 * 1024

    private let path: String
    /// Adds whole lines to the file.
    /// - Returns: the system's number of the error that ended it; nil when all is written.
    private let append: @Sendable ([UInt8]) -> Int32?
    private let limits: Limits
    private let header: TranscriptHeader
    private let secrets: @Sendable () -> [String]
    private let log: DiagnosticLog
    private let clock: MonotonicClock
    private let start: UInt64
    private let pipe: (reading: Int32, writing: Int32)
    /// Readable once the thread has ended.
    private let end: (reading: Int32, writing: Int32)
    private let state: Mutex<State>

    /// - Parameters:
    ///   - overwrite: whether what the file held may go.
    ///   - header: how the conversation is held; its era is found out from the first message.
    ///   - redaction: what is masked.
    ///   - secrets: texts that are masked as well; asked at each message, as settings change.
    ///   - log: told when the recording ends before the conversation.
    /// - Throws: why the file can't be written. Nothing is started before `begin`.
    package convenience init(
        path: String, overwrite: Bool, header: TranscriptHeader, redaction: Redaction,
        secrets: @escaping @Sendable () -> [String], log: DiagnosticLog
    ) throws(TranscriptFault) {
        let file = try TranscriptFile(path: path, overwrite: overwrite)
        try self.init(path: path, header: header, redaction: redaction, secrets: secrets, log: log) { file.append($0) }
    }

    /// - Parameter append: adds whole lines to the file; the system's number of the error that ended it, or nil.
    init(
        path: String, header: TranscriptHeader, redaction: Redaction, secrets: @escaping @Sendable () -> [String],
        log: DiagnosticLog, clock: MonotonicClock = .system, limits: Limits = Limits(),
        append: @escaping @Sendable ([UInt8]) -> Int32?
    ) throws(TranscriptFault) {
        var ends: [Int32] = [-1, -1, -1, -1]
        let isMade = ends.withUnsafeMutableBufferPointer { ends in
            guard let first = ends.baseAddress else { return false }
            return Glibc.pipe(first) == 0 && Glibc.pipe(first + 2) == 0
        }
        guard isMade else {
            let code = errno
            for end in ends where end >= 0 { close(end) }
            throw .unwritable(path: path, code: code)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        end = (ends[2], ends[3])
        self.path = path
        self.append = append
        self.limits = limits
        self.header = header
        self.secrets = secrets
        self.log = log
        self.clock = clock
        start = clock.nanoseconds()
        state = Mutex(State(redaction: redaction))
    }

    deinit {
        for descriptor in [pipe.reading, pipe.writing, end.reading, end.writing] { close(descriptor) }
    }

    /// Starts the thread. Call it once.
    package func begin() {
        if let code = startThread(stackBytes: 1 << 20, { [self] in write() }) {
            return give(up: String(cString: strerror(code)))
        }
        state.withLock { $0.isBegun = true }
    }

    /// Writes what is left and says that the recording is whole; a disk that is stuck is waited for a bounded time. Call it
    /// when the transport has run.
    package func finish() {
        note(.ended, bytes: 0)
        let isBegun = state.withLock { state in
            defer { state.isBegun = false }
            return state.isBegun
        }
        guard isBegun else { return }
        var ended = pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0)
        let start = clock.nanoseconds()
        var left = Int.max
        var count: Int32 = 0
        // As long as the disk takes some of it, the rest is worth waiting for.
        while count == 0 {
            let pending = state.withLock { $0.pending }
            guard pending < left, (clock.nanoseconds() &- start) / 1_000_000 < limits.longestWait else { break }
            left = pending
            repeat { count = poll(&ended, 1, Int32(clamping: limits.patience)) } while count < 0 && errno == EINTR
        }
        if count == 0 { tell("its disk did not take the rest in time") }
    }

    // MARK: The wire

    package func received(_ message: UnsafeRawBufferPointer) { note(.received([UInt8](message)), bytes: message.count) }

    package func rejected(_ input: RejectedInput) { note(.skipped(input), bytes: 0) }

    package func inputEnded() { note(.inputEnded, bytes: 0) }

    package func sent(_ message: [UInt8]) { note(.sent(message), bytes: message.count) }

    private func note(_ event: Event, bytes: Int) {
        let at = Int(clamping: (clock.nanoseconds() &- start) / 1_000_000)
        let secrets = secrets()
        let isTooMuch = state.withLock { state in
            guard !state.isOver else { return false }
            if secrets != state.secrets {
                state.redaction.add(secrets)
                state.secrets = secrets
            }
            state.pending += bytes + Self.overhead
            guard state.pending <= limits.pending else {
                state.isOver = true
                state.waiting = []
                return true
            }
            state.waiting.append((at, event))
            guard state.isAsleep else { return false }
            state.isAsleep = false
            // One byte at most is ever in the pipe, so this never waits.
            _ = Glibc.write(pipe.writing, [1], 1)
            return false
        }
        if isTooMuch { tell("its disk is too slow") }
    }

    // MARK: The thread

    private func write() {
        writeLines()
        _ = Glibc.write(end.writing, [1], 1)
    }

    private func writeLines() {
        var era: String??
        var written = 0
        while let (batch, redaction) = next() {
            var lines: [UInt8] = []
            var bytes = 0
            for (at, event) in batch {
                let line = line(at: at, event, &bytes)
                if era == nil {
                    era = .some(line.content.era)
                    lines += header.bytes(era: line.content.era, redaction)
                }
                let text = line.bytes(redaction)
                let last = TranscriptLine(at: at, .full).bytes(redaction)
                guard written + lines.count + text.count + last.count <= limits.file else {
                    lines += last
                    if append(&lines, &written) {
                        give(up: "it has reached its bound of \(limits.file) bytes")
                    }
                    return
                }
                lines += text
                // Not all of a long queue at once: each line is a copy.
                if lines.count >= Self.chunkBytes, !append(&lines, &written) { return }
            }
            if !append(&lines, &written) { return }
            state.withLock { $0.pending -= bytes }
            if case .ended? = batch.last?.event { return over() }
        }
    }

    /// Everything that waits; waits itself while that is nothing. Nil when the recording is over.
    private func next() -> ([(at: Int, event: Event)], Redaction)? {
        while true {
            let (batch, isOver) = state.withLock { state -> (([(at: Int, event: Event)], Redaction)?, Bool) in
                if state.isOver { return (nil, true) }
                state.isAsleep = state.waiting.isEmpty
                defer { state.waiting = [] }
                return (state.waiting.isEmpty ? nil : (state.waiting, state.redaction), false)
            }
            if batch != nil || isOver { return batch }
            var byte: UInt8 = 0
            let count = read(pipe.reading, &byte, 1)
            if count < 0, errno != EINTR {
                give(up: String(cString: strerror(errno)))
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
    /// - Parameter written: the bytes of the file.
    private func append(_ lines: inout [UInt8], _ written: inout Int) -> Bool {
        guard !lines.isEmpty else { return true }
        let failure = append(lines)
        written += lines.count
        lines.removeAll(keepingCapacity: true)
        if let failure { give(up: String(cString: strerror(failure))) }
        return failure == nil
    }

    private func give(up reason: String) {
        over()
        tell(reason)
    }

    private func tell(_ reason: String) {
        log.write(
            .error,
            "the recording to \(path) has ended: \(reason). What was said before is there; galleria goes on without it."
        )
    }

    /// Keeps nothing any more.
    private func over() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }
}

extension TranscriptLine.Content {
    /// Protocol of a client that begins with this message.
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
