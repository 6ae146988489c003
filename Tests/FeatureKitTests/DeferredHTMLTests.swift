import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// Descriptions that stay the HTML that they came as until they are given.
@Suite("HTML of a list") struct DeferredHTMLTests {
    private enum Dish {
        static let id = Field.whole("id", "Its number.", .key)
        static let about = Field.prose("about", "What it is.", [.html, .unlisted])
        static let searched = Field.prose("story", "Where it is from.", [.html, .search])
        static let layout = RowLayout("dish", [id, about, searched])
    }

    private static let pieces = [
        "a", "국수", " ", "\n", "\t", "<p>", "</p>", "<br>", "<b class=\"x\">", "</b>", "<script>", "</script>",
        "<style>",
        "</style>", "<!--", "-->", "&amp;", "&lt;", "&nbsp;", "&#10;", "\u{A0}", "\u{3000}", "<", ">", "</", "<3", "\"",
        "\\",
        "/", "-", "<li>", "S", "s", "<SPAN>", "<sp", "!", "\u{1}", "\u{7F}", "🍜",
    ]

    /// A string of JSON, any of whose characters may be escaped.
    private func spelled(_ text: String, _ numbers: inout SeededGenerator) -> String {
        var spelled = "\""
        for scalar in text.unicodeScalars {
            let isBare = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
            if isBare, Int.random(in: 0..<4, using: &numbers) > 0 {
                spelled.unicodeScalars.append(scalar)
            } else if scalar == "\n", Bool.random(using: &numbers) {
                spelled += "\\n"
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    spelled += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return spelled + "\""
    }

    private func rows(_ texts: [String]) throws -> [FeatureKit.Row] {
        let rows = texts.enumerated().map { #"{"id":\#($0),"about":\#($1),"story":\#($1)}"# }
        let document = try JSONDocument(parsing: "[" + rows.joined(separator: ",") + "]")
        return Dish.layout.read(document.root, try .test).rows
    }

    private func json(_ row: FeatureKit.Row) -> String {
        var writer = JSONWriter()
        row.write(row.layout.given, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("A row of a list tells the same as the row alone, whatever its HTML and however its JSON is spelled")
    func same() throws {
        var numbers = SeededGenerator(26)
        var (left, missing) = (0, 0)
        for _ in 0..<300 {
            var texts: [(plain: String, spelled: String)] = []
            for _ in 0..<8 {
                var html = ""
                for _ in 0..<Int.random(in: 0...9, using: &numbers) {
                    html += Self.pieces.randomElement(using: &numbers) ?? ""
                }
                texts.append((html, spelled(html, &numbers)))
            }
            let list = try rows(texts.map(\.spelled))
            let place = try #require(Dish.layout.place(of: Dish.about.declaration))
            for (row, text) in zip(list, texts) {
                let alone = try JSONDocument(
                    parsing: #"{"id":\#(row.key),"about":\#(text.spelled),"story":\#(text.spelled)}"#)
                let one = try #require(Dish.layout.read(row: alone.root, try .test))
                let plain = plainText(html: text.plain)
                #expect(sameBytes(row[Dish.about] ?? "", plain), "\(text.plain.debugDescription)")
                #expect((row[Dish.about] == nil) == (one[Dish.about] == nil), "\(text.plain.debugDescription)")
                #expect(row[Dish.about] == row[Dish.searched], "what a search looks through is read at once")
                #expect(sameBytes(json(row), json(one)), "\(text.plain.debugDescription)")
                left += row.slot(place).isHTML ? 1 : 0
                missing += row.slot(place).isMissing ? 1 : 0
                #expect(!one.slot(place).isHTML)
            }
        }
        #expect(left > 300 && missing > 100, "\(left) of 2,400 stay HTML, \(missing) have nothing to be seen")
    }

    @Test("Rows of several answers keep their HTML apart when they become one list")
    func joined() throws {
        let first = try rows([#""<p>one &amp; <b>only<\/b>""#, #""plain""#])
        let second = try rows([#""\n<p class=\"x\">two<\/p>three""#])
        let all = Dish.layout.set(of: [second[0], first[0], first[1]]).rows
        #expect(all.map { $0[Dish.about] } == ["two\nthree", "one & only", "plain"])
        #expect(all.map(json) == [second[0], first[0], first[1]].map(json))
    }

    @Test("A text of many bytes is read at once, and cut where all texts are")
    func long() throws {
        let html = "<p>" + String(repeating: "x", count: TextBound.scalars + 5)
        let row = try #require(try rows(["\"\(html)\""]).first)
        #expect(row[Dish.about]?.unicodeScalars.count == TextBound.scalars - 3)
        #expect(row[Dish.about]?.hasSuffix("x…") == true)
    }

    @Test(
        "The beginning tells where there is something to be seen",
        arguments: [
            ("a", true), ("<p>a", true), (#"<p class=\"b\">\n <br>a"#, true), ("", false), ("<p>", false),
            ("&nbsp;", false),
            ("\u{A0}a", false), ("<script>a", false), ("<STYLE>a", false), ("<!-- -->a", false), ("</p>a", false),
            (#"<p\u003ea"#, false), (#"\u0061"#, false), ("<p", false), ("<", false), (#"\"#, false), ("<3", false),
        ])
    func beginning(_ html: String, _ isSeen: Bool) { #expect(showsText(html: Array(html.utf8).span) == isSeen) }
}
