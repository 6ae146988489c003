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

    /// Section 4 by its words: 24 bits are four groups of six, zeros behind the last byte, and `=` for what is missing.
    private func plain(_ bytes: some Collection<UInt8>, _ alphabet: Base64Alphabet) -> String {
        let last = alphabet == .standard ? "+/" : "-_"
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)")
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        var text = stride(from: 0, to: bits.count, by: 6).map { start in
            letters[(0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
        }
        while alphabet == .standard, !text.count.isMultiple(of: 4) { text.append("=") }
        return String(text)
    }

    /// Text that is written from one offset of memory to another, with a byte before and behind that stay.
    private func written(
        _ bytes: ArraySlice<UInt8>, _ alphabet: Base64Alphabet, widest: Int, at offset: Int
    ) -> String? {
        let room = base64Room(of: bytes.count)
        var memory = [UInt8](repeating: 0xEE, count: offset + room + 2)
        let count = bytes.withUnsafeBytes { bytes in
            memory.withUnsafeMutableBytes { memory in
                writeBase64(
                    bytes, alphabet, widest: widest,
                    into: UnsafeMutableRawBufferPointer(rebasing: memory[(offset + 1)..<(offset + 1 + room)]))
            }
        }
        let end = offset + 1 + count
        guard memory[...offset].allSatisfy({ $0 == 0xEE }), memory[(offset + 1 + room)...].allSatisfy({ $0 == 0xEE })
        else { return nil }
        return String(decoding: memory[(offset + 1)..<end], as: UTF8.self)
    }

    @Test(
        "every length from 0 to 200, at each width of the processor, is what the standard says", arguments: [1, 16, 32])
    func lengths(_ widest: Int) {
        var numbers = SeededGenerator(UInt64(widest))
        let all = (0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        for count in 0...200 {
            for alphabet in [Base64Alphabet.standard, .url] {
                let expected = plain(all[..<count], alphabet)
                #expect(base64(Array(all[..<count]), alphabet, widest: widest) == expected, "\(count) bytes")
            }
        }
    }

    @Test("from each offset of memory to each, and no byte beside is touched", arguments: [1, 16, 32])
    func offsets(_ widest: Int) {
        var numbers = SeededGenerator(UInt64(widest) << 8)
        let all = (0..<300).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        for offset in 0...33 {
            for count in [0, 1, 2, 15, 16, 27, 28, 29, 47, 48, 96, 100, 101, 200] {
                let bytes = all[offset..<offset + count]
                let expected = plain(bytes, .standard)
                #expect(
                    written(bytes, .standard, widest: widest, at: offset) == expected, "\(count) bytes from \(offset)")
                #expect(
                    written(bytes, .standard, widest: widest, at: 33 - offset) == expected,
                    "\(count) bytes from \(offset)")
            }
        }
    }

    @Test("each letter at each place of a step", arguments: [1, 16, 32])
    func letters(_ widest: Int) {
        for place in 0..<32 {
            for value in 0..<64 {
                // 24 bytes of zeros but for six bits.
                var bytes = [UInt8](repeating: 0, count: 28)
                let bit = place * 6
                for step in 0..<6 where value >> (5 - step) & 1 == 1 {
                    bytes[(bit + step) / 8] |= 0x80 >> UInt8((bit + step) % 8)
                }
                for alphabet in [Base64Alphabet.standard, .url] {
                    #expect(base64(bytes, alphabet, widest: widest) == plain(bytes, alphabet), "\(value) at \(place)")
                }
            }
        }
    }

    @Test("large ones of any length", arguments: [4_094, 65_537, 100_003, 300_001, 300_002])
    func large(_ count: Int) {
        var numbers = SeededGenerator(UInt64(count))
        let sent = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        for alphabet in [Base64Alphabet.standard, .url] {
            let one = base64(sent, alphabet, widest: 1)
            #expect(base64(sent, alphabet) == one)
            #expect(base64(sent, alphabet, widest: 16) == one)
            #expect(one.hasPrefix(plain(sent[..<3_000], alphabet)))
            #expect(one.hasSuffix(plain(sent[(count / 3 * 3 - 3_000)...], alphabet)))
        }
    }
}
