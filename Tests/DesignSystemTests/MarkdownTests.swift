import Testing

@testable import DesignSystem

/// Escapes of Markdown, and their minimum.
@Suite("Markdown") struct MarkdownTests {
    private func markdown(_ blocks: Block...) -> String {
        String(Document(blocks).rendered(.markdown).dropLast())
    }

    @Test(
        "a paragraph",
        arguments: [
            ("plain text, nothing else.", "plain text, nothing else."), ("5 * 3 = 15", "5 * 3 = 15"),
            ("*5*", "\\*5\\*"),
            ("snake_case_name", "snake_case_name"), ("_x_", "\\_x\\_"), ("한_글", "한_글"), ("a _ b", "a _ b"),
            ("R&D, AT&T", "R&D, AT&T"), ("&amp;", "\\&amp;"), ("&#39;", "\\&#39;"), ("a & b;", "a & b;"),
            ("x&", "x\\&"),
            ("1 < 2", "1 < 2"), ("<b>", "\\<b>"), ("</b>", "\\</b>"), ("<3", "<3"), ("a`b", "a\\`b"),
            ("C:\\dir", "C:\\dir"),
            ("\\*", "\\\\\\*"), ("end\\", "end\\\\"), ("[x](y)", "[x\\]\\(y)"), ("[x] y", "\\[x] y"),
            ("[y] z", "[y] z"),
            ("[1]: y", "[1\\]\\: y"),
            ("[ ]", "\\[ ]"), ("[x1]", "[x1]"), ("[^1]", "\\[^1]"), ("# x", "\\# x"),
            ("#1 best seller", "\\#1 best seller"),
            ("a # b", "a # b"),
            ("> x", "\\> x"), ("a > b", "a > b"), ("- x", "\\- x"), ("-20%", "-20%"), ("---", "\\---"),
            ("+ x", "\\+ x"),
            ("+82 2", "+82 2"), ("1. x", "1\\. x"), ("1984. Orwell", "1984\\. Orwell"), ("1.5 kg", "1.5 kg"),
            ("2) x", "2\\) x"),
            ("3판", "3판"), ("1234567890. x", "1234567890. x"), ("~5 min", "~5 min"), ("1~2, 3~4", "1\\~2, 3\\~4"),
            ("~~x~~", "\\~\\~x\\~\\~"), ("a|b", "a|b"), ("|a|", "\\|a|"), ("    code", "code"), ("", ""), ("   ", ""),
            ("a\n# b", "a # b"), ("$17.23", "$17.23"), ("스위프트 — “책”", "스위프트 — “책”"), ("===", "\\==="),
            ("C++ & C#", "C++ & C#"),
        ])
    func paragraph(_ text: String, _ expected: String) {
        #expect(markdown(.paragraph(Inline(text))) == expected)
    }

    @Test(
        "a cell",
        arguments: [
            ("a|b", "a\\|b"), ("a\\|b", "a&#92;\\|b"), ("a\\", "a&#92;"), ("# x", "# x"), ("- x", "- x"),
            ("a\nb", "a b"), ("", ""),
            ("`|`", "\\`\\|\\`"), ("C:\\dir", "C:\\dir"),
        ])
    func cell(_ text: String, _ expected: String) {
        let table = Table(columns: [Column("A")], rows: [[Inline(text)]])
        #expect(markdown(.table(table)) == "|A|\n|---|\n|\(expected)|")
    }

    @Test(
        "a heading",
        arguments: [
            ("C#", "C#"), ("#", "\\#"), ("a #", "a \\#"), ("a ##", "a #\\#"), ("#1", "#1"), ("1. x", "1. x"),
            ("Swift & Rust", "Swift & Rust"),
        ])
    func heading(_ text: String, _ expected: String) {
        #expect(markdown(.heading(level: 2, Inline(text))) == "## " + expected)
    }

    @Test(
        "roles",
        arguments: [
            (TextRole.body, "x y"), (.title, "**x y**"), (.headline, "x y"), (.caption, "x y"), (.price, "x y"),
            (.oldPrice, "~~x y~~"), (.discount, "x y"), (.badge, "[x y]"), (.success, "x y"), (.warning, "x y"),
            (.failure, "x y"), (.muted, "x y"), (.code, "`x y`"), (.emphasis, "*x y*"),
        ])
    func roles(_ role: TextRole, _ expected: String) {
        #expect(markdown(.paragraph(Inline("x y", role))) == expected)
    }

    @Test("marks stand at visible text, and code with backticks is escaped text")
    func marks() {
        #expect(markdown(.paragraph("was " + Inline(" $5 ", .oldPrice) + "now")) == "was ~~$5~~ now")
        #expect(markdown(.paragraph(Inline("  ", .emphasis) + "x")) == "x")
        #expect(markdown(.paragraph(Inline("a`b", .code))) == "a\\`b")
        #expect(markdown(.paragraph(Inline("*x*", .emphasis))) == "*\\*x\\**")
        #expect(markdown(.paragraph(Inline("New", .badge) + "(x)")) == "[New]\\(x)")
        #expect(markdown(.heading(level: 1, Inline("x", .title))) == "# x")
    }

    @Test("links")
    func links() {
        #expect(
            markdown(.link(title: "Page", target: "https://e.example/a(b)")) == "[Page](https://e.example/a%28b%29)")
        #expect(markdown(.link(title: "Page", target: "javascript:alert(1)")) == "Page: javascript:alert(1)")
        #expect(markdown(.link(title: "a]b", target: "galleria://home")) == "[a\\]b](galleria://home)")
        #expect(markdown(.link(title: "https://e.example/", target: "https://e.example/")) == "<https://e.example/>")
        #expect(markdown(.paragraph(Inline("x", link: "data:text/html,y"))) == "x (data:text/html,y)")
        #expect(markdown(.paragraph(Inline("x", link: "https://e.example/"))) == "[x](https://e.example/)")
    }

    @Test("prose is a quote on every line")
    func prose() {
        #expect(markdown(.text("a\n\n\n  b\n# c\n")) == "> a\n>\n> b\n> \\# c")
        #expect(markdown(.text("")) == "")
        #expect(markdown(.text("\n \n")) == "")
    }

    @Test("a cursor is written as it is, unless it isn't one")
    func cursors() {
        let summary = PageSummary(firstIndex: 21, shown: 20, total: 118, nextCursor: "_a-b_~=")
        #expect(markdown(.pageSummary(summary)) == "showing 21–40 of 118, next: cursor=_a-b_~=")
        let evil = PageSummary(shown: 1, nextCursor: "`\n# x")
        #expect(markdown(.pageSummary(evil)) == "showing 1, next: cursor=\\` # x")
    }

    @Test("blocks that say nothing leave nothing")
    func nothing() {
        let silent: [Block] = [
            .list(ordered: false, []), .keyValues([]), .badges([]), .text(""), .table(Table(columns: [], rows: [])),
            .table(Table(columns: [Column("A")], rows: [])),
        ]
        for style in RenderStyle.allCases {
            #expect(Document(silent).rendered(RenderOptions(style: style)) == "\n", "\(style)")
            #expect(Document().rendered(RenderOptions(style: style)) == "\n", "\(style)")
        }
        #expect(markdown(.paragraph("a"), .badges([]), .paragraph("b")) == "a\n\nb")
    }
}
