package import JSON

/// One field of a result, declared once: its name, values, meaning and where it comes from.
package struct ResultField<Root>: Sendable {
    package let name: String
    package let doc: String
    package let isOptional: Bool
    package let schema: JSONValue
    fileprivate let write: @Sendable (Root, inout JSONWriter) -> Void

    /// A field that every result has.
    package init<Value>(
        _ name: StaticString, _ format: ResultFormat<Value>, _ doc: String,
        _ value: @escaping @Sendable (Root) -> Value
    ) {
        self.name = name.description
        self.doc = doc
        self.isOptional = false
        self.schema = format.schema
        self.write = { root, writer in
            writer.key(name)
            format.write(value(root), &writer)
        }
    }

    /// A field that is left out where there is no value.
    package init<Value>(
        optional name: StaticString, _ format: ResultFormat<Value>, _ doc: String,
        _ value: @escaping @Sendable (Root) -> Value?
    ) {
        self.name = name.description
        self.doc = doc
        self.isOptional = true
        self.schema = format.schema
        self.write = { root, writer in
            guard let value = value(root) else { return }
            writer.key(name)
            format.write(value, &writer)
        }
    }

    fileprivate init<Part>(_ field: ResultField<Part>, of part: @escaping @Sendable (Root) -> Part) {
        self.name = field.name
        self.doc = field.doc
        self.isOptional = field.isOptional
        self.schema = field.schema
        self.write = { root, writer in field.write(part(root), &writer) }
    }
}

/// The fields of a result: one declaration from which writing, the output schema and the reference come.
package struct ResultShape<Root>: Sendable {
    package let fields: [ResultField<Root>]

    /// - Parameter fields: in the order in which they are written; names must differ.
    package init(_ fields: [ResultField<Root>]) {
        self.fields = fields
    }

    /// The fields of a part of `Root`, as fields of `Root` itself.
    package func flattened<Whole>(_ part: @escaping @Sendable (Whole) -> Root) -> [ResultField<Whole>] {
        fields.map { ResultField<Whole>($0, of: part) }
    }

    /// JSON Schema, without descriptions: a tool list with them would be several times as long, and the names tell.
    package var schema: JSONValue {
        let required = fields.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        return .object([
            JSONMember("type", "object"),
            JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema) })),
            JSONMember("required", .array(required)),
        ])
    }

    package func write(_ root: Root, into writer: inout JSONWriter) { write(root, telling: nil, into: &writer) }

    /// Writes the object with a member `_meta` where its facts came from a cache or a cassette: those of the network and
    /// of the samples are what the settings promise.
    func write(_ root: Root, telling origin: AnswerOrigin?, into writer: inout JSONWriter) {
        writer.beginObject()
        for field in fields { field.write(root, &writer) }
        if let origin, origin.source == .cache || origin.source == .cassette {
            writer.key("_meta")
            writer.beginObject()
            writer.key(AnswerOrigin.metaKey)
            origin.write(into: &writer)
            writer.endObject()
        }
        writer.endObject()
    }
}
