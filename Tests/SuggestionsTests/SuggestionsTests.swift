import Testing

@testable import Suggestions

@Suite("Nearest names")
struct SuggestionsTests {
    static let methods = [
        "catalog.list", "catalog.like", "productDetail.show", "friends.list", "friends.respond", "bookShelf.search",
        "bookShelf.show", "bookShelf.shelf", "bookShelf.memo", "forecast.daily", "host.info",
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let name: String
        let candidates: [String]
        let nearest: [String]

        var testDescription: String { id }
    }

    static func row(_ id: String, _ name: String, _ candidates: [String], _ nearest: [String]) -> Row {
        Row(id: id, name: name, candidates: candidates, nearest: nearest)
    }

    @Test("Candidates and their order", arguments: rows)
    func nearest(_ row: Row) {
        #expect(nearestNames(to: row.name, among: row.candidates) == row.nearest)
    }

    static let rows: [Row] = [
        row("swap", "bookShelf.serach", methods, ["bookShelf.search"]),
        row("removal", "bookShel.memo", methods, ["bookShelf.memo"]),
        row("insertion", "host.infos", methods, ["host.info"]),
        row("replacement", "bookShelf.shiw", methods, ["bookShelf.show", "bookShelf.shelf"]),
        row("nearer first", "catalog.lise", methods, ["catalog.list", "catalog.like"]),
        row("one edit each", "catalog.lie", ["catalog.like", "catalog.list"], ["catalog.like", "catalog.list"]),
        row("case alone", "BOOKSHELF.SHOW", methods, ["bookShelf.show", "bookShelf.shelf"]),
        row("case and an edit", "BOOKSHELF.SHIW", methods, ["bookShelf.show", "bookShelf.shelf"]),
        row("case alone before an edit", "HOME", ["hOMe", "HOMES", "home"], ["hOMe", "home", "HOMES"]),
        row("exact first", "home", ["homes", "Home", "home"], ["home", "Home", "homes"]),
        row("prefix", "fore", methods, ["forecast.daily"]),
        row("prefix before edits", "book", ["boot", "bookShelf"], ["bookShelf", "boot"]),
        row("prefix in another case", "FORE", methods, ["forecast.daily"]),
        row("one scalar is no prefix", "f", methods, []),
        row("ties keep their order", "aaaa", ["aaab", "aaac", "aaad", "aaae"], ["aaab", "aaac", "aaad"]),
        row("later but better", "abcdef", ["abcdxy", "abcdex", "zbcdey", "abcdef"], ["abcdef", "abcdex", "abcdxy"]),
        row("given twice", "helo", ["hello", "hello"], ["hello"]),
        row("same case a little nearer", "Abcdef", ["abcdeg", "Abcdeg"], ["Abcdeg", "abcdeg"]),
        row("too far", "zebra", methods, []),
        row("a third: 1 of 3", "abc", ["abd", "axy"], ["abd"]),
        row("a third: 1 of 2", "ab", ["ax"], []),
        row("a third: 2 of 6", "abcdef", ["abcdxy", "abcxyz"], ["abcdxy"]),
        row("three at the most", "abcdefghijklmno", ["abcdefghijklxyz", "abcdefghijkwxyz"], ["abcdefghijklxyz"]),
        row("no name", "", ["a", ""], []),
        row("no candidates", "abc", [], []),
        row("empty candidate", "abc", ["", "abd"], ["abd"]),
        row("beyond ASCII", "größe", ["größen", "GRÖSSE", "Größe"], ["Größe", "größen", "GRÖSSE"]),
        row("scalars, not graphemes", "cafe\u{301}s", ["cafes"], ["cafes"]),
    ]

    @Test(
        "Words of names, without a plural's ending",
        arguments: [
            ("maxPrice", ["max", "price"]), ("max_price", ["max", "price"]), ("Price-Max", ["price", "max"]),
            ("imageURL", ["image", "url"]), ("skus", ["sku"]), ("cities", ["city"]), ("boxes", ["box"]),
            ("dress", ["dress"]), ("dresses", ["dress"]), ("isbn13s", ["isbn13"]), ("", []), ("__", []), ("as", ["as"]),
        ])
    func words(_ name: String, _ words: [String]) {
        #expect(nameWords(name) == words)
    }

    @Test(
        "Names by their words, or those of what is said about them",
        arguments: [
            ("search_books", ["book_shelf_search", "book_shelf_show"]), ("get_weather", ["forecast_daily"]),
            ("bag_add", ["product_add_to_bag", "product_bag"]), ("nothing", []), ("", []),
        ])
    func byWords(_ name: String, _ nearest: [String]) {
        let names = [
            ("book_shelf_show", "Show books"), ("book_shelf_search", "Search books"),
            ("forecast_daily", "The weather"), ("product_bag", "Show the bag"), ("product_add_to_bag", "Add"),
        ]
        #expect(namesWithWords(of: name, among: names.map { (name: $0, about: $1) }) == nearest)
    }

    @Test("As many as asked for", arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (10, 4), (Int.max, 4)])
    func limits(_ limit: Int, _ count: Int) {
        let names = ["aaab", "aaac", "aaad", "aaae"]
        #expect(nearestNames(to: "aaaa", among: names, limit: limit) == Array(names.prefix(count)))
    }

    @Test("Names over 128 scalars are left alone", arguments: [127, 128, 129, 100_000])
    func longNames(_ count: Int) {
        for letter in ["a", "é", "😀"] {
            let name = String(repeating: letter, count: count)
            let taken = count <= 128
            #expect(nearestNames(to: name, among: [name]) == (taken ? [name] : []))
            #expect(
                nearestNames(to: String(repeating: letter, count: 127) + "b", among: [name]) == (taken ? [name] : []))
        }
    }

    @Test("The distance is the same from both sides and agrees with a plain definition")
    func distance() {
        let alphabet: [Unicode.Scalar] = ["a", "b", "c"]
        var names: [[Unicode.Scalar]] = [[]]
        for length in 0..<4 {
            for name in names where name.count == length { names += alphabet.map { name + [$0] } }
        }
        for one in names {
            for other in names {
                let expected = Self.plain(one[...], other[...])
                for limit in 0...4 {
                    let found = EditDistance.between(one, other, atMost: limit)
                    #expect(found == (expected <= limit ? expected : nil), "\(one) \(other) \(limit)")
                }
            }
        }
    }

    /// The distance by its recursive definition.
    static func plain(_ one: ArraySlice<Unicode.Scalar>, _ other: ArraySlice<Unicode.Scalar>) -> Int {
        guard let a = one.last, let b = other.last else { return one.count + other.count }
        if a == b { return plain(one.dropLast(), other.dropLast()) }
        var best = min(
            plain(one.dropLast(), other.dropLast()), plain(one.dropLast(), other), plain(one, other.dropLast()))
        if one.count > 1, other.count > 1, one.dropLast().last == b, other.dropLast().last == a {
            best = min(best, plain(one.dropLast(2), other.dropLast(2)))
        }
        return best + 1
    }
}
