import TestSupport
import Testing

@testable import DesignSystem

@Suite("Range chart") struct RangeChartTests {
    private static func chart(_ rows: [RangeRow], unit: String = "°C") -> RangeChart {
        RangeChart(
            titles: RangeChart.Titles(label: "day", low: "min", mark: "average", high: "max"), unit: unit, rows: rows)
    }

    private static func row(_ label: String, _ low: Double, _ high: Double) -> RangeRow {
        func value(_ number: Double) -> RangeValue { RangeValue(number, "\(Int(number.rounded(.toNearestOrEven)))°C") }
        return RangeRow(label: Inline(label), low: value(low), mark: value((low + high) / 2), high: value(high))
    }

    private static let week = chart([
        row("Wed, 10 Mar 2021", 24.91, 37.38), row("Thu, 11 Mar 2021", 24.64, 38.5),
        row("Fri, 12 Mar 2021", 28.2, 28.2),
    ])

    private static func drawn(_ chart: RangeChart, _ width: Int?, ambiguous: Int = 1) -> String {
        Document([.rangeChart(chart)]).rendered(
            RenderOptions(style: .ansi, width: width, ambiguousWidth: ambiguous))
    }

    @Test("eighty columns: a line a day, on one scale")
    func eighty() {
        expectEqualLines(
            Self.drawn(Self.week, 80),
            """
            day                min                                             max   average
            Wed, 10 Mar 2021  25°C ┊          ━━━━━━━━━━━━●━━━━━━━━━━━━━     ┊ 37°C     31°C
            Thu, 11 Mar 2021  25°C ┊         ━━━━━━━━━━━━━━●━━━━━━━━━━━━━━╸  ┊ 38°C     32°C
            Fri, 12 Mar 2021  28°C ┊          ┊     ●   ┊          ┊         ┊ 28°C     28°C
                                   20°C      25°C      30°C       35°C    40°C

            """, "80 columns")
    }

    @Test("forty columns: two lines a day, the bar as wide as the screen allows")
    func forty() {
        expectEqualLines(
            Self.drawn(Self.week, 40),
            """
            Wed, 10 Mar 2021            average 31°C
            25°C ┊      ╺━━━━━━━━●━━━━━━━━╸   ┊ 37°C
            Thu, 11 Mar 2021            average 32°C
            25°C ┊      ━━━━━━━━━━●━━━━━━━━━╸ ┊ 38°C
            Fri, 12 Mar 2021            average 28°C
            28°C ┊           ●  ┊             ┊ 28°C
                 20°C          30°C        40°C

            """, "40 columns")
    }

    @Test(
        "plain text has the chart in ASCII, within 80 columns; Markdown says the same facts as a table, and draws nothing"
    )
    func tables() {
        let plain = Document([.rangeChart(Self.week)]).rendered(.plain(80))
        expectEqualLines(
            plain,
            """
            day                min                                          max   average
            Wed, 10 Mar 2021  25°C :         ============O============    : 37°C     31°C
            Thu, 11 Mar 2021  25°C :        ==============O=============  : 38°C     32°C
            Fri, 12 Mar 2021  28°C :         :     O   :        :         : 28°C     28°C
                                   20°C     25°C      30°C     35°C    40°C

            """, "plain")
        #expect(Document([.rangeChart(Self.week)]).rendered(.plain()) == plain)
        let markdown = Document([.rangeChart(Self.week)]).rendered(.markdown)
        #expect(markdown.hasPrefix("|day|min|average|max|\n|---|--:|--:|--:|\n|Wed, 10 Mar 2021|25°C|31°C|37°C|\n"))
        #expect(!markdown.contains { "━╸╺●┊=".contains($0) } && !plain.contains { "━╸╺●┊".contains($0) })
    }

    @Test("a key among further facts stands beside the label, other facts behind the range")
    func further() {
        var chart = Self.week
        var key = Column("date")
        key.rank = .key
        chart.further = Table(
            columns: [key, Column("sky")], rows: (10...12).map { [Inline("03-\($0)"), Inline("clear")] })
        let keyed = Document([.rangeChart(chart)]).rendered(.markdown)
        #expect(keyed.hasPrefix("|day|date|min|average|max|sky|\n"))
        #expect(keyed.contains("|Wed, 10 Mar 2021|03-10|25°C|31°C|37°C|clear|\n"))
        chart.further?.columns[0].rank = Column("").rank
        #expect(Document([.rangeChart(chart)]).rendered(.markdown).hasPrefix("|day|min|average|max|date|sky|\n"))
    }

    @Test("HTML: a table with a picture in each row, which screen readers pass over")
    func html() {
        let html = Document([.rangeChart(Self.week)]).rendered(.html)
        #expect(html.hasPrefix("<table class=\"range-chart\"><thead>"))
        #expect(html.contains("<th scope=\"row\">Wed, 10 Mar 2021</th><td class=\"trailing\">25°C</td>"))
        #expect(html.ranges(of: "<svg").count == 3 && html.ranges(of: "aria-hidden=\"true\"").count == 3)
        // From 20 to 40 in 144 units: 24.91 at 35, 37.38 at 125, 31.145 at 80, all behind a margin of 8.
        #expect(html.contains("x1=\"43\" y1=\"8\" x2=\"133\"") && html.contains("cx=\"88\""))
        #expect(!html.contains("style=") && !html.contains("<script"))
    }

    @Test("every style and width carries every text", arguments: [16, 20, 30, 40, 52, 60, 80, 120, 200])
    func facts(_ width: Int) {
        for options in [RenderOptions.plain(width), .ansi(width), .ansi(width, depth: .trueColor), .markdown, .html] {
            let text = Document([.rangeChart(Self.week)]).rendered(options)
            for row in Self.week.rows {
                for fact in [row.label.plainText, row.low.text, row.mark.text, row.high.text] {
                    let words = fact.split(separator: " ")
                    #expect(words.allSatisfy { text.contains($0) }, "\(fact) at \(width) in \(options.style)")
                }
            }
        }
    }

    @Test("no line passes the width, whatever the labels", arguments: [16, 20, 30, 40, 52, 60, 80, 120, 200])
    func fits(_ width: Int) {
        let labels = ["", "Wed", "2021년 3월 10일 수요일", "一月二十八日星期四", "👨‍👩‍👧 ☎️ 🇰🇷", String(repeating: "long label ", count: 20)]
        for label in labels {
            let chart = Self.chart([Self.row(label, -46.2, -8), Self.row("x", 3, 41)])
            for ambiguous in [1, 2] {
                for line in Self.drawn(chart, width, ambiguous: ambiguous).split(separator: "\n") {
                    #expect(displayWidth(String(line), ambiguous: ambiguous) <= width, "\(line)")
                }
            }
        }
    }

    @Test("bars stand below each other, whatever the labels", arguments: [80, 200])
    func linedUp(_ width: Int) {
        let labels = ["Wed", "수요일", "星期四", "👨‍👩‍👧"]
        let lines = Self.drawn(Self.chart(labels.map { Self.row($0, 0, 10) }), width).split(separator: "\n")
        let starts = lines.dropFirst().prefix(labels.count).map { line in
            displayWidth(String(line.prefix { $0 != "╺" }))
        }
        #expect(starts.count == labels.count && Set(starts).count == 1)
    }

    @Test("where lines are ambiguous in width the bars are ASCII")
    func ambiguous() {
        let text = Self.drawn(Self.week, 80, ambiguous: 2)
        #expect(text.contains("==O==") && !text.contains { "━╸╺●┊".contains($0) })
    }

    @Test("without a bound the picture is as wide as is good to read")
    func unbounded() {
        let widths = Self.drawn(Self.week, nil).split(separator: "\n").map { displayWidth(String($0)) }
        #expect(widths.max() == 16 + 2 + 4 + 1 + 96 + 1 + 4 + 2 + 7)
        #expect(Self.drawn(Self.week, 1000) == Self.drawn(Self.week, nil))
    }

    @Test("a chart without rows says nothing", arguments: RenderStyle.allCases)
    func empty(_ style: RenderStyle) {
        #expect(Document([.rangeChart(Self.chart([]))]).rendered(RenderOptions(style: style, width: 80)) == "\n")
    }

    @Test("H9: a row that can't be drawn keeps its texts", arguments: RenderStyle.allCases)
    func undrawable(_ style: RenderStyle) {
        let odd = RangeRow(
            label: "odd", low: RangeValue(.nan, "low?"), mark: RangeValue(.infinity, "mark?"),
            high: RangeValue(-1e300, "high?"))
        for rows in [[odd], [odd, Self.row("even", 1, 2)]] {
            for width in [20, 40, 80] {
                let text = Document([.rangeChart(Self.chart(rows))]).rendered(RenderOptions(style: style, width: width))
                for fact in ["odd", "low?", "mark?", "high?"] { #expect(text.contains(fact), "\(width)") }
            }
        }
    }

    // MARK: Untrusted text

    private static func hostile(_ text: String) -> Document {
        let row = RangeRow(
            label: Inline(text), low: RangeValue(1, text), mark: RangeValue(2, text), high: RangeValue(3, text))
        let titles = RangeChart.Titles(label: text, low: text, mark: text, high: text)
        return Document([.rangeChart(RangeChart(titles: titles, unit: text, rows: [row, row]))])
    }

    @Test("T1: no style lets a forbidden scalar out of a chart", arguments: HostileText.all)
    func forbidden(_ hostile: HostileText) {
        for style in RenderStyle.allCases {
            for width in [nil, 20, 40, 80] {
                let text = Self.hostile(hostile.text).rendered(RenderOptions(style: style, width: width))
                #expect(text.forbiddenScalars == [], "\(style)")
            }
        }
    }

    @Test("T2: a chart keeps its cells and elements, whatever its texts", arguments: HostileText.lures)
    func keepsShape(_ lure: String) {
        let markdown = Self.hostile(lure).rendered(.markdown).split(separator: "\n")
        #expect(markdown.count == 4 && markdown.allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") })
        func tags(_ text: String) -> [String] {
            Self.hostile(text).rendered(.html).matches(of: #/<[^>]*>/#.matchingSemantics(.unicodeScalar))
                .map { String($0.output) }
        }
        #expect(tags(lure) == tags("harmless"))
    }
}
