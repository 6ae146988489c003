import JSON
import Testing

@testable import JSONRPC

/// One row of a table: `id` names it in the test's report.
struct Case<Expected: Sendable>: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let expected: Expected

    init(_ id: String, _ text: String, _ expected: Expected) {
        self.id = id
        self.text = text
        self.expected = expected
    }

    var testDescription: String { id }
}

/// The value that `text` is.
func read(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

/// The identifier that `text` is as JSON; the test fails when it is invalid.
func identifier(_ text: String) throws -> RPCIdentifier { try #require(RPCIdentifier(try read(text))) }

/// Bytes as text.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
