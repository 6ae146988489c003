import Testing

@testable import DiskCache

extension CacheEntry {
    /// A whole file in memory.
    static func encoded(_ body: [UInt8], head: [UInt8] = [], key: String) -> [UInt8] {
        start(of: CacheContent(head: head, body: body), key: key) + body
    }
}

@Suite("One file of a disk cache")
struct CacheEntryTests {
    private static let key: String = "https://h/a?b=%20"
    private static let content: [UInt8] = Array("Content, of no special kind: 내용".utf8)
    private static let file: [UInt8] = CacheEntry.encoded(content, head: [1, 2, 3], key: key)
    /// Offset of the body in a file of the key without a head.
    private static let bodyStart: Int = 40 + key.utf8.count

    /// The content, out of a file in memory.
    private func read(_ file: [UInt8], key: String) -> [UInt8]? { parted(file, size: file.count, key: key)?.body }

    private func parted(_ file: [UInt8], size: Int, key: String = Self.key) -> CacheContent? {
        var rest = file[...]
        return CacheEntry.read(key, size: size) { memory in
            let piece = rest.prefix(memory.count)
            memory.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }

    @Test(
        "what was written is read",
        arguments: [("", []), ("k", []), ("", [0]), (key, content), (key, [UInt8](repeating: 0, count: 70_000))])
    func roundTrip(_ key: String, _ content: [UInt8]) {
        let file = CacheEntry.encoded(content, key: key)
        #expect(CacheEntry.isWhole(file))
        #expect(read(file, key: key) == content)
        #expect(file.count <= content.count + CacheEntry.longestStart)
    }

    @Test("F3: one flipped byte, each in turn, and nothing is read")
    func flipped() {
        for place in Self.file.indices {
            for flip in [1, 0x80, 0xFF] as [UInt8] {
                var damaged = Self.file
                damaged[place] ^= flip
                #expect(read(damaged, key: Self.key) == nil, "byte \(place)")
                #expect(!CacheEntry.isWhole(damaged), "byte \(place)")
            }
        }
    }

    /// The edges of what is read at first, and of a piece of the checksum.
    private static let lengths: [Int] =
        [0, 1, 31, 4_096 - bodyStart - 1, 4_096 - bodyStart, 4_096 - bodyStart + 1, 70_000]
        + [Checksum.piece - 1, Checksum.piece, Checksum.piece + 1, 2 * Checksum.piece, 2 * Checksum.piece + 4_097]

    @Test(
        "a content is read in two parts, however long they are, and each byte of both is under a checksum",
        arguments: lengths, [0, 36, 1_999, 5_000, 150_000])
    func parts(_ bodyLength: Int, _ headLength: Int) throws {
        let all = (0..<headLength + bodyLength).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        let expected = CacheContent(head: Array(all.prefix(headLength)), body: Array(all.dropFirst(headLength)))
        let file = CacheEntry.encoded(expected.body, head: expected.head, key: Self.key)
        #expect(parted(file, size: file.count) == expected)
        #expect(CacheEntry.isWhole(file))
        let edges = [file.count - 1, Self.bodyStart + headLength - 1, min(Self.bodyStart + headLength, file.count - 1)]
        for place in edges + Array(stride(from: 0, to: file.count, by: max(1, file.count / 97))) {
            var damaged = file
            damaged[place] ^= 0x10
            #expect(parted(damaged, size: file.count) == nil, "byte \(place)")
            #expect(!CacheEntry.isWhole(damaged), "byte \(place)")
        }
        #expect(parted(Array(file.dropLast()), size: file.count - 1) == nil)
        #expect(parted(Array(file.dropLast()), size: file.count) == nil, "cut while it was read")
    }

    @Test("F3: two pieces that changed places are seen, and so is a byte that went from the head to the body")
    func exchanged() {
        let half = [UInt8](repeating: 7, count: Checksum.piece)
        let other = [UInt8](repeating: 8, count: Checksum.piece)
        let start = CacheEntry.start(of: CacheContent(body: half + other), key: Self.key)
        #expect(read(start + half + other, key: Self.key) == half + other)
        #expect(read(start + other + half, key: Self.key) == nil)
        var shifted = Self.file
        shifted[28] += 1
        #expect(read(shifted, key: Self.key) == nil)
    }

    @Test("F3: cut after each byte, grown, foreign or empty, and nothing is read")
    func cut() {
        for count in 0..<Self.file.count {
            #expect(read(Array(Self.file.prefix(count)), key: Self.key) == nil, "\(count) bytes")
        }
        let magic = Array(Self.file.prefix(8))
        for other in [
            Self.file + [0], Self.file + Self.file, magic + [UInt8](repeating: 0, count: 500),
            Array("GALDISK2".utf8) + Self.file.dropFirst(8),
        ] {
            #expect(read(other, key: Self.key) == nil)
            #expect(!CacheEntry.isWhole(other))
        }
    }

    @Test("F2: a file of another key is not read, however alike")
    func otherKey() {
        let file = CacheEntry.encoded(Self.content, key: "https://h/\u{E9}")
        for other in ["https://h/e\u{301}", "http://h/\u{E9}", "https://h/\u{E9}?", "https://h/%C3%A9", ""] {
            #expect(read(file, key: other) == nil, "\(other)")
        }
    }

    /// - Returns: the file with other bytes at an offset, and a first checksum that is right for them where that can be.
    private func forged(_ file: [UInt8], at offset: Int, _ bytes: [UInt8], bodyStart: Int) -> [UInt8] {
        var forged = file
        forged.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        let sum = Checksum.sum(forged[16..<min(max(16, bodyStart), forged.count)])
        forged.replaceSubrange(8..<16, with: (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) })
        return forged
    }

    @Test(
        "F3: lengths of the file, the key and the head that lie, under a checksum that is right, read nothing and do not trap"
    )
    func lyingLengths() {
        let numbers: [UInt64] = [0, 1, 2, 4, 5_000, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, .max]
        for number in numbers {
            for (offset, width) in [(16, 8), (24, 4), (28, 4)] {
                let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
                guard bytes != Array(Self.file[offset..<offset + width]) else { continue }
                let told = Int(UInt32(truncatingIfNeeded: number))
                let bodyStart = 40 + (offset == 24 ? told : Self.key.utf8.count) + (offset == 28 ? told : 3)
                let file = forged(Self.file, at: offset, bytes, bodyStart: bodyStart)
                #expect(read(file, key: Self.key) == nil, "\(number) at \(offset)")
            }
        }
    }

    @Test("a first checksum that is right does not make a body right, and the other way round")
    func twoSums() {
        var body = Self.file
        body[body.count - 1] ^= 1
        let start = 40 + Self.key.utf8.count + 3
        #expect(read(forged(body, at: 0, [], bodyStart: start), key: Self.key) == nil)
        let sum = Checksum.sum(body[start...])
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
        #expect(
            read(forged(body, at: 32, bytes, bodyStart: start), key: Self.key) == Array(body[start...]),
            "both are right")
    }
}
