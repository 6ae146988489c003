import ModuleFile
import Testing

/// The head of a module's file, read without the rest.
@Suite("Heads of module files") struct HeadTests {
    private func head(_ text: String, id: String = "shelf", taken: [String] = []) -> ModuleDeclaration? {
        ModuleFile.readHead(Array(text.utf8), label: "\(id).yaml", id: id, taken: taken)
    }

    private func whole(_ text: String, _ variables: [String: String] = [:]) throws -> ModuleDeclaration {
        try ModuleFile.read(Array(text.utf8), label: "shelf.yaml", id: "shelf", variables: variables).get()
    }

    @Test("is what the whole file says", arguments: Gallery.ids)
    func gallery(_ id: String) throws {
        let read = try #require(head(try Gallery.text("\(id).yaml"), id: id))
        #expect(try Gallery.module(id).hasHead(of: read))
        #expect(read.operations.isEmpty && read.rows.isEmpty && read.samples.isEmpty)
    }

    private static let body = """
        rows: { Book: { key: id, fields: { id: id } } }
        operations: { list: { doc: "Books: all.", get: /books, items: items, row: Book } }
        samples: [{ op: list, file: a.json }]
        """

    /// Heads that stand in lines of their own, however they are written.
    private static let apart = [
        "galleria: 1\ntitle: Shelf\ndoc: Books.\nendpoint: https://shelf.example\n\(body)",
        "\(body)\nendpoint: https://shelf.example\n\n# title: Other\ndoc: Books.\ngalleria: 1\ntitle: Shelf\n",
        "galleria: 1\r\ntitle: Shelf\r\ndoc: Books.\r\nendpoint: https://shelf.example\r\n\(body)",
        "galleria: 1\ntitle:\n  Shelf\ndoc: >-\n  Books.\nendpoint: \"https://shelf.example\"\n\(body)",
        """
        galleria: 1
        title: Shelf
        doc: Books.
        endpoint: https://shelf.example
        settings:
          key: { type: secret, doc: Its key. }
          # Least first.
          days:
            type: int
            range: 1..9
            default: 3
            doc: Days.
        auth: { bearer: settings.key }
        \(body)
        """,
    ]

    @Test("stands apart wherever it is, with comments, blank lines, folded texts", arguments: apart)
    func standsApart(_ text: String) throws {
        let read = try #require(head(text))
        #expect(try whole(text).hasHead(of: read))
        #expect(read.title == "Shelf" && read.doc == "Books." && read.endpoint == "https://shelf.example")
    }

    /// Right files whose lines alone don't say the head.
    private static let mixed = [
        "{ galleria: 1, title: Shelf, doc: Books., endpoint: https://shelf.example,\n\(body.replacing("\n", with: ",\n")) }",
        "\"galleria\": 1\ntitle: Shelf\ndoc: Books.\nendpoint: https://shelf.example\n\(body)",
        "? galleria\n: 1\n? title\n: Shelf\n? doc\n: Books.\n? endpoint\n: https://shelf.example\n\(body)",
    ]

    @Test("is not told where its lines don't stand apart", arguments: mixed)
    func doesNotStandApart(_ text: String) throws {
        _ = try whole(text)
        #expect(head(text) == nil)
    }

    @Test("is not told where anything in it is wrong, or depends on the process")
    func wrong() throws {
        let right = Self.apart[0]
        #expect(head(right) != nil)
        #expect(head(right.replacing("title: Shelf", with: "titel: Shelf")) == nil)
        #expect(head(right.replacing("endpoint: https", with: "endpoint: ftp")) == nil)
        #expect(head(right.replacing("galleria: 1", with: "galleria: 2")) == nil)
        #expect(head(right, id: "Shelf") == nil)
        #expect(head(right, taken: ["shelf"]) == nil)
        let variable = right.replacing("title: Shelf", with: "title: ${NAME}")
        #expect(head(variable) == nil)
        let named = try whole(variable, ["NAME": "Shelf"])
        #expect(named.usesVariables && named.title == "Shelf")
        #expect(try whole(right.replacing("/books", with: "\"/${PATH}\""), ["PATH": "books"]).usesVariables)
        #expect(try !whole(right).usesVariables)
        // Two dollars are one, whatever the process has.
        #expect(try !whole(right.replacing("title: Shelf", with: "title: $${NAME}")).usesVariables)
    }
}
