/// Bytes that grow at their end, in memory that nobody shares: an append is a comparison and a copy. An array asks at each append
/// whether it is shared, which took 110 instructions in place of 45 (callgrind).
struct ByteBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    init() {}

    init(capacity: Int) { makeRoom(for: capacity) }

    deinit { memory.deallocate() }

    var isEmpty: Bool { count == 0 }

    var last: UInt8? { count > 0 ? memory[count &- 1] : nil }

    /// Gives `body` the bytes.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(rebasing: memory.bindMemory(to: UInt8.self)[..<count]))
    }

    /// The bytes as a text: they are well-formed UTF-8, being made of texts.
    var text: String { withBytes { String(wellFormed: $0.span) } }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        memory[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        // Its bytes lie where they are: a scalar has none.
        if text.hasPointerRepresentation {
            append(copying: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        } else {
            text.withUTF8Buffer { append(copying: $0) }
        }
    }

    @inline(__always)
    mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: text.count)
        guard let target = memory.baseAddress, let source = text.baseAddress else { return }
        (target + count).copyMemory(from: source, byteCount: text.count)
        count &+= text.count
    }

    mutating func append(_ text: String) {
        // Without a copy of the text, which would have to be counted.
        let isDone = text.utf8.withContiguousStorageIfAvailable { append(copying: $0) } != nil
        if isDone { return }
        var text = text
        text.withUTF8 { append(copying: $0) }
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// - Parameter bytes: at most `count`.
    mutating func removeLast(_ bytes: Int = 1) {
        precondition(0...count ~= bytes, "more bytes than there are")
        count &-= bytes
    }

    @inline(__always)
    private mutating func makeRoom(for bytes: Int) {
        if memory.count &- count < bytes { grow(bytes) }
    }

    @inline(never)
    private mutating func grow(_ bytes: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(2 * memory.count, count + bytes, 64), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }
}
