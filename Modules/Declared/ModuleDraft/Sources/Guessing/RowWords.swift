/// Words for a row and several of them: of the rows' member, else of the address, else of the module.
struct RowWords: Sendable, Equatable {
    /// Upper camel case: `Concert`.
    let type: String
    /// `concert`
    let one: String
    /// `concerts`
    let several: String

    /// Names that tell nothing about what a row is.
    static let nameless: Set<String> = [
        "data", "items", "item", "results", "result", "list", "lists", "rows", "row", "records", "response",
        "responses", "values", "content", "contents", "entries", "docs", "documents", "objects", "payload", "body",
        "edges", "nodes", "hits", "page", "collection", "elements", "output", "search", "query", "find", "all",
        "graphql", "json", "api", "index", "latest", "get",
    ]

    private static let uncounted: Set<String> = [
        "news", "series", "species", "lens", "gas", "bus", "status", "campus", "virus", "address", "access", "data",
        "media", "weather",
    ]

    /// - Parameters:
    ///   - id: of the module.
    ///   - path: members that lead to the rows.
    ///   - segment: the last one of the address.
    init(id: String, path: [String], segment: String?) {
        let last = segment.map { String($0.prefix { $0 != "." }) }
        for (name, isMember) in path.reversed().map({ ($0, true) }) + [(last ?? "", false)] where Self.tells(name) {
            let camel = Self.camel(name)
            guard isMember || Self.singular(camel) != camel else { continue }
            self.init(camel: camel)
            return
        }
        self.init(camel: Self.camel(id))
    }

    private init(camel: String) {
        let single = Self.singular(camel)
        type = single.prefix(1).uppercased() + single.dropFirst()
        let (one, several) = (MemberName(single).phrase, MemberName(camel).phrase)
        self.one = one == several ? "\(one) row" : one
        self.several = one == several ? "\(one) rows" : several
    }

    /// Whether a name says what a row is: Latin letters, digits and marks between, and no word of every API.
    private static func tells(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (3...25).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        let isPlain = bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-".utf8.contains($0) }
        let isVersion =
            first | 0x20 == UInt8(ascii: "v") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return isPlain && !isVersion && !nameless.contains(MemberName(name).joined)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    /// `tea-shops`, `tea_shops` → `TeaShops`
    private static func camel(_ name: String) -> String {
        name.split { $0 == "_" || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// A name without an English plural's ending.
    static func singular(_ plural: String) -> String {
        let lower = plural.lowercased()
        if uncounted.contains(lower) { return plural }
        for (ending, instead) in [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")]
        where plural.hasSuffix(ending) && plural.utf8.count > ending.utf8.count + 1 {
            return plural.dropLast(ending.count) + instead
        }
        let isPlural = plural.hasSuffix("s") && !plural.hasSuffix("ss") && plural.utf8.count > 2
        return isPlural ? String(plural.dropLast()) : plural
    }

    /// `a concert`, `an Order`
    static func withArticle(_ name: String) -> String {
        (name.first.map { "aeiouAEIOU".contains($0) } ?? false ? "an " : "a ") + name
    }
}

/// `name, price and city`
func listing(_ names: [String], _ word: String = "and") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
}
