import JSON
import TestSupport
import Testing

@testable import FeatureKit

@Suite("Words of a search")
struct SearchWordsTests {
    private static let text = "Red wool Scarf | 黃靖僑"

    @Test(
        "each is to be found, of those between bars one",
        arguments: [
            ("red", true), ("red scarf", true), ("red hat", false), ("hat|scarf", true), ("red hat|scarf", true),
            ("blue hat|scarf", false), ("hat | scarf", true), ("hat |scarf", true), ("hat| scarf", true),
            ("hat | cap scarf", false), ("hat | red scarf", true), ("林|黃", true), ("林｜黃", true), ("林 黃", false),
            ("|hat", false), ("hat|", false), ("scarf|", true), ("hat||scarf", true), ("| scarf", true),
        ])
    func words(_ words: String, _ isFound: Bool) throws {
        let search = try #require(SearchWords(words))
        #expect(search.match([Self.text]) == isFound)
        #expect(search.match(folded(Self.text)) == isFound)
    }

    @Test("bars and blanks alone are no words", arguments: ["", " ", "|", " | ", "||"])
    func none(_ words: String) { #expect(SearchWords(words) == nil) }

    @Test("where an upstream searches, a bar is a letter")
    func letter() throws {
        let search = try #require(SearchWords("hat|scarf", takesEither: false))
        #expect(!search.match([Self.text]) && search.match(["hat|scarf"]))
    }

    @Test("a list and its screen find either")
    func list() async throws {
        let harness = try FeatureHarness.sample(Kiosk.feature(nil))
        func total(_ words: String) async throws -> Int? {
            try await harness.call("kiosk.list", ["query": .string(words)])["total"]?.integer
        }
        let counts = [
            try await total("zoé"), try await total("bude"), try await total("zoé bude"), try await total("zoé|bude"),
            try await total("zoé | bude"),
        ]
        #expect(counts == [8, 8, 0, 16, 16])
    }
}

@Suite("An answer in another form than its rows")
struct CountTests {
    private func harness() throws -> FeatureHarness { try FeatureHarness.sample(Kiosk.feature(nil)) }

    @Test("rows are counted by a field's values, most first, among those that match")
    func counts() async throws {
        let harness = try harness()
        for words in ["", "bude"] {
            let query = JSONMember("query", .string(words))
            let all = JSONValue.object([query, JSONMember("limit", 100)])
            let rows = try await harness.call("kiosk.list", all)["items"]?.array ?? []
            var numbers: [String: Int] = [:]
            for row in rows { numbers[row["kind"]?.string ?? "", default: 0] += 1 }
            let counting = JSONValue.object([query, JSONMember("countBy", "kind"), JSONMember("limit", 1)])
            let answer = try await harness.answer("kiosk.list", counting)
            let counts = answer.json["counts"]?.array ?? []
            #expect(answer.json["items"] == [] && answer.json["total"]?.integer == rows.count)
            #expect(answer.json["nextCursor"] == nil)
            #expect(counts.count == numbers.count)
            for count in counts { #expect(count["rows"]?.integer == numbers[count["value"]?.string ?? ""]) }
            let sizes = counts.compactMap { $0["rows"]?.integer }
            #expect(sizes == sizes.sorted(by: >))
            for size in sizes { #expect(answer.markdown.contains("|\(size)|")) }
        }
    }

    @Test("a field of numbers, prices or names is not counted by")
    func uncounted() async throws {
        for name in ["id", "name", "price", "seats", "closed"] {
            #expect(
                try await harness().fault("kiosk.list", ["countBy": .string(name)])?.code == .invalidArgument, "\(name)"
            )
        }
    }

    @Test("rows that the limit leaves out, equal to the last one, are told")
    func ties() async throws {
        let harness = try harness()
        let all = try await harness.call("kiosk.list", ["sort": "seats", "limit": 100])["items"]?.array ?? []
        let same = all.count { $0["seats"]?.integer == 0 }
        #expect(same > 1 && all.first?["seats"]?.integer == 0)
        let answer = try await harness.answer("kiosk.list", ["sort": "seats", "limit": 1])
        let ids = all.prefix(same).dropFirst().compactMap { $0["id"].map { $0.string ?? "\($0.integer ?? 0)" } }
        let told = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : ".")
        #expect(answer.markdown.contains("\(same - 1) more \(same == 2 ? "has" : "have") the same seats: \(told)"))
        let whole = try await harness.answer("kiosk.list", ["sort": "seats", "limit": .integer(same)])
        #expect(!whole.markdown.contains("have the same"))
        let flags = try await harness.answer("kiosk.list", ["sort": "closed", "limit": 1])
        #expect(!flags.markdown.contains("have the same"))
    }

    @Test("a price is given with the one that is paid in its place")
    func price() async throws {
        let row = try await harness().call("kiosk.list", ["fields": ["price"], "sort": "-discount"])["items"]?[0]
        #expect(row?.members?.map(\.key) == ["id", "price", "reduced", "discount"])
    }

    @Test("the order that is explained is the one most asked for")
    func example() throws {
        let list = try harness().router.registry.operations.first { $0.method == "kiosk.list" }
        #expect(
            list?.parameters.first { $0.name == "sort" }?.doc
                == "price: least paid now first; -price: most; reduced: reduced ones first.")
    }

    @Test("a word is found wherever it stands, as byte after byte has it")
    func everywhere() {
        let texts = ["", "a", "aa", "ab", "aab", "abab", "baab", "aaaaaaaaaaaaaaaaaaaaaaaaab", "한국 국한", "xaxbxab"]
        let words = ["a", "b", "ab", "ba", "aab", "abab", "국", "국 국", "xab", "c", "aaaaaaaaaaaaaaaaaaaaaaaaab"]
        for text in texts.map({ Array($0.utf8) }) {
            for word in words.map({ Array($0.utf8) }) {
                let isThere = text.indices.contains { text[$0...].starts(with: word) }
                #expect(contains(text, word) == isThere, "\(text) \(word)")
            }
            #expect(!contains(text, []), "an empty word is in no text")
        }
    }

    @Test(
        "texts of letters alone are folded as any others",
        arguments: ["", "ABCXYZ", "abc [\\]^_`{|}~ @AZ", "0123 Hat", "Ünter HAT", "HAT 한국", "ＬＩＮＥＮ Linen"])
    func ascii(_ text: String) {
        var bytes = Array("before".utf8)
        var folding = text
        folding.withUTF8 { appendFolded($0, to: &bytes) }
        #expect(String(decoding: bytes, as: UTF8.self) == "before" + folded(text))
    }
}
