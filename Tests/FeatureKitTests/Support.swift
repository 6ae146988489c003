import HTTP
import JSON
import Settings
import Testing

@testable import FeatureKit

/// One row of a table: `id` names it in the test's report.
struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
    let id: String
    let input: Input
    let expected: Expected

    init(_ id: String, _ input: Input, _ expected: Expected) {
        self.id = id
        self.input = input
        self.expected = expected
    }

    var testDescription: String { id }
}

/// The value that `text` is.
func read(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

/// Text that `write` writes.
extension OpenScreens {
    /// The params of each `screen.changed`.
    /// - Parameter room: states that there is room for.
    func changes(room: Int = .max) throws -> [JSONNode] {
        var changes: [String] = []
        publish { change in
            changes.append(written { change(&$0) })
            return changes.count < room
        }
        return try changes.map(read)
    }
}

func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// Whether two texts have the same bytes; `==` would hold canonically equivalent ones equal.
func sameBytes(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
    case (nil, nil): true
    default: false
    }
}

/// A manifest without sample data.
func manifest(_ id: String, routes: [RouteTemplate] = []) -> ModuleManifest {
    ModuleManifest(
        id: id, title: "Title of \(id)", doc: "What \(id) does.",
        settings: ModuleSettings(id: id, endpoint: "https://api.example.com/v1", timeout: .seconds(10)),
        routes: routes, sample: { _ in nil })
}

/// Texts that try to be something else than they are: terminal escapes, bidi overrides, invisible characters, markup.
let hostileTexts = [
    "", " ", "\u{0}", "\u{1B}[31mred\u{1B}[0m", "\n\r\t", "\u{202E}gnp", "\u{2066}x", "\u{E0041}", "e\u{301}", "\u{E9}",
    "\u{212A}", "한글", "👩‍👩‍👧", "a/b", "..", ".", "%", "%2F", "%zz", "50%", "c#", "c++", "?", "&=", "a b", "\"", "\\",
    "'; DROP",
    "\u{2028}", "\u{85}", "\u{7F}", "{isbn13}", "{?q}", "galleria://home", "\u{FEFF}",
    String(repeating: "가", count: 300),
]

extension Upstream {
    /// The reply as it comes.
    func json(
        _ path: [String], query: [HTTPQueryItem] = [], secretQueryNames: Set<String> = []
    ) async throws(Fault) -> UpstreamReply {
        try await json(path, query: query, secretQueryNames: secretQueryNames) { $0 }
    }
}
