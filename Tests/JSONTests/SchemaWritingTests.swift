import TestSupport
import Testing

@testable import JSON

@Suite("Writing schemas")
struct SchemaWritingTests {
    @Test(
        "a type is a schema, and a member of one",
        arguments: [
            (JSONSchemaType.string, "string"), (.integer, "integer"), (.number, "number"), (.boolean, "boolean"),
            (.array, "array"), (.object, "object"),
        ])
    func types(_ type: JSONSchemaType, _ name: String) throws {
        let alone = WriterTests.written { $0.schema(type) }
        let member = WriterTests.written { writer in
            writer.beginObject()
            writer.schemaType(type)
            writer.endObject()
        }
        #expect(alone == member)
        #expect(try JSONValue(parsing: alone) == ["type": .string(name)])
    }

    @Test("bounds, words, elements and properties take their commas")
    func members() throws {
        let text = WriterTests.written { writer in
            writer.beginObject()
            writer.beginSchemaProperties()
            writer.key("a")
            writer.beginObject()
            writer.schemaItems()
            writer.beginObject()
            writer.schemaWords(["x", "\"", ""])
            writer.endObject()
            writer.schemaBound(.minItems, 1)
            writer.schemaBound(.maxItems, .max)
            writer.endObject()
            writer.key("b")
            writer.beginObject()
            writer.schemaType(.integer)
            writer.schemaBound(.minimum, .min)
            writer.schemaBound(.maximum, 0)
            writer.schemaBound(.minLength, 2)
            writer.schemaBound(.maxLength, 3)
            writer.endObject()
            writer.key("c")
            writer.schema(.boolean)
            writer.endObject()
            writer.schemaWords([])
            writer.endObject()
        }
        #expect(
            text.hasPrefix(#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","enum":["#))
        #expect(
            text.hasSuffix(
                #""b":{"type":"integer","minimum":-9223372036854775808,"maximum":0,"minLength":2,"maxLength":3},"#
                    + #""c":{"type":"boolean"}},"type":"string","enum":[]}"#))
    }

    @Test("a lean schema keeps what its top requires, and a property of that name")
    func lean() {
        let inner: JSONValue = ["properties": ["required": ["type": "array"]], "required": ["required"]]
        let schema: JSONValue = ["type": "array", "items": inner, "required": ["a"], "prefixItems": [inner, 1]]
        let lean: JSONValue = ["properties": ["required": ["type": "array"]]]
        #expect(
            WriterTests.written { $0.leanSchema(schema) }
                == WriterTests.written {
                    $0.value(["type": "array", "items": lean, "required": ["a"], "prefixItems": [lean, 1]])
                })
    }
}
