/// Memory that bytes are written to, one behind the other: room is made once for many, and each is looked at against its end.
@usableFromInline
package struct ByteTarget: ~Copyable {
    @usableFromInline
    var next: UnsafeMutableRawPointer
    @usableFromInline
    let end: UnsafeMutableRawPointer

    /// - Parameter room: outlives the target.
    @inlinable
    @inline(__always)
    init(_ start: UnsafeMutableRawPointer, room: Int) { (next, end) = (start, start + room) }

    /// Bytes that fit.
    @inlinable
    @inline(__always)
    package var room: Int { end - next }

    @inlinable
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        precondition(next < end, "more bytes than there was room for")
        next.storeBytes(of: byte, as: UInt8.self)
        next += 1
    }

    @inlinable
    @inline(__always)
    package mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        precondition(text.count <= room, "more bytes than there was room for")
        guard let source = text.baseAddress else { return }
        next.copyFew(from: source, byteCount: text.count)
        next += text.count
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        // As in `ByteBuffer`: a scalar has no pointer.
        if text.hasPointerRepresentation {
            append(copying: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        } else {
            text.withUTF8Buffer { append(copying: $0) }
        }
    }

    /// The memory that is left.
    @inlinable
    package var rest: ByteTarget { ByteTarget(next, room: room) }

    /// Goes on behind what was written to `rest`.
    @inlinable
    package mutating func skip(to rest: borrowing ByteTarget) {
        precondition(rest.end == end && rest.next >= next, "the rest of another target")
        next = rest.next
    }

    /// Appends the last decimal digits of a number, with zeros before them where it has fewer.
    mutating func append(digits magnitude: UInt64, _ count: Int) {
        precondition(room >= count, "more bytes than there was room for")
        next += count
        _ = writeDigits(magnitude, count, before: next)
    }

    @inline(__always)
    mutating func append(_ text: ShortText) {
        if text.count <= ShortText.most { return append(word: text.word, text.count) }
        text.long.withUnsafeBufferPointer { append(copying: $0) }
    }

    /// Appends the first bytes of a word, from the lowest on: eight at most.
    @inline(__always)
    mutating func append(word: UInt64, _ count: Int) {
        precondition(room >= ShortText.most, "more bytes than there was room for")
        next.storeBytes(of: word.littleEndian, as: UInt64.self)
        next += count
    }

    /// Appends a whole number in decimal digits: ``decimalRoom`` bytes at most.
    package mutating func append(decimal value: Int) {
        precondition(room >= decimalRoom, "more bytes than there was room for")
        next += writeDecimal(value, to: next)
    }
}

/// A text that mostly has eight bytes at most: it is written by one store, whatever its length.
struct ShortText: Sendable {
    /// Bytes of a word.
    static let most = 8

    let count: Int
    /// The bytes, the first one in the lowest bits; zeros behind them.
    let word: UInt64
    /// The bytes of a longer text.
    let long: [UInt8]

    init(_ text: String) {
        count = text.utf8.count
        long = count > Self.most ? Array(text.utf8) : []
        word = long.isEmpty ? text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } : 0
    }
}

/// The text that `write` appends.
/// - Parameter room: bytes that it may append.
func text(atMost room: Int, _ write: (inout ByteTarget) -> Void) -> String {
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { memory in
        guard let start = memory.baseAddress else { return "" }
        var target = ByteTarget(start, room: room)
        write(&target)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: target.next - start), as: UTF8.self)
    }
}
