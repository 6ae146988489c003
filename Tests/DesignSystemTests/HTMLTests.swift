import Testing

@testable import DesignSystem

/// A fragment of semantic elements, every text escaped.
@Suite("HTML") struct HTMLTests {
    private func html(_ block: Block) -> String {
        String(Document([block]).rendered(.html).dropLast())
    }

    @Test(
        "characters that mean something are escaped",
        arguments: [
            ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("&lt;", "&amp;lt;"), ("\"x\"", "&quot;x&quot;"),
            ("'x'", "&#39;x&#39;"),
            ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("한국어", "한국어"), ("", ""), ("👨‍👩‍👧 & co", "👨‍👩‍👧 &amp; co"),
        ])
    func escapes(_ text: String, _ expected: String) {
        #expect(Array(htmlEscaped(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let block: Block
        let expected: String
    }

    static let cases = [
        Case(description: "paragraph", block: .paragraph("a < b"), expected: "<p>a &lt; b</p>"),
        Case(description: "empty paragraph", block: .paragraph(""), expected: ""),
        Case(
            description: "prose", block: .text("a\n\n<b>\n"),
            expected: "<blockquote class=\"text\"><p>a</p><p>&lt;b&gt;</p></blockquote>"),
        Case(description: "prose of spaces", block: .text(" \n \n"), expected: ""),
        Case(
            description: "unordered list", block: .list(ordered: false, ["a", "b"]),
            expected: "<ul><li>a</li><li>b</li></ul>"),
        Case(description: "ordered list", block: .list(ordered: true, ["a"]), expected: "<ol><li>a</li></ol>"),
        Case(
            description: "facts", block: .keyValues([KeyValue("<k>", Inline("v", .price))]),
            expected: "<dl><dt>&lt;k&gt;</dt><dd><span class=\"price\">v</span></dd></dl>"),
        Case(
            description: "badges", block: .badges(["New"]),
            expected: "<ul class=\"badges\"><li><span class=\"badge\">New</span></li></ul>"),
        Case(
            description: "notice", block: .notice(.warning, title: "t", detail: "d"),
            expected: "<div class=\"notice warning\" role=\"alert\"><p><strong>Warning:</strong> t</p><p>d</p></div>"),
        Case(
            description: "notice without detail", block: .notice(.info, title: "t"),
            expected: "<div class=\"notice info\" role=\"status\"><p><strong>Note:</strong> t</p></div>"),
        Case(
            description: "link", block: .link(title: "a&b", target: "https://e.example/?a=1&b=\"2"),
            expected: "<p><a href=\"https://e.example/?a=1&amp;b=%222\" rel=\"noopener noreferrer\">a&amp;b</a></p>"),
        Case(
            description: "link that isn't safe", block: .link(title: "a", target: "javascript:alert('x')"),
            expected: "<p>a: javascript:alert(&#39;x&#39;)</p>"),
        Case(
            description: "page summary", block: .pageSummary(PageSummary(shown: 2, nextCursor: "<c>")),
            expected: "<p class=\"page-summary\">showing 1–2, next: cursor=&lt;c&gt;</p>"),
        Case(description: "divider", block: .divider, expected: "<hr>"),
        Case(
            description: "empty table", block: .table(Table(columns: [Column("A")], rows: [], emptyText: "none")),
            expected: "<p class=\"empty\">none</p>"),
        Case(
            description: "table",
            block: .table(
                Table(
                    columns: [Column("A"), Column("B", alignment: .trailing), Column("C", alignment: .center)],
                    rows: [["1", "2"]])),
            expected: """
                <table><thead><tr><th scope="col">A</th><th scope="col" class="trailing">B</th>\
                <th scope="col" class="center">C</th></tr></thead>
                <tbody><tr><td>1</td><td class="trailing">2</td><td class="center"></td></tr></tbody></table>
                """),
    ]

    @Test("blocks are semantic elements", arguments: cases)
    func blocks(_ sample: Case) {
        expectEqualLines(html(sample.block), sample.expected, sample.description)
    }

    @Test(
        "roles are elements or class names",
        arguments: [
            (TextRole.body, "x"), (.title, "<strong class=\"title\">x</strong>"),
            (.headline, "<strong class=\"headline\">x</strong>"), (.caption, "<small class=\"caption\">x</small>"),
            (.price, "<span class=\"price\">x</span>"), (.oldPrice, "<s class=\"old-price\">x</s>"),
            (.discount, "<span class=\"discount\">x</span>"), (.badge, "<span class=\"badge\">x</span>"),
            (.success, "<span class=\"success\">x</span>"), (.warning, "<span class=\"warning\">x</span>"),
            (.failure, "<span class=\"failure\">x</span>"), (.muted, "<small class=\"muted\">x</small>"),
            (.code, "<code>x</code>"), (.emphasis, "<em>x</em>"),
        ])
    func roles(_ role: TextRole, _ expected: String) {
        #expect(html(.paragraph(Inline("x", role))) == "<p>\(expected)</p>")
    }
}
