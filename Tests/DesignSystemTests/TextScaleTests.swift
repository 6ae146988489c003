import Testing

@testable import DesignSystem

@Suite("Scale") struct TextScaleTests {
    private static let document = Document {
        Block.paragraph("Two books.")
        Block.table(
            Table(
                columns: [
                    Column("isbn", priority: 0), Column("title", minimumWidth: 8),
                    Column("price", alignment: .trailing, priority: 0),
                ],
                rows: [["1", "Swift Without Ceremony", "$39.99"], ["2", "스위프트 프로그래밍 길잡이", "₩32,000"]],
                identities: [RowIdentity("1"), RowIdentity("2")]))
        Block.heading(level: 2, "memo")
        Block.paragraph("None.")
        Block.paragraph("Still none.")
    }

    private static func text(_ scale: TextScale, _ width: Int) -> String {
        document.rendered(RenderOptions(style: .plain, width: width, scale: scale))
    }

    @Test("small: no empty lines but before headings")
    func small() {
        expectEqualLines(
            Self.text(.small, 50),
            """
            Two books.
            isbn  title                         price
            1     Swift Without Ceremony       $39.99
            2     스위프트 프로그래밍 길잡이  ₩32,000

            memo
            None.
            Still none.

            """, "small")
    }

    @Test("large: an empty line between rows; what doesn't fit whole becomes records, and no title is squeezed")
    func large() {
        expectEqualLines(
            Self.text(.large, 50),
            """
            Two books.

            isbn  title                         price
            1     Swift Without Ceremony       $39.99

            2     스위프트 프로그래밍 길잡이  ₩32,000

            memo
            None.

            Still none.

            """, "large")
        #expect(Self.text(.standard, 36).contains("1     Swift"))
        #expect(Self.text(.large, 36).contains("\ntitle: Swift Without Ceremony\n"))
    }

    @Test("extra-large: records at any width")
    func extraLarge() {
        #expect(Self.text(.extraLarge, 200).contains("isbn:  2\ntitle: 스위프트 프로그래밍 길잡이\nprice: ₩32,000\n"))
    }

    @Test("at every scale the same facts, and the rows where they are told", arguments: TextScale.allCases)
    func sameFacts(_ scale: TextScale) {
        for width in [20, 36, 50, 200] {
            let laidOut = Self.document.laidOut(RenderOptions(style: .plain, width: width, scale: scale))
            let words = laidOut.text.split { $0.isWhitespace }.joined()
            for fact in ["Two", "Swift", "Ceremony", "길잡이", "₩32,000", "$39.99", "memo", "Still"] {
                #expect(words.contains(fact), "\(fact) at \(width)")
            }
            let lines = laidOut.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(laidOut.rows.map(\.identity.key) == ["1", "2"])
            for (row, key) in zip(laidOut.rows, ["$39.99", "₩32,000"]) {
                #expect(lines[row.line..<row.line + row.lineCount].contains { $0.contains(key) }, "\(width)")
            }
        }
    }

    @Test("HTML changes the letters' size, Markdown nothing")
    func pages() {
        let standard = Self.document.rendered(.html)
        #expect(!standard.contains("font-size"))
        for (scale, size) in [(TextScale.small, 87), (.large, 125), (.extraLarge, 150)] {
            let html = Self.document.rendered(RenderOptions(style: .html, scale: scale))
            #expect(html == "<div style=\"font-size: \(size)%\">\n\(standard)</div>\n")
            #expect(
                Self.document.rendered(RenderOptions(style: .markdown, scale: scale))
                    == Self.document.rendered(.markdown))
        }
    }
}
