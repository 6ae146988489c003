import Testing

@testable import DiskCache

@Suite("One file of a disk cache")
struct CacheEntryTests {
    private static let key = "https://h/a?b=%20"
    private static let content = Array("Content, of no special kind: 내용".utf8)
    private static let file = CacheEntry.encoded(content, key: key)

    @Test(
        "what was written is read",
        arguments: [("", []), ("k", []), ("", [0]), (key, content), (key, [UInt8](repeating: 0, count: 70_000))])
    func roundTrip(_ key: String, _ content: [UInt8]) {
        let file = CacheEntry.encoded(content, key: key)
        #expect(CacheEntry.isWhole(file))
        #expect(CacheEntry.decoded(file, key: key) == content)
        #expect(file.count <= content.count + CacheEntry.longestHead)
    }

    @Test("F3: one flipped byte, each in turn, and nothing is read")
    func flipped() {
        for place in Self.file.indices {
            for flip in [1, 0x80, 0xFF] as [UInt8] {
                var damaged = Self.file
                damaged[place] ^= flip
                #expect(CacheEntry.decoded(damaged, key: Self.key) == nil, "byte \(place)")
                #expect(!CacheEntry.isWhole(damaged), "byte \(place)")
            }
        }
    }

    @Test("F3: cut after each byte, grown, foreign or empty, and nothing is read")
    func cut() {
        for count in 0..<Self.file.count {
            #expect(CacheEntry.decoded(Array(Self.file.prefix(count)), key: Self.key) == nil, "\(count) bytes")
        }
        for other in [
            Self.file + [0], Self.file + Self.file, Array("GALDISK1".utf8) + [UInt8](repeating: 0, count: 500),
        ] {
            #expect(CacheEntry.decoded(other, key: Self.key) == nil)
        }
    }

    @Test("F2: a file of another key is not read, however alike")
    func otherKey() {
        let file = CacheEntry.encoded(Self.content, key: "https://h/\u{E9}")
        for other in ["https://h/e\u{301}", "http://h/\u{E9}", "https://h/\u{E9}?", "https://h/%C3%A9", ""] {
            #expect(CacheEntry.decoded(file, key: other) == nil, "\(other)")
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
            #expect(CacheEntry.decoded(forged, key: Self.key) == nil, "\(number)")
        }
    }
}
