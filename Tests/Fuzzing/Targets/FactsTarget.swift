import DesignSystem
import FeatureKit
import JSON
import Settings
import Values

/// Texts of an upstream in rows: the Markdown that is written from their slots in one pass is that of the same facts as blocks, in a
/// string of JSON as well, and what is read of them is read alike.
enum FactsTarget {
    private static let id = Field.text("id", "Its number.", .key)
    private static let name = Field.text("name", "Its name.", .title, .html)
    private static let kind = Field.text("kind", "Its kind.", .ribbon)
    private static let isNew = Field.flag("isNew", "New.", .badge("new"))
    private static let price = Field.money("price", "Its price.", .code("KRW"), .price)
    private static let sale = Field.money("sale", "The reduced price.", .code("KRW"), .reduced)
    private static let link = Field.link("link", "The page.")
    private static let about = Field.prose("about", "About it.", .html)
    private static let notes = Field.texts("notes", "Words.")
    private static let low = Field.number("low", "The lowest.", .low)
    private static let mean = Field.number("mean", "The mean.", .middle)
    private static let high = Field.number("high", "The highest.", .high)
    private static let parts = Field.rows("parts", "Parts.", of: RowLayout("part", [id, name, link]))
    private static let days = Field.rows("days", "Days.", of: RowLayout("day", [id, name, low, mean, high, link]))
    private static let layout = RowLayout(
        "piece", [id, name, kind, isNew, price, sale, link, about, notes, parts, days])

    private static let context: RowContext? = {
        guard let catalog = try? SettingsCatalog([]),
            let settings = try? Settings.load(
                catalog: catalog, sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        else { return nil }
        return RowContext(settings, .standard)
    }()

    /// - Parameter input: two texts, parted by the first zero; the last byte says what the rows have of them.
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        guard let context else { throw BrokenProperty(sentence: "there are no settings") }
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        let (one, other) = (texts[0], texts.count > 1 ? texts[1] : texts[0])
        let choice = Int(input.last ?? 0)
        let rows = [row("k1", one, other, choice), row("k2", other, one, choice / 2), row(one, one, one, choice / 3)]
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(parsing: JSONValue.array(rows).serialized())
        } catch {
            throw BrokenProperty(sentence: "what was written is not read: \(error.sentence)")
        }
        let read = layout.read(document.root, context).rows
        try expect(read.count >= 2, "rows are lost")
        for row in read { try expectSame(row.detail(), "a detail") }
        try expectSame([.divider, layout.table(read, emptyText: "None."), .divider], "a table")
    }

    private static func row(_ key: String, _ one: String, _ other: String, _ choice: Int) -> JSONValue {
        let day = { (number: Int) -> JSONValue in
            [
                "id": .string("d\(number)"), "name": .string(number == 0 ? one : other), "low": .integer(-number),
                "mean": .number("0.50"), "high": choice & 4 == number ? .null : .integer(number), "link": .string(one),
            ]
        }
        return [
            "id": .string(key), "name": .string(one), "kind": choice & 1 == 0 ? .string(other) : .null,
            "isNew": .bool(choice & 2 == 0), "price": choice & 8 == 0 ? .integer(choice) : .string(one),
            "sale": choice & 16 == 0 ? .integer(1) : .null,
            "link": .string(choice & 32 == 0 ? "https://a.example/\(other)" : other),
            "about": .string(other), "notes": [.string(one), .string(other)],
            "parts": [["id": "p", "name": .string(other)], ["id": .string(other), "link": .string(one)]],
            "days": .array((0..<(choice & 3)).map(day)),
        ]
    }

    private static func expectSame(_ blocks: [Block], _ what: String) throws(BrokenProperty) {
        let facts = Document(blocks)
        let options = RenderOptions(style: .markdown)
        let (written, plain) = (facts.rendered(options), Document(facts.plainBlocks).rendered(options))
        try expect(written.isIdentical(to: plain), "\(what) in one pass is not that of its blocks")
        var whole = JSONWriter()
        var string = JSONWriter()
        whole.string(written as String)
        string.string { before in
            var markdown = MarkdownRenderer(after: before, escaping: JSONWriter.escape)
            for block in blocks { markdown.part(block) }
            markdown.end()
            return markdown.taken()
        }
        try expect(string.bytes == whole.bytes, "\(what) in a string is not the same, escaped")
    }
}
