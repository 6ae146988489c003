import Testing

@testable import DiskCache

@Suite("One file of a disk cache")
struct CacheEntryTests {
    private static let key = "https://h/a?b=%20"
    private static let content = Array("Content, of no special kind: 내용".utf8)
    private static let file = CacheEntry.encoded(content, key: key)

    /// The content, out of a file in memory.
    private func read(_ file: [UInt8], key: String) -> [UInt8]? { parted(file, size: file.count, key: key)?.body }

    private func parted(
        _ file: [UInt8], size: Int, key: String, head: (ArraySlice<UInt8>) -> Int? = { _ in 0 }
    ) -> CacheContent? {
        var rest = file[...]
        return CacheEntry.read(key, size: size, contentHead: head) { memory in
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
        #expect(file.count <= content.count + CacheEntry.longestHead)
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

    @Test(
        "a content is read in two parts, however long they are, and each byte of both is under the checksum",
        arguments: [0, 1, 31, 2_000, 2_064, 2_065, 70_000, 131_072, 200_001], [0, 36, 1_999, 5_000, 150_000])
    func parts(_ bodyLength: Int, _ headLength: Int) throws {
        let content = (0..<headLength + bodyLength).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        let file = CacheEntry.encoded(content, key: Self.key)
        func read(_ file: [UInt8]) -> CacheContent? {
            parted(file, size: file.count, key: Self.key) { start in
                start.count >= min(36, headLength) ? headLength : nil
            }
        }
        let found = try #require(read(file))
        #expect(Array(found.head) == Array(content.prefix(headLength)))
        #expect(found.body == Array(content.dropFirst(headLength)))
        for place in stride(from: 0, to: file.count, by: max(1, file.count / 97)) {
            var damaged = file
            damaged[place] ^= 0x10
            #expect(read(damaged) == nil, "byte \(place)")
        }
        #expect(read(Array(file.dropLast())) == nil)
        #expect(parted(Array(file.dropLast()), size: file.count, key: Self.key) == nil, "cut while it was read")
    }

    @Test("a content whose head can't be told, or is longer than all of it, is invalid")
    func noHead() {
        let file = CacheEntry.encoded([UInt8](repeating: 7, count: 9_000), key: Self.key)
        for head in [nil, -1, 9_001, .max] as [Int?] {
            #expect(parted(file, size: file.count, key: Self.key) { _ in head } == nil)
        }
        #expect(parted(file, size: file.count, key: Self.key) { _ in 9_000 }?.body == [])
    }

    @Test("F3: cut after each byte, grown, foreign or empty, and nothing is read")
    func cut() {
        for count in 0..<Self.file.count {
            #expect(read(Array(Self.file.prefix(count)), key: Self.key) == nil, "\(count) bytes")
        }
        for other in [
            Self.file + [0], Self.file + Self.file, Array("GALDISK2".utf8) + [UInt8](repeating: 0, count: 500),
        ] {
            #expect(read(other, key: Self.key) == nil)
        }
    }

    @Test("F2: a file of another key is not read, however alike")
    func otherKey() {
        let file = CacheEntry.encoded(Self.content, key: "https://h/\u{E9}")
        for other in ["https://h/e\u{301}", "http://h/\u{E9}", "https://h/\u{E9}?", "https://h/%C3%A9", ""] {
            #expect(read(file, key: other) == nil, "\(other)")
        }
    }

    @Test("F3: a key's length that lies, under a checksum that is right, reads nothing and does not trap")
    func lyingLength() {
        let numbers: [UInt64] = [0, 1, 5_000, 1 << 31, 1 << 32, 1 << 62, .max]
        for number in numbers {
            var forged = Self.file
            forged.replaceSubrange(24..<32, with: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
            let sum = Checksum.sum(forged[16...])
            forged.replaceSubrange(8..<16, with: (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) })
            #expect(CacheEntry.isWhole(forged))
            #expect(read(forged, key: Self.key) == nil, "\(number)")
        }
    }
}
