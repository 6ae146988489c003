import Testing
import Values

@Suite("UUIDs")
struct UUIDTests {
    /// Bits of both words, and the identifier that they make.
    static let words: [(bits: UInt64, text: String)] = [
        (.min, "00000000-0000-4000-8000-000000000000"), (.max, "ffffffff-ffff-4fff-bfff-ffffffffffff"),
        (0x0123_4567_89AB_CDEF, "01234567-89ab-4def-8123-456789abcdef"),
    ]

    @Test("version and variant stand where RFC 9562 has them, whatever the random bits are", arguments: words)
    func form(_ bits: UInt64, _ text: String) {
        #expect(newUUID { bits } == text)
    }

    @Test("each is another one")
    func distinct() {
        #expect(Set((0..<1_000).map { _ in newUUID() }).count == 1_000)
    }
}
