import JSON
import Testing

@testable import ModuleDraft

@Suite("Fields of rows") struct FieldTests {
    /// A member, its values, and the field's line of the file.
    static let kinds: [(key: String, values: [JSONValue], field: String, line: String)] = [
        (
            "price", [["amount": "9.50", "currency": "EUR"]], "price",
            #"{ from: "money(price.amount, price.currency)", type: money, filter: true }"#
        ),
        (
            "price", [["value": 9, "currencyCode": "EUR"]], "price",
            #"{ from: "money(price.value, price.currencyCode)", type: money, filter: true }"#
        ),
        ("cost", ["$1,299.00", "$5"], "cost", #"{ from: "money(cost, 'USD')", type: money, filter: true }"#),
        ("fare", ["23,000원"], "fare", #"{ from: "money(fare, 'KRW')", type: money, filter: true }"#),
        ("fare", ["59元"], "fare", #"{ from: "money(fare, 'CNY')", type: money, filter: true }"#),
        ("price_krw", [23000], "priceKrw", #"{ from: "money(price_krw, 'KRW')", type: money, filter: true }"#),
        ("price", ["1,299.00"], "price", "price"),
        ("unit_price_cents", [1299], "unitPriceCents", "{ from: unit_price_cents, type: int }"),
        ("costume", ["큰"], "costume", "costume"),
        ("planted", ["2026-11-23"], "planted", "{ from: date(planted), type: date }"),
        ("seen", ["2026-11-23T09:00:00+09:00"], "seen", "{ from: date(seen), type: date }"),
        ("created_at", [1_763_770_000], "createdAt", "{ from: date(created_at), type: date }"),
        ("updatedAt", [1_763_770_000_123], "updatedAt", "{ from: date(updatedAt), type: date }"),
        ("reg_dt", ["20261123"], "regDt", "{ from: date(reg_dt), type: date }"),
        ("timestamp", ["1763770000"], "timestamp", "{ from: date(timestamp), type: date }"),
        ("girth", [1_763_770_000], "girth", "{ from: girth, type: int }"),
        ("height", [.number("12.5")], "height", "{ from: height, type: number }"),
        ("is_old", [true, false], "isOld", "{ from: is_old, type: bool, filter: true }"),
        ("use_yn", ["Y", "N"], "useYn", "{ from: use_yn == 'Y', type: bool, filter: true }"),
        ("photo", ["https://a.example/1"], "photo", "{ from: photo, type: image, listed: false }"),
        ("front", ["https://a.example/1.webp?w=9"], "front", "{ from: front, type: image, listed: false }"),
        (
            "cover", ["//a.example/1.png"], "cover",
            #"{ from: "cover && join('', ['https:', cover])", type: image, listed: false }"#
        ),
        ("page", ["https://a.example/1"], "page", "{ from: page, type: url, listed: false }"),
        ("notes", ["두 줄\n의 글"], "notes", "{ from: notes, listed: false }"),
        ("notes", ["<p>두 줄</p>"], "notes", "{ from: plain(notes), listed: false }"),
        ("tags", [["큰", "오래된"]], "tags", #"{ from: "join(', ', tags)", listed: false }"#),
        ("marks", [[1, 2]], "marks", #"{ from: "join(', ', marks[].to_string(@))", listed: false }"#),
        (
            "parts", [[["name": "잎", "count": 2]]], "parts", #"{ from: "join(', ', parts[].name)", listed: false }"#
        ),
        ("가지", [3, 4, 5], "gaji", "{ from: '\"가지\"', type: int, doc: The 가지. }"),
        ("größe", [3, 4, 5], "grosse", "{ from: '\"größe\"', type: int, doc: The größe. }"),
    ]

    @Test("a member becomes the field that its name and values show", arguments: kinds)
    func kind(_ key: String, _ values: [JSONValue], _ field: String, _ line: String) throws {
        let made = try draft(["trees": .array(trees(with: key, values))])
        #expect(made.field(field) == line, "\(made.text)")
    }

    @Test("a currency stands in the row, in the answer, or is asked for")
    func currencies() throws {
        let bare = try draft(["trees": .array(trees(with: "price", [5]))])
        #expect(bare.field("price") == "{ from: price, type: int }")
        let question = try #require(bare.report.questions.first)
        #expect(question.text.hasPrefix("the currency of `price`"))
        let lines = bare.text.split(separator: "\n")
        #expect(question.line.map { lines[$0 - 1].contains("price:") } == true)
        let around = try draft(["meta": ["currency": "TWD"], "trees": .array(trees(with: "price", [5]))])
        #expect(around.field("price") == #"{ from: "money(price, reply().meta.currency)", type: money, filter: true }"#)
        let beside = try draft([
            "trees": .array(
                trees.map { .object(($0.members ?? []) + [.init("price", "1,299.00"), .init("currency", "AUD")]) })
        ])
        #expect(beside.field("price") == #"{ from: "money(price, currency)", type: money, filter: true }"#)
        #expect(beside.field("currency") == "{ from: currency, listed: false }")
    }

    @Test(
        "the price to pay, the regular one and the rate come in this order",
        arguments: [
            (["price": "$10", "sale_price": "$8", "discount": 20], ["price", "salePrice", "discount"]),
            (["price": "$8", "was_price": "$10"], ["wasPrice", "price"]),
            (["list_price": "$1,000", "final_price": "$900"], ["listPrice", "finalPrice"]),
        ] as [(JSONValue, [String])])
    func prices(_ members: JSONValue, _ names: [String]) throws {
        let rows = trees.map { JSONValue.object(($0.members ?? []) + (members.members ?? [])) }
        let made = try draft(["trees": .array(rows)])
        let fields = try #require(made.text.split(separator: "fields:\n").last).split(separator: "\n")
        #expect(
            fields.dropFirst(2).prefix(names.count).map { $0.prefix { $0 != ":" }.drop { $0 == " " } }
                == names.map { $0[...] })
    }

    @Test("amounts that may count cents are asked about, but not where a currency has none")
    func cents() throws {
        func questions(_ currency: String) throws -> Int {
            let rows = trees.map {
                JSONValue.object(($0.members ?? []) + [.init("amount", 1999), .init("currency", .string(currency))])
            }
            return try draft(["trees": .array(rows)]).report.questions.count { $0.text.contains("whole units") }
        }
        #expect(try questions("usd") == 1)
        let won = trees(with: "price_krw", [23000])
        #expect(try draft(["trees": .array(won)]).report.questions.isEmpty)
    }

    @Test(
        "a key is found by its name, by its values, of two together, and else asked for",
        arguments: [
            ("id", [4, 2, 9, 1], "id", 0), ("_id", ["a", "b", "c", "d"], "id", 0),
            ("uuid", ["u1", "u2", "u3", "u4"], "uuid", 0),
            ("sku", ["S1", "S2", "S3", "S4"], "sku", 0), ("isbn13", ["97911", "97912", "97913", "97914"], "isbn13", 0),
            ("code", ["KR", "TW", "CN", "DE"], "code", 0), ("stationId", [1, 2, 3, 4], "stationId", 0),
            ("kind", ["oak"], "name", 1),
        ] as [(String, [JSONValue], String, Int)])
    func keys(_ key: String, _ values: [JSONValue], _ field: String, _ questions: Int) throws {
        let rows = zip(trees, values + values + values + values).map { row, value in
            JSONValue.object([JSONMember("name", row["name"] ?? nil), JSONMember(key, value)])
        }
        let made = try draft(["trees": .array(rows)])
        #expect(made.field("key") == field)
        #expect(made.report.questions.count == questions, "\(made.report.questions)")
    }

    @Test("rows that two members tell apart have a key of both; rows that none tells apart are asked about")
    func poorKeys() throws {
        let stops: [JSONValue] = [
            ["line": "A", "stop": "강변"], ["line": "A", "stop": "시청"], ["line": "B", "stop": "강변"],
            ["line": "B", "stop": "시청"],
        ]
        let pair = try draft(["stops": .array(stops)])
        #expect(pair.field("id") == "join(' ', [line, stop])")
        #expect(pair.report.questions.first?.text.contains("together") == true)
        let same = try draft([
            "stops": [["line": "A", "stop": "강변"], ["line": "A", "stop": "강변"], ["line": "A", "stop": "시청"]]
        ])
        #expect(same.field("key") == "stop")
        #expect(same.report.questions.first?.text.contains("2 values in 3 rows") == true)
    }

    @Test(
        "a title is found by its name, behind wrappers, in another language, or by what it says",
        arguments: [
            (["note": "n", "title": "t"], "title"), (["note": "n", "product_name": "t"], "productName"),
            (["kind": "n", "attributes": ["title": "t"]], "title"), (["kind": "n", "_source": ["name": "t"]], "name"),
            (["note": "n", "name": ["ko": "가", "en": "a"]], "nameKo"), (["slug": "s", "note": "n"], "note"),
        ] as [(JSONValue, String)])
    func titles(_ members: JSONValue, _ title: String) throws {
        let rows = (1...3).map { JSONValue.object([JSONMember("id", .integer($0))] + (members.members ?? [])) }
        #expect(try draft(["rows": .array(rows)]).text.contains("    title: \(title)\n    fields:\n"))
    }

    @Test("a field without a value is left out, and said so")
    func values() throws {
        let rows = trees.map {
            JSONValue.object(
                ($0.members ?? []) + [
                    .init("none", nil), .init("empty", ""), .init("no rows", [["a": nil]]), .init("some", ["", "값"]),
                    .init("mixed", $0["id"] == 1 ? 3 : ["x": 1]), .init("grid", [[1]]),
                ])
        }
        let made = try draft(["trees": .array(rows)])
        let left = made.report.findings.filter { $0.label == "left out" }.map(\.value).joined(separator: "; ")
        for name in ["none", "empty", "no rows", "mixed", "grid"] {
            #expect(left.contains(name), "\(name): \(left)")
            #expect(made.field(name) == nil)
        }
        #expect(made.field("some") != nil)
    }

    @Test("coordinates and deep leaves are not listed, what stands aside is left out; a picture is taken of several")
    func ranks() throws {
        let rows = trees.map { row in
            JSONValue.object(
                (row.members ?? []) + [
                    .init(
                        "spot",
                        [
                            "city": row["name"] ?? nil, "where": ["lat": .number("37.5"), "lng": 127],
                            "a": ["b": ["c": row["name"] ?? nil]],
                        ]),
                    .init("more", ["keeper": "김"]), .init("lat", .number("1.5")),
                    .init("images", [["url": "https://a.example/1.png"]]),
                ])
        }
        let made = try draft(["trees": .array(rows)])
        #expect(made.field("image") == #"{ from: "images[0].url", type: image, listed: false }"#)
        #expect(made.field("spotCity") == "spot.city")
        for name in ["spotWhereLat", "spotWhereLng", "spotABC", "lat"] {
            #expect(made.field(name)?.contains("listed: false") == true, "\(name)")
        }
        #expect(made.finding("left out") == "more.keeper: it stands aside")
        #expect(made.finding("not listed")?.contains("spot.where.lat") == true)
    }

    @Test("small numbers that stand for something are asked about, counts are not")
    func codes() throws {
        let rows = (1...8).map { place -> JSONValue in
            [
                "id": .integer(place), "name": .string("자리 \(place)"), "tier": .integer(place % 3),
                "seats": .integer(place % 2 + 1),
            ]
        }
        let questions = try draft(["rows": .array(rows)]).report.questions.map(\.text)
        #expect(questions == ["what `tier` means"])
    }
}
