import Synchronization

/// Whole frames waiting to be written, in the order of sending. Any thread adds; the loop's thread takes.
///
/// Small frames share a chunk, so that the output of one turn is one `write`; a large message is kept as it came, not
/// copied.
final class Outbox: Sendable {
    /// About what a pipe takes in one `write`.
    static let chunkBytes = 64 * 1024
    /// A message from this length on is a chunk of its own.
    private static let largeMessage = 32 * 1024

    private let queue: Mutex<OutboxQueue>
    private let pending = Atomic<Int>(0)

    /// - Parameter framing: `.auto` writes lines until `setFraming`.
    init(framing: Framing) {
        queue = Mutex(OutboxQueue(framing: framing))
    }

    /// Bytes sent and not yet written, framing included.
    var pendingBytes: Int { pending.load(ordering: .relaxed) }

    /// The framing of what is added from here on.
    func setFraming(_ framing: Framing) {
        queue.withLock { $0.framing = framing }
    }

    /// Adds one message as one frame. Dropped when the outbox is closed.
    func add(_ message: [UInt8]) {
        queue.withLock { queue in
            guard !queue.isClosed else { return }
            let length = message.count
            var bytes = length
            if queue.framing == .headers {
                let header = "Content-Length: \(length)\r\n\r\n".utf8
                queue.openChunk(room: header.count + (length < Self.largeMessage ? length : 0))
                queue.append(header)
                bytes += header.count
            }
            if length < Self.largeMessage {
                queue.openChunk(room: length + 1)
                queue.append(message)
            } else {
                queue.chunks.append(message)
                queue.chunks.append([])
            }
            if queue.framing != .headers {
                queue.append(CollectionOfOne(0x0A))
                bytes += 1
            }
            pending.add(bytes, ordering: .relaxed)
        }
    }

    /// Puts the next chunk in the place of a written one, whose storage is used again; an empty chunk is possible.
    /// - Returns: False when there is none: `chunk` is empty then.
    func exchange(_ chunk: inout [UInt8]) -> Bool {
        queue.withLock { queue in
            if queue.spare.capacity == 0, chunk.capacity <= 2 * Self.chunkBytes {
                chunk.removeAll(keepingCapacity: true)
                swap(&queue.spare, &chunk)
            }
            chunk = []
            return queue.takeFirst(into: &chunk)
        }
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

/// The frames of an outbox in chunks.
private struct OutboxQueue {
    var framing: Framing
    var chunks: [[UInt8]] = []
    /// Chunks before this index were taken.
    var first = 0
    var isClosed = false
    /// Storage for the next chunk of small frames.
    var spare: [UInt8] = []

    /// Makes the last chunk one that takes `room` more bytes.
    mutating func openChunk(room: Int) {
        if let last = chunks.last, last.count + room <= Outbox.chunkBytes { return }
        chunks.append(spare)
        spare = []
    }

    /// Adds to the last chunk, which `openChunk` made sure there is.
    @inline(__always)
    mutating func append(_ bytes: some Collection<UInt8>) {
        guard !chunks.isEmpty else { return }
        chunks[chunks.count - 1].append(contentsOf: bytes)
    }

    mutating func takeFirst(into chunk: inout [UInt8]) -> Bool {
        guard first < chunks.count else { return false }
        swap(&chunk, &chunks[first])
        first += 1
        if first == chunks.count || first >= 64 {
            chunks.removeFirst(first)
            first = 0
        }
        return true
    }
}
