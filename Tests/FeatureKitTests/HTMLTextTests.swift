import Testing

@testable import FeatureKit

/// Upstream HTML as plain text.
@Suite("Text of HTML") struct HTMLTextTests {
    @Test("Tags go, blocks and breaks become lines, references are replaced", arguments: table)
    func text(_ row: Case<String, String>) {
        #expect(sameBytes(plainText(html: row.input), row.expected), "\(plainText(html: row.input).debugDescription)")
    }

    static let table: [Case<String, String>] = [
        ("", ""), ("plain", "plain"), ("<p>one</p><p>two</p>", "one\ntwo"), ("a<br>b<br/>c", "a\nb\nc"),
        ("a<br><br><br>b", "a\n\nb"), ("<br>a<br>", "a"), ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("a <b>b</b> c", "a b c"), ("a <b> b </b> c", "a b c"), ("a\n\t b", "a b"), ("<h1>t</h1>x", "t\nx"),
        ("<tr><td>a</td></tr><tr><td>b</td></tr>", "a\nb"), ("<script>x<y</script>z", "z"),
        ("<style>a<!-- </style>b", "b"), ("<script></style>x</SCRIPT >z", "z"),
        ("<STYLE>p{}</style>z", "z"), ("a<!-- b -->c", "ac"), ("a<!-- b", "a"), ("a<!DOCTYPE x>b", "ab"),
        ("&lt;b&gt; &amp;amp;", "<b> &amp;"), ("caf&eacute;&nbsp;x", "caf\u{E9} x"), ("a<b", "a"),
        // A "<" that begins no tag is text.
        ("1 < 2 > 0", "1 < 2 > 0"), ("I <3 you, 2>1", "I <3 you, 2>1"), ("</3", "</3"), ("a<", "a<"), ("<", "<"),
        ("<=>", "<=>"), ("1<<b>2</b>", "1<2"),
        // Nothing that is left makes a tag.
        ("<<b>b>x", "< b>x"), ("<<i>/b>x", "< /b>x"), ("<<!---->script>x", "< script>x"), ("<<i></i>b>x", "< b>x"),
        ("</<i>b>x", "</ b>x"),
        ("<<script></script>img src=x>", "< img src=x>"),
        // A reference is white space like any other.
        ("a&#10;&#10;&#10;b", "a b"), ("a&nbsp;&nbsp;b", "a b"), ("&#10;a", "a"), ("<p>&nbsp;</p>a", "a"),
    ].map { Case($0.0.isEmpty ? "empty" : $0.0, $0.0, $0.1) }

    @Test(
        "Blank blocks in any number take no more than their length",
        arguments: [" <p>", "&nbsp;<p>", "\u{A0}<p>", "\u{3000}<li>", "<br>", "<", "<!", "&", "<!-", "x<p>"])
    func linear(_ piece: String) {
        // A quadratic reading would look at tens of billions of bytes.
        let html = String(repeating: piece, count: 200_000)
        #expect(plainText(html: html).utf8.count <= html.utf8.count)
    }
}
