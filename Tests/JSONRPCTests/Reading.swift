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

/// The identifier that `text` is as JSON; the test fails when it is none.
func identifier(_ text: String) throws -> RPCIdentifier { try #require(RPCIdentifier(try read(text))) }

/// Bytes as text.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

/// The same random numbers for the same seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
