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

    /// base64url (RFC 4648 section 5) of the bytes of a cursor: its form, the mark of the method, the page and, where there are any, the
    /// rows (LEB128), the question as JSON and the page's token, each with its length before it. Short, since each list screen tells it
    /// with each change, and an agent pays for its letters. It holds no secret and needs no signature: a forged one asks for rows, no more.
    func text(for method: String, _ question: [JSONMember]) -> String {
        text(Self.mark(of: method), question.isEmpty ? [] : JSONValue.object(question).serialized())
    }

    private func text(_ mark: UInt16, _ question: [UInt8]) -> String {
        var bytes: [UInt8] = [
            Self.form | (question.isEmpty ? 0 : Self.hasQuestion) | (token == nil ? 0 : Self.hasToken)
                | (rows > 0 ? Self.hasRows : 0),
            UInt8(truncatingIfNeeded: mark >> 8), UInt8(truncatingIfNeeded: mark),
        ]
        Self.append(page, to: &bytes)
        if rows > 0 { Self.append(rows, to: &bytes) }
        if !question.isEmpty { Self.append(question, to: &bytes) }
        if let token { Self.append(Array(token.utf8), to: &bytes) }
        return base64(bytes, .url)
    }

    /// Whether a text is a cursor, of whatever method.
    static func isOne(_ text: String) -> Bool { read(text) != nil }

    /// - Returns: nil when the method never gave this text.
    static func read(_ text: String, for method: String) -> (position: ListPosition, question: JSONDocument)? {
        guard let (mark, position, question) = read(text), mark == Self.mark(of: method) else { return nil }
        return (position, question)
    }

    private static func read(_ text: String) -> (mark: UInt16, ListPosition, question: JSONDocument)? {
        guard text.utf8.count <= longest, let bytes = bytes(base64URL: text), bytes.count > 3,
            bytes[0] & ~(hasQuestion | hasToken | hasRows) == form
        else { return nil }
        let mark = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
        var rest = bytes[3...]
        guard let page = number(from: &rest), let rows = bytes[0] & hasRows != 0 ? number(from: &rest) : 0 else {
            return nil
        }
        var question: [UInt8] = []
        if bytes[0] & hasQuestion != 0 {
            guard let text = Self.text(from: &rest) else { return nil }
            question = Array(text)
        }
        var position = ListPosition(page: page, rows: rows)
        if bytes[0] & hasToken != 0 {
            guard let token = Self.text(from: &rest).flatMap({ String(validating: $0, as: UTF8.self) }) else {
                return nil
            }
            position.token = token
        }
        guard let document = try? JSONDocument(parsing: question.isEmpty ? Array("{}".utf8) : question),
            document.root.kind == .object, question.isEmpty == (document.root.count == 0)
        else { return nil }
        // Each is spelled in one way.
        let spelled = question.isEmpty ? [] : JSONValue(document.root).serialized()
        guard position.text(mark, spelled).utf8.elementsEqual(text.utf8) else { return nil }
        return (mark, position, document)
    }

    /// First byte of a cursor of this form, beside what says that a question, a token or rows follow.
    private static let form: UInt8 = 0x40
    private static let hasQuestion: UInt8 = 1
    private static let hasToken: UInt8 = 2
    private static let hasRows: UInt8 = 4

    /// Two bytes that tell a method from nearly any other: FNV-1a, folded. A cursor of one that has the same gives rows from
    /// another place, no more.
    private static func mark(of method: String) -> UInt16 {
        let hash = method.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(max(0, number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
        append(text.count, to: &bytes)
        bytes += text
    }

    /// Takes a text with its length before it.
    private static func text(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = number(from: &bytes), count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    /// Takes a number up to 10,000,000; nil for a larger one, and where none stands.
    private static func number(from bytes: inout ArraySlice<UInt8>) -> Int? {
        var number = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number <= 10_000_000 ? number : nil }
        }
        return nil
    }
}
