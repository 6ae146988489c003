import TestSupport
import Testing
import Values

@testable import DesignSystem

@Suite("Marks of a text")
struct TextMarksTests {
    /// Whether a text means nothing to Markdown and stands in JSON as it is, seen scalar by scalar.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        guard text.count <= TextLimits.line, let first = scalars.first, let last = scalars.last, first != " ",
            last != " ", first != "\u{A0}"
        else { return false }
        if scalars.contains("&"), scalars.contains(";") || last == "&" { return false }
        return scalars.allSatisfy { scalar in
            scalar.isSimple && scalar != "\""
                && (scalar == "&" || !scalar.isASCII || !isInlineMarkup(UInt8(scalar.value)))
        }
    }

    /// The marks beside those that are told one by one.
    private func expectSame(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            let marks = TextMarks(text)
            #expect(marks.isPlain == Self.isPlain(text), "\(bytes)")
            let address = String(decoding: text, as: UTF8.self)
            #expect(marks.isLink == (safeLinkTarget(address)?.utf8.elementsEqual(address.utf8) ?? false), "\(bytes)")
            if marks.isPlain {
                var written = ByteBuffer()
                let given = String(decoding: text, as: UTF8.self)
                MarkdownEscaping(isAtLineStart: false, isInCell: true, isInHeading: false, isLinkText: false, last: nil)
                    .append(given, to: &written)
                #expect(written.text.utf8.elementsEqual(given.utf8), "\(bytes)")
            }
            let isClean = !String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
                scalar == "\"" || scalar == "\\" || scalar == "\u{2028}" || scalar == "\u{2029}"
                    || scalar.properties.generalCategory == .control
            }
            #expect(marks.isClean == isClean, "\(bytes)")
            #expect(marks.isClean || !marks.isPlain, "\(bytes)")
            // Told beside the marks of Markdown, of the same pass.
            let hasEnds = [bytes.first, bytes.last].allSatisfy { $0.map { $0 > 0x20 && $0 < 0x7F } ?? false }
            let hasReference = bytes.contains(UInt8(ascii: "&")) && bytes.contains(UInt8(ascii: ";"))
            #expect(marks.isPlainHTMLLine == (hasEnds && !hasReference), "\(bytes)")
            let isMarked = bytes.contains {
                $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<")
            }
            let hasSpaces = zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
            #expect(marks.isPlainHTML == (hasEnds && !isMarked && !hasSpaces), "\(bytes)")
        }
    }

    @Test("each byte of ASCII at each place of a text and of an address")
    func everyByte() {
        for byte in UInt8.min..<0x80 {
            for count in 1...11 {
                for place in 0..<count {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    text[place] = byte
                    expectSame(text)
                    expectSame(Array("https://".utf8) + text)
                }
            }
        }
    }

    @Test("each byte of ASCII at each place of a text of two blocks, whose end is looked at twice")
    func blocks() {
        for byte in UInt8.min..<0x80 {
            for count in [15, 16, 17, 31, 32, 33] {
                for place in 0..<count {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    text[place] = byte
                    expectSame(text)
                }
            }
        }
    }

    @Test("two spaces at each place of a text of up to three blocks")
    func spaces() {
        for count in 2...49 {
            for place in 0..<count - 1 {
                var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                text[place] = 0x20
                expectSame(text)
                text[place + 1] = 0x20
                expectSame(text)
            }
        }
    }

    @Test("texts put together from hard pieces", arguments: 1...20 as ClosedRange<UInt64>)
    func pieces(_ seed: UInt64) {
        let pieces = [
            "https://", "HTTP://", "galleria://", "https:/", "a", "Linen Dress", " ", "&", "*", ";", "&amp;", "&#12;",
            "H&M", "_", "é", "漢字",
            "\u{A0}", "\u{2028}",
            "(", ")", "\"", "\\", "\n", "\u{7F}", "\u{85}", "1.99", "#", "?q=1", "|", "👩‍🚀", "^", "`", "{", "'", "<b>",
            "%20",
        ]
        var generator = SeededGenerator(seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...9, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            expectSame(Array(text.utf8))
        }
    }

    @Test("at the bounds of a line and of an address")
    func bounds() {
        for count in [TextLimits.line, TextLimits.linkTarget] {
            for more in -1...1 {
                expectSame([UInt8](repeating: UInt8(ascii: "a"), count: count + more))
                expectSame(Array("https://".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: count + more - 8))
            }
        }
        expectSame([])
    }
}
