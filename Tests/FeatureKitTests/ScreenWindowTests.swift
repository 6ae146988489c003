import DesignSystem
import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// Windows of lists: which rows a client is told, and how much that takes.
@Suite("Windows of screens")
struct ScreenWindowTests {
    private static let layout = RowLayout(
        "note",
        [Field.whole("id", "Its number.", .key, .filter, filter: "ids"), Field.text("text", "What it says.", .title)])

    /// A list of so many notes, of which every third has the word third.
    private func harness(_ count: Int) throws -> FeatureHarness {
        let feature = Feature(
            "desk", title: "Desk", doc: "Notes.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
            parts: [
                ListPart("list", title: "Notes", doc: "Notes.", of: Self.layout, paging: .whole) {
                    _, call throws(Fault) in
                    try await call.rows("notes", [:], at: "notes")
                }
                .screen("galleria://notes").detail("galleria://notes/{id}")
            ])
        let notes = (0..<count).map { id -> JSONValue in
            ["id": .integer(id), "text": .string(id % 3 == 0 ? "third 梁立璇 \(id)" : "note 王 \(id)")]
        }
        let body = JSONValue.object([JSONMember("notes", .array(notes))]).serialized()
        return try FeatureHarness(
            [feature], client: { _ in ScriptedHTTPClient { _ in .response(HTTPResponse(status: 200, body: body)) } })
    }

    private func open(_ harness: FeatureHarness, _ more: JSONValue = [:], _ route: String = "galleria://notes")
        async throws
        -> JSONValue
    {
        let parameters = (more.members ?? []).reduce(into: [JSONMember("route", .string(route))]) { $0.append($1) }
        let opened = try await harness.call("screen.open", .object(parameters))
        harness.settle()
        return try await harness.call("screen.state", ["screen": try #require(opened["screen"])])
    }

    private func ids(_ reading: JSONValue) -> [Int] {
        reading["state"]?["items"]?.array?.compactMap { $0["id"]?.integer } ?? []
    }

    @Test(
        "the rows, their number and their place are those of the window, the last ones where it reaches beyond the end",
        arguments: [
            (0, 3, 0..<3), (4, 3, 4..<7), (9, 3, 7..<10), (500, 3, 7..<10), (0, 0, 0..<0), (5, 0, 5..<5),
            (20, 0, 10..<10),
            (0, 10, 0..<10), (3, 1_000_000, 0..<10), (Int.max, Int.max, 0..<10),
        ])
    func rows(_ from: Int, _ count: Int, _ expected: Range<Int>) async throws {
        let harness = try harness(10)
        let reading = try await open(
            harness, ["window": ["from": .integer(from), "count": .integer(count)], "style": "plain"])
        #expect(ids(reading) == Array(expected))
        #expect(reading["state"]?["total"] == 10)
        #expect(reading["state"]?["from"]?.integer == expected.lowerBound)
        let text = try #require(reading["text"]?.string)
        for id in 0..<10 { #expect(text.contains(" \(id)\n") || text.contains(" \(id) ") == expected.contains(id)) }
        if expected.count > 1 {
            let end = expected.upperBound == 10 ? " (end)" : ""
            #expect(text.contains("showing \(expected.lowerBound + 1)–\(expected.upperBound) of 10\(end)\n"))
        }
        if expected.isEmpty { #expect(!text.contains("No notes") && !text.contains("showing")) }
    }

    @Test("a window is an object of two whole numbers of at least 0")
    func wrong() async throws {
        let harness = try harness(3)
        let wrong: [JSONValue] = [
            ["from": -1, "count": 3], ["from": 0, "count": -1], ["from": 0], ["count": 3], [:],
            ["from": "a", "count": 1],
            ["from": .number("0.5"), "count": 1], ["from": 0, "count": 1, "more": 2], 5, [0, 3],
        ]
        for window in wrong {
            let fault = await harness.fault("screen.open", ["route": "galleria://notes", "window": window])
            #expect(fault?.code == .invalidArgument && fault?.field == "window", "\(window.pretty())")
        }
        #expect(try await harness.call("screen.list")["screens"] == [])
    }

    @Test("resize moves the window; another layout leaves it, and the rows that are found are in it")
    func moving() async throws {
        let harness = try harness(100)
        let id = try #require(try await open(harness, ["window": ["from": 0, "count": 4]])["screen"])
        func resize(_ more: JSONMember) async throws -> JSONValue {
            try await harness.call("screen.resize", .object([JSONMember("screen", id), more]))
        }
        let moved = try await resize(JSONMember("window", ["from": 50, "count": 4]))
        #expect(ids(moved) == [50, 51, 52, 53])
        #expect(ids(try await resize(JSONMember("width", 60))) == [50, 51, 52, 53])
        func find(_ text: String) async throws -> JSONValue {
            try await harness.call("screen.send", ["screen": id, "action": "find", "params": ["text": .string(text)]])
            harness.settle()
            return try await harness.call("screen.state", ["screen": id])
        }
        let found = try await find("third")
        #expect(ids(found) == [90, 93, 96, 99] && found["state"]?["total"] == 34 && found["state"]?["from"] == 30)
        #expect(ids(try await find("third 梁立璇 9")) == [9, 90, 93, 96, 99].suffix(4))
        let none = try await find("nothing of the kind")
        #expect(ids(none) == [] && none["state"]?["total"] == 0 && none["state"]?["from"] == 0)
        #expect(none["text"]?.string?.contains("No notes match.") == true)
        #expect(ids(try await find("")) == [50, 51, 52, 53], "the window is where it was asked for")
    }

    @Test("a screen that is no list is shown whole, with a window and with deltas")
    func row() async throws {
        let harness = try harness(3)
        let whole = try await open(harness, [:], "galleria://notes/1")
        let windowed = try await open(
            harness, ["window": ["from": 0, "count": 0], "deltas": true], "galleria://notes/1")
        #expect(windowed["state"] == whole["state"] && windowed["text"] == whole["text"])
        let change = try #require(harness.changes.last?.parameters)
        #expect(change["state"] == whole["state"] && change["items"] == [] && change["text"] == nil)
    }

    @Test("a keystroke in 10,000 rows takes at most 20 KB, a page of scrolling as well")
    func bytes() async throws {
        let harness = try harness(10_000)
        let window: JSONValue = ["from": 0, "count": 40]
        let opened = try await harness.call(
            "screen.open",
            ["route": "galleria://notes", "window": window, "deltas": true, "rows": true, "style": "ansi"])
        let id = try #require(opened["screen"])
        harness.settle()
        var follower = ScreenFollower(opened)
        var applied = 0
        func follow(_ what: String) async throws {
            harness.settle()
            for change in harness.changes.dropFirst(applied) {
                #expect(change.parameters.serialized().count <= 20_000, "\(what)")
                #expect(follower.apply(change.parameters) == [])
            }
            #expect(harness.changes.count > applied, "\(what) was told")
            applied = harness.changes.count
            #expect(follower.differences(from: try await harness.call("screen.state", ["screen": id])) == [])
        }
        try await follow("loading")
        for text in ["梁", "梁立", "梁立璇", "梁立", "梁", ""] {
            try await harness.call("screen.send", ["screen": id, "action": "find", "params": ["text": .string(text)]])
            try await follow("find \(text)")
        }
        for from in [20, 60, 61, 5_000, 9_990] {
            try await harness.call(
                "screen.resize", ["screen": id, "window": ["from": .integer(from), "count": 40]])
            try await follow("from \(from)")
        }
    }
}
