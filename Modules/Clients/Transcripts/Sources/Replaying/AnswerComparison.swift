package import JSON

/// One place at which two values are not the same.
package struct ValueDifference: Sendable, Equatable {
    /// Such as `result.books[2].price`; empty for the whole value.
    package let path: String
    /// Nil where the old has none.
    package let old: JSONValue?
    /// Nil where the new has none.
    package let new: JSONValue?

    package init(path: String, old: JSONValue?, new: JSONValue?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

/// Compares two messages by what they say: the order of members and white space do not count.
struct AnswerComparison {
    /// True if volatile members are compared as well.
    let isStrict: Bool
    private(set) var differences: [ValueDifference] = []
    /// Texts of the old that the new has others for, where clients repeat them.
    private(set) var carried: [String: String] = [:]

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: String = "") {
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new, at: path)
        case (.array(let old), .array(let new)): compare(old, new, at: path)
        default:
            if !isSame(old, new) { differences.append(ValueDifference(path: path, old: old, new: new)) }
        }
    }

    private mutating func compare(_ old: [JSONMember], _ new: [JSONMember], at path: String) {
        // By bytes: composed and decomposed letters are two names.
        let news = Dictionary(new.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
        let olds = Set(old.map { Array($0.key.utf8) })
        for member in old {
            let place = Self.path(path, member.key)
            guard let other = news[Array(member.key.utf8)] else {
                differences.append(ValueDifference(path: place, old: member.value, new: nil))
                continue
            }
            if let rule = VolatileMembers.rule(for: member.key), isScalar(member.value), isScalar(other) {
                if rule.isCarried, case (.string(let old), .string(let new)) = (member.value, other) {
                    carried[old] = new
                }
                if !isStrict { continue }
            }
            compare(member.value, other, at: place)
        }
        for member in new where !olds.contains(Array(member.key.utf8)) {
            differences.append(ValueDifference(path: Self.path(path, member.key), old: nil, new: member.value))
        }
    }

    /// Compares two lists: an element inserted in the middle is one difference, and moves nothing behind it.
    private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at path: String) {
        let shorter = min(old.count, new.count)
        var front = 0
        while front < shorter, isEqual(old[front], new[front]) { front += 1 }
        var back = 0
        while back < shorter - front, isEqual(old[old.count - 1 - back], new[new.count - 1 - back]) { back += 1 }
        // Those that are the same may repeat what clients carry on.
        if old.count == new.count { (front, back) = (0, 0) }
        let olds = old[front..<old.count - back]
        let news = new[front..<new.count - back]
        for (index, pair) in zip(olds, news).enumerated() { compare(pair.0, pair.1, at: "\(path)[\(front + index)]") }
        let both = min(olds.count, news.count)
        for (index, value) in olds.dropFirst(both).enumerated() {
            differences.append(ValueDifference(path: "\(path)[\(front + both + index)]", old: value, new: nil))
        }
        for (index, value) in news.dropFirst(both).enumerated() {
            differences.append(ValueDifference(path: "\(path)[\(front + both + index)]", old: nil, new: value))
        }
    }

    private func isEqual(_ old: JSONValue, _ new: JSONValue) -> Bool {
        var comparison = AnswerComparison(isStrict: isStrict)
        comparison.compare(old, new)
        return comparison.differences.isEmpty
    }

    private func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
        if old == new { return true }
        guard !isStrict, case (.string(let old), .string(let new)) = (old, new) else { return false }
        return VolatileMembers.withoutPorts(old).utf8.elementsEqual(VolatileMembers.withoutPorts(new).utf8)
    }

    private func isScalar(_ value: JSONValue) -> Bool { value.array == nil && value.members == nil }

    private static func path(_ path: String, _ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-") || byte >= 0x80
                    || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
        if !isPlain { return "\(path)[\(String(decoding: JSONValue.string(name).serialized(), as: UTF8.self))]" }
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
