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

    @Test("each letter of the first plane, and some of the others, is folded in a text as it is alone")
    func letters() {
        let values = Array(UInt32(0x80)..<0x1_0000) + [0x1_0400, 0x1_D400, 0x1_F600, 0x2_0000, 0xE_0100, 0x10_FFFF]
        for block in stride(from: 0, to: values.count, by: 256) {
            let letters = values[block..<min(block + 256, values.count)].compactMap(Unicode.Scalar.init)
            var text = String(String.UnicodeScalarView(letters))
            let alone = letters.reduce(into: "") { $0.unicodeScalars += folded(String($1)).unicodeScalars }
            var bytes: [UInt8] = []
            text.withUTF8 { appendFolded($0, to: &bytes) }
            #expect(bytes == Array(alone.utf8) && bytes == Array(folded(text).utf8), "\(letters.first ?? " ")")
        }
    }

    @Test("a text that is cut within a letter ends with some letter")
    func cut() {
        for letter in ["é", "か", "한", "😀"] {
            let whole = Array(letter.utf8)
            for count in 1..<whole.count {
                var bytes = Array("a".utf8)
                whole[..<count].withUnsafeBufferPointer { appendFolded($0, to: &bytes) }
                #expect(bytes.first == UInt8(ascii: "a"))
            }
        }
    }
}
