package import ModuleFile
import URITemplate

extension ParameterDeclaration {
    /// A text.
    /// - Parameters:
    ///   - length: characters, 1 to 1000 without it.
    ///   - pattern: regular expression that it matches.
    ///   - values: the only ones, where there are few.
    ///   - value: its value where it is not given; without one it is required, unless that is said.
    ///   - doc: one line; made of the name without it.
    package static func text(
        _ name: String, _ length: ClosedRange<Int>? = nil, pattern: String? = nil, values: [String] = [],
        default value: String? = nil, required: Bool = true, _ doc: String? = nil, examples: [String] = []
    ) -> Self {
        var parameter = Self(name, .text, value, required, doc, examples)
        (parameter.length, parameter.values) = (length, values)
        parameter.pattern = pattern.map { TextPattern(compiling: $0) }
        return parameter
    }

    /// A whole number.
    package static func int(
        _ name: String, _ range: ClosedRange<Int>? = nil, default value: Int? = nil, required: Bool = true,
        _ doc: String? = nil, examples: [Int] = []
    ) -> Self {
        var parameter = Self(name, .int, value.map { String($0) }, required, doc, examples.map { String($0) })
        parameter.range = range
        return parameter
    }

    /// A number, spelled: `40.7128` stays as exact as it is.
    package static func number(
        _ name: String, default value: String? = nil, required: Bool = true, _ doc: String? = nil,
        examples: [String] = []
    ) -> Self { Self(name, .number, value, required, doc, examples) }

    /// True or false.
    package static func bool(
        _ name: String, default value: Bool? = nil, required: Bool = true, _ doc: String? = nil, examples: [Bool] = []
    ) -> Self {
        Self(name, .bool, value.map { $0 ? "true" : "false" }, required, doc, examples.map { $0 ? "true" : "false" })
    }

    /// A day, such as 2026-03-01.
    package static func date(
        _ name: String, default value: String? = nil, required: Bool = true, _ doc: String? = nil,
        examples: [String] = []
    ) -> Self { Self(name, .date, value, required, doc, examples) }

    private init(
        _ name: String, _ kind: Kind, _ value: String?, _ isRequired: Bool, _ doc: String?, _ examples: [String]
    ) {
        self.init(name: name)
        (self.kind, defaultText, self.doc, self.examples) = (kind, value, doc, examples)
        self.isRequired = isRequired && value == nil
    }
}

extension TextPattern {
    /// Compiles a pattern that stands in the program. A wrong one ends the process at its first start, with the pattern.
    fileprivate init(compiling text: String) {
        guard let pattern = TextPattern(text) else { preconditionFailure("`\(text)` is no regular expression") }
        self = pattern
    }
}

extension OwnSettingDeclaration {
    /// A text that is never shown.
    package static func secret(_ name: String, _ doc: String) -> Self {
        Self(name: name, kind: .secret, doc: doc, defaultText: nil, range: nil)
    }

    /// A text.
    package static func text(_ name: String, default value: String? = nil, _ doc: String) -> Self {
        Self(name: name, kind: .text, doc: doc, defaultText: value, range: nil)
    }

    /// A whole number; without a default the least.
    package static func int(
        _ name: String, _ range: ClosedRange<Int>? = nil, default value: Int? = nil, _ doc: String
    ) -> Self {
        Self(name: name, kind: .int, doc: doc, defaultText: value.map { String($0) }, range: range)
    }

    /// True or false.
    package static func bool(_ name: String, default value: Bool = false, _ doc: String) -> Self {
        Self(name: name, kind: .bool, doc: doc, defaultText: value ? "true" : "false", range: nil)
    }

    /// A time, spelled: `10m`.
    package static func duration(_ name: String, default value: String? = nil, _ doc: String) -> Self {
        Self(name: name, kind: .duration, doc: doc, defaultText: value, range: nil)
    }

    /// A number of bytes, spelled: `4MiB`.
    package static func size(_ name: String, default value: String? = nil, _ doc: String) -> Self {
        Self(name: name, kind: .size, doc: doc, defaultText: value, range: nil)
    }
}

extension AuthDeclaration {
    /// `Authorization: Bearer …`
    package static func bearer(setting: String) -> Self { .bearer(setting) }

    /// `Authorization: Basic …` of two settings.
    package static func basic(userSetting user: String, passwordSetting password: String) -> Self {
        .basic(user: user, password: password)
    }

    /// Headers, each with the setting that it holds.
    package static func headers(_ settings: KeyValuePairs<String, String>) -> Self {
        .header(settings.map { NamedSetting(name: $0.key, setting: $0.value) })
    }

    /// Parameters of the query, each with the setting that it holds.
    package static func queryItems(_ settings: KeyValuePairs<String, String>) -> Self {
        .query(settings.map { NamedSetting(name: $0.key, setting: $0.value) })
    }
}

/// JSON as it is written in Swift; texts have variables, and one that is a variable alone keeps its value's type.
extension BodyDeclaration: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    package init(dictionaryLiteral members: (String, BodyDeclaration)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }

    package init(arrayLiteral items: BodyDeclaration...) { self = .array(items) }

    package init(stringLiteral text: String) { self = .text(TextDeclaration(text, for: .text)) }

    package init(integerLiteral value: Int) { self = .number(String(value)) }

    package init(booleanLiteral value: Bool) { self = .flag(value) }

    package init(nilLiteral: ()) { self = .null }

    /// A number that is no integer, as it is spelled.
    package static func spelled(_ number: String) -> Self { .number(number) }
}
