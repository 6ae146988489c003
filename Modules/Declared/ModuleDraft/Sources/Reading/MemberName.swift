/// Name of a member, taken apart: `poster_url` and `posterURL` are the words `poster` and `url`.
///
/// Judgements on names are made by whole words, or by parts that no other word has: `cost` is one, `costume` is not.
struct MemberName: Sendable {
    let key: String
    /// In lower case, in their order.
    let words: [String]

    init(_ key: String) {
        self.key = key
        var words: [String] = []
        var word = ""
        let scalars = Array(key.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let before = place > 0 ? scalars[place - 1] : " "
            let after = place + 1 < scalars.count ? scalars[place + 1] : " "
            // `starAt` begins a word at its capital, `URLPath` at its last one.
            let begins =
                scalar.properties.isUppercase
                && (before.properties.isLowercase || before.properties.numericType != nil
                    || before.properties.isUppercase && after.properties.isLowercase)
            if !isLetter || begins, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isLetter { word += String(scalar).lowercased() }
        }
        self.words = word.isEmpty ? words : words + [word]
    }

    /// The words without anything between: `next_page_url`, `nextPageUrl` → `nextpageurl`
    var joined: String { words.joined() }

    /// The words with blanks between.
    var phrase: String { words.joined(separator: " ") }

    func has(anyOf names: Set<String>) -> Bool { words.contains { names.contains($0) } }

    func ends(in names: Set<String>) -> Bool { words.last.map { names.contains($0) } ?? false }

    /// Whether at least one of the parts stands in the words, within a word as well.
    func holds(anyOf parts: [String]) -> Bool {
        let joined = joined
        return parts.contains { part in
            var rest = joined.utf8[...]
            while rest.count >= part.utf8.count {
                if rest.starts(with: part.utf8) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}

/// Names of a path as one, for judgements on all of it.
func nameOfPath(_ path: [String]) -> MemberName { MemberName(path.joined(separator: "_")) }
