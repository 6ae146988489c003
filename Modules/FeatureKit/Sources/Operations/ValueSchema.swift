package import JSON

/// The JSON Schema of a value, as what it is declared by: it is written where it is asked for. A tree of JSON values for each took a third
/// of the instructions of a start's first `tools/list`.
package enum ValueSchema: Sendable {
    /// The type alone.
    case type(JSONSchemaType)
    /// A number from a least to a most one.
    case number(JSONSchemaType, least: Int, most: Int?)
    /// A text of so many Unicode scalars.
    case text(least: Int, most: Int)
    /// One of some texts.
    case words([String])
    indirect case array(of: ValueSchema, least: Int? = nil, most: Int? = nil)
    /// A result.
    case object([ResultFieldDescription])
    /// A row with the fields at some places, of which all but the key may be missing.
    case row(RowLayout, [Int])
    /// The object of a call's parameters.
    case parameters([ParameterField])
    case parameter(ParameterField)
    /// A schema with further members.
    indirect case with(ValueSchema, [JSONMember])
    /// Any other, member by member.
    case given([JSONMember])

    /// The objects in a schema that name the members which they always have.
    package enum Required: Sendable {
        case ofAll
        /// The whole alone: what the rows of a list always have costs a tenth of all tools' bytes.
        case ofTop
        case ofNone

        fileprivate var within: Self { self == .ofAll ? .ofAll : .ofNone }
    }

    /// Writes the schema. Parameters name those that are required whatever is asked.
    package func write(_ required: Required = .ofAll, into writer: inout JSONWriter) {
        if case .type(let type) = self { return writer.schema(type) }
        writer.beginObject()
        writeMembers(required, into: &writer)
        writer.endObject()
    }

    /// Writes the members of the schema, whose object is begun.
    package func writeMembers(_ required: Required = .ofAll, into writer: inout JSONWriter) {
        switch self {
        case .type(let type): writer.schemaType(type)
        case .number(let type, let least, let most):
            writer.schemaType(type)
            writer.schemaBound(.minimum, least)
            if let most { writer.schemaBound(.maximum, most) }
        case .text(let least, let most):
            writer.schemaType(.string)
            if least > 0 { writer.schemaBound(.minLength, least) }
            writer.schemaBound(.maxLength, most)
        case .words(let words): writer.schemaWords(words)
        case .array(let element, let least, let most):
            writer.schemaItems()
            element.write(required.within, into: &writer)
            if let least { writer.schemaBound(.minItems, least) }
            if let most { writer.schemaBound(.maxItems, most) }
        case .object(let fields): Self.write(fields, required, into: &writer)
        case .row(let layout, let places):
            writer.beginSchemaProperties()
            for place in places {
                let field = layout.fields[place]
                writer.key(field.name)
                field.schema.write(required.within, into: &writer)
            }
            writer.endObject()
            guard required != .ofNone, layout.hasKey, places.contains(layout.key) else { return }
            writer.key("required")
            writer.beginArray()
            writer.string(layout.keyField.name)
            writer.endArray()
        case .parameters(let fields): Self.write(fields, into: &writer)
        case .parameter(let field): field.writeSchemaMembers(into: &writer)
        case .with(let schema, let members):
            schema.writeMembers(required, into: &writer)
            Self.write(members, required, into: &writer)
        case .given(let members): Self.write(members, required, into: &writer)
        }
    }

    /// Without descriptions: a tool list with them would be several times as long, and the names tell.
    private static func write(_ fields: [ResultFieldDescription], _ required: Required, into writer: inout JSONWriter) {
        writer.beginSchemaProperties()
        for place in fields.indices {
            writer.key(fields[place].name)
            fields[place].schema.write(required.within, into: &writer)
        }
        writer.endObject()
        if required == .ofNone { return }
        writer.key("required")
        writer.beginArray()
        for place in fields.indices where !fields[place].isOptional { writer.string(fields[place].name) }
        writer.endArray()
    }

    private static func write(_ fields: [ParameterField], into writer: inout JSONWriter) {
        writer.beginSchemaProperties()
        for field in fields {
            writer.key(field.name)
            writer.beginObject()
            field.writeSchemaMembers(into: &writer)
            writer.endObject()
        }
        writer.endObject()
        if fields.contains(where: { $0.isRequired }) {
            writer.key("required")
            writer.beginArray()
            for field in fields where field.isRequired { writer.string(field.name) }
            writer.endArray()
        }
        writer.key("additionalProperties")
        writer.bool(false)
    }

    private static func write(_ members: [JSONMember], _ required: Required, into writer: inout JSONWriter) {
        for member in members {
            if required == .ofNone, member.key == "required", case .array = member.value { continue }
            writer.key(member.key)
            if required == .ofAll { writer.value(member.value) } else { writer.leanSchema(member.value, isTop: false) }
        }
    }

    /// The schema as a value, for who looks into it.
    package var value: JSONValue {
        if case .given(let members) = self { return .object(members) }
        var writer = JSONWriter()
        write(into: &writer)
        // It was just written: what could be wrong with it are schemas of others.
        return (try? JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))) ?? .object([])
    }
}
