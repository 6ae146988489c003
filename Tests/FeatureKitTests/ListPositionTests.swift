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
            ListPosition(page: 2, rows: 0).text(for: "catalog.list", []) == "WzEsImNhdGFsb2cubGlzdCIsMiwwLHt9XQ")
    }

    @Test(
        "A cursor of another list, and what is no cursor, is refused",
        arguments: [
            ListPosition(page: 1, rows: 0).text(for: "shoppingMall.list", []), "", "=",
            "WzEsImNhdGFsb2cubGlzdCIsMiwwLHt9X",
            base64(Array(#"[2,"catalog.list",1,0,{}]"#.utf8), .url),
            base64(Array(#"[1,"catalog.list",-1,0,{}]"#.utf8), .url),
            base64(Array(#"[1,"catalog.list",1,10000001,{}]"#.utf8), .url),
            base64(Array(#"[1,"catalog.list",1,0,[]]"#.utf8), .url),
            base64(Array(#"[1,"catalog.list",1,0]"#.utf8), .url),
            String(repeating: "A", count: ListPosition.longest + 1),
        ])
    func refused(_ text: String) {
        #expect(ListPosition.read(text, for: "catalog.list") == nil)
    }

    private func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
