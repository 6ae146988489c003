import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("Slots of rows, of which those that are alike lie there once")
struct SlotTableTests {
    private enum Book {
        static let isbn = Field.text("isbn", "Its number.", .key)
        static let title = Field.text("title", "Its title.", .title)
        static let language = Field.text("language", "Its language.")
        static let pages = Field.whole("pages", "How many.")
        static let isNew = Field.flag("new", "Whether it is new.")
        static let layout = RowLayout("book", [isbn, title, language, pages, isNew])
    }

    private func set(_ text: String) throws -> RowSet {
        Book.layout.read(try JSONDocument(parsing: text).root, try .test)
    }

    /// Rows with random fields; of some runs a field is missing, or the same, in every row.
    private func random(_ generator: inout SeededGenerator, rows: Int) -> String {
        let absent = Set((1...4).filter { _ in Bool.random(using: &generator) })
        let alike = Set((1...4).filter { _ in Bool.random(using: &generator) })
        let values = (0..<rows).map { row in
            var members = [#""isbn":"\#(row)""#]
            func add(_ place: Int, _ name: String, _ value: (Int) -> String) {
                if absent.contains(place) || !alike.contains(place) && Int.random(in: 0..<4, using: &generator) == 0 {
                    return
                }
                members.append(
                    "\"\(name)\":\(value(alike.contains(place) ? 0 : Int.random(in: 0..<3, using: &generator)))")
            }
            add(1, "title") { "\"Title \($0)\"" }
            add(2, "language") { "\"\($0)\"" }
            add(3, "pages") { "\($0)" }
            add(4, "new") { $0 == 0 ? "true" : "false" }
            return "{\(members.joined(separator: ","))}"
        }
        return "[\(values.joined(separator: ","))]"
    }

    @Test("every row of a set says what it says alone, whatever the others have", arguments: [0, 1, 2, 3, 30])
    func alone(rows: Int) throws {
        var generator = SeededGenerator(UInt64(rows + 1))
        for _ in 0..<40 {
            let text = random(&generator, rows: rows)
            let document = try JSONDocument(parsing: text)
            let set = Book.layout.read(document.root, try .test)
            #expect(set.count == rows)
            for (row, element) in zip(set.rows, document.root.elements) {
                let single = try #require(Book.layout.read(row: element, try .test))
                for place in Book.layout.given { #expect(row.text(place) == single.text(place), "\(text)") }
                let alone = FeatureKit.Row(set: row.alone, index: 0)
                for place in Book.layout.given { #expect(alone.text(place) == single.text(place)) }
            }
        }
    }

    @Test("a value that is set in one row stays out of the others, and a set of rows of several keeps each")
    func changed() throws {
        var generator = SeededGenerator(7)
        for _ in 0..<40 {
            let (one, other) = (try set(random(&generator, rows: 5)), try set(random(&generator, rows: 4)))
            let pages = try #require(Book.layout.place(of: Book.pages.declaration))
            let changed = one.setting([pages]) { row, place in
                row.index == 2 ? .whole(99) : one.rows[row.index][Book.pages].map { .whole($0) }
            }
            for row in changed.rows {
                #expect(row[Book.pages] == (row.index == 2 ? 99 : one.rows[row.index][Book.pages]))
                #expect(row[Book.title] == one.rows[row.index][Book.title])
            }
            let picked = [other.rows[3], changed.rows[2], one.rows[2], other.rows[0]]
            let together = Book.layout.set(of: picked)
            for (row, source) in zip(together.rows, picked) {
                for place in Book.layout.given { #expect(row.text(place) == source.text(place)) }
            }
        }
    }

    @Test("rows of a large answer hold their texts and not the answer, and say the same", arguments: [1_000, 6_000])
    func large(rows: Int) throws {
        let notes = String(repeating: "n", count: 40)
        let text =
            "["
            + (0..<rows).map {
                #"{"isbn":"\#($0)","title":"Title “\#($0)”, or\nanother","language":"ko","notes":"\#(notes)"}"#
            }.joined(separator: ",") + "]"
        let document = try JSONDocument(parsing: text)
        let set = Book.layout.read(document.root, try .test)
        #expect(set.count == rows)
        // A small one is shared as it came.
        #expect((set.heldBytes < text.utf8.count) == (rows == 6_000))
        for (row, element) in zip(set.rows, document.root.elements) {
            let single = try #require(Book.layout.read(row: element, try .test))
            for place in Book.layout.given { #expect(row.text(place) == single.text(place)) }
        }
    }

    @Test("rows within rows count what they hold of a large answer, and share a small one")
    func within() throws {
        let line = RowLayout("line", [Field.whole("place", "Its place.", .key), Field.text("what", "What it is.")])
        let order = RowLayout(
            "order", [Field.text("id", "Its number.", .key), Field.rows("lines", "Its lines.", of: line)])
        let what = String(repeating: "w", count: 200)
        for (rows, isLarge) in [(100, false), (2_000, true)] {
            let text = (0..<rows).map { #"{"id":"\#($0)","notes":"\#(what)","lines":[{"place":1,"what":"\#(what)"}]}"# }
            let document = try JSONDocument(parsing: "[\(text.joined(separator: ","))]")
            let set = order.read(document.root, try .test)
            #expect(set.groups.count == rows)
            #expect(set.groups.allSatisfy { $0.rows.first?.text(1) == what })
            let texts = set.groups.reduce(0) { $0 + $1.bytes.count }
            #expect((texts == 200 * rows) == isLarge)
            #expect((set.heldBytes > texts) == isLarge)
        }
    }

    @Test("fields that no row has, or that are the same in all, take no memory of each row")
    func memory() throws {
        func held(_ members: String, _ rows: Int) throws -> Int {
            try set("[" + (0..<rows).map { "{\"isbn\":\"\($0 + 1000)\"\(members)}" }.joined(separator: ",") + "]").slots
                .heldBytes
        }
        for members in ["", #","pages":3,"new":true"#] {
            // Twelve bytes of its own number.
            #expect(try held(members, 200) - held(members, 100) == 100 * 12)
        }
        #expect(MemoryLayout<Slot>.stride == 12)
    }
}
