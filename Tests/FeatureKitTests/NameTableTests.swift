import Testing

@testable import FeatureKit

/// Names from outside are looked up by their bytes: beside a dictionary, which finds the same.
@Suite("Tables of known names")
struct NameTableTests {
    private static let names: [String] = {
        var names = ["", "a", "book_shelf_search", "bookShelf.search", "이름", "名字", "\u{E9}", "e\u{301}", "a\u{0}"]
        for length in 1...40 {
            names.append(String(repeating: "n", count: length))
            names.append(String(repeating: "n", count: length - 1) + "m")
            names.append("m" + String(repeating: "n", count: length - 1) + "o")
        }
        return names.reduce(into: []) { known, name in
            if !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { known.append(name) }
        }
    }()

    private static func place(_ name: [UInt8], in table: NameTable) -> Int? {
        name.withUnsafeBufferPointer { table.place(of: $0) }
    }

    @Test("each name is found at its place, and no name that differs in a byte, is longer or shorter")
    func found() {
        let table = NameTable(Self.names.indices) { Self.names[$0] }
        let known = Set(Self.names.map { Array($0.utf8) })
        for (place, name) in Self.names.enumerated() {
            let bytes = Array(name.utf8)
            #expect(table.place(of: name) == place && Self.place(bytes, in: table) == place, "\(name)")
            var others = [bytes + [0x61], bytes + [0], Array(bytes.dropLast()), Array(bytes.dropFirst())]
            for index in bytes.indices {
                others.append(bytes)
                others[others.count - 1][index] ^= 0x20
            }
            for other in others where !known.contains(other) {
                #expect(Self.place(other, in: table) == nil, "\(other) beside \(name)")
            }
        }
    }

    @Test("an empty table has no name, nor has one of places without names")
    func empty() {
        for table in [NameTable(0..<0) { _ in "a" }, NameTable(0..<9) { _ in nil }] {
            for name in Self.names { #expect(table.place(of: name) == nil) }
        }
    }

    @Test("of places with one name the first is found, and no place without one")
    func doubles() {
        let names: [String?] = [nil, "b", "a", "b", nil, "a", "c"]
        let table = NameTable(names.indices) { names[$0] }
        #expect(["a", "b", "c", "d"].map { table.place(of: $0) } == [2, 1, 6, nil])
        #expect(table.place(of: "") == nil)
    }

    @Test(
        "tables of every size find what a dictionary finds",
        arguments: [1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 1_000, 5_000])
    func sizes(_ count: Int) {
        // Alike names, as those of modules are: their hashes share most of their bytes.
        let names = (0..<count).map { "module\($0 % 7)_list_\($0)" }
        let table = NameTable(names.indices) { names[$0] }
        let expected = Dictionary(zip(names, 0...)) { first, _ in first }
        for number in 0..<(count + 50) {
            for module in 0..<7 {
                let name = "module\(module)_list_\(number)"
                #expect(table.place(of: name) == expected[name])
            }
        }
    }
}
