import Testing

@testable import DesignSystem

/// Which lines of a text are which row.
@Suite("Rows in texts") struct RowPlaceTests {
    private static let books = Block.table(
        Table(
            columns: [Column("isbn13", priority: 0), Column("title", priority: 1, minimumWidth: 8)],
            rows: [
                ["978", "Swift Without Ceremony"], ["979", "한국어 책"], ["no identity", "Unknown"], ["980", ""],
            ],
            identities: [RowIdentity("978", route: "galleria://book/978"), RowIdentity("979"), nil, RowIdentity("980")])
    )

    private static let week = Block.rangeChart(
        RangeChart(
            titles: RangeChart.Titles(label: "day", low: "min", mark: "average", high: "max"), unit: "°C",
            rows: [10, 11, 12].map { day in
                RangeRow(
                    label: Inline("\(day) Mar"), low: RangeValue(1, "1°C"), mark: RangeValue(4, "4°C"),
                    high: RangeValue(9, "9°C"), identity: RowIdentity("2021-03-\(day)"))
            }))

    private static func laidOut(_ style: RenderStyle, _ width: Int?, _ blocks: [Block]) -> LaidOutText {
        Document(blocks).laidOut(RenderOptions(style: style, width: width, colorDepth: .ansi16))
    }

    /// Rows as `key line+lines`.
    private static func places(_ text: LaidOutText) -> [String] {
        text.rows.map { "\($0.identity.key) \($0.line)+\($0.lineCount)" }
    }

    @Test(
        "rows are counted from 0, behind headings and rules, over all the lines they wrap to, or as records",
        arguments: [
            (RenderStyle.plain, 80, ["978 3+1", "979 4+1", "980 6+1"]),
            (.ansi, 80, ["978 4+1", "979 5+1", "980 7+1"]),
            (.plain, 24, ["978 3+3", "979 6+1", "980 8+1"]),
            (.plain, 18, ["978 2+4", "979 7+2", "980 14+1"]),
        ])
    func tables(_ style: RenderStyle, _ width: Int, _ expected: [String]) {
        let text = Self.laidOut(style, width, [.heading(level: 1, "Books"), Self.books])
        #expect(Self.places(text) == expected, "\(text.text)")
        #expect(text.rows.map(\.identity.route) == ["galleria://book/978", nil, nil])
    }

    @Test(
        "a chart's rows are told in each of its forms",
        arguments: [
            (RenderStyle.ansi, 80, ["2021-03-10 1+1", "2021-03-11 2+1", "2021-03-12 3+1"]),
            (.ansi, 30, ["2021-03-10 0+2", "2021-03-11 2+2", "2021-03-12 4+2"]),
            (.plain, 80, ["2021-03-10 1+1", "2021-03-11 2+1", "2021-03-12 3+1"]),
        ])
    func charts(_ style: RenderStyle, _ width: Int, _ expected: [String]) {
        let text = Self.laidOut(style, width, [Self.week])
        #expect(Self.places(text) == expected, "\(text.text)")
    }

    @Test("one item in two blocks is two rows; rows below each other with one identity are one")
    func twice() {
        let text = Self.laidOut(.plain, 80, [Self.books, Self.books])
        #expect(Self.places(text).filter { $0.hasPrefix("978 ") } == ["978 1+1", "978 7+1"])
        let same = Table(
            columns: [Column("a")], rows: [["1"], ["2"]], identities: [RowIdentity("x"), RowIdentity("x")])
        #expect(Self.places(Self.laidOut(.plain, 80, [.table(same)])) == ["x 1+2"])
    }

    @Test("whatever the width, a row's first line shows its key, and the text is that of rendered", arguments: 16...90)
    func widths(_ width: Int) {
        for style in [RenderStyle.plain, .ansi] {
            let blocks = [.heading(level: 1, "Books"), Self.books, .paragraph("Between."), Self.books]
            let text = Self.laidOut(style, width, blocks)
            let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(text.rows.map(\.identity.key) == ["978", "979", "980", "978", "979", "980"])
            for row in text.rows {
                #expect(lines[row.line].contains(row.identity.key))
                #expect(lines[row.line..<row.line + row.lineCount].allSatisfy { !$0.isEmpty })
            }
            let options = RenderOptions(style: style, width: width, colorDepth: .ansi16)
            #expect(text.text == Document(blocks).rendered(options))
        }
    }

    @Test("Markdown and HTML have the same text, and tell no rows", arguments: [RenderStyle.markdown, .html])
    func others(_ style: RenderStyle) {
        let text = Self.laidOut(style, nil, [Self.books])
        #expect(text.rows.isEmpty)
        #expect(text.text == Document([Self.books]).rendered(RenderOptions(style: style)))
    }

    @Test("an empty document has no rows, and one line feed", arguments: [RenderStyle.plain, .ansi])
    func empty(_ style: RenderStyle) {
        #expect(Self.laidOut(style, 80, []) == LaidOutText(lines: [""]))
    }
}
