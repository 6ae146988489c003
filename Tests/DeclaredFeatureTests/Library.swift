import DeclaredFeature
import FeatureKit
import HTTP
import JSON
import ModuleFile
import Settings
import TestSupport
import Testing

/// A module for tests: its file, its samples, and the feature that they make.
struct TestModule {
    let id: String
    let text: String
    let samples: [String: String]

    init(_ id: String, _ text: String, samples: [String: String] = [:]) {
        (self.id, self.text, self.samples) = (id, text, samples)
    }

    func feature() throws -> Feature {
        let module = try ModuleFile.read(Array(text.utf8), label: "\(id).yaml", id: id).get()
        return Feature(module) { [samples] name in samples[name].map { Array($0.utf8) } }
    }

    /// The feature over an upstream that the test answers.
    func harness(
        settings: [(key: String, value: String)] = [], _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> FeatureHarness {
        let client = ScriptedHTTPClient(respond: { .response(respond($0)) })
        return try FeatureHarness([feature()], client: { _ in client }, settings: settings, data: .live)
    }
}

extension HTTPResponse {
    static func json(_ text: String, status: Int = 200, _ fields: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: fields.compactMap { try? HTTPField(name: $0.0, value: $0.1) },
            body: Array(text.utf8))
    }
}

/// 23 rows of a library, and pages of them in the shapes that upstreams have.
enum Shelf {
    static let count = 23

    static func row(_ number: Int) -> String {
        let price = number % 4 == 0 ? "" : #", "price": {"amount": "\#(number * 3 % 17 + 5).90", "currency": "EUR"}"#
        return #"""
            {"id": "B\#(number)", "name": "Book \#(number) 책", "stars": \#(number % 5 + 1), \#
            "out": \#(number % 3 == 0), "day": "2026-0\#(number % 9 + 1)-11T08:00:00Z", \#
            "text": "<p>About <b>\#(number)</b></p>", "tags": ["a\#(number % 2)", "z"], "time": "PT\#(number)M"\#(price)}
            """#
    }

    static func rows(_ range: Range<Int>) -> String {
        "[" + range.clamped(to: 0..<count).map { row($0 + 1) }.joined(separator: ",") + "]"
    }

    static let fields = """
        rows:
          Book:
            key: id
            title: name
            fields:
              id: id
              name: name
              price: { from: "money(price.amount, price.currency)", type: money, filter: true, sort: true }
              stars: { from: stars, type: int, sort: true }
              out: { from: out, type: bool, filter: true }
              day: { from: date(day), type: date }
              text: { from: plain(text), listed: false }
              tags: { from: "join(', ', tags)", filter: true }
              time: { from: time, type: duration }
        """
}
