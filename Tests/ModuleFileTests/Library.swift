import Settings
import Testing

@testable import ModuleFile

/// The file of MODULES.md's first example, in which tests change a line.
enum Library {
    static let lines = """
        galleria: 1
        title: Library
        doc: Books on IT.
        endpoint: https://api.itbook.store/1.0
        settings:
          apiKey: { type: secret, doc: From the account page. }
          days: { type: int, range: 1..16, default: 7, doc: Days ahead. }
        rows:
          Book:
            key: isbn13
            title: title
            fields:
              isbn13: isbn13
              title: title
              price: { from: "money(price, 'USD')", type: money, sort: true, filter: true }
              cover: { from: image, type: image, listed: false }
        operations:
          search:
            doc: Books by title, author or keyword.
            params: { query: { type: text, min: 1, examples: [swift] } }
            get: /search/{query}/{page}
            items: books
            row: Book
            total: total
            pages: { by: number, from: 1, size: 10, ends: total }
            errors: [{ when: "error != '0'", code: not_found, message: error }]
          show: { doc: One book., params: { isbn13: { type: text, pattern: "^[0-9]{13}$" } }, get: "/books/{isbn13}", item: "@", row: Book }
        samples:
          - { op: search, params: { query: swift }, file: swift-1.json }
          - { op: show, params: { isbn13: "9781617294136" }, file: book.json }
        """.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }

    /// The file with each line that has the first text of a change replaced by its second.
    static func text(_ changes: [(String, String)]) -> String {
        lines.map { line in
            changes.reduce(line) { line, change in
                line.contains(change.0) ? line.replacing(change.0, with: change.1) : line
            }
        }.joined(separator: "\n") + "\n"
    }

    static func read(_ text: String, _ variables: [String: String] = [:]) -> Result<ModuleDeclaration, SettingsReport> {
        ModuleFile.read(Array(text.utf8), label: "library.yaml", id: "library", variables: variables)
    }
}
