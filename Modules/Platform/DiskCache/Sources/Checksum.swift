internal import CChecksum

/// A 64-bit checksum that finds damage by accident: of a disk, of a write that was cut off. It is no protection against
/// somebody who wants two files with one checksum.
///
/// XXH3 of the library xxHash, by pieces that stay in the processor's cache between reading and summing up: each goes on from
/// the sum of the one before.
struct Checksum {
    /// Size in bytes that every piece but the last has.
    static let piece = 256 * 1024

    /// The checksum of the pieces taken so far.
    private(set) var sum: UInt64 = 0
    private let widest: UInt32

    /// The checksum of nothing.
    /// - Parameter widest: bytes of a word that it is made by: 64, 32 or 16. What the processor has is taken in any case; tests try
    ///   each.
    init(widest: UInt32 = 64) { self.widest = widest }

    /// Takes the next piece, of ``piece`` bytes but for the last.
    mutating func add(_ piece: UnsafeRawBufferPointer) {
        sum = cchecksum_xxh3(piece.baseAddress, piece.count, sum, widest)
    }

    /// - Parameter widest: as above.
    static func sum(_ bytes: UnsafeRawBufferPointer, widest: UInt32 = 64) -> UInt64 {
        var checksum = Checksum(widest: widest)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            checksum.add(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + piece, bytes.count)]))
        }
        return checksum.sum
    }

    static func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
        Array(bytes).withUnsafeBytes { sum($0) }
    }
}
