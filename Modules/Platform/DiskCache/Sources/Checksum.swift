/// A 64-bit checksum that finds damage by accident: of a disk, of a write that was cut off. It is no protection against
/// somebody who wants two files with one checksum.
///
/// Four lanes take a word of 8 bytes in turn. Each step is a bijection of its lane for a given word, and of the word for
/// a given lane, so a change within one word always changes the sum: no flipped byte is missed. Four lanes, since each
/// multiplication must wait for the one before it; so the sum is about as fast as memory.
enum Checksum {
    private static let prime: UInt64 = 0x9E37_79B1_85EB_CA87

    static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        // The length first: else zeros at the end would not count.
        var lanes = (UInt64(bytes.count), prime, ~prime, prime << 1 | 1)
        var offset = 0
        while offset + 32 <= bytes.count {
            lanes.0 = step(lanes.0, word(bytes, offset))
            lanes.1 = step(lanes.1, word(bytes, offset + 8))
            lanes.2 = step(lanes.2, word(bytes, offset + 16))
            lanes.3 = step(lanes.3, word(bytes, offset + 24))
            offset += 32
        }
        while offset + 8 <= bytes.count {
            lanes.0 = step(lanes.0, word(bytes, offset))
            offset += 8
        }
        var last: UInt64 = 0
        while offset < bytes.count {
            last = last << 8 | UInt64(bytes[offset])
            offset += 1
        }
        lanes.0 = step(lanes.0, last)
        var sum = lanes.0
        for lane in [lanes.1, lanes.2, lanes.3] { sum = step(sum, lane) }
        return sum ^ sum >> 32
    }

    static func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
        Array(bytes).withUnsafeBytes { sum($0) }
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (lane ^ word) &* prime
        return mixed << 29 | mixed >> 35
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
