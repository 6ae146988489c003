/// Numbers out of bytes from outside. Every read is checked: one that reaches over the end is nil, never a trap.
struct ByteView {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    func bigEndian16(at offset: Int) -> Int? { number(at: offset, width: 2, bigEndian: true) }
    func bigEndian32(at offset: Int) -> Int? { number(at: offset, width: 4, bigEndian: true) }
    func littleEndian16(at offset: Int) -> Int? { number(at: offset, width: 2, bigEndian: false) }
    func littleEndian24(at offset: Int) -> Int? { number(at: offset, width: 3, bigEndian: false) }
    func littleEndian32(at offset: Int) -> Int? { number(at: offset, width: 4, bigEndian: false) }

    /// Two's complement.
    func signedLittleEndian32(at offset: Int) -> Int? {
        littleEndian32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    func has(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count else { return false }
        return bytes[offset...].starts(with: pattern)
    }

    func starts(with pattern: [UInt8]) -> Bool { has(pattern, at: 0) }

    /// - Parameter width: 1…4 bytes.
    private func number(at offset: Int, width: Int, bigEndian: Bool) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        var value = 0
        for place in 0..<width {
            value = value << 8 | Int(bytes[offset + (bigEndian ? place : width - 1 - place)])
        }
        return value
    }
}
