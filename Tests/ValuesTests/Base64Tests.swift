import TestSupport
import Testing
import Values

@Suite("Base64")
struct Base64Tests {
    @Test(
        "RFC 4648 section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ encoded: String) {
        #expect(base64(Array(plain.utf8), .standard) == encoded)
        let url = String(encoded.filter { $0 != "=" })
        #expect(base64(Array(plain.utf8), .url) == url)
        #expect(bytes(base64URL: url) == Array(plain.utf8))
    }

    @Test("The two alphabets differ in two letters and the padding")
    func alphabets() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF, 0xFE]
        #expect(base64(bytes, .standard) == "++///g==")
        #expect(base64(bytes, .url) == "--___g")
    }

    @Test("Whatever the bytes, they come back", arguments: 0..<70)
    func roundTrip(_ count: Int) {
        var numbers = SeededGenerator(UInt64(count))
        let sent = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        #expect(bytes(base64URL: base64(sent, .url)) == sent)
        #expect(base64(sent, .standard).utf8.count == (count + 2) / 3 * 4)
    }

    @Test("All bytes come back")
    func all() {
        let sent = (0...255).map { UInt8($0) }
        #expect(bytes(base64URL: base64(sent, .url)) == sent)
    }

    @Test(
        "Only the canonical form is read",
        arguments: [
            "A", "AAAAA", "Zg==", "Zm8=", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm 9v", " Zm9v", "Zm9v\n", "Zm9v\u{0}", "Zm9é",
            "=", "====", "Zm.v", "\u{212A}AAA",
        ])
    func refused(_ text: String) {
        #expect(bytes(base64URL: text) == nil)
    }

    @Test("a text of many letters is that of its parts, one behind the other", arguments: 4094...4103)
    func large(_ count: Int) {
        let sent = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 8) }
        for alphabet in [Base64Alphabet.standard, .url] {
            let parts = stride(from: 0, to: count, by: 3000).map { start in
                base64(Array(sent[start..<min(start + 3000, count)]), alphabet)
            }
            #expect(base64(sent, alphabet) == parts.joined())
        }
    }
}
