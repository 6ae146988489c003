import JSON
import Values

/// The rule of a text that a feature takes, such as the name of a place: one declaration for schemas, sentences and the check.
package struct TextRule: Sendable {
    /// A regular expression of JSON Schema.
    let pattern: String
    /// The sentence part after "must be".
    package let expected: String
    /// The fewest and the most characters (Unicode scalars) beside the pattern; nil where it alone says.
    let length: ClosedRange<Int>?
    let examples: [String]
    private let accepts: @Sendable (String) -> Bool
    /// The good text that a refused one probably means, such as a name in full; called as `accepts` is.
    let meant: @Sendable (String) -> String?

    /// - Parameters:
    ///   - length: told in the schema; `accepts` judges it as well.
    ///   - accepts: true for a good text; called with text from outside, without blanks at its ends.
    package init(
        matching pattern: String, length: ClosedRange<Int>? = nil, expected: String, examples: [String],
        meant: @escaping @Sendable (String) -> String? = { _ in nil }, accepts: @escaping @Sendable (String) -> Bool
    ) {
        self.meant = meant
        self.pattern = pattern
        self.length = length
        self.expected = expected
        self.examples = examples
        self.accepts = accepts
    }

    /// The text without blanks at its ends; nil when the rule refuses it.
    package func taken(_ text: String) -> String? {
        // As the schema says, which counts blanks at the ends too.
        if let length, !length.contains(text.unicodeScalars.count) { return nil }
        let text = trimmed(text)
        return accepts(text) ? text : nil
    }

    /// A day as JSON spells it.
    package static let date = TextRule(
        matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", expected: "a day in the form 2021-03-10", examples: ["2021-03-10"]
    ) { text in CivilDate(text).map { $0.text.utf8.elementsEqual(text.utf8) } ?? false }
}

extension ParameterFormat<String> {
    /// Text that a rule takes, given without blanks at its ends.
    package static func text(_ rule: TextRule) -> Self {
        Self(
            schema: .with(
                .type(.string),
                [JSONMember("pattern", .string(rule.pattern))]
                    + (rule.length.map { length in
                        [
                            JSONMember("minLength", .integer(length.lowerBound)),
                            JSONMember("maxLength", .integer(length.upperBound)),
                        ]
                    } ?? [])),
            expected: rule.expected
        ) { node in node.string.flatMap(rule.taken) }
    }
}

extension Fault {
    /// A route's variable that a rule refuses.
    static func wrongVariable(_ name: String, _ rule: TextRule) -> Fault {
        Fault(
            .invalidArgument, "The \(name) in a route is \(rule.expected).",
            hint: rule.examples.first.map { "For example \($0)." } ?? "Correct it.", field: "route")
    }
}

/// `text` without white space (Unicode `White_Space`) at both ends.
package func trimmed(_ text: String) -> String {
    // Most texts have none: seen at their ends.
    if let first = text.utf8.first, let last = text.utf8.last, (0x21...0x7E).contains(first),
        (0x21...0x7E).contains(last)
    {
        return text
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
