import Testing

@testable import DesignSystem

@Suite("Drawings in a line") struct DrawingTests {
    private static func drawn(_ inline: Inline, ambiguous: Int = 1) -> String {
        String(
            Document([.paragraph(inline)]).rendered(RenderOptions(style: .ansi, ambiguousWidth: ambiguous)).dropLast())
    }

    /// Words of an inline text.
    private static func said(_ inline: Inline) -> Set<String> {
        Set([RenderOptions.plain(), .markdown].map { String(Document([.paragraph(inline)]).rendered($0).dropLast()) })
    }

    @Test(
        "stars to the half",
        arguments: [
            (0.0, "☆☆☆☆☆ 0/5", "0/5"), (0.2, "☆☆☆☆☆ 0/5", "0/5"), (0.25, "½☆☆☆☆ 0.5/5", "0.5/5"),
            (1, "★☆☆☆☆ 1/5", "1/5"), (3.5, "★★★½☆ 3.5/5", "3.5/5"), (3.74, "★★★½☆ 3.5/5", "3.5/5"),
            (3.75, "★★★★☆ 4/5", "4/5"), (4.8, "★★★★★ 5/5", "5/5"), (5, "★★★★★ 5/5", "5/5"),
        ])
    func rating(_ rating: Double, _ drawn: String, _ said: String) {
        #expect(Self.drawn(.rating(rating)) == drawn)
        #expect(Self.said(.rating(rating)) == [said])
    }

    @Test(
        "what is no rating is said to be none", arguments: [nil, -0.1, 5.1, .nan, .infinity, -.infinity] as [Double?])
    func noRating(_ rating: Double?) {
        #expect(Self.drawn(.rating(rating)) == "unrated" && Self.said(.rating(rating)) == ["unrated"])
    }

    @Test(
        "a sparkline",
        arguments: [
            ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█ x"), ([7, 0], "█▁ x"), ([-8, -4, 0], "▁▅█ x"), ([5], "▅ x"),
            ([4, 4, 4], "▅▅▅ x"), ([1, nil, 2], "▁\u{A0}█ x"), ([nil, 1, 2, nil], "\u{A0}▁█\u{A0} x"),
            ([1, .nan, .infinity, 2, -.infinity], "▁\u{A0}\u{A0}█\u{A0} x"), ([], "x"), ([nil, .nan], "x"),
            ([-Double.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude], "▁▅█ x"),
            ([0, Double.leastNonzeroMagnitude], "▅▅ x"), ([-0.0, 0.0], "▅▅ x"),
        ] as [([Double?], String)])
    func sparkline(_ values: [Double?], _ drawn: String) {
        #expect(Self.drawn(.sparkline(values, words: "x")) == drawn)
        #expect(Self.said(.sparkline(values, words: "x")) == ["x"])
    }

    @Test("a sparkline is bounded, and keeps its gaps in a table's cell")
    func sparklineInCell() {
        #expect(Self.drawn(.sparkline(Array(repeating: 1, count: 1_000), words: "")).count == 80)
        let table = Table(
            columns: [Column("a"), Column("b")], rows: [[.sparkline([1, nil, nil, 2], words: "1–2"), "z"]])
        let lines = Document([.table(table)]).rendered(.ansi(40, depth: .none)).split(separator: "\n")
        #expect(lines.last == "▁\u{A0}\u{A0}█ 1–2  z")
    }

    @Test(
        "a bar of a share is always as wide",
        arguments: [
            (0, "", 0), (1, "████████", 8), (0.5, "████", 4), (0.43, "███▌", 4), (0.0001, "▏", 1),
            (0.999, "████████", 8),
            (2, "████████", 8), (-1, "", 0), (.nan, "", 0), (.infinity, "", 0), (nil, "", 0),
        ] as [(Double?, String, Int)])
    func bar(_ share: Double?, _ bar: String, _ columns: Int) {
        let text = bar + String(repeating: "\u{A0}", count: 8 - columns) + " 43%"
        #expect(Self.drawn(.bar(of: share, words: "43%")) == text)
        #expect(displayWidth(text) == 12)
        #expect(Self.said(.bar(of: share, words: "43%")) == ["43%"])
    }

    @Test("where blocks take two columns each, words stand alone")
    func ambiguous() {
        #expect(Self.drawn(.rating(4), ambiguous: 2) == "4/5")
        #expect(Self.drawn(.bar(of: 0.5, words: "50%"), ambiguous: 2) == "50%")
    }

    @Test("HTML has both, and screen readers hear the words")
    func html() {
        #expect(
            Document([.paragraph(.rating(4))]).rendered(.html)
                == "<p><span class=\"drawing\" aria-hidden=\"true\">★★★★☆ </span>4/5</p>\n")
    }

    @Test("in a table that is too wide, drawings give way before anything wraps")
    func givesWay() {
        let table = Table(
            columns: [Column("day", priority: 0), Column("rain"), Column("sky")],
            rows: [["Wed", .bar(of: 0.25, words: "25%"), "light rain all day"]])
        func last(_ width: Int) -> Substring? {
            Document([.table(table)]).rendered(.ansi(width, depth: .none)).split(separator: "\n").last
        }
        #expect(last(37) == "Wed  ██\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0} 25%  light rain all day")
        #expect(last(36) == "Wed  25%   light rain all day")
    }
}

@Suite("Bar chart") struct BarChartTests {
    private static let chart = BarChart(
        label: "cache", value: "full",
        rows: [
            BarRow(label: "live pictures", share: 0.73, text: "73%", identity: RowIdentity("live")),
            BarRow(label: "그림", share: 1, text: "100%"), BarRow(label: "答案", share: 0.004, text: "0.4%"),
            BarRow(label: "none", share: nil, text: "—"), BarRow(label: "odd", share: .nan, text: "?"),
            BarRow(label: "below", share: -3, text: "-3"), BarRow(label: "beyond", share: .infinity, text: "∞"),
        ])

    private static func drawn(_ width: Int?, ambiguous: Int = 1, scale: TextScale = .standard) -> String {
        Document([.barChart(chart)]).rendered(
            RenderOptions(style: .ansi, width: width, ambiguousWidth: ambiguous, scale: scale))
    }

    @Test("forty columns: label, bar in eighths, value")
    func forty() {
        expectEqualLines(
            Self.drawn(40),
            """
            cache                               full
            live pictures  █████████████▉        73%
            그림           ███████████████████  100%
            答案           ▏                    0.4%
            none                                   —
            odd                                    ?
            below                                 -3
            beyond                                 ∞

            """, "40 columns")
    }

    @Test("twenty columns: two lines a row; with larger letters at any width")
    func narrow() {
        let two = Self.drawn(20).split(separator: "\n")
        #expect(two.prefix(4) == ["live pictures", "██████████▎      73%", "그림", "██████████████  100%"])
        #expect(Self.drawn(80, scale: .extraLarge).hasPrefix("live pictures\n███"))
        for width in [16, 20, 31, 40, 80, 200, nil] {
            for line in Self.drawn(width).split(separator: "\n") { #expect(displayWidth(String(line)) <= width ?? 200) }
        }
    }

    @Test("where blocks take two columns each, bars are of ASCII")
    func ascii() {
        #expect(Self.drawn(40, ambiguous: 2).contains("live pictures  ##############"))
        #expect(!Self.drawn(40, ambiguous: 2).contains("█"))
    }

    @Test("plain text has bars of ASCII beside the numbers; Markdown says the same facts as a table")
    func tables() {
        let plain = Document([.barChart(Self.chart)]).rendered(.plain(40))
        #expect(plain == Self.drawn(40, ambiguous: 2) && plain.contains("##############"))
        let markdown = Document([.barChart(Self.chart)]).rendered(.markdown)
        #expect(markdown.hasPrefix("|cache|full|\n|---|--:|\n|live pictures|73%|\n"))
    }

    @Test("HTML has each row's bar as a picture that screen readers pass over")
    func html() {
        let html = Document([.barChart(Self.chart)]).rendered(.html)
        #expect(html.contains("<tr><th scope=\"row\">live pictures</th><td><svg"))
        #expect(html.contains("<rect class=\"bar\" width=\"117\""))
        #expect(html.contains("<tr><th scope=\"row\">none</th><td></td><td class=\"trailing\">—</td></tr>"))
        #expect(!html.contains("nan") && !html.contains("inf"))
    }

    @Test("rows are found again in the text, and a chart without rows is nothing")
    func rows() {
        let text = Document([.barChart(Self.chart)]).laidOut(RenderOptions(style: .ansi, width: 40))
        #expect(text.rows.map(\.identity.key) == ["live"] && text.rows.map(\.line) == [1])
        #expect(Document([.barChart(BarChart(label: "a", value: "b", rows: []))]).rendered(.ansi(40)) == "\n")
        #expect(Document([.barChart(BarChart(label: "a", value: "b", rows: []))]).rendered(.html) == "\n")
    }
}
