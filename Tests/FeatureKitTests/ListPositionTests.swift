import JSON
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// Cursors of lists: complete in themselves, so that they work in another process.
@Suite("Cursors")
struct ListPositionTests {
    private let question = [JSONMember("query", "linen \u{1F}\u{0} 한글 😀"), JSONMember("sort", "-price")]

    @Test("A cursor comes back with its position and question", arguments: [0, 1, 20, 10_000_000])
    func roundTrip(_ page: Int) throws {
        for asked in [[], question] {
            let position = ListPosition(page: page, rows: 7)
            let text = position.text(for: "catalog.list", asked)
            #expect(
                text.utf8.allSatisfy { "-_".utf8.contains($0) || isAlphanumeric($0) },
                "safe in a route, a shell and a URL")
            let read = try #require(ListPosition.read(text, for: "catalog.list"))
            #expect(read.position == position)
            #expect(read.question.root.count == asked.count)
            for member in asked { #expect(read.question.root[member.key].map { JSONValue($0) } == member.value) }
        }
    }

    @Test("A cursor works in another process: its text never changes")
    func stable() {
        #expect(
            ListPosition(page: 2, rows: 0).text(for: "catalog.list", []) == "QACuAg")
    }

    @Test("The first pages of a list without a question take six letters")
    func short() {
        let ends = (0..<128).map { ListPosition(page: $0, rows: 0).text(for: "catalog.list", []).utf8.count }
        #expect(Set(ends) == [6])
    }

    @Test("A token comes back, and an empty one is no missing one", arguments: [nil, "", "a/b+c=", "다음"])
    func tokens(_ token: String?) throws {
        for asked in [[], question] {
            let position = ListPosition(page: 300, rows: 2, token: token)
            let text = position.text(for: "catalog.list", asked)
            #expect(ListPosition.isOne(text))
            #expect(try #require(ListPosition.read(text, for: "catalog.list")).position == position)
        }
    }

    @Test("Of a cursor's bytes none may be another, be left out or follow, unless that is another cursor")
    func bytesOfCursors() throws {
        var generator = SeededGenerator(29)
        let text = ListPosition(page: 300, rows: 2, token: "é").text(for: "catalog.list", question)
        let whole = try #require(bytes(base64URL: text))
        for end in whole.indices {
            #expect(ListPosition.read(base64(Array(whole[..<end]), .url), for: "catalog.list") == nil)
        }
        #expect(ListPosition.read(base64(whole + [0], .url), for: "catalog.list") == nil)
        for _ in 0..<20_000 {
            var other = whole
            other[Int.random(in: 0..<other.count, using: &generator)] = .random(in: 0...255, using: &generator)
            let changed = base64(other, .url)
            guard let read = ListPosition.read(changed, for: "catalog.list") else { continue }
            // What is taken is spelled in one way.
            let members = read.question.root.members.map { JSONMember($0.key, JSONValue($0.value)) }
            #expect(read.position.text(for: "catalog.list", members) == changed)
        }
    }

    @Test(
        "A cursor of another list, and what is no cursor, is refused",
        arguments: [
            ListPosition(page: 1, rows: 0).text(for: "shoppingMall.list", []), "", "=",
            String("QACuAg".dropLast()), "QACuAg" + "A", "QACuAg" + "=",
            base64(cursor([2]) { $0[0] = 0x80 }, .url),
            base64(cursor([1]) { $0[0] = 0x48 }, .url),
            base64(cursor([]), .url),
            base64(cursor([1, 0]), .url),
            base64(cursor([0x81, 0]), .url),
            base64(cursor([1]) { $0[0] = 0x44 }, .url),
            base64(cursor([1, 0]) { $0[0] = 0x44 }, .url),
            base64(cursor([1, 0x81, 0xAD, 0xE2, 0x04]) { $0[0] = 0x44 }, .url),
            base64(cursor([0x81, 0xAD, 0xE2, 0x04]), .url),
            base64(cursor([0xFF, 0xFF, 0xFF, 0xFF, 0x7F]), .url),
            base64(cursor([1, 2] + Array("{}".utf8) + [0]) { $0[0] = 0x41 }, .url),
            base64(cursor([1, 2] + Array("[]".utf8)) { $0[0] = 0x41 }, .url),
            base64(cursor([1, 9] + Array(#"{"a":1}"#.utf8)) { $0[0] = 0x41 }, .url),
            base64(cursor([1, 8] + Array(#"{"a": 1}"#.utf8)) { $0[0] = 0x41 }, .url),
            base64(cursor([1, 0]) { $0[0] = 0x41 }, .url),
            base64(cursor([1, 1, 0xFF]) { $0[0] = 0x42 }, .url),
            base64(cursor([1, 2, 0x32]) { $0[0] = 0x42 }, .url),
            base64(cursor([1, 1, 0x32, 0]) { $0[0] = 0x42 }, .url),
            String(repeating: "A", count: ListPosition.longest + 1),
        ])
    func refused(_ text: String) {
        #expect(ListPosition.read(text, for: "catalog.list") == nil)
    }

    /// The first bytes of a cursor of `catalog.list`, and others behind them.
    private static func cursor(_ rest: [UInt8], _ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
        let text = ListPosition(page: 0, rows: 0).text(for: "catalog.list", [])
        var all = Array((bytes(base64URL: text) ?? []).prefix(3)) + rest
        change(&all)
        return all
    }

    private func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
