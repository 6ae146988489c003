import JSON
import Values

/// End of an answer of a list. A cursor holds it with the question, so that it is complete in itself and works in another
/// process.
struct ListPosition: Sendable, Equatable {
    /// Start of the upstream's page, as its paging counts; for a question over all rows 0.
    var page: Int
    /// Rows of that page, or of all that match, that were given before.
    var rows: Int
    /// Asks for the upstream's page, where it counts by tokens.
    var token: String?

    /// Bytes of a cursor.
    static let longest = 16_384
    /// Bytes that a cursor nearly always has at most.
    static let usual = 2_000

    /// base64url (RFC 4648 section 5) of a JSON array: `[1, method, page, rows, {question}]`, with the page's token behind where it has
    /// one. It holds no secret and needs no signature: a forged one asks for rows, no more.
    func text(for method: String, _ question: [JSONMember]) -> String {
        let values: [JSONValue] = [1, .string(method), .integer(page), .integer(rows), .object(question)]
        return base64(JSONValue.array(values + (token.map { [.string($0)] } ?? [])).serialized(), .url)
    }

    /// The method that gave a cursor; nil for any other text.
    static func method(of text: String) -> String? {
        guard text.utf8.count <= longest,
            let document = bytes(base64URL: text).flatMap({ try? JSONDocument(parsing: $0) }),
            let name = document.root[1]?.string, read(text, for: name) != nil
        else { return nil }
        return name
    }

    /// - Returns: nil when the method never gave this text.
    static func read(_ text: String, for method: String) -> (position: ListPosition, question: JSONDocument)? {
        guard text.utf8.count <= longest, let bytes = bytes(base64URL: text),
            let document = try? JSONDocument(parsing: bytes), document.root.kind == .array,
            document.root.count == 5 || document.root[5]?.string != nil && document.root.count == 6,
            document.root[0]?.integer == 1, let name = document.root[1]?.string, name.utf8.elementsEqual(method.utf8),
            let page = document.root[2]?.integer, let rows = document.root[3]?.integer,
            (0...10_000_000).contains(page), (0...10_000_000).contains(rows), let inner = document.root[4],
            inner.kind == .object, let question = try? JSONDocument(parsing: Array(inner.rawText))
        else { return nil }
        return (ListPosition(page: page, rows: rows, token: document.root[5]?.string), question)
    }
}
