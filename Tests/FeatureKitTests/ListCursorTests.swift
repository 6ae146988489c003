import TestSupport
import Testing

@testable import FeatureKit

@Suite("Cursors")
struct ListCursorTests {
    @Test(
        "A cursor comes back with its position, for the same method and parameters",
        arguments: [0, 1, 2, 20, 10_000_000])
    func roundTrip(_ position: Int) throws {
        for parameters in [[], [""], ["swift"], ["a", "b"], ["한글", "", "😀"]] {
            let text = ListCursor(position: position).text(for: "bookShelf.search", parameters: parameters)
            #expect(
                text.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                        || byte == 0x2D || byte == 0x5F
                }, "safe in a route, a shell and a URL")
            let cursor = try ListCursor(text, for: "bookShelf.search", parameters: parameters)
            #expect(cursor == ListCursor(position: position))
        }
    }

    @Test("A cursor works in another process: its text never changes")
    func stable() {
        #expect(
            ListCursor(position: 2).text(for: "bookShelf.search", parameters: ["swift"])
                == "MR9ib29rU2hlbGYuc2VhcmNoHzIfc3dpZnQ")
        #expect(ListCursor(position: 40).text(for: "shoppingMall.list") == "MR9zaG9wcGluZ01hbGwubGlzdB80MA")
    }

    @Test("A hostile query is one parameter of its cursor", arguments: hostileTexts)
    func hostile(_ query: String) throws {
        let text = ListCursor(position: 3).text(for: "a.b", parameters: [query])
        #expect(try ListCursor(text, for: "a.b", parameters: [query]).position == 3)
    }

    @Test(
        "A cursor of another list is refused",
        arguments: [
            Case("another method", ("c.d", ["q"]), false), Case("a longer method", ("a.bc", ["q"]), false),
            Case("another query", ("a.b", ["Q"]), false), Case("no query", ("a.b", []), false),
            Case("one more", ("a.b", ["q", ""]), false),
            Case("a blank more", ("a.b", ["q "]), false), Case("a look-alike", ("a.b", ["q\u{301}"]), false),
            Case("its own", ("a.b", ["q"]), true),
        ] as [Case<(method: String, parameters: [String]), Bool>])
    func foreign(_ row: Case<(method: String, parameters: [String]), Bool>) {
        let text = ListCursor(position: 3).text(for: "a.b", parameters: ["q"])
        let cursor = try? ListCursor(text, for: row.input.method, parameters: row.input.parameters)
        #expect((cursor != nil) == row.expected)
    }

    @Test("Canonically equivalent queries are two lists")
    func equivalent() {
        let text = ListCursor(position: 3).text(for: "a.b", parameters: ["\u{E9}"])
        #expect(throws: Fault.self) { try ListCursor(text, for: "a.b", parameters: ["e\u{301}"]) }
    }

    @Test("What is forged or garbage is refused with a sentence, and never traps", arguments: forged)
    func refused(_ row: Case<String, Void>) throws {
        let fault = try #require(throws: Fault.self) { try ListCursor(row.input, for: "a.b") }
        #expect(fault == .foreignCursor(of: "a.b"))
        #expect(fault.code == .invalidArgument && fault.field == "cursor")
        #expect(fault.message == "The cursor is not one that a.b gave for these parameters.")
    }

    /// The cursor with these parts.
    private static func made(_ parts: String...) -> String {
        base64(Array(parts.joined(separator: "\u{1F}").utf8), .url)
    }

    static let forged: [Case<String, Void>] =
        [
            ("empty", ""), ("a word", "next"), ("a number", "2"), ("padding", made("1", "a.b", "2") + "="),
            ("a blank", made("1", "a.b", "2") + " "),
            ("a letter less", String(made("1", "a.b", "2").dropLast())), ("a letter more", made("1", "a.b", "2") + "A"),
            ("the other alphabet", "+/+/"), ("no parts", made("1")), ("a part less", made("1", "a.b")),
            ("a part more", made("1", "a.b", "2", "")),
            ("another version", made("2", "a.b", "2")), ("no version", made("", "a.b", "2")),
            ("below zero", made("1", "a.b", "-1")),
            ("over the bound", made("1", "a.b", "10000001")), ("huge", made("1", "a.b", "9223372036854775807")),
            ("overflow", made("1", "a.b", "9223372036854775808")),
            ("30 digits", made("1", "a.b", "123456789012345678901234567890")),
            ("no position", made("1", "a.b", "")), ("a word as position", made("1", "a.b", "two")),
            ("a fraction", made("1", "a.b", "2.0")),
            ("an exponent", made("1", "a.b", "1e2")), ("other digits", made("1", "a.b", "٢")),
            ("a NUL", made("1", "a.b", "2\u{0}")),
            ("bytes that are no text", base64([0xFF, 0xFE, 0x1F, 0x80], .url)), ("beyond ASCII", "é"),
            ("a look-alike", "\u{212A}"),
            ("over-long", String(repeating: "A", count: 4_097)),
            ("a megabyte", String(repeating: "A", count: 1_000_000)),
        ].map { Case($0.0, $0.1, ()) }

    @Test("Random texts are refused or harmless", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) {
        var numbers = SeededGenerator(seed)
        let letters = Array("ABCxyz019-_MR9+/= ")
        for _ in 0..<2_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &numbers)).compactMap { _ in letters.randomElement(using: &numbers) }
            )
            if let cursor = try? ListCursor(text, for: "a.b") { #expect((0...10_000_000).contains(cursor.position)) }
        }
    }

    @Test("The parameters of every list are declared once")
    func parameters() throws {
        let shape = ParameterShape({ ($0, $1) }, ListParameters.cursor, ListParameters.pages)
        let (cursor, pages) = try shape.read(read(#"{"cursor":"abc","pages":"20"}"#), of: "a.b")
        #expect(cursor == "abc" && pages == 20)
        let none = try shape.read(nil, of: "a.b")
        #expect(none.0 == nil && none.1 == 1)
        for wrong in [#"{"pages":0}"#, #"{"pages":21}"#, #"{"cursor":""}"#, #"{"cursor":1}"#] {
            #expect(throws: Fault.self) { try shape.read(read(wrong), of: "a.b") }
        }
    }
}
