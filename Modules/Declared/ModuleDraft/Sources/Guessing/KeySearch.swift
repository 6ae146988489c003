import JSON

/// The field that tells rows apart, and how sure that is.
enum KeyGuess: Sendable, Equatable {
    /// A member of a name that keys have.
    case member([String])
    /// A member of another name, whose values are all different.
    case different([String])
    /// Two members, whose values together are all different.
    case pair([String], [String])
    /// No member's values are all different; the nearest to it, and how many of the rows it tells apart.
    case nearly([String], count: Int)
}

/// Finds what tells rows apart.
struct KeySearch {
    private static let names = [
        "id", "_id", "uuid", "guid", "sku", "isbn13", "isbn", "ean", "gtin", "key", "code", "slug", "number",
    ]
    /// The longest key, in bytes.
    private static let longest = 100

    let example: Example

    /// - Returns: nil for rows without a text and a whole number.
    func key() -> KeyGuess? {
        let candidates = Self.candidates(of: example.members)
        let counts = candidates.map { differentValues(of: [$0.key]) }
        func tells(_ place: Int) -> Bool { counts[place] == example.rows.count }
        for name in Self.names {
            if let place = candidates.firstIndex(where: { $0.key.lowercased() == name }), tells(place) {
                return .member([candidates[place].key])
            }
        }
        let endings: Set<String> = ["id", "code", "no", "sku", "slug", "uid"]
        for (place, member) in candidates.enumerated()
        where MemberName(member.key).words.count > 1 && MemberName(member.key).ends(in: endings) && tells(place) {
            return .member([member.key])
        }
        // Below a wrapper, as JSON:API and search engines have it.
        for wrapper in example.members where DraftField.wrappers.contains(wrapper.key) && !wrapper.isList {
            for name in Self.names {
                guard let member = wrapper.part.first(where: { $0.key.lowercased() == name }) else { continue }
                let path = [wrapper.key, member.key]
                if differentValues(of: path) == example.rows.count { return .member(path) }
            }
        }
        if let key = otherKey(candidates, counts) { return key }
        // Rows of objects alone.
        for member in example.members where !member.isList {
            guard let inner = Self.candidates(of: member.part).min(by: { Self.rank($0) < Self.rank($1) }) else {
                continue
            }
            let path = [member.key, inner.key]
            let count = differentValues(of: path) ?? 0
            return count == example.rows.count ? .different(path) : .nearly(path, count: count)
        }
        return nil
    }

    private static func candidates(of members: [Member]) -> [Member] {
        members.filter { ($0.kind == .text || $0.kind == .whole) && !$0.isList }
    }

    private func otherKey(_ candidates: [Member], _ counts: [Int?]) -> KeyGuess? {
        // A title is a better key than a text of any name, and that than a number.
        let order = candidates.indices.sorted { one, other in
            Self.rank(candidates[one]) == Self.rank(candidates[other])
                ? one < other : Self.rank(candidates[one]) < Self.rank(candidates[other])
        }
        if let place = order.first(where: { counts[$0] == example.rows.count }) {
            return .different([candidates[place].key])
        }
        let texts = order.map { candidates[$0] }.filter { $0.kind == .text && !$0.isOptional }.prefix(6)
        for (place, one) in texts.enumerated() {
            for other in texts.dropFirst(place + 1) where differentPairs(one.key, other.key) == example.rows.count {
                return .pair([one.key], [other.key])
            }
        }
        // The one with the most values, among those that every row has.
        let whole = order.filter { counts[$0] != nil }
        guard let best = whole.max(by: { (counts[$0] ?? 0) < (counts[$1] ?? 0) }) ?? order.first else { return nil }
        return .nearly([candidates[best].key], count: counts[best] ?? 0)
    }

    private static func rank(_ member: Member) -> Int {
        let name = MemberName(member.key)
        if TitleSearch.isTitle(name) { return 0 }
        if member.kind == .text { return ValueKinds.isTimeName(name) ? 2 : 1 }
        return 3
    }

    /// Number of different values; nil where a row has no value that could be a key.
    private func differentValues(of path: [String]) -> Int? {
        var seen: Set<String> = []
        for row in example.rows {
            guard let text = Self.keyText(row.value(at: path)) else { return nil }
            seen.insert(text)
        }
        return seen.count
    }

    private func differentPairs(_ one: String, _ other: String) -> Int? {
        var seen: Set<[String]> = []
        for row in example.rows {
            guard let first = row.value(at: [one])?.string, let second = row.value(at: [other])?.string else {
                return nil
            }
            seen.insert([first, second])
        }
        return seen.count
    }

    private static func keyText(_ value: JSONNode?) -> String? {
        guard let value else { return nil }
        // Beyond 2^53 JSON's numbers are not the same number everywhere.
        if value.kind == .number { return value.integer.flatMap { $0.magnitude < 1 << 53 ? String($0) : nil } }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= longest else { return nil }
        let isTrimmed = text.first?.isWhitespace != true && text.last?.isWhitespace != true
        return isTrimmed ? text : nil
    }
}

/// Finds the field by which people know a row.
enum TitleSearch {
    private static let names = [
        "title", "name", "label", "headline", "subject", "display_name", "displayname", "full_name", "fullname",
        "caption",
    ]

    static func isTitle(_ name: MemberName) -> Bool {
        names.contains(name.key.lowercased()) || name.ends(in: ["title", "name", "nm", "label"])
    }

    /// - Returns: the index of the title; nil for rows without a text besides the key.
    static func title(of fields: [DraftField], count: Int) -> Int? {
        let texts = fields.indices.filter { fields[$0].kind == .text && fields[$0].role != .key }
        let full = texts.map { fields[$0].values.count }.max() ?? 0
        for name in names {
            if let own = texts.first(where: { fields[$0].key.key.lowercased() == name && fields[$0].ownPath.count == 1 }
            ) {
                return own
            }
        }
        if let named = texts.first(where: { isTitle(fields[$0].key) && fields[$0].ownPath.count == 1 }) { return named }
        let below = texts.first { place in
            let path = fields[place].ownPath
            guard path.count == 2, !ValueKinds.isAside(path[0]) else { return false }
            return names.contains(path[1].lowercased()) || names.contains(path[0].lowercased())
        }
        if let below { return below }
        let loose = texts.filter { fields[$0].values.count == full && !ValueKinds.isSideName(fields[$0].key) }
        // The same text in every row names no row.
        let telling = loose.first { place in Set(fields[place].values.compactMap(\.plainText)).count > 1 }
        return telling ?? loose.first ?? texts.first
    }
}
