/// A 64-bit checksum that finds damage by accident: of a disk, of a write that was cut off. It is no protection against
/// somebody who wants two files with one checksum.
///
/// Four lanes take a word of 8 bytes in turn. Each step is a bijection of its lane for a given word, and of the word for
/// a given lane, so a change within one word always changes the sum: no flipped byte is missed. Four lanes, since each
/// multiplication must wait for the one before it.
struct Checksum {
    /// Size in bytes that every piece but the last is a multiple of.
    static let block = 32

    private static let prime: UInt64 = 0x9E37_79B1_85EB_CA87

    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    /// The bytes behind the last whole word.
    private var last: UInt64 = 0

    /// - Parameter byteCount: of all pieces together.
    init(byteCount: Int) {
        // The length first: else zeros at the end would not count.
        lanes = (UInt64(byteCount), Self.prime, ~Self.prime, Self.prime << 1 | 1)
    }

    /// Takes the next piece: a multiple of ``block`` bytes, but for the last.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + Self.block <= bytes.count {
            lanes.0 = Self.step(lanes.0, Self.word(bytes, offset))
            lanes.1 = Self.step(lanes.1, Self.word(bytes, offset + 8))
            lanes.2 = Self.step(lanes.2, Self.word(bytes, offset + 16))
            lanes.3 = Self.step(lanes.3, Self.word(bytes, offset + 24))
            offset += Self.block
        }
        while offset + 8 <= bytes.count {
            lanes.0 = Self.step(lanes.0, Self.word(bytes, offset))
            offset += 8
        }
        while offset < bytes.count {
            last = last << 8 | UInt64(bytes[offset])
            offset += 1
        }
    }

    /// The checksum of all that was taken.
    var sum: UInt64 {
        var sum = Self.step(lanes.0, last)
        for lane in [lanes.1, lanes.2, lanes.3] { sum = Self.step(sum, lane) }
        return sum ^ sum >> 32
    }

    static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = Checksum(byteCount: bytes.count)
        checksum.add(bytes)
        return checksum.sum
    }

    static func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
        Array(bytes).withUnsafeBytes { sum($0) }
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        // Turned before it is multiplied: of a product that is shifted the compiler would make two products.
        let mixed = lane ^ word
        return (mixed << 29 | mixed >> 35) &* prime
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
