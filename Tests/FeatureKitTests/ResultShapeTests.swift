import DesignSystem
import JSON
import Testing

@testable import FeatureKit

/// A result with one field of each kind.
struct Row: Sendable {
    var id = 1
    var name = "one"
    var note: String?
    var tag: String?
    var kind = RefreshPart.header
    var parts: [Bool] = []

    static let shape = ResultShape<Row>([
        ResultField("id", .whole, "The number.") { $0.id },
        ResultField("name", .text, "The name.") { $0.name },
        ResultField(optional: "note", .text, "A note, where there is one.") { $0.note },
        ResultField(optional: "tag", .text, "A tag, where there is one.") { $0.tag },
        ResultField("kind", .oneOf, "The kind.") { $0.kind },
        ResultField("parts", .list(of: .flag), "The parts.") { $0.parts },
    ])
}

@Suite("Writing results")
struct ResultShapeTests {
    @Test(
        "Fields are written in their order; optional ones are left out without a value, never null",
        arguments: [
            Case("least", Row(), #"{"id":1,"name":"one","kind":"header","parts":[]}"#),
            Case(
                "most", Row(id: -7, name: "", note: "n", tag: "t", kind: .none, parts: [true, false]),
                #"{"id":-7,"name":"","note":"n","tag":"t","kind":"none","parts":[true,false]}"#),
            Case(
                "an empty tag is a tag", Row(note: "", tag: ""),
                #"{"id":1,"name":"one","note":"","tag":"","kind":"header","parts":[]}"#),
            Case(
                "extreme number", Row(id: .min),
                #"{"id":-9223372036854775808,"name":"one","kind":"header","parts":[]}"#),
        ])
    func order(_ row: Case<Row, String>) {
        #expect(written { Row.shape.write(row.input, into: &$0) } == row.expected)
    }

    @Test("W11: whatever a text is, the result is one line of JSON and the text comes back", arguments: hostileTexts)
    func hostile(_ text: String) throws {
        let line = written { Row.shape.write(Row(name: text, note: text, tag: text), into: &$0) }
        let root = try read(line)
        #expect(["name", "note", "tag"].allSatisfy { sameBytes(root[$0]?.string, text) })
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || [0x7F, 0x85, 0x2028, 0x2029].contains($0.value) })
    }

    @Test(
        "What is written has the schema's fields: the required ones always, no others ever",
        arguments: [Row(), Row(tag: "t")])
    func schema(_ row: Row) throws {
        let names = try read(written { Row.shape.write(row, into: &$0) }).members.map(\.key)
        let declared = Row.shape.fields.map(\.name)
        #expect(names.filter(declared.contains) == names)
        #expect(Row.shape.fields.filter { !$0.isOptional }.allSatisfy { names.contains($0.name) })
    }

    @Test("Shapes nest: in a list, as an object, left out")
    func nesting() {
        struct Whole: Sendable {
            var rows = [Row(), Row(id: 2)]
            var first: Row?
        }
        let shape = ResultShape<Whole>([
            ResultField("rows", .list(of: .object(Row.shape)), "Rows.") { $0.rows },
            ResultField(optional: "first", .object(Row.shape), "The first.") { $0.first },
            ResultField("more", .embedded, "What another shape writes.") { _ in EmbeddedObject { $0.value(["a": 1]) } },
        ])
        let row = #""name":"one","kind":"header","parts":[]"#
        #expect(
            written { shape.write(Whole(), into: &$0) }
                == #"{"rows":[{"id":1,\#(row)},{"id":2,\#(row)}],"more":{"a":1}}"#)
        #expect(
            written { shape.write(Whole(rows: [], first: Row()), into: &$0) }
                == #"{"rows":[],"first":{"id":1,\#(row)},"more":{"a":1}}"#)
        #expect(shape.schema["properties"]?["first"]?["type"] == "object")
        #expect(shape.schema["properties"]?["first"]?["required"] == Row.shape.schema["required"])
    }

    @Test("The fields of a part can stand beside those of the whole")
    func flattened() {
        struct Whole: Sendable { let row: Row }
        let shape: ResultShape<Whole> =
            Row.shape.flattened { $0.row } + [ResultField("last", .flag, "The last.") { _ in true }]
        #expect(
            written { shape.write(Whole(row: Row(tag: "t")), into: &$0) }
                == #"{"id":1,"name":"one","tag":"t","kind":"header","parts":[],"last":true}"#)
        #expect(shape.fields.map(\.isOptional) == [false, false, true, true, false, false, false])
        #expect(shape.fields.map(\.doc).prefix(2) == ["The number.", "The name."])
    }
}
