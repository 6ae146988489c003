import DesignSystem
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Markdown that is written from the slots is that of the same facts as blocks, byte for byte.
@Suite("Rows as Markdown in one pass")
struct RowFactsTests {
    private enum Piece {
        static let id = Field.text("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title)
        static let kind = Field.text("kind", "Its kind.", .ribbon)
        static let isNew = Field.flag("isNew", "New.", .badge("new"))
        static let price = Field.money("price", "Its price.", .code("KRW"), .price)
        static let sale = Field.money("sale", "The reduced price.", .code("KRW"), .reduced)
        static let discount = Field.whole("discount", "Percent off.", .discount)
        static let weight = Field.number("weight", "Kilograms.")
        static let made = Field.date("made", "The day.")
        static let isOpen = Field.flag("open", "Open.")
        static let link = Field.link("link", "The page.")
        static let notes = Field.texts("notes", "Words.")
        static let about = Field.prose("about", "About it.")
        static let parts = Field.rows("parts", "Parts.", of: RowLayout("part", [id, name, link]))
        static let place = Field.row("place", "The place.", of: RowLayout("place", [id, name, made]))
        static let route = Field.route("galleria://pieces/{id}")
        static let layout = RowLayout(
            "piece",
            [
                id, name, kind, isNew, price, sale, discount, weight, made, isOpen, link, notes, about, parts, place,
                route,
            ])
    }

    /// Texts that mean something to Markdown, at each place of a line, and all that is naughty.
    private static let texts: [String] = {
        let marks = [
            "#", ">", "-", "+", "1.", "12)", "=", "|", "~~~", ":", "*", "_", "`", "[", "]", "<b>", "&amp;", "\\",
        ]
        return marks.flatMap { [$0, "\($0) a", "a \($0)", "a\($0)b", "\($0)\($0)"] }
            + [
                "", " ", " a", "a ", "a  b", "a\nb", "a\n\nb", "a\n\n\nb", "\na", "a\n", "- a\n- b", "é", "한국어 텍스트",
                "\u{A0}a", "中文",
                "👩‍👩‍👧", "a]", "https://a.example/b", "https://a.example/b c", String(repeating: "가나 ", count: 500),
                String(repeating: "x", count: 30_000),
            ]
    }()

    private func rows(_ texts: some Collection<String>) throws -> [FeatureKit.Row] {
        let values = texts.enumerated().map { index, text -> JSONValue in
            [
                "id": .string(
                    index % 3 == 0
                        ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(50))) + "k" : "k\(index)"),
                "name": .string(text), "kind": .string(text),
                "isNew": .bool(index % 2 == 0), "price": .integer(1_000 + index * 1_000),
                "sale": index % 4 == 1 ? .integer(900) : .null, "weight": .number("1.50"), "made": "2026-11-23",
                "open": .bool(index % 5 == 0), "link": .string("https://a.example/\(index)"), "about": .string(text),
                "notes": index % 2 == 0
                    ? ["https://a.example/1", "https://a.example/2"] : .array([.string(text), "b"]),
                "parts": [
                    ["id": "1", "name": .string(text), "link": "https://b.example"],
                    ["id": .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(50))) + "x")],
                ],
                "place": [
                    "id": .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(50))) + "p"),
                    "name": .string(text), "made": "2021-01-02",
                ],
            ]
        }
        let document = try JSONDocument(parsing: JSONValue.array(values).serialized())
        return Piece.layout.read(document.root, try .test).rows
    }

    private func markdown(_ document: Document) -> String { document.rendered(RenderOptions(style: .markdown)) }

    private func expectSame(_ blocks: [Block], _ id: String) {
        let (facts, plain) = (Document(blocks), Document(Document(blocks).plainBlocks))
        #expect(markdown(facts) == markdown(plain), "\(id)")
    }

    @Test("every text, as a table and as a detail, alone and after another block")
    func everyText() throws {
        for text in Self.texts + NaughtyTexts.all {
            let rows = try rows([text, text, text, text])
            #expect(rows.count == 4)
            for row in rows { expectSame(row.detail(), text) }
            let all = Piece.layout.fields.indices.filter { ![11, 12, 13, 14].contains($0) }
            expectSame([.divider, Piece.layout.table(rows, emptyText: "No pieces."), .divider], text)
            expectSame([Piece.layout.table(rows, all, emptyText: "No pieces.")], text)
        }
    }

    @Test("rows with a range, with the key beside the label or without, one alone, and some without all of it")
    func ranges() throws {
        let day = Field.text("day", "The day.", .title)
        let code = Field.text("code", "Its code.", .key)
        let (low, middle, high) = (
            Field.whole("low", "The lowest.", .low),
            Field.number("mean", "The mean.", .middle).told { value, _ in
                Inline([Span((value?.text ?? "—") + "°", .price)])
            }, Field.whole("high", "The highest.", .high)
        )
        let note = Field.text("note", "A | note.")
        let page = Field.link("page", "Its page.")
        for fields in [[code, day, low, middle, high, note, page], [day, code, note, low, middle, high]]
            as [[any RowField]]
        {
            let days = RowLayout("day", fields)
            let week = RowLayout("week", [Piece.id, Piece.name, Field.rows("days", "Days.", of: days)])
            for (count, lacking) in [(1, nil), (1, 0), (2, nil), (5, nil), (5, 3), (5, 0)] as [(Int, Int?)] {
                let objects = (0..<count).map { number -> JSONValue in
                    var members = [
                        JSONMember("code", .string("c\(number)")),
                        JSONMember("day", .string(["Mon", "*Tue*"][number % 2])),
                        JSONMember("low", .integer(number - 3)), JSONMember("mean", .number("\(number).50")),
                        JSONMember("page", .string("https://a.example/\(number)")),
                    ]
                    if number != lacking { members.append(JSONMember("high", .integer(number + 9))) }
                    if number % 2 == 0 { members.append(JSONMember("note", .string("Rain & [wind]"))) }
                    return .object(members)
                }
                let value = JSONValue.object([
                    JSONMember("id", "w"), JSONMember("name", "Week"), JSONMember("days", .array(objects)),
                ])
                let row = try #require(week.read(row: try JSONDocument(parsing: value.serialized()).root, try .test))
                expectSame(row.detail(), "\(fields.count) \(count) \(lacking ?? -1)")
                // No fact of any day is lost, or told of another.
                for line in markdown(Document(row.detail())).split(separator: "\n")
                where line.contains("https://a.example/") {
                    let number = try #require(line.split(separator: "https://a.example/").last?.first)
                    #expect(count == 1 || line.contains("`c\(number)`"), "\(line)")
                }
            }
        }
    }

    @Test("cells with and without each value, beside badges and a percentage that are told or not")
    func everyCell() throws {
        for (name, kind) in [("Hat", "rare"), ("*Hat", "rare"), ("Hat", "a|b"), ("한국", "[a]")] {
            try everyCell(name, kind)
        }
    }

    private func everyCell(_ name: String, _ kind: String) throws {
        let members = [
            #""name":"\#(name)""#, #""kind":"\#(kind)""#, #""isNew":true"#, #""price":5000"#, #""sale":4000"#,
            #""discount":20"#, #""weight":1.50"#,
        ]
        let objects = (0..<1 << members.count).map { chosen in
            let own = members.indices.filter { chosen >> $0 & 1 == 1 }.map { members[$0] }
            return "{\(([#""id":"k\#(chosen)""#] + own).joined(separator: ","))}"
        }
        let rows = Piece.layout.read(
            try JSONDocument(parsing: "[\(objects.joined(separator: ","))]").root, try .test
        ).rows
        #expect(rows.count == objects.count)
        let all = Array(0..<10)
        for left in [[], [1], [2], [3], [2, 3], [4], [5], [6], [1, 2, 3, 5]] {
            expectSame([Piece.layout.table(rows, all.filter { !left.contains($0) }, emptyText: "")], "without \(left)")
        }
    }

    /// Lines are written in one pass up to one that has to be looked at, or that does not fit: each of them, at each place.
    @Test("details with and without each value, as it mostly is or not, of every length around a doubled buffer")
    func everyFact() throws {
        let members = [
            ("kind", #""rare""#, #""*rare""#), ("price", "5000", "0"), ("sale", "4000", "6000"),
            ("discount", "20", "0"),
            ("weight", "1.50", "-2"), ("link", #""https://a.example/b""#, #""https://a.example/<b>""#),
            ("open", "true", "false"), ("made", #""2026-11-23""#, #""2026-02-30""#),
        ]
        var objects: [String] = []
        for chosen in 0..<1 << members.count {
            let given = members.indices.filter { chosen >> $0 & 1 == 1 }
            for isUsual in [true, false] {
                let own = given.map { #""\#(members[$0].0)":\#(isUsual ? members[$0].1 : members[$0].2)"# }
                objects.append("{\(([#""id":"k\#(objects.count)""#] + own).joined(separator: ","))}")
            }
        }
        for length in Array(0..<140) + [250, 255, 256, 260, 500, 511, 512, 520, 4_000, 8_200] {
            let text = String(repeating: "x", count: length)
            objects.append(
                #"{"id":"k\#(objects.count)","name":"\#(text)","kind":"\#(text)","link":"https://a.example/\#(text)","#
                    + #""price":\#(length)}"#)
        }
        let document = try JSONDocument(parsing: "[\(objects.joined(separator: ","))]")
        let rows = Piece.layout.read(document.root, try .test).rows
        #expect(rows.count == objects.count)
        for row in rows { expectSame(row.detail(), row.key) }
    }

    @Test("no rows, no title, a heading of its own, none at all")
    func edges() throws {
        expectSame([Piece.layout.table([], emptyText: "No pieces.")], "empty")
        expectSame([Piece.layout.table([], emptyText: "")], "nothing to say")
        let row = try #require(try rows(["a"]).first).changing { row in row.set(Piece.name, "") }
        expectSame(row.detail(), "no title")
        expectSame(row.detail(heading: "# own"), "own")
        expectSame([.divider] + row.facts() + [.divider], "facts alone")
    }
}
