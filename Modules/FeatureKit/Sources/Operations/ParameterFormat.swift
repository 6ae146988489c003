package import JSON
package import Values

/// Format of a parameter's values: reading from JSON, words for people, JSON Schema.
package struct ParameterFormat<Value: Sendable>: Sendable {
    /// The JSON Schema members of one value (`type`, bounds); no `$ref`, no unions, since hosts refuse those.
    let schema: [JSONMember]
    /// The sentence part after "must be", such as "a whole number from 1 to 100".
    let expected: String
    /// The value, or nil when the node is not one.
    let read: @Sendable (JSONNode) -> Value?

    init(schema: [JSONMember], expected: String, read: @escaping @Sendable (JSONNode) -> Value?) {
        self.schema = schema
        self.expected = expected
        self.read = read
    }
}

extension ParameterFormat<String> {
    /// Text of so many Unicode scalars, blanks at the ends included.
    package static func text(_ length: ClosedRange<Int>) -> Self {
        let least = length.lowerBound
        return Self(
            schema: [JSONMember("type", "string")]
                + (least > 0 ? [JSONMember("minLength", .integer(least))] : [])
                + [JSONMember("maxLength", .integer(length.upperBound))],
            expected: "text of \(least == 0 ? "at most" : "\(least) to") \(length.upperBound) characters"
        ) { node in
            node.string.flatMap { length.contains($0.unicodeScalars.count) ? $0 : nil }
        }
    }

    /// Text of so many Unicode scalars, of which at least one is no blank.
    package static func words(_ length: ClosedRange<Int>) -> Self {
        let text = text(length)
        return Self(
            schema: text.schema + [JSONMember("pattern", #"\S"#)], expected: "\(text.expected), not blanks alone"
        ) { node in
            text.read(node).flatMap { trimmed($0).isEmpty ? nil : $0 }
        }
    }

    /// Text that a rule of the feature accepts.
    /// - Parameter accepts: true for a good value; called with text from outside.
    package static func text(
        matching pattern: String, expected: String, accepts: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(
            schema: [JSONMember("type", "string"), JSONMember("pattern", .string(pattern))], expected: expected
        ) { node in
            node.string.flatMap { accepts($0) ? $0 : nil }
        }
    }
}

extension ParameterFormat<Int> {
    /// A whole number. Text that is one ("5") counts, since agents send numbers as text.
    package static func whole(_ range: ClosedRange<Int>) -> Self {
        let bounds =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return Self(
            schema: [JSONMember("type", "integer"), JSONMember("minimum", .integer(range.lowerBound))]
                + (range.upperBound == .max ? [] : [JSONMember("maximum", .integer(range.upperBound))]),
            expected: "a whole number \(bounds)"
        ) { node in
            let value = node.integer ?? node.string.flatMap { wholeNumber(in: $0) }
            return value.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Decimal digits with an optional minus sign, nothing else ("+5", " 5" and "5.0" are not whole numbers in text).
    private static func wholeNumber(in text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension ParameterFormat<Bool> {
    /// `true` or `false`, as JSON or as text.
    package static var flag: Self {
        Self(schema: [JSONMember("type", "boolean")], expected: "true or false") { node in
            node.bool ?? (node.isString("true") ? true : node.isString("false") ? false : nil)
        }
    }
}

extension ParameterFormat where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the names of an enumeration.
    package static var oneOf: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(
            schema: [JSONMember("type", "string"), JSONMember("enum", .array(names.map { .string($0) }))],
            expected: "one of \(names.joined(separator: ", "))"
        ) { node in
            // Bytes, not characters: a look-alike is another name.
            node.string.flatMap { text in Value.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) } }
        }
    }
}

extension ParameterFormat<JSONNode> {
    /// An object that someone else reads. Text of JSON counts, since agents send objects as text.
    package static var object: ParameterFormat<JSONNode> {
        Self(schema: [JSONMember("type", "object")], expected: "a JSON object") { node in
            if node.kind == .object { return node }
            guard let text = node.string, let document = try? JSONDocument(parsing: text) else { return nil }
            return document.root.kind == .object ? document.root : nil
        }
    }
}

extension ParameterFormat<[String]> {
    /// Several texts, each once. One alone is taken as well, and so is text of a JSON array, since agents send both.
    /// - Parameters:
    ///   - words: the only texts there are; nil for any.
    ///   - longest: Unicode scalars of one text.
    package static func texts(
        _ count: ClosedRange<Int>, of words: [String]? = nil, longest longestText: Int = 200
    ) -> Self {
        let item: JSONValue =
            words.map { ["type": "string", "enum": .array($0.map { .string($0) })] }
            ?? ["type": "string", "minLength": 1, "maxLength": .integer(longestText)]
        return Self(
            schema: [
                JSONMember("type", "array"), JSONMember("items", item),
                JSONMember("minItems", .integer(count.lowerBound)),
                JSONMember("maxItems", .integer(count.upperBound)),
            ],
            expected: words.map { "one or several of \($0.joined(separator: ", "))" }
                ?? "\(count.lowerBound) to \(count.upperBound) texts of 1 to \(longestText) characters"
        ) { node in
            guard let texts = texts(of: node, longestText), count.contains(texts.count) else { return nil }
            if let words, !texts.allSatisfy({ text in words.contains { $0.utf8.elementsEqual(text.utf8) } }) {
                return nil
            }
            var known: Set<ExactName> = []
            return texts.filter { known.insert(ExactName($0)).inserted }
        }
    }

    private static func texts(of node: JSONNode, _ longestText: Int) -> [String]? {
        var elements = [node]
        if node.kind == .array {
            elements = Array(node.elements)
        } else if let text = node.string, text.utf8.first == UInt8(ascii: "["),
            let document = try? JSONDocument(parsing: text), document.root.kind == .array
        {
            elements = Array(document.root.elements)
        }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string ?? element.numberText, (1...longestText).contains(text.unicodeScalars.count)
            else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension ParameterFormat<String> {
    /// One of some words that are known at run time alone.
    package static func oneOf(_ words: [String]) -> Self {
        Self(
            schema: [JSONMember("type", "string"), JSONMember("enum", .array(words.map { .string($0) }))],
            expected: "one of \(words.joined(separator: ", "))"
        ) { node in
            node.string.flatMap { text in words.first { $0.utf8.elementsEqual(text.utf8) } }
        }
    }
}

extension ParameterFormat<DecimalAmount> {
    private static var most: Int { 1_000_000_000_000 }

    /// An amount of money without its currency, not below nothing: a number, or text that spells one.
    package static var amount: ParameterFormat<DecimalAmount> {
        ParameterFormat(
            schema: [
                JSONMember("type", "number"), JSONMember("minimum", 0), JSONMember("maximum", .integer(most)),
            ], expected: "an amount from 0 to \(most)"
        ) { node in
            (node.numberText ?? node.string).flatMap(spelledAmount).flatMap {
                $0.isNegative || $0 > DecimalAmount(most) ? nil : $0
            }
        }
    }
}
