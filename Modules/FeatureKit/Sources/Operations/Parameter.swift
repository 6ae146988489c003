package import JSON
import Values

/// One parameter as everyone but the operation itself sees it: help, schema, completion, reference. An object, since a parameter is
/// copied wherever its value is read: with its texts and schemas that took 600 instructions.
package final class ParameterField: Sendable {
    package let name: String
    package let doc: String
    package let isRequired: Bool
    /// The values it takes, as a part of a sentence.
    package var expected: String { makeExpected() }
    private let makeExpected: @Sendable () -> String
    package let examples: [JSONValue]
    /// The parameter's JSON Schema.
    package var schema: JSONValue { ValueSchema.parameter(self).value }
    /// The schema of its values alone.
    private let values: ValueSchema
    /// Words by which a client asks a person: `How many?`.
    package var prompt: String {
        givenPrompt ?? sentenceCase(spelledOut(firstName)) + (isFlag ? "?" : "")
    }
    private var isFlag: Bool { if case .type(.boolean) = values { true } else { false } }
    private let givenPrompt: String?
    /// The name of the declaration, whatever the field is called.
    private let firstName: String
    /// The value that it has when it is left out; nil without one.
    package let standard: JSONValue?
    /// Path of the present value in the state of a screen, or in one of its rows: `memo`, `filter.brand`.
    package let source: String
    /// Names that models give it.
    let aliases: [String]
    /// Judges a value: true for one that it takes.
    let takes: @Sendable (JSONNode) -> Bool
    /// The value that a refused one probably means; nil where nothing is near.
    let meant: @Sendable (JSONNode) -> JSONValue?

    init(
        name: String, doc: String, isRequired: Bool, expected: @escaping @Sendable () -> String,
        examples: [JSONValue], schema: ValueSchema, prompt: String? = nil, standard: JSONValue? = nil,
        source: String? = nil, aliases: [String] = [], takes: @escaping @Sendable (JSONNode) -> Bool,
        meant: @escaping @Sendable (JSONNode) -> JSONValue? = { _ in nil }
    ) {
        (self.name, self.doc, self.isRequired, makeExpected) = (name, doc, isRequired, expected)
        (self.examples, self.values, self.standard, self.source) = (examples, schema, standard, source ?? name)
        (self.takes, self.meant) = (takes, meant)
        (givenPrompt, firstName, self.aliases) = (prompt, name, aliases)
    }

    /// Another field with some of its facts changed.
    private init(
        _ field: ParameterField, name: String? = nil, source: String? = nil,
        takes: (@Sendable (JSONNode) -> Bool)? = nil
    ) {
        self.name = name ?? field.name
        (doc, isRequired, makeExpected) = (field.doc, field.isRequired, field.makeExpected)
        (examples, values, standard) = (field.examples, field.values, field.standard)
        self.source = source ?? field.source
        self.takes = takes ?? field.takes
        (meant, givenPrompt, firstName, aliases) = (field.meant, field.givenPrompt, field.firstName, field.aliases)
    }

    /// The same field, whose present value stands elsewhere in the state.
    func from(_ source: String) -> ParameterField { ParameterField(self, source: source) }

    fileprivate func named(_ name: String) -> ParameterField { ParameterField(self, name: name) }

    fileprivate func offering(_ isOffered: @escaping @Sendable (JSONNode) -> Bool) -> ParameterField {
        ParameterField(self, takes: isOffered)
    }

    /// Writes the members of its schema: those of its values, then what it means.
    func writeSchemaMembers(into writer: inout JSONWriter) {
        values.writeMembers(into: &writer)
        writer.key("description")
        writer.string(doc)
        if let standard {
            writer.key("default")
            writer.value(standard)
        }
        if examples.isEmpty { return }
        writer.key("examples")
        writer.beginArray()
        for example in examples { writer.value(example) }
        writer.endArray()
    }

    /// The only values there are, or of which it takes several, where there are so few.
    package var words: [String] {
        (schema["enum"] ?? schema["items"]?["enum"])?.array?.compactMap(\.string) ?? []
    }

    /// The members of the objects that it takes; empty for a parameter of another kind.
    var members: [String] { schema["items"]?["properties"]?.members?.map(\.key) ?? [] }
}

/// One parameter of an operation, declared once: its name, values, meaning and how it is read.
package struct Parameter<Value: Sendable>: Sendable {
    package let field: ParameterField
    /// The value of the node sent (nil: not sent); nil when a node that was sent is wrong or a required one is missing.
    let read: @Sendable (JSONNode?) -> Value?

    /// A parameter that every call must give.
    /// - Parameters:
    ///   - prompt: what a client asks a person for; the name's words without it.
    ///   - source: where a screen's state has the present value, as of every parameter; by default under the same name.
    ///   - aliases: names of unknown parameters that are taken to mean this one when a call is refused.
    package static func required(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, examples: [JSONValue], prompt: String? = nil,
        source: String? = nil, known aliases: [String] = []
    ) -> Parameter<Value> {
        let field = field(name, format, doc, examples, isRequired: true, prompt, source: source, aliases)
        return Parameter(field: field) { [read = format.read] node in node.flatMap(read) }
    }

    /// A parameter that may be left out; `null` counts as left out.
    package static func optional<Wrapped: Sendable>(
        _ name: String, _ format: ParameterFormat<Wrapped>, _ doc: String, examples: [JSONValue] = [],
        prompt: String? = nil, source: String? = nil, known aliases: [String] = []
    ) -> Parameter<Wrapped?> where Value == Wrapped? {
        Parameter<Wrapped?>(
            field: Parameter<Wrapped>.field(
                name, format, doc, examples, isRequired: false, prompt, source: source, aliases)
        ) { [read = format.read] node in
            guard let node, !node.isNull else { return .some(nil) }
            return read(node).map { .some($0) }
        }
    }

    /// The same parameter by another name.
    func named(_ name: String) -> Self { Parameter(field: field.named(name), read: read) }

    /// The same parameter, of which fewer values are worth offering in a call than it reads.
    func offering(_ isOffered: @escaping @Sendable (JSONNode) -> Bool) -> Self {
        Parameter(field: field.offering(isOffered), read: read)
    }

    fileprivate static func field(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, _ examples: [JSONValue], isRequired: Bool,
        _ prompt: String?, standard: JSONValue? = nil, source: String?, _ aliases: [String]
    ) -> ParameterField {
        ParameterField(
            name: name, doc: doc, isRequired: isRequired, expected: format.makeExpected, examples: examples,
            schema: format.schema, prompt: prompt, standard: standard, source: source,
            aliases: aliases, takes: { [read = format.read] in read($0) != nil }, meant: format.meant)
    }
}

extension Parameter where Value: StandardValue {
    /// A parameter with a value of its own when it is left out; `null` counts as left out.
    package static func defaulted(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, default value: Value,
        examples: [JSONValue] = [], prompt: String? = nil, source: String? = nil, known aliases: [String] = []
    ) -> Self {
        let field = field(
            name, format, doc, examples, isRequired: false, prompt, standard: value.standard, source: source, aliases)
        return Parameter(field: field) { [read = format.read] node in
            node.flatMap { $0.isNull ? nil : $0 }.map(read) ?? value
        }
    }
}

/// A value that a parameter can have when it is left out.
package protocol StandardValue: Sendable {
    /// The value as JSON.
    var standard: JSONValue { get }
}

extension Int: StandardValue {
    package var standard: JSONValue { .integer(self) }
}

extension Bool: StandardValue {
    package var standard: JSONValue { .bool(self) }
}

extension Optional: StandardValue where Wrapped: StandardValue {
    package var standard: JSONValue { self?.standard ?? .null }
}

extension JSONValue: StandardValue {
    package var standard: JSONValue { self }
}

extension String: StandardValue {
    package var standard: JSONValue { .string(self) }
}
