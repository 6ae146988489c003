import Glibc

/// The bytes read and not yet consumed, in one piece of memory at one place while nothing is read.
///
/// It keeps `baseBytes`; it grows for a longer message, at most to `maximumBytes`, and gives that back once it is
/// empty. A class, so that no exclusive access to it spans a system call.
final class ReadBuffer {
    /// Result of one `read`.
    enum Outcome: Equatable {
        case read(Int)
        case endOfInput
        /// Nothing now: interrupted, or the descriptor was inherited as non-blocking.
        case nothing
        case failed(errno: Int32)
    }

    static let baseBytes = 64 * 1024
    /// A read is offered at least so much room.
    private static let smallestRoom = 16 * 1024

    private var memory: UnsafeMutableRawPointer?
    /// Current size of the memory in bytes.
    private(set) var capacity: Int
    private var start = 0
    private var end = 0
    private let maximumBytes: Int

    /// - Parameter messageBytes: The longest message; the buffer holds it, its line ending, and room for a read.
    init(messageBytes: Int) {
        memory = malloc(Self.baseBytes)
        capacity = memory == nil ? 0 : Self.baseBytes
        maximumBytes = messageBytes.addingReportingOverflow(Self.baseBytes).partialValue
    }

    deinit {
        free(memory)
    }

    var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory.map { $0 + start }, count: end - start)
    }

    /// Forgets the first `count` unread bytes.
    func consume(_ count: Int) {
        start = min(start + count, end)
        guard start == end else { return }
        start = 0
        end = 0
    }

    /// One `read` of as much as there is room for.
    /// - Parameter wanted: Unread bytes that are needed in all, when that is known: room is made at once.
    func fill(from descriptor: Int32, wanted: Int) -> Outcome {
        makeRoom(wanted: wanted)
        // A read of nothing would look like the end of input.
        guard let memory, capacity > end else { return .failed(errno: ENOMEM) }
        let count = read(descriptor, memory + end, capacity - end)
        switch count {
        case 0: return .endOfInput
        case 1...:
            end += count
            return .read(count)
        default:
            let number = errno
            return number == EINTR || number == EAGAIN ? .nothing : .failed(errno: number)
        }
    }

    private func makeRoom(wanted: Int) {
        if start == end, capacity > Self.baseBytes, wanted <= Self.baseBytes {
            resize(to: Self.baseBytes)
        }
        let needed = max(end - start + Self.smallestRoom, wanted)
        if capacity - start >= needed { return }
        if start > 0, let memory {
            memmove(memory, memory + start, end - start)
            end -= start
            start = 0
        }
        if capacity < needed {
            resize(to: max(needed, min(capacity * 2, maximumBytes)))
        }
    }

    /// The system moves large blocks by their pages, so a long message is not in memory twice while it grows.
    private func resize(to bytes: Int) {
        guard let resized = realloc(memory, bytes) else { return }
        memory = resized
        capacity = bytes
    }
}
