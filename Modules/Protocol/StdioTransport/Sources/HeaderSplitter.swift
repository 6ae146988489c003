/// `Content-Length` framing, the editors' base protocol: a header block, an empty line, then so many bytes.
///
/// A block that can't be understood is refused once; then input is dropped until something looks like the next
/// `Content-Length` line. When the length was understood, exactly that message is dropped instead.
struct HeaderSplitter {
    /// The most bytes of one header block.
    static let blockLimit = 8 * 1024
    private static let lengthName = Array("content-length:".utf8)
    /// More blanks than that between the name and its digits are not plausible.
    private static let plausibleBlanks = 32

    private enum State {
        case block
        case body(Int)
        case skippedBody(Int)
        case resynchronising
    }

    let limit: Int
    private var state = State.block
    /// Bytes consumed of the block being read, its length, and a fault that still lets its length count.
    private var blockBytes = 0
    private var length: Int?
    private var fault: HeaderFault?
    /// No newline lies before this index of the unread bytes.
    private var scanned = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func next(in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        switch state {
        case .block: return nextLine(in: unread, atEnd: atEnd)
        case .body(let length): return body(length, in: unread, atEnd: atEnd)
        case .skippedBody(let remaining):
            guard !unread.isEmpty else { return .needsMore(total: 0) }
            let count = min(remaining, unread.count)
            state = count == remaining ? .block : .skippedBody(remaining - count)
            return .skip(count)
        case .resynchronising: return resynchronise(in: unread, atEnd: atEnd)
        }
    }

    // MARK: The block

    private mutating func nextLine(in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        guard let end = unread.firstNewline(from: scanned) else {
            scanned = unread.count
            if blockBytes + unread.count > Self.blockLimit {
                return refuse(.tooLong(limit: Self.blockLimit), consumed: unread.count)
            }
            guard atEnd, blockBytes > 0 || !unread.isEmpty else { return .needsMore(total: 0) }
            return refuse(.endOfInput, consumed: unread.count)
        }
        scanned = 0
        let consumed = end + 1
        guard blockBytes + consumed <= Self.blockLimit else {
            return refuse(.tooLong(limit: Self.blockLimit), consumed: consumed)
        }
        switch HeaderLine(unread[..<end]) {
        case .blank:
            // Empty lines before a block are nothing.
            return blockBytes == 0 ? .skip(consumed) : endBlock(consumed: consumed)
        case .length(let count):
            if let length, length != count { return refuse(.conflictingLengths, consumed: consumed) }
            length = count
        case .other: break
        case .fault(.unsupportedCharset): fault = .unsupportedCharset
        case .fault(let fault): return refuse(fault, consumed: consumed)
        }
        blockBytes += consumed
        return .skip(consumed)
    }

    private mutating func endBlock(consumed: Int) -> FrameStep {
        guard let length else { return refuse(.missingLength, consumed: consumed) }
        let refusal: RejectedInput? =
            fault.map { .malformedHeader($0) } ?? (length > limit ? .tooLong(limit: limit) : nil)
        forgetBlock()
        if let refusal {
            state = length > 0 ? .skippedBody(length) : .block
            return .rejected(refusal, consumed: consumed)
        }
        state = .body(length)
        return .skip(consumed)
    }

    private mutating func refuse(_ fault: HeaderFault, consumed: Int) -> FrameStep {
        forgetBlock()
        state = .resynchronising
        return .rejected(.malformedHeader(fault), consumed: consumed)
    }

    private mutating func forgetBlock() {
        blockBytes = 0
        length = nil
        fault = nil
        scanned = 0
    }

    // MARK: The body

    private mutating func body(_ length: Int, in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        if unread.count >= length {
            state = .block
            return .message(range: 0..<length, consumed: length)
        }
        guard atEnd else { return .needsMore(total: length) }
        return refuse(.endOfInput, consumed: unread.count)
    }

    // MARK: After a fault

    /// Drops bytes up to `Content-Length:` with a digit after it, wherever it stands: in this framing nothing ends a
    /// message, so the next block may follow on the same line.
    private mutating func resynchronise(in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        for index in unread.indices where unread[index] | 0x20 == Self.lengthName[0] {
            switch Self.looksLikeLength(unread[index...]) {
            case .some(false): continue
            case .some(true): state = .block
            case .none where atEnd: continue
            case .none: break
            }
            if index > 0 { return .skip(index) }
            return isResynchronising ? .needsMore(total: 0) : next(in: unread, atEnd: atEnd)
        }
        return unread.isEmpty ? .needsMore(total: 0) : .skip(unread.count)
    }

    private var isResynchronising: Bool {
        if case .resynchronising = state { true } else { false }
    }

    /// Nil while there are too few bytes to tell.
    private static func looksLikeLength(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool? {
        guard zip(bytes, lengthName).allSatisfy({ $0.lowercasedASCII == $1 }) else { return false }
        let value = bytes.dropFirst(lengthName.count)
        guard let first = value.first(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return value.count > plausibleBlanks ? false : nil
        }
        return (0x30...0x39).contains(first)
    }
}
