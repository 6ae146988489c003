import FeatureKit
import JSON
import ModuleFile
import Values

/// A parameter of a declared operation.
struct DeclaredParameter: Sendable {
    let declaration: ParameterDeclaration
    /// Values are JSON; nil for one that was left out and has no default.
    let parameter: Parameter<JSONValue?>
    /// The value of the operation's example.
    let example: JSONValue?
    /// Whether the operation's example has it.
    let isInExample: Bool
    /// The rule of a text; nil for one that any text is.
    let rule: TextRule?

    /// - Parameters:
    ///   - sample: the value that a sample has, as the file spells it.
    ///   - isInPath: whether it is a segment of an address.
    init(_ declaration: ParameterDeclaration, sample: String?, isInPath: Bool) {
        self.declaration = declaration
        isInExample = declaration.isRequired || sample != nil
        let examples = declaration.examples.map { Self.value($0, declaration.kind) }
        let example = sample.map { Self.value($0, declaration.kind) } ?? examples.first
        let told = [sample].compactMap(\.self) + declaration.examples
        let rule = Self.rule(of: declaration, isInPath: isInPath, examples: told)
        self.rule = rule
        self.example = example ?? declaration.values.first.map { .string($0) }
        let doc = declaration.doc ?? sentenceCase(spelledOut(declaration.name)) + "."
        let plain = Self.format(declaration, rule)
        let format = plain.map { Optional($0) }
        let shown = examples.isEmpty ? example.map { [$0] } ?? [] : examples
        if declaration.isRequired {
            parameter = .required(declaration.name, format, doc, examples: shown)
        } else if let text = declaration.defaultText {
            parameter = .defaulted(
                declaration.name, format, doc, default: Self.value(text, declaration.kind), examples: shown)
        } else {
            parameter = .optional(declaration.name, plain, doc, examples: shown)
        }
    }

    private static func format(
        _ declaration: ParameterDeclaration, _ rule: TextRule?
    ) -> ParameterFormat<JSONValue> {
        switch declaration.kind {
        case .text:
            if !declaration.values.isEmpty {
                return ParameterFormat<String>.oneOf(declaration.values).map { .string($0) }
            }
            if let rule { return ParameterFormat<String>.text(rule).map { .string($0) } }
            return ParameterFormat<String>.text(declaration.length ?? 1...1000).map { .string($0) }
        case .int: return ParameterFormat<Int>.whole(declaration.range ?? .min ... .max).map { .integer($0) }
        case .number: return ParameterFormat<DecimalAmount>.number.map { .number($0.text) }
        case .bool: return ParameterFormat<Bool>.flag.map { .bool($0) }
        case .date: return ParameterFormat<String>.text(.date).map { .string($0) }
        }
    }

    /// The rule of a text with a pattern, and of one that is a segment: `.` and `..` would climb; nil for any other.
    private static func rule(
        of declaration: ParameterDeclaration, isInPath: Bool, examples: [String]
    ) -> TextRule? {
        guard declaration.values.isEmpty else { return nil }
        let length = declaration.length ?? 1...1000
        guard let pattern = declaration.pattern else {
            guard isInPath else { return nil }
            return TextRule(
                matching: #"[^.\s]|\.\.\.|\.\s+\."#, length: max(1, length.lowerBound)...max(1, length.upperBound),
                expected:
                    "text of \(max(1, length.lowerBound)) to \(length.upperBound) characters, not only one or two dots",
                examples: examples
            ) { text in
                !text.isEmpty && length.contains(text.unicodeScalars.count) && text != "." && text != ".."
            }
        }
        return TextRule(
            matching: pattern.text, length: length, expected: "text of the form \(pattern.text)", examples: examples
        ) { text in length.contains(text.unicodeScalars.count) && pattern.matches(text) }
    }

    /// A value as the file spells it.
    static func value(_ text: String, _ kind: ParameterDeclaration.Kind) -> JSONValue {
        switch kind {
        case .text, .date: .string(text)
        case .int: Int(text).map { .integer($0) } ?? .number(text)
        case .number: .number(text)
        case .bool: .bool(text == "true")
        }
    }
}
