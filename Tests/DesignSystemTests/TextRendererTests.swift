import Testing

@testable import DesignSystem

/// ANSI and plain, block by block.
@Suite("ANSI and plain") struct TextRendererTests {
    private func plain(_ width: Int?, _ blocks: Block...) -> String {
        Document(blocks).rendered(.plain(width))
    }

    @Test("facts line up by display width, and wrap beside their label")
    func keyValues() {
        let facts = Block.keyValues([
            KeyValue("출판사", "매닝"), KeyValue("By", "one two three four"), KeyValue("ISBN", "1"),
        ])
        expectEqualLines(
            plain(20, facts),
            """
            출판사: 매닝
            By:     one two
                    three four
            ISBN:   1

            """, "facts")
    }

    @Test("labels wider than half the width stand above their values")
    func wideLabels() {
        let facts = Block.keyValues([KeyValue("A long label indeed", "value"), KeyValue("b", "c")])
        expectEqualLines(plain(24, facts), "A long label indeed:\n  value\nb:\n  c\n", "wide labels")
    }

    @Test("numbers of a list are right-aligned, and items hang")
    func lists() {
        let items = (1...10).map { Inline("item \($0)") }
        let lines = plain(16, .list(ordered: true, items)).split(separator: "\n")
        #expect(lines.first == " 1. item 1")
        #expect(lines.last == "10. item 10")
        let wrapped = plain(16, .list(ordered: false, ["one two three four five"]))
        expectEqualLines(wrapped, "- one two three\n  four five\n", "hanging item")
    }

    @Test("a table aligns, and cuts no cell that fits")
    func alignment() {
        let table = Table(
            columns: [
                Column("Left", priority: 0), Column("Right", alignment: .trailing, priority: 0),
                Column("Mid", alignment: .center, priority: 0),
            ],
            rows: [["a", "1", "x"], ["한국어", "12,345", "中心中心"]])
        expectEqualLines(
            plain(80, .table(table)),
            """
            Left     Right    Mid
            a            1     x
            한국어  12,345  中心中心

            """, "alignment")
    }

    @Test("a drawn table has a rule as wide as its columns, in ASCII where drawing is ambiguous")
    func rule() {
        let table = Block.table(Table(columns: [Column("ID"), Column("B")], rows: [["123", "한"]]))
        expectEqualLines(Document([table]).rendered(.ansi(80, depth: .none)), "ID   B\n───  ──\n123  한\n", "rule")
        let wide = RenderOptions(style: .ansi, width: 80, ambiguousWidth: 2)
        expectEqualLines(Document([table]).rendered(wide), "ID   B\n---  --\n123  한\n", "ASCII rule")
        #expect(!Document([table]).rendered(.plain(80)).contains("-"))
    }

    @Test("a table too wide at its smallest becomes records with labels in one column")
    func records() {
        let table = Table(
            columns: [Column("Id", priority: 0), Column("Long title", minimumWidth: 20)],
            rows: [["1234567890123", "one two three four five"], ["2", ""], []])
        let expected = "Id:         1234567890123\nLong title: one two three four\n            five\n\nId:         2\n"
        expectEqualLines(plain(30, .table(table)), expected, "records")
    }

    @Test("a table's columns are lined up for every row", arguments: [60, 80, 120])
    func linedUp(_ width: Int) {
        let words = ["Swift", "스위프트", "權威指南", "👨‍👩‍👧", "☎️", "🇰🇷", "e\u{301}", "ﾊﾝｶｸ", ""]
        let rows: [[Inline]] = words.flatMap { word in
            words.map { other in [Inline(word), Inline(other + word), "end"] }
        }
        let columns = [Column("A"), Column("B", alignment: .center), Column("C", priority: 0)]
        let lines = plain(width, .table(Table(columns: columns, rows: rows))).split(separator: "\n")
        #expect(lines.count == rows.count + 1)
        #expect(Set(lines.dropFirst().map { displayWidth(String($0)) }).count == 1)
    }

    @Test("blocks are parted by an empty line, a heading below the first level stands at its text")
    func spacing() {
        let text = plain(40, .heading(level: 1, "T"), .heading(level: 2, "S"), .paragraph("a"), .paragraph("b"))
        #expect(text == "T\n\nS\na\n\nb\n")
    }

    @Test("one empty line parts the paragraphs of prose, none stands at its ends")
    func prose() {
        #expect(plain(40, .text("\n\na\n\n\n\nb\nc\n\n")) == "  a\n\n  b\n  c\n")
        #expect(Document([.text("a\n\nb")]).rendered(.ansi(40, depth: .none)) == "│ a\n│\n│ b\n")
    }

    @Test("badges are brackets without colours, and blocks of colour apart from each other with them")
    func badges() {
        let badges = Document([.badges(["New", Inline("-20%", .discount)])])
        #expect(badges.rendered(.plain()) == "[New] -20%\n")
        #expect(badges.rendered(.ansi()) == "\u{1B}[1;7m New \u{1B}[0m \u{1B}[1;35m-20%\u{1B}[0m\n")
        let two = Document([.badges(["a", "b"])]).rendered(.ansi())
        #expect(two == "\u{1B}[1;7m a \u{1B}[0m \u{1B}[1;7m b \u{1B}[0m\n")
    }

    @Test("a divider is a rule, or three hyphens")
    func divider() {
        #expect(plain(80, .divider) == "---\n")
        #expect(Document([.divider]).rendered(.ansi(20, depth: .none)) == String(repeating: "─", count: 20) + "\n")
    }
}

@Suite("Style sheet") struct StyleSheetTests {
    @Test("every role has its sequences closed, at every depth", arguments: TextRole.allCases)
    func closed(_ role: TextRole) {
        for depth in ColorDepth.allCases {
            let text = StyleSheet(depth: depth, hyperlinks: false, theme: .auto).styled(Piece(text: "x", role: role))
            if depth == .none || role == .body {
                #expect(text == "x")
            } else {
                #expect(text.hasPrefix("\u{1B}[") && text.hasSuffix("mx\u{1B}[0m"), "\(text.debugDescription)")
            }
        }
    }

    @Test("sixteen colours are the theme's own; only the deeper ones name values")
    func depths() {
        for role in TextRole.allCases {
            let piece = Piece(text: "x", role: role)
            let plain = StyleSheet(depth: .ansi16, hyperlinks: false, theme: .auto).styled(piece)
            #expect(!plain.contains("38;") && !plain.contains("48;"))
            let deep = StyleSheet(depth: .ansi256, hyperlinks: false, theme: .auto).styled(piece)
            #expect(!deep.contains("8;2;"))
        }
        let price = Piece(text: "$5", role: .price)
        #expect(
            StyleSheet(depth: .ansi256, hyperlinks: false, theme: .auto).styled(price) == "\u{1B}[38;5;28m$5\u{1B}[0m")
        #expect(
            StyleSheet(depth: .trueColor, hyperlinks: false, theme: .auto).styled(price)
                == "\u{1B}[38;2;27;135;73m$5\u{1B}[0m")
    }

    @Test("a link is underlined inside its OSC 8 sequence, and only when links are on")
    func links() {
        let piece = Piece(text: "x", role: .body, link: "galleria://home")
        #expect(StyleSheet(depth: .ansi16, hyperlinks: false, theme: .auto).styled(piece) == "x")
        let expected = "\u{1B}]8;;galleria://home\u{1B}\\\u{1B}[4mx\u{1B}[0m\u{1B}]8;;\u{1B}\\"
        #expect(StyleSheet(depth: .ansi16, hyperlinks: true, theme: .auto).styled(piece) == expected)
    }
}

@Suite("Columns on a terminal") struct PlacedColumnTests {
    private static func drawn(_ cells: [Inline], depth: ColorDepth = .ansi16) -> Substring? {
        let table = Table(columns: cells.map { _ in Column("a") }, rows: [cells])
        return Document([.table(table)]).rendered(
            RenderOptions(style: .ansi, colorDepth: depth, placesColumns: true)
        ).split(separator: "\n").last
    }

    @Test("behind what terminals disagree on, the cursor is set where the design system has it, and nowhere else")
    func placed() {
        #expect(Self.drawn(["한국어", "b"]) == "한국어  b")
        #expect(Self.drawn(["☎\u{FE0F}", "b"]) == "☎\u{FE0F}\u{1B}[3G  b")
        #expect(Self.drawn(["👍🏽👍🏽", Inline("b", .title)]) == "👍🏽\u{1B}[3G👍🏽\u{1B}[5G  \u{1B}[1mb\u{1B}[0m")
        #expect(Self.drawn(["한", "👍🏽"]) == "한  👍🏽")
        #expect(Self.drawn([Inline("👍🏽", .price), "b"]) == "\u{1B}[32m👍🏽\u{1B}[0m\u{1B}[3G  b")
    }

    @Test("without colours there is no sequence, and so none of these")
    func plain() {
        #expect(Self.drawn(["☎\u{FE0F}", "b"], depth: .none) == "☎\u{FE0F}  b")
    }

    @Test("only a terminal's own text is placed")
    func decided() {
        func places(_ isTerminal: Bool, _ environment: [String: String] = [:]) -> Bool {
            renderOptions(
                requested: .fixed(.ansi), width: nil, isTerminal: isTerminal, environment: environment,
                terminalColumns: nil
            ).placesColumns
        }
        #expect(places(true) && !places(false) && !places(true, ["NO_COLOR": "1"]))
    }
}
