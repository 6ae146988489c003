import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Rows are written as JSON in one pass over their slots: the values that they were read from come back, each once.
@Suite("Rows as JSON in one pass")
struct RowWritingTests {
    private static let layout = RowLayout(
        "piece",
        [
            Field.text("id", "Its number.", .key), Field.text("name", "Its name.", .title),
            Field.text("kind", "Its kind.", .ribbon), Field.flag("isNew", "New.", .badge("new")),
            Field.money("price", "Its price.", .path("unit"), .price), Field.whole("count", "Pieces."),
            Field.number("weight", "Kilograms."), Field.date("made", "The day."), Field.flag("open", "Open."),
            Field.texts("notes", "Words."), Field.route("galleria://pieces/{id}"),
        ], hidden: [Field.text("unit", "Its currency.")])

    private static let texts =
        ["a", "Hat", "\"quoted\"", "back\\slash", "é", "한국어", "a\u{2028}b", "tab\tin", "👩‍👩‍👧", "x\u{7F}y", "/"]
        + [15, 16, 17, 31, 32, 33, 63, 64, 65, 4_000, 9_000].map { String(repeating: "k", count: $0) }

    /// A row's members as they are sent, and as they are told.
    private func members(_ random: inout SeededGenerator) -> (sent: [JSONMember], told: [JSONMember]) {
        var (sent, told): ([JSONMember], [JSONMember]) = ([], [])
        func put(_ name: String, _ value: JSONValue, as other: JSONValue?) {
            if Bool.random(using: &random) { return }
            sent.append(JSONMember(name, value))
            if let other { told.append(JSONMember(name, other)) }
        }
        let key = "k\(Int.random(in: 0...999_999, using: &random))"
        sent.append(JSONMember("id", .string(key)))
        told.append(JSONMember("id", .string(key)))
        for name in ["name", "kind"] {
            let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
            put(name, .string(text), as: .string(text))
        }
        let isNew = Bool.random(using: &random)
        // A badge says no by not being there.
        put("isNew", .bool(isNew), as: isNew ? true : nil)
        let cents = Int.random(in: 0...99_999_999, using: &random)
        let spelled = "\(cents / 100).\(cents / 10 % 10)\(cents % 10)"
        let unit = ["AUD", "A\"D", "한"][Int.random(in: 0..<3, using: &random)]
        sent.append(JSONMember("unit", .string(unit)))
        put("price", .number(spelled), as: .string("\(unit) \(spelled)"))
        let count = Int.random(in: -5...(1 << 40), using: &random)
        put("count", .integer(count), as: .integer(count))
        put("weight", .number("1.50"), as: .number("1.50"))
        put("made", "2026-11-23", as: "2026-11-23")
        let isOpen = Bool.random(using: &random)
        put("open", .bool(isOpen), as: .bool(isOpen))
        put("notes", ["a\"b", "c"], as: ["a\"b", "c"])
        told.append(JSONMember("route", .string("galleria://pieces/\(key)")))
        return (sent, told)
    }

    @Test(
        "values of every kind, with and without each, in the order asked for", arguments: 1...40 as ClosedRange<UInt64>)
    func everyValue(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let made = (0..<12).map { _ in members(&random) }
        let document = try JSONDocument(parsing: JSONValue.array(made.map { .object($0.sent) }).serialized())
        let rows = Self.layout.read(document.root, try .test).rows
        #expect(rows.count == made.count)
        let places = Self.layout.given.shuffled(using: &random)
        var writer = JSONWriter(reserving: 1)
        writer.beginArray()
        writer.integer(0)
        rows.write(places, into: &writer)
        writer.endArray()
        let all = Array(try JSONDocument(parsing: writer.bytes).root.elements)
        #expect(all.count == rows.count + 1)
        for (node, expected) in zip(all.dropFirst(), made) {
            let order = places.map { Self.layout.fields[$0].name }
            let told = order.compactMap { name in expected.told.first { $0.key == name } }
            #expect(JSONValue(node) == .object(told), "\(seed)")
        }
        for (index, row) in rows.enumerated() {
            var alone = JSONWriter(reserving: 1)
            row.write(places, into: &alone)
            #expect(JSONValue(try JSONDocument(parsing: alone.bytes).root) == JSONValue(all[index + 1]))
        }
    }
}
