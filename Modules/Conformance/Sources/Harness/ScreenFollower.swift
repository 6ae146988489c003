package import JSON

/// A client that knows a screen by what it was answered at the opening and by the deltas told since.
package struct ScreenFollower {
    package private(set) var revision: Int
    /// The state without its rows.
    package private(set) var state: JSONValue
    /// The rows; nil for a screen that is no list.
    package private(set) var items: [JSONValue]?
    package private(set) var lines: [String]
    package private(set) var rows: JSONValue?

    /// - Parameter opened: the answer of `screen.open`.
    package init(_ opened: JSONValue) {
        revision = opened["revision"]?.integer ?? -1
        state = (opened["state"] ?? .null).without("items")
        items = opened["state"]?["items"]?.array
        lines = Self.lines(of: opened)
        rows = opened["rows"]
    }

    private static func lines(of reading: JSONValue) -> [String] {
        (reading["text"]?.string ?? "").dropLast().split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Applies the params of one `screen.changed`.
    /// - Returns: why they don't fit what is known, a sentence each.
    package mutating func apply(_ change: JSONValue) -> [String] {
        var found: [String] = []
        if change["revision"]?.integer != revision + 1 { found.append("revision \(revision) is followed by another") }
        revision = change["revision"]?.integer ?? revision
        if change["text"] != nil || change["state"]?["items"] != nil && items != nil {
            found.append("a change is whole")
        }
        state = change["state"] ?? .null
        rows = change["rows"] ?? rows
        for step in change["items"]?.array ?? [] {
            let (place, key) = (step["at"]?.integer ?? -1, step["key"]?.string)
            let count = items?.count ?? 0
            switch (step["op"]?.string, step["item"]) {
            case ("insert", let item?) where (0...count).contains(place) && item.hasText(key):
                items?.insert(item, at: place)
            case ("replace", let item?) where (0..<count).contains(place) && item.hasText(key):
                items?[place] = item
            case ("remove", nil) where (0..<count).contains(place) && items?[place].hasText(key) == true:
                items?.remove(at: place)
            default: found.append("among \(count) rows there is no place for \(step.compact)")
            }
        }
        for step in change["lines"]?.array ?? [] {
            let (from, count) = (step["from"]?.integer ?? -1, step["count"]?.integer ?? -1)
            guard from >= 0, count >= 0, from + count <= lines.count else {
                found.append("among \(lines.count) lines there is no place for \(step.compact)")
                continue
            }
            lines.replaceSubrange(from..<from + count, with: (step["with"]?.array ?? []).compactMap(\.string))
        }
        return found
    }

    /// Differences from what `screen.state` answers.
    package func differences(from reading: JSONValue) -> [String] {
        var found: [String] = []
        if reading["revision"]?.integer != revision { found.append("the revision is not \(revision)") }
        if (reading["state"] ?? .null).without("items") != state { found.append("the state is not \(state.compact)") }
        if reading["state"]?["items"]?.array != items { found.append("the items are not those of the state") }
        if Self.lines(of: reading) != lines { found.append("the lines are not those of the text") }
        if reading["rows"] != rows { found.append("the rows' lines are others") }
        return found
    }
}

extension JSONValue {
    fileprivate func without(_ name: String) -> JSONValue { members == nil ? self : with(name, nil) }

    /// True if one of the members has the text, or its digits.
    fileprivate func hasText(_ text: String?) -> Bool {
        members?.contains { $0.value.string == text || $0.value.compact == text } ?? false
    }
}
