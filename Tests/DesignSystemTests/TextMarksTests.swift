import TestSupport
import Testing
import Values

@testable import DesignSystem

@Suite("Marks of a text")
struct TextMarksTests {
    /// The marks beside those that are told one by one.
    private func expectSame(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            let marks = TextMarks(text)
            #expect(marks.isPlain == isPlainMarkdown(text), "\(bytes)")
            #expect(marks.isLink == isPlainLinkTarget(text), "\(bytes)")
            if marks.isPlain {
                var written = ByteBuffer()
                let given = String(decoding: text, as: UTF8.self)
                MarkdownEscaping(isAtLineStart: false, isInCell: true, isInHeading: false, isLinkText: false, last: nil)
                    .append(given, to: &written)
                #expect(written.text.utf8.elementsEqual(given.utf8), "\(bytes)")
            }
            let isASCII = bytes.allSatisfy { $0 < 0x80 }
            let isClean = !bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }
            #expect(marks.isClean == (isASCII ? isClean : nil), "\(bytes)")
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
