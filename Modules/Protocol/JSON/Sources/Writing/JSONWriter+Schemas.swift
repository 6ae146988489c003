/// A type as JSON Schema names it.
package enum JSONSchemaType: Sendable {
    case string, integer, number, boolean, array, object

    fileprivate var member: StaticString {
        switch self {
        case .string: #""type":"string""#
        case .integer: #""type":"integer""#
        case .number: #""type":"number""#
        case .boolean: #""type":"boolean""#
        case .array: #""type":"array""#
        case .object: #""type":"object""#
        }
    }
}

/// A member of a JSON Schema whose value is a whole number.
package enum JSONSchemaBound: Sendable {
    case minLength, maxLength, minimum, maximum, minItems, maxItems

    fileprivate var name: StaticString {
        switch self {
        case .minLength: #""minLength":"#
        case .maxLength: #""maxLength":"#
        case .minimum: #""minimum":"#
        case .maximum: #""maximum":"#
        case .minItems: #""minItems":"#
        case .maxItems: #""maxItems":"#
        }
    }
}

/// JSON Schemas. What they say over and over stands in the program as it is written.
extension JSONWriter {
    /// A schema that says a type alone.
    package mutating func schema(_ type: JSONSchemaType) {
        beginObject()
        schemaType(type)
        endObject()
    }

    /// The type, in a schema that is begun.
    package mutating func schemaType(_ type: JSONSchemaType) { members(type.member) }

    /// A bound, in a schema that is begun.
    package mutating func schemaBound(_ bound: JSONSchemaBound, _ value: Int) {
        begin(bound.name)
        integer(value)
    }

    /// The type of an array, in a schema that is begun, up to the schema of its elements.
    package mutating func schemaItems() { begin(#""type":"array","items":"#) }

    /// The type of an object, in a schema that is begun, and the beginning of the object of its properties.
    package mutating func beginSchemaProperties() { begin(#""type":"object","properties":{"#) }

    /// The type of a text that is one of some words, in a schema that is begun.
    package mutating func schemaWords(_ words: [String]) {
        begin(#""type":"string","enum":["#)
        for place in words.indices { string(words[place]) }
        endArray()
    }

    /// A schema of others. It keeps the `required` of its top alone: what the rows of a list always have costs a tenth of all tools'
    /// bytes.
    package mutating func leanSchema(_ schema: JSONValue, isTop: Bool = true) {
        switch schema {
        case .object(let members):
            beginObject()
            for member in members {
                // A property of this name has an object here.
                if !isTop, member.key == "required", case .array = member.value { continue }
                key(member.key)
                leanSchema(member.value, isTop: false)
            }
            endObject()
        case .array(let elements):
            beginArray()
            for element in elements { leanSchema(element, isTop: false) }
            endArray()
        default: value(schema)
        }
    }
}
