import FeatureKit
import TestSupport
import Testing

/// The laws of every feature hold for one that a file declares.
@Suite("Conformance of a declared module")
struct DeclaredConformanceTests {
    static let module = TestModule(
        "library",
        """
        galleria: 1
        title: Library
        doc: Books of a library.
        endpoint: https://library.example/v1
        \(Shelf.fields)
        operations:
          list:
            doc: The books.
            get: /books
            query: { page: "{page}" }
            items: results
            row: Book
            total: count
            pages: { by: number, size: 10, ends: total }
          show:
            doc: One book.
            params: { id: { type: text, pattern: "^B[0-9]+$" } }
            get: /books/{id}
            item: "@"
            row: Book
        samples:
          - { op: list, file: 1.json }
          - { op: list, file: 2.json }
          - { op: list, file: 3.json }
        \((1...Shelf.count).map { "  - { op: show, params: { id: B\($0) }, file: B\($0).json }" }.joined(separator: "\n"))
        """,
        samples: [
            "1.json": #"{"count": 23, "results": \#(Shelf.rows(0..<10))}"#,
            "2.json": #"{"count": 23, "results": \#(Shelf.rows(10..<20))}"#,
            "3.json": #"{"count": 23, "results": \#(Shelf.rows(20..<30))}"#,
        ].merging((1...Shelf.count).map { ("B\($0).json", Shelf.row($0)) }) { first, _ in first })

    @Test("conforms", arguments: FeatureConformance.Rule.allCases)
    func conforms(_ rule: FeatureConformance.Rule) async throws {
        try await FeatureConformance(
            Self.module.feature(),
            screens: ["galleria://library": "library.list", "galleria://library/{id}": "library.show"]
        ).check(rule)
    }
}
