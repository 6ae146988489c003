import Values

/// The letters of Unicode's first plane as searches compare them, looked up: a fold asks for a letter's name, which took 75 ms of a keystroke
/// over 10,000 Vietnamese names.
enum FoldedLetters {
    /// Appends the folded form of a letter.
    @inline(__always)
    static func append(_ letter: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard letter.value < 0x1_0000 else {
            bytes += folded(String(letter)).utf8
            return
        }
        let block = blocks[Int(letter.value >> 8)].made.value { Block(letter.value & 0xFF00) }
        var packed = block.letters[Int(letter.value & 0xFF)]
        if packed == Block.tooLong {
            bytes += folded(String(letter)).utf8
            return
        }
        while packed != 0 {
            bytes.append(UInt8(truncatingIfNeeded: packed))
            packed >>= 8
        }
    }

    private static let blocks = (0..<256).map { _ in MadeBlock() }

    /// Letters side by side, made when one of them is folded first.
    private final class MadeBlock: Sendable {
        let made = MadeOnce<Block>()
    }

    private final class Block: Sendable {
        /// The UTF-8 of each letter's folded form, the first byte in the lowest bits; nothing for one that has none.
        let letters: [UInt64]

        /// For a form of more than eight bytes. No UTF-8 has such a byte.
        static let tooLong = UInt64.max

        init(_ first: UInt32) {
            letters = (first..<first + 256).map { value in
                // Half of a pair of UTF-16 is no letter.
                guard let letter = Unicode.Scalar(value) else { return 0 }
                let form = Array(folded(String(letter)).utf8)
                return form.count > 8 ? Self.tooLong : form.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
        }
    }
}
