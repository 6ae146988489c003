import JSON
import Testing

@testable import FeatureKit

@Suite("Schemas")
struct SchemaTests {
    @Test("The schema of parameters says what is read, and nothing that hosts refuse")
    func parameters() {
        #expect(
            SearchParameters.shape.schema == [
                "type": "object",
                "properties": [
                    "query": [
                        "type": "string", "minLength": 1, "maxLength": 20, "description": "What to look for.",
                        "examples": ["swift"],
                    ],
                    "limit": [
                        "type": "integer", "minimum": 1, "maximum": 100, "description": "Rows in one answer.",
                        "default": 10, "examples": [25],
                    ],
                    "sort": [
                        "type": "string", "enum": ["price", "name"], "description": "The order.", "examples": ["price"],
                    ],
                    "exact": ["type": "boolean", "description": "Whole words only.", "default": false],
                ],
                "required": ["query"], "additionalProperties": false,
            ])
    }

    @Test("Without parameters the schema is an empty object")
    func noParameters() {
        #expect(
            ParameterShape<NoParameters>.none.schema
                == ["type": "object", "properties": [:], "additionalProperties": false])
    }

    @Test("Open bounds are left out of the schema")
    func openBounds() {
        #expect(ParameterFormat.whole(1 ... .max).schema.value == ["type": "integer", "minimum": 1])
        #expect(ParameterFormat.text(0...9).schema.value == ["type": "string", "maxLength": 9])
        #expect(ParameterFormat.object.schema.value == ["type": "object"])
    }

    @Test("The schema of a result names its fields and requires those that are always there")
    func result() {
        #expect(
            Row.shape.schema == [
                "type": "object",
                "properties": [
                    "id": ["type": "integer"], "name": ["type": "string"], "note": ["type": "string"],
                    "tag": ["type": "string"], "kind": ["type": "string", "enum": ["none", "header", "footer"]],
                    "parts": ["type": "array", "items": ["type": "boolean"]],
                ],
                "required": ["id", "name", "kind", "parts"],
            ])
    }

    @Test(
        "No schema of FeatureKit has a union or a reference where hosts refuse it",
        arguments: [
            Case("parameters", SearchParameters.shape.schema, true), Case("row", Row.shape.schema, false),
            Case("fault", Fault.shape.schema, false),
            Case("refresh", RefreshStatus.shape.schema, false),
            Case("screen", ScreenReading.whole.schema, false),
        ])
    func portable(_ row: Case<JSONValue, Bool>) {
        #expect(row.input["type"] == "object")
        #expect(unions(in: row.input, isInput: row.expected) == [])
    }

    @Test(
        "A schema as a value is what is written",
        arguments: [
            Case("type", ValueSchema.type(.number), ["type": "number"]),
            Case("number", .number(.number, least: 0, most: nil), ["type": "number", "minimum": 0]),
            Case("words", .words(["a", "\u{7F}"]), ["type": "string", "enum": ["a", "\u{7F}"]]),
            Case("any", .given([]), [:]),
            Case(
                "further members", .with(.text(least: 1, most: 2), [JSONMember("pattern", #"\S"#)]),
                ["type": "string", "minLength": 1, "maxLength": 2, "pattern": #"\S"#]),
            Case(
                "array", .array(of: .type(.boolean), least: 1),
                ["type": "array", "items": ["type": "boolean"], "minItems": 1]),
        ] as [Case<ValueSchema, JSONValue>])
    func value(_ row: Case<ValueSchema, JSONValue>) {
        #expect(row.input.value == row.expected)
    }

    /// The members that CONTRACT's hosts refuse: combinators anywhere, type unions inside an input schema.
    private func unions(in schema: JSONValue, isInput: Bool) -> [String] {
        switch schema {
        case .object(let members):
            members.flatMap { member in
                let isUnion =
                    ["anyOf", "oneOf", "allOf", "$ref", "not"].contains(member.key)
                    || (isInput && member.key == "type" && member.value.array != nil)
                return (isUnion ? [member.key] : []) + unions(in: member.value, isInput: isInput)
            }
        case .array(let elements): elements.flatMap { unions(in: $0, isInput: isInput) }
        default: []
        }
    }
}
