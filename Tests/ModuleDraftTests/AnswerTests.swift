import Foundation
import JSON
import Testing

@testable import ModuleDraft

@Suite("Answers") struct AnswerTests {
    @Test(
        "rows are found where they are",
        arguments: [
            (.array(trees), "\"@\"", 4), (["data": ["trees": .array(trees)]], "data.trees", 4),
            (["a1": ["name": "밤나무"], "b2": ["name": "槐樹", "age": 9]], "values(@)", 2),
            (["data": .object(trees.map { .init("t\($0["id"]?.integer ?? 0)", $0) })], "values(data)", 4),
            (
                ["data": ["trees": ["edges": .array(trees.map { ["cursor": "x", "node": $0] })]]],
                "data.trees.edges[].node", 4
            ),
            (["a b": ["the trees": .array(trees)]], #"'"a b"."the trees"'"#, 4),
        ] as [(JSONValue, String, Int)])
    func places(_ answer: JSONValue, _ items: String, _ count: Int) throws {
        let made = try draft(answer)
        #expect(made.field("items") == items)
        #expect(made.report.summary.hasPrefix("\(count) rows"))
    }

    @Test(
        "one object is one row",
        arguments: [
            ["name": "밤나무", "id": 1], ["now": ["sky": "clear", "wind": 2], "place": ["name": "서울", "country": "KR"]],
        ] as [JSONValue])
    func single(_ answer: JSONValue) throws {
        let made = try draft(answer)
        #expect(made.field("item") == "\"@\"" && made.lines("show:").count == 1)
        #expect(made.report.call == ["wood.show"])
    }

    @Test(
        "what nothing can be made of is refused, with what to do",
        arguments: [
            (#"{"a": ["#, "line 1, column 8"), (#"[{"a": "x", "a": 1}]"#, "comes twice in one object"),
            (#"{"rows": []}"#, "no row"),
            (#"{"count": 0, "next": null, "results": []}"#, "no row"),
            (#"{"status": "ok", "data": {"items": []}}"#, "no row"),
            ("[]", "no row"), ("[1, 2]", "neither an object nor a list of objects"), ("[{}]", "no text"),
            ("<!doctype html><p>", "'<' is out of place"), ("", "empty"),
        ])
    func refusals(_ text: String, _ part: String) throws {
        let address = try DraftAddress("https://a.example/x")
        let refusal = #expect(throws: DraftRefusal.self) {
            _ = try DraftReading(id: "wood", address: address, answer: DraftAnswer(Array(text.utf8))).draft()
        }
        #expect(refusal?.sentence.contains(part) == true, "\(refusal?.sentence ?? "")")
        #expect(refusal?.hint.isEmpty == false)
        #expect(text.hasPrefix("<") == (refusal?.hint.contains("web page") ?? false))
    }

    @Test("a long answer is sampled: numbers keep their spelling, every member stands in a row, the envelope stays")
    func samples() throws {
        var rows = (0..<10_000).map { number in
            #"{"id": \#(number), "name": "나무 \#(number) \#(String(repeating: "x", count: 500))"}"#
        }
        rows[4321] = #"{"id": 4321, "name": "금", "rare": "金"}"#
        rows[9999] = #"{"id": 9999, "name": "끝", "height": 1.50}"#
        let text = #"{"data": {"total": 10000, "trees": [\#(rows.joined(separator: ",\n"))]}, "ok": true}"#
        #expect(text.utf8.count > 5_000_000)
        let address = try DraftAddress("https://a.example/trees")
        let made = try DraftReading(id: "wood", address: address, answer: DraftAnswer(Array(text.utf8))).draft()
        let sample = try #require(made.samples.first)
        #expect((30...50).contains(sample.rows) && sample.bytes.count <= SampleCutter.mostBytes + 1000)
        let json = try JSONValue(parsing: String(decoding: sample.bytes, as: UTF8.self))
        // The total counts what is there.
        #expect(json["data"]?["total"] == .integer(sample.rows) && json["ok"] == true)
        let kept = json["data"]?["trees"]?.array ?? []
        #expect(kept.count == sample.rows)
        #expect(kept.contains { $0["rare"] == "金" } && kept.contains { $0["height"] == .number("1.50") })
        #expect(made.finding("samples") == "\(sample.rows) of the 10000 rows, which is the total in them")
    }

    @Test("a first page alone is a list that ends: no next page, no flag of more, and its own total")
    func firstPage() throws {
        let rows = JSONValue.array(trees)
        let next = try draft(["next": "https://a.example/t?page=2", "total": 90, "trees": rows])
        let flag = try draft(
            ["meta": ["cursor": "abc", "has_more": true], "trees": rows], at: "https://a.example/t?cursor=x")
        let sample = { (made: ModuleDraft) in
            try JSONValue(parsing: String(decoding: made.samples[0].bytes, as: UTF8.self))
        }
        #expect(try sample(next)["next"] == .null && sample(next)["total"] == .integer(trees.count))
        #expect(next.finding("samples") == "\(trees.count) of the 90 rows, which is the total in them")
        #expect(flag.text.contains("by: cursor"), "\(flag.text)")
        #expect(try sample(flag)["meta"]?["has_more"] == false && sample(flag)["meta"]?["cursor"] == "abc")
    }

    @Test("a price that some rows lack is told only where its currency is")
    func pricesWithout() throws {
        let priced: [JSONValue] = [
            ["id": 1, "name": "a", "price": ["amount": "5.50", "currency": "EUR"]],
            ["id": 2, "name": "b", "price": .null],
        ]
        #expect(
            try draft(["rows": .array(priced)]).field("price")
                == #"{ from: "price.currency && money(price.amount, price.currency)", type: money, filter: true }"#)
        #expect(
            try draft(["rows": .array([priced[0]])]).field("price")
                == #"{ from: "money(price.amount, price.currency)", type: money, filter: true }"#)
    }

    @Test("a long object of rows is sampled with the names of its rows")
    func keyedSamples() throws {
        let rows = JSONValue.object(
            (0..<500).map { .init("k\"\($0)", ["name": .string("나무 \($0)"), "age": .integer($0)]) })
        let made = try draft(["rows": rows])
        let json = try JSONValue(parsing: String(decoding: made.samples[0].bytes, as: UTF8.self))
        let kept = json["rows"]?.members ?? []
        #expect(kept.count == made.samples[0].rows && kept.count >= 30)
        for member in kept { #expect(rows[member.key] == member.value) }
    }

    @Test("a secret of the address stands in no file, though the answer repeats it")
    func secrets() throws {
        let answer: JSONValue = [
            "next": "https://a.example/t?key=s3cr%2Bt&page=2", "first": "https://a.example/t?key=s3cr%2Bt&page=1",
            "total": 9, "trees": .array(trees),
        ]
        let made = try draft(answer, at: "https://a.example/t?key=s3cr%2Bt&lang=ko")
        let all = made.text + made.samples.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(!all.contains("s3cr") && all.contains("key=***&page=1"))
        #expect(made.lines("auth:") == ["auth: { query: { key: settings.apiKey } }"])
        #expect(made.field("apiKey") == "{ type: secret, doc: Sent as the parameter key. }")
        #expect(made.field("query") == "{ lang: ko }")
        #expect(made.report.secrets.map(\.setting) == ["apiKey"])
        let two = try draft(answer, at: "https://a.example/t?appid=1234&access_token=5678")
        #expect(
            two.lines("auth:") == ["auth: { query: { appid: settings.appid, access_token: settings.accessToken } }"])
    }

    @Test(
        "an address is taken apart; any other text is refused without a word of its query",
        arguments: [
            ("http://127.0.0.1:8091/concerts", "http://127.0.0.1:8091", "/concerts"),
            ("https://a.example", "https://a.example", "/"), ("https://a.example/?q=1", "https://a.example", "/"),
            ("https://a.example/v1/trees/", "https://a.example/v1", "/trees/"),
            ("https://a.example/v1/%EB%82%98/b%20c#top", "https://a.example/v1/%EB%82%98", "/b%20c"),
            ("ftp://a.example", nil, nil), ("a.example/x", nil, nil), ("https:///x", nil, nil),
            ("https://me:pass@a.example/x?key=CANARY", nil, nil), ("https://a.example/../x", nil, nil),
            ("https://a.example/a b?key=CANARY", nil, nil),
        ] as [(String, String?, String?)])
    func addresses(_ text: String, _ base: String?, _ path: String?) {
        do throws(DraftRefusal) {
            let address = try DraftAddress(text)
            #expect(address.base == base && address.path == path)
        } catch {
            #expect(base == nil)
            #expect(!error.sentence.contains("CANARY") && !error.sentence.contains("pass@"))
        }
    }

    @Test(
        "a row has the words of its member, else of the address, else of the module",
        arguments: [
            ("weather2", ["data", "cities"], "cities", "City", "city", "cities"),
            ("books", ["books"], "x", "Book", "book", "books"),
            ("cafe", ["cafes"], nil, "Cafe", "cafe", "cafes"),
            ("stage", ["results"], "concerts", "Concert", "concert", "concerts"),
            ("concerts", [], "search", "Concert", "concert", "concerts"),
            ("paper", ["news"], nil, "News", "news row", "news rows"),
            ("shop", ["data", "products", "edges"], "graphql", "Product", "product", "products"),
            ("oddRows", [], "v2", "OddRow", "odd row", "odd rows"),
            ("shop", ["tea_boxes"], nil, "TeaBox", "tea box", "tea boxes"),
        ] as [(String, [String], String?, String, String, String)])
    func words(_ id: String, _ path: [String], _ segment: String?, _ type: String, _ one: String, _ several: String) {
        let words = RowWords(id: id, path: path, segment: segment)
        #expect(words.type == type && words.one == one && words.several == several)
    }

    @Test("words to search for become a parameter; a value with braces one with a default; others stay")
    func parameters() throws {
        let made = try draft(
            ["trees": .array(trees)], at: "https://a.example/find?q=swift+ui&lang=en&filter={a}&serviceKey=k123")
        #expect(
            made.lines("query:") == [
                "query: { type: text, min: 1, examples: [swift ui] }",
                #"query: { lang: en, q: "{query}", filter: "{filter}" }"#,
            ])
        #expect(made.lines("filter:") == [#"filter: { type: text, default: "{a}" }"#])
        #expect(made.lines("- { op") == ["- { op: list, params: { query: swift ui }, file: wood/list.json }"])
        #expect(made.report.call == ["wood.list", "query=swift ui"])
    }

    @Test("texts from outside stay inside of their scalars")
    func hostile() throws {
        let keys = [
            "a: b", "# c", "- d", "\"e\"", "'f'", "{g}", "h\ni", "${HOME}", "yes", "null", "k\\l", "\u{202E}m", "*n",
            "&o", "!p", "%q", "@r", "`s`",
        ]
        let rows = (1...3).map { number in
            JSONValue.object(
                [.init("id", .integer(number)), .init("title", "x")] + keys.map { .init($0, .string("값 \(number)")) })
        }
        let made = try draft(["rows ${X}: #": .array(rows)], at: "https://a.example/x?b=${HOME}&c='\"&d=:%20%23%20")
        #expect(!made.text.contains("\u{202E}"))
        #expect(made.report.summary.hasPrefix("3 rows"))
    }
}
