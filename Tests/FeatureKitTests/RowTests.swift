import DesignSystem
import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("Rows are their fields")
struct RowTests {
    private enum Cafe {
        static let id = Field.whole("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title)
        static let seats = Field.whole("seats", "Seats.", nil, .sort)
        static let coffee = Field.money("coffee", "A coffee.", .code("KRW"), .price, .filter, from: "menu.coffee")
        static let isOpen = Field.flag("open", "Whether it is open.", .badge("open"), .filter, from: "is_open")
        static let isCheap = Field.flag("cheap", "Below 5,000 won.", nil, .filter).computed { row in
            row[coffee].map { $0.amount < DecimalAmount(5_000) }
        }
        static let kind = Field.word("kind", "What it is.", ["roastery", "bakery"], .filter)
        static let opened = Field.date("opened", "Its first day.")
        static let picture = Field.picture("picture", "A picture.")
        static let about = Field.prose("about", "What it says of itself.")
        static let days = Field.rows("days", "Its days.", of: Day.layout)
        static let tags = Field.texts("tags", "Its tags.")
        static let route = Field.route("galleria://cafes/{id}")
        static let layout = RowLayout(
            "cafe", [id, name, seats, coffee, isOpen, isCheap, kind, opened, picture, about, days, tags, route])
    }

    private enum Day {
        static let name = Field.text("name", "The day.", .key)
        static let hours = Field.text("hours", "When it is open.")
        static let layout = RowLayout("day", [name, hours])
    }

    private func rows(_ text: String) throws -> [FeatureKit.Row] {
        Cafe.layout.read(try JSONDocument(parsing: text).root, try .test).rows
    }

    private func json(_ row: FeatureKit.Row, _ places: [Int]? = nil) -> String {
        var writer = JSONWriter()
        row.write(places ?? row.layout.given, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("a row is read in one pass, and code reads fields with their types")
    func typed() throws {
        let row = try #require(
            rows(
                #"""
                [{"id":"7","name":"커피 \"한약방\"","seats":"12","menu":{"tea":1,"coffee":"4,500원"},"is_open":1,"kind":"roastery",
                  "opened":"2019-08-02T10:00:00Z","picture":"//cafe.example/1.png","about":"  ","tags":["a","b"],
                  "days":[{"name":"Mon","hours":"9-18"},{"hours":"lost"}]}]
                """#
            ).first)
        #expect(row[Cafe.id] == 7 && row.key == "7")
        #expect(row[Cafe.name] == "커피 \"한약방\"" && row.title == row[Cafe.name])
        #expect(row[Cafe.seats] == 12)
        #expect(row[Cafe.coffee] == Money(DecimalAmount(4_500), Currency("KRW", .standard)))
        #expect(row[Cafe.isOpen] && row[Cafe.isCheap])
        #expect(row[Cafe.opened] == CivilDate(year: 2019, month: 8, day: 2))
        #expect(row[Cafe.picture] == "https://cafe.example/1.png")
        #expect(row[Cafe.about] == nil, "blanks are no text")
        #expect(row[Cafe.tags] == ["a", "b"])
        #expect(row[Cafe.days].map { $0[Day.hours] } == ["9-18"], "a row without its key is left out")
        #expect(row.route == "galleria://cafes/7")
        #expect(
            json(row)
                == #"{"id":7,"name":"커피 \"한약방\"","seats":12,"coffee":"KRW 4500","open":true,"cheap":true,"#
                + #""kind":"roastery","opened":"2019-08-02","picture":"https://cafe.example/1.png","#
                + #""days":[{"name":"Mon","hours":"9-18"}],"tags":["a","b"],"route":"galleria://cafes/7"}"#)
    }

    @Test("what is missing is left out, never null or empty; what can't be read is missing")
    func missing() throws {
        let rows = try rows(
            #"[{"id":1},{"id":2,"name":"","seats":[],"menu":7,"is_open":"perhaps","opened":"soon","picture":"javascript:x"},{"name":"x"}]"#
        )
        #expect(
            rows.map { json($0) } == [
                #"{"id":1,"route":"galleria://cafes/1"}"#, #"{"id":2,"route":"galleria://cafes/2"}"#,
            ])
    }

    @Test(
        "texts stand in JSON as they came, whatever has to be escaped",
        arguments: [
            "plain", "a\"b\\c", "\u{85}\u{2028}\u{7F}", "한국어 🥐", "é\u{301}", "\t\n", "</script>", "\u{C2}\u{E2}",
        ])
    func escapes(_ text: String) throws {
        let document = JSONValue.array([["id": 1, "name": .string("x" + text)]])
        let row = try #require(rows(String(decoding: document.serialized(), as: UTF8.self)).first)
        #expect(try JSONDocument(parsing: json(row)).root["name"]?.string == "x" + text)
    }

    @Test("a text longer than 20,000 characters ends in an ellipsis")
    func bounded() throws {
        let long = String(repeating: "가", count: 30_000)
        let row = try #require(rows(#"[{"id":1,"name":"\#(long)"}]"#).first)
        #expect(row[Cafe.name]?.unicodeScalars.count == 20_000 && row[Cafe.name]?.last == "…")
    }

    @Test("members in any order, escaped names, foreign members and repeats of prefixes are told apart")
    func members() throws {
        let rows = try rows(
            #"[{"se\u0061ts":3,"seat":9,"seatss":8,"zzzzzzzzzzzzzzzzzzzzz":[{"id":5}],"id":1},{"id":2,"seats":4}]"#)
        #expect(rows.map { $0[Cafe.seats] } == [3, 4])
    }

    @Test("the schema names every field that can be given, and requires the key alone")
    func schema() {
        let schema = ValueSchema.row(Cafe.layout, Cafe.layout.given).value
        #expect(schema["required"] == ["id"])
        #expect(schema["properties"]?.members?.map(\.key) == Cafe.layout.fields.map(\.name))
        #expect(schema["properties"]?["kind"]?["enum"] == ["roastery", "bakery"])
    }

    @Test(
        "what an object requires is said of all objects, of the top, or of none",
        arguments: [
            Case("all", ValueSchema.Required.ofAll, [true, true, true]), Case("top", .ofTop, [true, false, false]),
            Case("none", .ofNone, [false, false, false]),
        ])
    func required(_ row: Case<ValueSchema.Required, [Bool]>) throws {
        let given = ValueSchema.given([JSONMember("type", "object"), JSONMember("required", ["id"])])
        let schema = ValueSchema.object([
            ResultFieldDescription(
                name: "rows", doc: "Rows.", isOptional: false,
                schema: .array(of: .row(Cafe.layout, Cafe.layout.given))),
            ResultFieldDescription(name: "given", doc: "An object.", isOptional: true, schema: given),
        ])
        var writer = JSONWriter()
        schema.write(row.input, into: &writer)
        let value = try JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))
        let properties = try #require(value["properties"])
        let found = [value["required"], properties["rows"]?["items"]?["required"], properties["given"]?["required"]]
        #expect(found.map { $0 != nil } == row.expected)
        #expect(properties["rows"]?["items"]?["properties"]?.members?.isEmpty == false)
    }

    @Test("mistakes in a declaration are found when the registry is built")
    func mistakes() {
        let twice = RowLayout("thing", [Field.text("a", "A."), Field.whole("a", ""), Field.whole("b", "B.")])
        #expect(twice.mistakes.count == 3)
        #expect(Cafe.layout.mistakes.isEmpty)
    }
}

@Suite("Questions about rows")
struct RowQuestionTests {
    private enum Ware {
        static let sku = Field.text("sku", "Its code.", .key, .filter, filter: "skus")
        static let name = Field.text("name", "Its name.", .title)
        static let brand = Field.text("brand", "Its brand.", nil, .filter)
        static let price = Field.money("price", "The price.", .code("AUD"), .price, .filter)
        static let sale = Field.money("sale", "The reduced price.", .code("AUD"), .reduced)
        static let isNew = Field.flag("new", "Whether it is new.", nil, .filter)
        static let layout = RowLayout("ware", [sku, name, brand, price, sale, isNew])
    }

    private static let data = #"""
        [{"sku":"A1","name":"Linen Dress","brand":"Dör","price":120,"sale":"60.50","new":true},
         {"sku":"B2","name":"Café mug","brand":"Dor","price":9.9},
         {"sku":"C3","name":"LINEN　shirt","brand":"Ann","price":80,"new":false},
         {"sku":"D4","name":"Hat 10","brand":"Ann"},
         {"sku":"E5","name":"Hat 9","brand":"ann","price":80}]
        """#

    private func asked(_ parameters: JSONValue) throws -> [String] {
        let layout = Ware.layout
        let question = try QuestionParameters(layout, method: "shop.list", own: []).shape
            .read(parameters.node, of: "shop.list")
        let rows = layout.read(try JSONDocument(parsing: Self.data).root, try .test).rows
        return question.matching(rows).map(\.key)
    }

    static let questions: [(id: String, parameters: JSONValue, keys: [String])] = [
        ("nothing", [:], ["A1", "B2", "C3", "D4", "E5"]),
        ("a word", ["query": "linen"], ["A1", "C3"]), ("words in any order", ["query": "dress linen"], ["A1"]),
        ("accents", ["query": "cafe"], ["B2"]), ("accents asked for", ["query": "dör"], ["A1", "B2"]),
        ("a full-width letter", ["query": "ｌｉｎｅｎ"], ["A1", "C3"]), ("no match", ["query": "silk"], []),
        ("what is paid", ["maxPrice": 80], ["A1", "B2", "C3", "E5"]),
        ("bounds are inclusive", ["minPrice": "60.50", "maxPrice": .number("60.5")], ["A1"]),
        ("no price meets no bound", ["minPrice": 0], ["A1", "B2", "C3", "E5"]),
        ("a flag", ["new": true], ["A1"]), ("a flag as text", ["new": "false"], ["B2", "C3", "D4", "E5"]),
        ("one of several", ["brand": ["ann", "x"]], ["C3", "D4", "E5"]),
        ("one alone", ["brand": "Ann"], ["C3", "D4", "E5"]),
        ("keys", ["skus": ["E5", "Z9", "A1"]], ["A1", "E5"]), ("keys as JSON text", ["skus": #"["B2"]"#], ["B2"]),
        ("an order, missing last, equal as they came", ["sort": "price"], ["B2", "A1", "C3", "E5", "D4"]),
        ("descending, missing last all the same", ["sort": "-price"], ["C3", "E5", "A1", "B2", "D4"]),
        ("names by their numbers", ["sort": "name", "query": "hat"], ["E5", "D4"]),
        ("all at once", ["query": "linen", "maxPrice": 100, "sort": "-price"], ["C3", "A1"]),
        ("null is absent", ["query": .null, "sort": .null, "new": .null], ["A1", "B2", "C3", "D4", "E5"]),
    ]

    @Test("rows that match, in the order asked for", arguments: questions.map(\.id))
    func question(_ id: String) throws {
        let row = try #require(Self.questions.first { $0.id == id })
        #expect(try asked(row.parameters) == row.keys)
    }

    static let wrong: [(id: String, parameters: JSONValue, field: String, names: String)] = [
        ("an order by no field", ["sort": "colour"], "sort", "sku, name, brand"),
        ("a field that is not there", ["fields": ["sku", "colour"]], "fields", "sku, name"),
        ("a cursor of another method", ["cursor": "AAAA"], "cursor", "shop.list"),
        ("a price below nothing", ["minPrice": -1], "minPrice", "0 or more"),
        ("an unknown parameter", ["colour": "red"], "colour", "colour"),
    ]

    @Test("what can't be asked is refused by its name, with what can", arguments: wrong.map(\.id))
    func refused(_ id: String) throws {
        let row = try #require(Self.wrong.first { $0.id == id })
        let fault = #expect(throws: Fault.self) { try asked(row.parameters) }
        #expect(fault?.code == .invalidArgument && fault?.field == row.field)
        #expect(fault?.message.contains(row.names) == true)
    }

    @Test("a projection always has the key, and with a price the one that is paid; all is every field")
    func fields() throws {
        let shape = QuestionParameters(Ware.layout, method: "shop.list", own: []).shape
        let one = try shape.read((["fields": "price"] as JSONValue).node, of: "shop.list")
        #expect(one.fields.map { Ware.layout.fields[$0].name } == ["sku", "price", "sale"])
        let name = try shape.read((["fields": "name"] as JSONValue).node, of: "shop.list")
        #expect(name.fields.map { Ware.layout.fields[$0].name } == ["sku", "name"])
        let all = try shape.read((["fields": ["all"]] as JSONValue).node, of: "shop.list")
        #expect(all.fields == Ware.layout.given)
    }

    @Test("a cursor holds its question; with another one it is refused, with the same or a new limit it goes on")
    func cursors() throws {
        let shape = QuestionParameters(Ware.layout, method: "shop.list", own: []).shape
        let asked: JSONValue = ["query": "linen", "sort": "-price", "limit": 1]
        let first = try shape.read(asked.node, of: "shop.list")
        let cursor = ListPosition(page: 0, rows: 1).text(for: "shop.list", first.given)
        let next = try shape.read((["cursor": .string(cursor)] as JSONValue).node, of: "shop.list")
        #expect(next.position == ListPosition(page: 0, rows: 1) && next.limit == 1 && next.words != nil)
        let same = try shape.read(
            (["cursor": .string(cursor), "query": "linen", "limit": 5] as JSONValue).node, of: "shop.list")
        #expect(same.limit == 5 && same.order?.isDescending == true)
        let other = #expect(throws: Fault.self) {
            try shape.read((["cursor": .string(cursor), "query": "wool"] as JSONValue).node, of: "shop.list")
        }
        #expect(other?.field == "query")
    }
}

@Suite("Days as upstreams write them")
struct DayTests {
    static let values: [(text: String, day: String?)] = [
        (#""2019-08-02""#, "2019-08-02"), (#""2019/08/02""#, "2019-08-02"), ("20190802", "2019-08-02"),
        (#""2019-08-02T23:59:59+09:00""#, "2019-08-02"), (#""2019-08-02 10:00""#, "2019-08-02"),
        ("1564704000", "2019-08-02"), ("1564704000000", "2019-08-02"), ("-1", "1969-12-31"), (#""soon""#, nil),
        ("9223372036854775807", nil), ("-9223372036854775808", nil), ("1e400", nil), ("null", nil), ("[]", nil),
    ]

    @Test("a day, an instant, or nothing; no number traps", arguments: values.map(\.text))
    func day(_ text: String) throws {
        let expected = Self.values.first { $0.text == text }?.day
        let node = try JSONDocument(parsing: "[\(text)]").root
        #expect(node[0].flatMap { $0.looseDay?.text } == expected)
    }
}
