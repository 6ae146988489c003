import Foundation
import JSON
import Testing

@testable import ModuleDraft

@Suite("Files of OpenAPI documents") struct OpenAPITests {
    private func pets() throws -> APIDescription {
        try APIDescription(Array(try Data(contentsOf: corpus("petstore.json"))))
    }

    private func draft(_ names: String...) throws -> ModuleDraft {
        let description = try pets()
        let chosen = names.compactMap { name in description.operations.first { $0.name == name } }
        try #require(chosen.count == names.count)
        let draft = try description.draft(id: "pets", of: chosen)
        try expectRight(draft, "pets")
        return draft
    }

    @Test("operations are listed by the names that the document gives, else by their requests")
    func operations() throws {
        #expect(try pets().operations.map(\.name) == ["listPets", "addPet", "showPet", "delete /pets/{petId}"])
    }

    @Test("all operations become the file that they became before; with GALLERIA_RECORD_TRANSCRIPTS=1 it is written")
    func golden() throws {
        let made = try draft("listPets", "addPet", "showPet", "delete /pets/{petId}")
        let told = made.report.findings.map { "# \($0.label): \($0.value)\n" }.joined()
        let text = made.text + "---\n" + told
        if ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1" {
            try text.write(to: corpus("pets.yaml"), atomically: true, encoding: .utf8)
        }
        #expect(try text == String(contentsOf: corpus("pets.yaml"), encoding: .utf8))
    }

    @Test("parameters, paging, auth, effects and rows are those of the document")
    func parts() throws {
        let made = try draft("listPets", "addPet", "delete /pets/{petId}")
        #expect(made.field("endpoint") == "https://kr.pets.example/v1")
        #expect(made.lines("auth:") == ["auth: { header: { X-Key: settings.apiKey } }"])
        #expect(made.field("pages") == "{ by: number, from: 1, size: 30, ends: total }")
        #expect(made.lines("kind:").contains("kind: { type: text, values: [cat, dog] }"))
        #expect(
            made.lines("query:").contains(
                #"query: { kind: "{kind}", q: "{query}", page: "{page}", per_page: "{size}" }"#))
        #expect(
            made.lines("effect:").count == 2
                && made.lines("confirm:") == ["confirm: Adds a pet now?", "confirm: Removes a pet?"])
        #expect(made.field("body") == #"{ name: "{name}", age: "{age}" }"#)
        #expect(made.field("price") == #"{ from: "money(price.amount, price.currency)", type: money, filter: true }"#)
        #expect(made.report.findings.contains { $0.value == "tags of the body of addPet" })
        #expect(made.lines("row:") == ["row: Pet", "row: Pet"])
    }

    @Test("an example of the document is the sample; without one it is made of the schema, and that is said")
    func samples() throws {
        let made = try draft("listPets", "addPet")
        let texts = made.samples.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts[1].contains("두부"))
        let list = try JSONValue(parsing: texts[0])
        #expect(list["pets"]?.array?.count == 2 && list["total"] == 2)
        #expect(list["pets"]?[0]?["born"] == "2026-01-01" && list["pets"]?[1]?["kind"] == "dog")
        let told = made.report.findings.map(\.value).joined(separator: "\n")
        #expect(told.contains("a sample made from the schema") && told.contains("the document's example"))
        #expect(made.report.questions.contains { $0.text.contains("galleria module record pets") })
    }

    @Test("schemas that refer to themselves, to nothing or elsewhere end")
    func references() throws {
        let text = #"""
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": {"schema":
            {"type": "object", "properties": {"id": {"type": ["null", "string"]}, "self": {"$ref": "#/paths/~1a/get/responses/200/content/application~1json/schema"},
            "gone": {"$ref": "#/nowhere"}, "far": {"$ref": "https://a.example/x"}, "loop": {"$ref": "#/components/loop"}}}}}}}}}},
            "components": {"loop": {"$ref": "#/components/loop"}}}
            """#
        let description = try APIDescription(Array(text.utf8))
        let made = try description.draft(id: "loops", of: description.operations)
        try expectRight(made, "loops")
        #expect(made.report.questions.first?.text.hasPrefix("the endpoint") == true)
    }

    @Test("YAML is read as well")
    func yaml() throws {
        let text = """
            openapi: 3.0.0
            servers: [{ url: "https://a.example" }]
            paths:
              /trees:
                get:
                  summary: Trees.
                  responses:
                    "200":
                      content:
                        application/json:
                          schema: { type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } }
            """
        let description = try APIDescription(Array(text.utf8))
        let made = try description.draft(id: "woods", of: description.operations)
        try expectRight(made, "woods")
        #expect(made.field("items") == "\"@\"" && made.field("name") == "name")
    }

    @Test(
        "what is no such document is refused",
        arguments: [
            ("{}", "no OpenAPI"), (#"{"swagger": "2.0"}"#, "no OpenAPI"), ("{,", "line 1, column 2"), ("a: [", "line"),
            ("", "no OpenAPI"),
        ])
    func refusals(_ text: String, _ part: String) {
        let refusal = #expect(throws: DraftRefusal.self) { _ = try APIDescription(Array(text.utf8)) }
        #expect(refusal?.sentence.contains(part) == true, "\(refusal?.sentence ?? "")")
    }
}
