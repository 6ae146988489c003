package import JSON

/// One parameter as everyone but the operation itself sees it: help, schema, completion, reference.
package struct ParameterField: Sendable {
    package let name: String
    package let doc: String
    package let isRequired: Bool
    /// The values it takes, as a part of a sentence.
    package let expected: String
    package let examples: [JSONValue]
    /// The parameter's JSON Schema.
    package let schema: JSONValue

    /// The only values there are, where it has so few.
    package var words: [String] { schema["enum"]?.array?.compactMap(\.string) ?? [] }
}

/// One parameter of an operation, declared once: its name, values, meaning and how it is read.
package struct Parameter<Value: Sendable>: Sendable {
    package let field: ParameterField
    /// The value of the node sent (nil: not sent); nil when a node that was sent is wrong or a required one is missing.
    let read: @Sendable (JSONNode?) -> Value?

    /// A parameter that every call must give.
    package static func required(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, examples: [JSONValue]
    ) -> Parameter<Value> {
        Parameter(field: field(name, format, doc, examples, isRequired: true)) { node in node.flatMap(format.read) }
    }

    /// A parameter with a value of its own when it is left out; `null` counts as left out.
    package static func defaulted(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, default value: Value,
        examples: [JSONValue] = []
    ) -> Parameter<Value> {
        Parameter(field: field(name, format, doc, examples, isRequired: false)) { node in
            node.flatMap { $0.isNull ? nil : $0 }.map(format.read) ?? value
        }
    }

    /// A parameter that may be left out; `null` counts as left out.
    package static func optional<Wrapped: Sendable>(
        _ name: String, _ format: ParameterFormat<Wrapped>, _ doc: String, examples: [JSONValue] = []
    ) -> Parameter<Wrapped?> where Value == Wrapped? {
        Parameter<Wrapped?>(
            field: Parameter<Wrapped>.field(name, format, doc, examples, isRequired: false)
        ) { node in
            guard let node, !node.isNull else { return .some(nil) }
            return format.read(node).map { .some($0) }
        }
    }

    /// The same parameter by another name.
    func named(_ name: String) -> Self {
        Parameter(
            field: ParameterField(
                name: name, doc: field.doc, isRequired: field.isRequired, expected: field.expected,
                examples: field.examples, schema: field.schema), read: read)
    }

    private static func field(
        _ name: String, _ format: ParameterFormat<Value>, _ doc: String, _ examples: [JSONValue], isRequired: Bool
    ) -> ParameterField {
        ParameterField(
            name: name, doc: doc, isRequired: isRequired, expected: format.expected, examples: examples,
            schema: .object(
                format.schema + [JSONMember("description", .string(doc))]
                    + (examples.isEmpty ? [] : [JSONMember("examples", .array(examples))])))
    }
}
