import Glibc

/// Step of the splitter at the front of the unread bytes. `consumed` and `skip` count from their first byte.
enum FrameStep: Equatable {
    /// No whole message yet; `total` unread bytes are needed at least, when that is known (0 otherwise).
    case needsMore(total: Int)
    /// So many bytes (never 0) carry no message.
    case skip(Int)
    /// A message lies at `range`, and `consumed` bytes are done with.
    case message(range: Range<Int>, consumed: Int)
    /// Something was refused, and `consumed` bytes (0 is possible) are done with.
    case rejected(RejectedInput, consumed: Int)
}

/// Tells messages apart in a stream of bytes: a value that sees bytes and knows nothing of descriptors.
///
/// Ask `next` with the same unread bytes, less what it consumed, until it needs more. Bytes are looked at once: it
/// remembers how far it scanned.
struct FrameSplitter {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `.auto` until the first byte that is not blank.
    private(set) var framing: Framing
    private var isAtStart = true
    private var lines: LineSplitter
    private var headers: HeaderSplitter

    /// - Parameter messageBytes: The longest message that is let through.
    init(framing: Framing, messageBytes: Int) {
        self.framing = framing
        lines = LineSplitter(limit: messageBytes)
        headers = HeaderSplitter(limit: messageBytes)
    }

    /// - Parameter atEnd: No byte will follow `unread`.
    mutating func next(in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        if isAtStart {
            let matching = zip(unread, Self.byteOrderMark).prefix { $0 == $1 }.count
            if matching == 3 {
                isAtStart = false
                return .skip(3)
            }
            if matching == unread.count, !atEnd { return .needsMore(total: 0) }
            isAtStart = false
        }
        switch framing {
        case .lines: return lines.next(in: unread, atEnd: atEnd)
        case .headers: return headers.next(in: unread, atEnd: atEnd)
        case .auto:
            guard let first = unread.firstIndex(where: { !$0.isBlank }) else {
                return unread.isEmpty ? .needsMore(total: 0) : .skip(unread.count)
            }
            framing = unread[first] | 0x20 == UInt8(ascii: "c") ? .headers : .lines
            return first > 0 ? .skip(first) : next(in: unread, atEnd: atEnd)
        }
    }
}

extension UInt8 {
    /// Space, tab, carriage return or newline.
    var isBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A
    }
}

extension UnsafeRawBufferPointer {
    /// The index of the first newline at or after `start`.
    func firstNewline(from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) else {
            return nil
        }
        return base.distance(to: UnsafeRawPointer(found))
    }
}
