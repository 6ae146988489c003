import Testing

@testable import DiskCache

@Suite("SHA-256, and the checksum")
struct DigestTests {
    @Test(
        "1c.11: the digests of the standard's examples",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func digests(_ text: String, _ expected: String) {
        #expect(SHA256.hexadecimal(text.utf8) == expected)
        for size in [1, 7, 100] {
            let stream = SHA256Stream()
            for start in stride(from: 0, to: text.utf8.count, by: size) {
                stream?.add(Array(text.utf8.dropFirst(start).prefix(size)))
            }
            #expect(stream?.hexadecimal() == expected, "in pieces of \(size)")
        }
    }

    @Test("F3: every flip of any bits of one byte changes the sum", arguments: [1, 7, 8, 9, 31, 32, 33, 41, 67])
    func oneByte(_ count: Int) {
        var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        let sum = Checksum.sum(bytes)
        var missed: [String] = []
        for place in bytes.indices {
            for flip in 1...255 as ClosedRange<UInt8> {
                bytes[place] ^= flip
                if Checksum.sum(bytes) == sum { missed.append("byte \(place), flip \(flip)") }
                bytes[place] ^= flip
            }
        }
        #expect(missed.isEmpty)
    }

    @Test("F3: the length counts, also of zeros")
    func length() {
        let sums = (0...200).map { Checksum.sum([UInt8](repeating: 0, count: $0)) }
        #expect(Set(sums).count == sums.count)
    }

    @Test("F3: the same bit flipped in any two words is seen, and so is an exchange of two")
    func twoWords() {
        let bytes = (0..<160).map { UInt8(truncatingIfNeeded: $0 &* 73) }
        let sum = Checksum.sum(bytes)
        var missed: [String] = []
        for first in stride(from: 0, to: 152, by: 8) {
            for second in stride(from: first + 8, to: 160, by: 8) {
                for bit in 0..<64 {
                    var other = bytes
                    other[first + bit / 8] ^= 1 << UInt8(bit % 8)
                    other[second + bit / 8] ^= 1 << UInt8(bit % 8)
                    if Checksum.sum(other) == sum { missed.append("words at \(first) and \(second), bit \(bit)") }
                }
                var exchanged = bytes
                exchanged.replaceSubrange(first..<first + 8, with: bytes[second..<second + 8])
                exchanged.replaceSubrange(second..<second + 8, with: bytes[first..<first + 8])
                if Checksum.sum(exchanged) == sum { missed.append("words at \(first) and \(second) exchanged") }
            }
        }
        #expect(missed.isEmpty)
    }

    /// Sums by xxHash 0.8.1's own program: `xxhsum -H3` of the bytes 0, 1, 2 and so on.
    @Test(
        "the sum is XXH3, whatever the words that it is made by: of 64 bytes, 32 or 16, where the processor has them",
        arguments: [
            (1, 0xC44B_DFF4_074E_ECDB), (15, 0x55EC_EDC2_B87B_B042), (100, 0x004E_4F92_1A64_BD1C),
            (255, 0xB85F_D37A_0A05_0E63), (256, 0x9408_A443_3B95_2D71), (300, 0xD440_52F5_A348_5425),
            (1_024, 0xA870_F929_8439_8D22), (70_000, 0xD35A_8958_56E0_9167),
        ] as [(Int, UInt64)])
    func known(_ count: Int, _ expected: UInt64) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Checksum.sum(bytes) == expected)
        for widest in [64, 32, 16] as [UInt32] {
            #expect(bytes.withUnsafeBytes { Checksum.sum($0, widest: widest) } == expected, "words of \(widest) bytes")
        }
    }

    @Test("F3: one bit anywhere in several pieces changes the sum, and so does their order")
    func pieces() {
        var bytes = (0..<(2 * Checksum.piece + 100)).map { UInt8(truncatingIfNeeded: $0 &* 151 ^ $0 >> 9 ^ $0 >> 18) }
        let sum = Checksum.sum(bytes)
        for place in stride(from: 0, to: bytes.count, by: 4_099) {
            bytes[place] ^= 4
            #expect(Checksum.sum(bytes) != sum, "byte \(place)")
            bytes[place] ^= 4
        }
        let (first, second) = (bytes[..<Checksum.piece], bytes[Checksum.piece..<(2 * Checksum.piece)])
        #expect(Checksum.sum(second + first + bytes[(2 * Checksum.piece)...]) != sum)
        #expect(Checksum.sum(bytes) == sum)
    }
}
