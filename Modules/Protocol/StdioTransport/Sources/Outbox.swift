import Synchronization
import Values

/// Whole frames waiting to be written, in the order of sending. Any thread adds; the loop's thread takes.
///
/// Small frames share a chunk, so that the output of one turn is one `write`; a large message is kept as it came, not
/// copied, and the inset of a text as the bytes that it is spelled of, a chunk at a time.
final class Outbox: Sendable {
    /// Bytes of 64 answers of 3 KB, with room to spare. Each `write` lets a reader on the same processor go first: in four pieces such
    /// answers took a twentieth longer than in one.
    static let chunkBytes = 256 * 1024
    /// Bytes from which on a turn writes before it sends more: a chunk mostly has room for one message more then, and no second one is
    /// begun, whose memory would stay.
    static let writtenAtOnce = chunkBytes / 4 * 3
    /// A message from this length on is a chunk of its own.
    private static let largeMessage = 32 * 1024
    /// Letters of an inset that are spelled at once: as many as stay in the nearest caches until they are written.
    fileprivate static let insetBytes = 48 * 1024

    private let queue: Mutex<OutboxQueue>
    private let pending = Atomic<Int>(0)
    private let total = Atomic<Int>(0)
    private let observer: (any WireObserver)?

    /// - Parameters:
    ///   - framing: `.auto` writes lines until `setFraming`.
    ///   - observer: told of each message, in the order of the frames.
    init(framing: Framing, observer: (any WireObserver)? = nil) {
        self.observer = observer
        queue = Mutex(OutboxQueue(framing: framing))
    }

    /// Bytes sent and not yet written, framing included.
    var pendingBytes: Int { pending.load(ordering: .relaxed) }

    /// Bytes sent so far, framing included.
    var sentBytes: Int { total.load(ordering: .relaxed) }

    /// The framing of what is added from here on.
    func setFraming(_ framing: Framing) {
        queue.withLock { $0.framing = framing }
    }

    /// Adds one message as one frame. Dropped when the outbox is closed.
    func add(_ message: [UInt8]) {
        guard message.count >= Self.largeMessage else { return message.withUnsafeBufferPointer(add) }
        addFrame(of: message.count, observed: message) { queue in queue.appendChunk(.bytes(message)) }
    }

    /// The same of a text that may have an inset.
    func add(_ message: InsetText) {
        guard let inset = message.inset else { return add(message.bytes) }
        addFrame(of: message.count, observed: message.whole) { queue in
            queue.append(message.bytes[..<inset.place])
            queue.appendChunk(.inset(inset, from: 0))
            queue.append(message.bytes[inset.place...])
        }
    }

    /// The same of a message that is copied.
    func add(_ message: UnsafeBufferPointer<UInt8>) {
        addFrame(of: message.count, observed: [UInt8](message)) { queue in queue.append(message) }
    }

    /// - Parameters:
    ///   - count: bytes of the message.
    ///   - message: all of it, for an observer.
    ///   - append: appends it.
    @inline(__always)
    private func addFrame(
        of count: Int, observed message: @autoclosure () -> [UInt8], _ append: (inout OutboxQueue) -> Void
    ) {
        queue.withLock { queue in
            guard !queue.isClosed else { return }
            observer?.sent(message())
            var bytes = count
            if queue.framing == .headers {
                let header = "Content-Length: \(count)\r\n\r\n".utf8
                queue.append(header)
                bytes += header.count
            }
            append(&queue)
            if queue.framing != .headers {
                queue.append(0x0A)
                bytes += 1
            }
            pending.add(bytes, ordering: .relaxed)
            total.add(bytes, ordering: .relaxed)
        }
    }

    /// Puts the next chunk, which is never empty, in the place of a written one, whose storage is used again.
    /// - Returns: False when there is none: `chunk` is empty then.
    func exchange(_ chunk: inout [UInt8]) -> Bool {
        queue.withLock { $0.exchange(&chunk) }
    }

    /// Takes back the memory of a chunk that is written whole, for the next frames: two that take turns hold twice as much.
    func takeBack(_ chunk: inout [UInt8]) {
        queue.withLock { $0.takeBack(&chunk) }
    }

    /// So many bytes of what was taken are written.
    func acknowledge(_ bytes: Int) {
        pending.subtract(bytes, ordering: .relaxed)
    }

    /// Drops everything, now and from here on.
    func close() {
        queue.withLock { queue in
            queue = OutboxQueue(framing: queue.framing)
            queue.isClosed = true
        }
        pending.store(0, ordering: .relaxed)
    }
}

/// A chunk of an outbox, or several.
private enum OutboxChunk {
    case bytes([UInt8])
    /// Rest of an inset: as many chunks as it takes.
    case inset(Base64Inset, from: Int)
}

/// The bytes of an outbox: chunks that are complete, then the one that still takes small frames.
private struct OutboxQueue {
    var framing: Framing
    var isClosed = false
    private var complete: [OutboxChunk] = []
    /// Complete chunks before this index were taken.
    private var first = 0
    private var open: [UInt8] = []

    init(framing: Framing) {
        self.framing = framing
    }

    @inline(__always)
    mutating func append(_ bytes: some Collection<UInt8>) {
        makeRoom(bytes.count)
        open.append(contentsOf: bytes)
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(1)
        open.append(byte)
    }

    private mutating func makeRoom(_ bytes: Int) {
        if open.count + bytes > Outbox.chunkBytes { completeOpen() }
        // At once: to grow from nothing copied each answer of 3 KB once more (callgrind: 4,500 of 76,000 instructions).
        if open.capacity < Outbox.chunkBytes { open.reserveCapacity(Outbox.chunkBytes) }
    }

    mutating func appendChunk(_ chunk: OutboxChunk) {
        completeOpen()
        complete.append(chunk)
    }

    mutating func exchange(_ chunk: inout [UInt8]) -> Bool {
        if first < complete.count {
            switch complete[first] {
            case .bytes(let bytes):
                chunk = bytes
                complete[first] = .bytes([])
            case .inset(let inset, let start):
                chunk.removeAll(keepingCapacity: chunk.capacity <= 2 * Outbox.chunkBytes)
                let end = inset.append(upTo: Outbox.insetBytes, from: start, to: &chunk)
                complete[first] = end < inset.bytes.count ? .inset(inset, from: end) : .bytes([])
                if end < inset.bytes.count { return true }
            }
            first += 1
            if first == complete.count || first == 64 {
                complete.removeFirst(first)
                first = 0
            }
            return true
        }
        chunk.removeAll(keepingCapacity: chunk.capacity <= 2 * Outbox.chunkBytes)
        if open.isEmpty { return false }
        swap(&chunk, &open)
        return true
    }

    mutating func takeBack(_ chunk: inout [UInt8]) {
        // While there is more to take, it is taken in this memory.
        guard first == complete.count, open.isEmpty, chunk.capacity >= open.capacity,
            chunk.capacity <= 2 * Outbox.chunkBytes
        else { return }
        open = []
        swap(&chunk, &open)
        open.removeAll(keepingCapacity: true)
    }

    private mutating func completeOpen() {
        guard !open.isEmpty else { return }
        complete.append(.bytes(open))
        open = []
    }
}
