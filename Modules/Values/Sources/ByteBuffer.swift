import Glibc
import Synchronization

/// Bytes that grow at their end, in memory that nobody shares: an append is a comparison and a copy. An array asks at each append
/// whether it is shared, which took 110 instructions in place of 45 (callgrind).
@usableFromInline
package struct ByteBuffer: ~Copyable {
    @usableFromInline
    var memory: UnsafeMutableRawBufferPointer
    /// Bytes that were appended.
    @usableFromInline
    package internal(set) var count = 0
    /// Whether the memory is left for another buffer.
    @usableFromInline
    var isLeft = false

    /// - Parameter capacity: bytes to make room for at once.
    package init(capacity: Int = 0) {
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        if capacity > 0 { grow(capacity) }
    }

    /// A buffer for a text that is soon copied elsewhere, as many are one after the other: in the memory that the last of them left.
    /// - Parameter capacity: bytes to make room for where none is left.
    package init(left capacity: Int) {
        memory = LeftMemory.take() ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
        isLeft = true
        makeRoom(for: capacity)
    }

    deinit {
        if isLeft, LeftMemory.leave(memory) { return }
        free(memory.baseAddress)
    }

    package var isEmpty: Bool { count == 0 }

    /// Bytes that there is memory for.
    package var capacity: Int { memory.count }

    package var last: UInt8? { count > 0 ? memory[count &- 1] : nil }

    /// Gives `body` the bytes.
    @inlinable
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(rebasing: memory.bindMemory(to: UInt8.self)[..<count]))
    }

    /// The bytes as a text.
    /// - Precondition: they are well-formed UTF-8, as those of texts are.
    package var text: String { withBytes { String(wellFormed: $0.span) } }

    /// The bytes as an array of their own.
    package var array: [UInt8] { withBytes { [UInt8]($0) } }

    @inlinable
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        memory[count] = byte
        count &+= 1
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        // Its bytes lie where they are: a scalar has none.
        if text.hasPointerRepresentation {
            append(copying: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        } else {
            text.withUTF8Buffer { append(copying: $0) }
        }
    }

    @inlinable
    @inline(__always)
    package mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: text.count)
        guard let target = memory.baseAddress, let source = text.baseAddress else { return }
        (target + count).copyFew(from: source, byteCount: text.count)
        count &+= text.count
    }

    package mutating func append(_ text: String) {
        // Without a copy of the text, which would have to be counted.
        let isDone = text.utf8.withContiguousStorageIfAvailable { append(copying: $0) } != nil
        if isDone { return }
        var text = text
        text.withUTF8 { append(copying: $0) }
    }

    package mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// Appends a whole number in decimal digits.
    package mutating func append(decimal value: Int) {
        append(atLeast: decimalRoom) { $0.append(decimal: value) }
    }

    /// Appends what `body` writes.
    /// - Parameters:
    ///   - room: bytes that it may write.
    ///   - body: is given so many bytes; returns how many it wrote.
    @inlinable
    @inline(__always)
    package mutating func append(room: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
        makeRoom(for: room)
        guard room > 0, let start = memory.baseAddress else { return }
        let written = body(UnsafeMutableRawBufferPointer(start: start + count, count: room))
        precondition(0...room ~= written, "more bytes than there was room for")
        count &+= written
    }

    /// The same, one behind the other.
    /// - Parameters:
    ///   - room: bytes that it may write at least.
    ///   - body: appends them.
    @inlinable
    @inline(__always)
    package mutating func append(atLeast room: Int, _ body: (inout ByteTarget) -> Void) {
        makeRoom(for: room)
        guard let start = memory.baseAddress else { return }
        var target = ByteTarget(start + count, room: memory.count &- count)
        body(&target)
        count = target.next - start
    }

    /// Forgets all bytes; their memory is kept for the next ones where it is asked for.
    package mutating func removeAll(keepingCapacity: Bool = true) {
        count = 0
        if keepingCapacity { return }
        free(memory.baseAddress)
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// - Parameter bytes: at most `count`.
    package mutating func removeLast(_ bytes: Int = 1) {
        precondition(0...count ~= bytes, "more bytes than there are")
        count &-= bytes
    }

    @inlinable
    @inline(__always)
    package mutating func makeRoom(for bytes: Int) {
        if memory.count &- count < bytes { grow(bytes) }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(_ bytes: Int) {
        // Memory of the C library: Swift's own asks it for an alignment as well, which takes 60 instructions more.
        let size = max(2 * memory.count, count + bytes, 64)
        guard let larger = realloc(memory.baseAddress, size) else { preconditionFailure("no memory for \(size) bytes") }
        memory = UnsafeMutableRawBufferPointer(start: larger, count: size)
    }
}

/// The memory that a buffer left for the next one: one of the whole process, since mostly one thread writes texts.
private enum LeftMemory {
    /// Its address; 0 for none. Its first bytes hold how many there are.
    private static let kept = Atomic<UInt>(0)
    /// Bytes of it at most.
    private static let most = 64 * 1024

    static func take() -> UnsafeMutableRawBufferPointer? {
        guard let start = UnsafeMutableRawPointer(bitPattern: kept.exchange(0, ordering: .acquiring)) else {
            return nil
        }
        return UnsafeMutableRawBufferPointer(start: start, count: start.load(as: Int.self))
    }

    /// - Returns: false where it stays with whoever leaves it.
    static func leave(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = memory.baseAddress, memory.count <= most else { return false }
        start.storeBytes(of: memory.count, as: Int.self)
        let other = kept.exchange(UInt(bitPattern: start), ordering: .acquiringAndReleasing)
        free(UnsafeMutableRawPointer(bitPattern: other))
        return true
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes: up to 32 by loads and stores that overlap, which takes fewer instructions than a call of memcpy.
    /// - Parameters:
    ///   - source: so many bytes, none of which lie where they are copied to.
    ///   - count: 0 and more.
    @inlinable
    @inline(__always)
    package func copyFew(from source: UnsafeRawPointer, byteCount count: Int) {
        switch count {
        case 16...32: copyEnds(from: source, count, as: SIMD2<UInt64>.self)
        case 8..<16: copyEnds(from: source, count, as: UInt64.self)
        case 4..<8: copyEnds(from: source, count, as: UInt32.self)
        case 2, 3: copyEnds(from: source, count, as: UInt16.self)
        case 1: storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
        default: copyMemory(from: source, byteCount: count)
        }
    }

    /// Copies the first bytes and the last ones: all of them where the two meet.
    @inlinable
    @inline(__always)
    func copyEnds<Word: BitwiseCopyable>(from source: UnsafeRawPointer, _ count: Int, as word: Word.Type) {
        let end = count &- MemoryLayout<Word>.size
        let (first, last) = (source.loadUnaligned(as: word), (source + end).loadUnaligned(as: word))
        storeBytes(of: first, as: word)
        storeBytes(of: last, toByteOffset: end, as: word)
    }
}
