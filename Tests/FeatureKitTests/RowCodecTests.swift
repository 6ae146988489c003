import JSON
import Synchronization
import TestSupport
import Testing
import Values

@testable import FeatureKit

@Suite("What rows are read and written by is made with the first of them")
struct RowCodecTests {
    private enum Shirt {
        static let id = Field.text("id", "Its number.", .key)
        static let size = Field.word("size", "Its size.", ["S", "M", "L", "XL"], .filter)
        static let cut = Field.word("cut", "Its cut.", ["slim", "wide", "é"])
        static let price = Field.money("price", "Its price.", .code("EUR"), .price)
        static let isDear = Field.flag("dear", "Whether it costs more than 50.").computed { row in
            row[price].map { $0.amount > DecimalAmount(50) }
        }
        static let note = Field.text("note", "A word about it.").computed { row in
            row[id].map { $0 == "3" ? "the third" : "one of many" }
        }
        static let fields: [any RowField] = [id, size, cut, price, isDear, note]
    }

    @Test("threads that read the first row at the same time read with the same one")
    func first() async {
        for _ in 0..<40 {
            let layout = RowLayout("shirt", Shirt.fields)
            let codecs = await withTaskGroup(of: RowCodec.self) { group in
                for _ in 0..<8 { group.addTask { layout.codec } }
                return await group.reduce(into: [RowCodec]()) { $0.append($1) }
            }
            #expect(codecs.count == 8 && codecs.allSatisfy { $0 === layout.codec })
        }
    }

    @Test("it is given back with its layout, and the layout with its rows")
    func givenBack() throws {
        weak var codec: RowCodec?
        weak var layout: RowLayout?
        do {
            let made = RowLayout("shirt", Shirt.fields)
            let rows = made.read(try JSONDocument(parsing: #"[{"id":"1"}]"#).root, try .test)
            (codec, layout) = (rows.codec, made)
            #expect(codec === made.codec && layout != nil)
        }
        #expect(codec == nil && layout == nil)
    }

    @Test("a word is one of its own field's, byte for byte")
    func words() throws {
        let layout = RowLayout("shirt", Shirt.fields)
        func read(_ size: String, _ cut: String) throws -> [String?] {
            let text = #"[{"id":"1","size":"\#(size)","cut":"\#(cut)"}]"#
            let row = try #require(layout.read(try JSONDocument(parsing: text).root, try .test).rows.first)
            return [row[Shirt.size], row[Shirt.cut]]
        }
        #expect(try read("XL", "slim") == ["XL", "slim"])
        #expect(try read("slim", "XL") == [nil, nil])
        #expect(try read("X", "slimm") == [nil, nil])
        #expect(try read("xl", "Slim") == [nil, nil])
        // An é of two scalars is another word, as are two words in one.
        #expect(try read("SM", "e\u{301}") == [nil, nil])
        #expect(try read("", "\\u00e9") == [nil, "é"])
    }

    @Test("what is computed is in every row, of one row and of many, whatever the others have", arguments: [1, 2, 30])
    func computed(_ count: Int) throws {
        let layout = RowLayout("shirt", Shirt.fields)
        let rows = (0..<count).map { #"{"id":"\#($0)","price":\#($0 * 10).5,"size":"M"}"# }
        let set = layout.read(try JSONDocument(parsing: "[\(rows.joined(separator: ","))]").root, try .test)
        #expect(set.count == count)
        for row in set.rows {
            #expect(row[Shirt.isDear] == (row.index >= 5))
            #expect(row[Shirt.note] == (row.index == 3 ? "the third" : "one of many"))
            #expect(row[Shirt.size] == "M" && row[Shirt.cut] == nil)
            #expect(row[Shirt.price]?.amount == DecimalAmount("\(row.index * 10).5"))
        }
    }
}
