package import JSON

/// Description of one field of a result: name, values, meaning.
package struct ResultFieldDescription: Sendable {
    package let name: String
    package let doc: String
    /// Whether the field is left out where there is no value.
    package let isOptional: Bool
    let schema: ValueSchema

    package init(name: String, doc: String, isOptional: Bool, schema: ValueSchema) {
        self.name = name
        self.doc = doc
        self.isOptional = isOptional
        self.schema = schema
    }
}

/// One field of a result, declared once: what it is, and where it comes from.
package struct ResultField<Root>: Sendable {
    fileprivate let description: ResultFieldDescription
    fileprivate let write: @Sendable (Root, inout JSONWriter) -> Void

    /// A field that every result has.
    package init<Value>(
        _ name: StaticString, _ format: ResultFormat<Value>, _ doc: String,
        _ value: @escaping @Sendable (Root) -> Value
    ) {
        description = ResultFieldDescription(
            name: name.description, doc: doc, isOptional: false, schema: format.schema)
        let format = format.write
        self.write = { root, writer in
            writer.key(name)
            format(value(root), &writer)
        }
    }

    /// A field that is left out where there is no value.
    package init<Value>(
        optional name: StaticString, _ format: ResultFormat<Value>, _ doc: String,
        _ value: @escaping @Sendable (Root) -> Value?
    ) {
        description = ResultFieldDescription(
            name: name.description, doc: doc, isOptional: true, schema: format.schema)
        let format = format.write
        self.write = { root, writer in
            guard let value = value(root) else { return }
            writer.key(name)
            format(value, &writer)
        }
    }
}

/// The fields of a result: one declaration from which writing, the output schema and the reference come.
package struct ResultShape<Root>: Sendable {
    /// In the order in which they are written.
    package let fields: [ResultFieldDescription]
    /// Writes the fields in that order. One closure, made of theirs: to walk over an array of them, the runtime would be
    /// asked for its type with each object.
    private let writeFields: @Sendable (Root, inout JSONWriter) -> Void

    /// Fields that are known at run time alone.
    /// - Parameter writeFields: writes them in the order of `fields`.
    package init(
        fields: [ResultFieldDescription], writeFields: @escaping @Sendable (Root, inout JSONWriter) -> Void
    ) {
        (self.fields, self.writeFields) = (fields, writeFields)
    }

    /// - Parameter fields: in the order in which they are written; names must differ.
    package init(_ fields: [ResultField<Root>]) {
        var writeFields: @Sendable (Root, inout JSONWriter) -> Void = { _, _ in }
        // One loop, no `map`: in generic code that is asked of the runtime.
        var descriptions: [ResultFieldDescription] = []
        for field in fields {
            descriptions.append(field.description)
            let (writeEarlier, write) = (writeFields, field.write)
            writeFields = { root, writer in
                writeEarlier(root, &writer)
                write(root, &writer)
            }
        }
        self.init(fields: descriptions, writeFields: writeFields)
    }

    /// A shape of one field.
    package init(_ field: ResultField<Root>) {
        // No array, whose type would be made at run time: 10,000 instructions.
        self.init(fields: [field.description], writeFields: field.write)
    }

    /// The fields of a part of `Whole`, as fields of `Whole` itself. They are written together: to take a part out of the
    /// whole counts the references to all that it holds.
    package func flattened<Whole>(_ part: @escaping @Sendable (Whole) -> Root) -> ResultShape<Whole> {
        let writeFields = writeFields
        return ResultShape<Whole>(
            fields: fields,
            writeFields: { (whole: Whole, writer: inout JSONWriter) in writeFields(part(whole), &writer) })
    }

    /// The fields of a shape, then further ones.
    package static func + (shape: Self, fields: [ResultField<Root>]) -> Self { shape + Self(fields) }

    /// The fields of one shape, then those of the other; names must differ.
    package static func + (first: Self, second: Self) -> Self {
        let (writeFirst, writeSecond) = (first.writeFields, second.writeFields)
        return Self(fields: first.fields + second.fields) { root, writer in
            writeFirst(root, &writer)
            writeSecond(root, &writer)
        }
    }

    /// JSON Schema.
    package var schema: JSONValue { ValueSchema.object(fields).value }

    /// Writes the fields as members of an object that is begun.
    func writeMembers(_ root: Root, into writer: inout JSONWriter) { writeFields(root, &writer) }

    package func write(_ root: Root, into writer: inout JSONWriter) { write(root, telling: nil, into: &writer) }

    /// Writes the object with a member `_meta` where its facts came from a cache or a cassette: those of the network and
    /// of the samples are what the settings promise.
    func write(_ root: Root, telling origin: AnswerOrigin?, into writer: inout JSONWriter) {
        writer.beginObject()
        writeFields(root, &writer)
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
