import Glibc
import Runtime

/// Writes the outbox to standard output, as far as that does not wait. Touched on the loop's thread only.
final class OutputWriter {
    /// Bytes of a larger pipe, which is made once.
    private static let pipeBytes: Int32 = 1024 * 1024
    /// A backlog behind a full pipe is worth a larger one from here on: of 64 answers of 3 KB that a client asked for at once the last
    /// ones would wait for it in memory that stays ours, and for a turn each.
    private static let muchToWrite = 16 * 1024

    private let outbox: Outbox
    private let channel: OutputChannel
    private var chunk: [UInt8] = []
    private var written = 0
    private var hasEnlargedPipe = false
    /// The reader took less than there is: nothing is tried until `poll` reports room.
    private(set) var isBlocked = false
    /// The error number with which writing ended for good.
    private(set) var closedBy: Int32?

    init(descriptor: Int32, outbox: Outbox) {
        self.outbox = outbox
        channel = OutputChannel(descriptor: descriptor)
    }

    /// The descriptor to poll for room while `isBlocked`.
    var descriptor: Int32 { channel.descriptor }

    /// There is room again, or the reader is gone.
    func becameWritable() {
        isBlocked = false
        flush()
    }

    /// Writes until the outbox is empty or the reader would have to be waited for.
    func flush() {
        guard outbox.pendingBytes > 0 else { return }
        // The backlog may have grown since the pipe was full.
        if isBlocked { enlargePipeOnce() }
        // Held here meanwhile, so that no exclusive access to the property spans a system call.
        var chunk: [UInt8] = []
        swap(&chunk, &self.chunk)
        defer { swap(&chunk, &self.chunk) }
        while !isBlocked, closedBy == nil {
            if written == chunk.count {
                guard outbox.pendingBytes > 0 else { return }
                written = 0
                guard outbox.exchange(&chunk) else { return }
            }
            let outcome = chunk.withUnsafeBytes { channel.write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
            switch outcome {
            case .wrote(let count):
                written += count
                outbox.acknowledge(count)
                if written == chunk.count {
                    // A large message must not stay in memory until the next one.
                    if chunk.count > Outbox.chunkBytes { chunk = [] } else { outbox.takeBack(&chunk) }
                    written = chunk.count
                }
            case .wouldBlock:
                isBlocked = true
                enlargePipeOnce()
            case .closed(let number):
                closedBy = number
                chunk = []
                written = 0
                outbox.close()
            }
        }
    }

    /// Goes on writing for at most `timeout`, waiting for the reader: the end of the process is near.
    func finish(within timeout: Duration, clock: MonotonicClock) {
        let deadline = clock.moment(after: timeout)
        becameWritable()
        while isBlocked, closedBy == nil {
            let now = clock.nanoseconds()
            guard now < deadline else { return }
            let milliseconds = Int32(clamping: min((deadline - now) / 1_000_000 + 1, 1_000))
            if channel.hasRoom(waiting: milliseconds) { becameWritable() }
        }
    }

    private func enlargePipeOnce() {
        guard !hasEnlargedPipe, outbox.pendingBytes > Self.muchToWrite else { return }
        hasEnlargedPipe = true
        channel.enlargePipe(to: Self.pipeBytes)
        isBlocked = false
    }
}
