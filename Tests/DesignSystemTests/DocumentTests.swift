import Testing

@testable import DesignSystem

@Suite("Documents") struct DocumentTests {
    @Test("a line is made of text, interpolated spans and other lines")
    func inline() {
        let author = "J. Vehent"
        let line: Inline = "by \(author, .emphasis), \(384) pages, \(Inline("$1", .price))"
        #expect(line.plainText == "by J. Vehent, 384 pages, $1")
        #expect(line.spans.map(\.role) == [.body, .emphasis, .body, .body, .body, .price])
        #expect("a" + Inline("b", .code) == Inline([Span("a"), Span("b", .code)]))
        var sum: Inline = "a"
        sum += "b"
        #expect(sum.plainText == "ab")
        #expect(Inline("").isEmpty && Inline([]).isEmpty && !sum.isEmpty)
    }

    @Test("a document is built with conditions and loops")
    func builder() {
        func build(_ flag: Bool) -> Document {
            Document {
                Block.paragraph("first")
                if flag { Block.divider }
                if flag { Block.badges(["a"]) } else { Block.badges(["b"]) }
                for name in ["x", "y"] { Block.paragraph(Inline(name)) }
                [Block.text("t")]
                Document([.divider])
            }
        }
        #expect(
            build(true).blocks == [
                .paragraph("first"), .divider, .badges(["a"]), .paragraph("x"), .paragraph("y"), .text("t"), .divider,
            ])
        #expect(build(false).blocks.prefix(2) == [.paragraph("first"), .badges(["b"])])
    }

    @Test(
        "page summaries",
        arguments: [
            (PageSummary(firstIndex: 1, shown: 20, total: 118, nextCursor: "c"), "showing 1–20 of 118, next: cursor=c"),
            (PageSummary(firstIndex: 1, shown: 20, nextCursor: "c"), "showing 1–20, next: cursor=c"),
            (PageSummary(firstIndex: 101, shown: 18, total: 118), "showing 101–118 of 118 (end)"),
            (PageSummary(firstIndex: 5, shown: 1), "showing 5 (end)"),
            (
                PageSummary(shown: 2, total: 9, nextCursor: "c", currencies: ["AUD", "USD"]),
                "prices in AUD, USD, showing 1–2 of 9, next: cursor=c"
            ), (PageSummary(shown: 0), "nothing to show"),
            (PageSummary(shown: 0, total: 0), "nothing to show"), (PageSummary(shown: -3), "nothing to show"),
            (PageSummary(shown: 0, total: 9, nextCursor: "c"), "nothing on this page, next: cursor=c"),
            (PageSummary(firstIndex: .max, shown: 3), "showing \(Int.max)–\(Int.max) (end)"),
        ])
    func pageSummary(_ summary: PageSummary, _ expected: String) {
        for style in RenderStyle.allCases {
            let text = Document([.pageSummary(summary)]).rendered(RenderOptions(style: style))
            #expect(text.contains(expected), "\(style)")
        }
    }

    @Test("a cursor stays whole and passes the width if it must")
    func longCursor() {
        let cursor = String(repeating: "abcdefgh", count: 20)
        let text = Document([.pageSummary(PageSummary(shown: 20, nextCursor: cursor))]).rendered(.plain(40))
        #expect(text == "showing 1–20,\nnext: cursor=\(cursor)\n")
    }

    @Test("every style says an old price is old", arguments: RenderStyle.allCases)
    func oldPrice(_ style: RenderStyle) {
        let document = Document([.paragraph(Inline("$5", .oldPrice))])
        let expected = [
            RenderStyle.ansi: "\u{1B}[2;9m$5\u{1B}[0m\n", .plain: "was $5\n", .markdown: "~~$5~~\n",
            .html: "<p><s class=\"old-price\">$5</s></p>\n",
        ]
        #expect(document.rendered(RenderOptions(style: style, colorDepth: .ansi16)) == expected[style])
        #expect(document.rendered(.ansi(depth: .none)) == "was $5\n")
    }

    @Test("every kind of notice says so without colour", arguments: NoticeKind.allCases)
    func notices(_ kind: NoticeKind) {
        let document = Document([.notice(kind, title: "t", detail: "d")])
        #expect(document.rendered(.plain(80)) == "\(kind.word) t\n  d\n")
        #expect(document.rendered(.markdown) == "**\(kind.word)** t\nd\n")
        #expect(document.rendered(.html).contains("<strong>\(kind.word)</strong> t"))
        let signs = NoticeKind.allCases.map { Document([.notice($0, title: "t")]).rendered(.ansi(depth: .none)) }
        #expect(Set(signs).count == NoticeKind.allCases.count)
    }

    @Test(
        "heading levels outside 1…3 count as the nearest",
        arguments: [(-1, 1), (0, 1), (1, 1), (3, 3), (4, 3), (99, 3)])
    func headings(_ level: Int, _ expected: Int) {
        let document = Document([.heading(level: level, "x")])
        #expect(document.rendered(.markdown) == String(repeating: "#", count: expected) + " x\n")
        #expect(document.rendered(.html) == "<h\(expected)>x</h\(expected)>\n")
    }

    @Test("rows may be short or long", arguments: RenderStyle.allCases)
    func raggedRows(_ style: RenderStyle) {
        let table = Table(columns: [Column("A"), Column("B")], rows: [[], ["1"], ["1", "2", "3"]])
        let text = Document([.table(table)]).rendered(RenderOptions(style: style, width: 40))
        #expect(!text.contains("3"))
        #expect(text.contains("2"))
    }

    @Test("links are named where they can't be followed")
    func links() {
        let document = Document([.paragraph(Inline("x", link: "https://e.example/"))])
        #expect(document.rendered(.plain()) == "x <https://e.example/>\n")
        let link = "\u{1B}]8;;https://e.example/\u{1B}\\\u{1B}[4mx\u{1B}[0m\u{1B}]8;;\u{1B}\\\n"
        #expect(document.rendered(.ansi(hyperlinks: true)) == link)
        #expect(document.rendered(.html) == "<p><a href=\"https://e.example/\" rel=\"noopener noreferrer\">x</a></p>\n")
        let unsafe = Document([
            .paragraph(Inline("x", link: "javascript:y")), .link(title: "t", target: "javascript:z"),
        ])
        #expect(unsafe.rendered(.ansi(depth: .none, hyperlinks: true)) == "x <javascript:y>\n\nt: javascript:z\n")
        #expect(unsafe.rendered(.html) == "<p>x (javascript:y)</p>\n<p>t: javascript:z</p>\n")
    }

    @Test(
        "T3: a title of a megabyte is cut in every style, and the whole stays in proportion",
        arguments: RenderStyle.allCases)
    func megabyteTitle(_ style: RenderStyle) {
        for unit in ["word ", "한", "👨‍👩‍👧", "x", "|", "e\u{301}", "\u{1B}[31m", "- \n"] {
            let title = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
            let document = Document {
                Block.heading(level: 1, Inline(title))
                Block.table(
                    Table(columns: [Column("Id", priority: 0), Column("Title")], rows: [["1", Inline(title)]]))
                Block.text(title)
            }
            let text = document.rendered(RenderOptions(style: style, width: 40))
            #expect(text.unicodeScalars.contains("…"))
            #expect(text.utf8.count < 40 * (4 * TextLimits.line + TextLimits.prose))
        }
    }

    @Test("a layout narrower than the smallest is the smallest")
    func narrow() {
        for (_, document) in SampleDocuments.all {
            let smallest = document.rendered(.plain(RenderOptions.minimumWidth))
            for width in [-1, 0, 1, 15] { #expect(document.rendered(.plain(width)) == smallest) }
        }
    }

    @Test("no line passes the width, but for addresses and cursors", arguments: [16, 24, 40, 60, 80, 120, 200])
    func width(_ width: Int) {
        for (name, document) in SampleDocuments.all {
            for ambiguous in [1, 2] {
                let options = RenderOptions(style: .ansi, width: width, ambiguousWidth: ambiguous)
                for line in document.rendered(options).split(separator: "\n") {
                    if line.contains("://") || line.contains("cursor=") { continue }
                    #expect(displayWidth(String(line), ambiguous: ambiguous) <= width, "\(name): \(line)")
                    #expect(line.last != " ", "\(name): \(line)")
                }
            }
        }
    }
}
