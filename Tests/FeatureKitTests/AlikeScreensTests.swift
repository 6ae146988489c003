import Conformance
import HTTP
import JSON
import Storage
import TestSupport
import Testing

@testable import FeatureKit

/// Several screens of one client on the same list: what one of them shows is made once, and each is told its own changes.
@Suite("Screens that show the same")
struct AlikeScreensTests {
    private static let namespace = StateNamespace("test.stamps")

    private static func key(_ id: String) -> StateKey { StateKey(namespace: namespace, key: id) }

    private enum Stamp {
        static let id = Field.text("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title)
        static let isMarked = Field.flag("marked", "Whether it is marked.", .badge("marked"), .filter).stored {
            try? $1.state.knownValue(for: AlikeScreensTests.key($0.key)) != nil
        }
        /// A text of the user's own.
        static let memo = Field.text("memo", "What is noted of it.").stored { row, overlays in
            guard let value = try? overlays.state.knownValue(for: AlikeScreensTests.key(row.key)) else { return nil }
            return String(decoding: value, as: UTF8.self)
        }
        static let layout = RowLayout("stamp", [id, name, isMarked, memo])
    }

    private static let paths = ["stamps", "others"]

    /// 25 stamps in pages of ten, on two lists.
    private static let feature = Feature(
        "stamps", title: "Stamps", doc: "Stamps.", endpoint: "http://127.0.0.1:9",
        sample: { _ in nil },
        parts: paths.map { path in
            ListPart(path, title: "Stamps", doc: "Stamps.", of: Stamp.layout, paging: .numbersOf(10)) {
                page, call throws(Fault) in
                try await call.rows(path, ["page": String(page.number)], at: "rows", total: "total")
            }
            .screen("galleria://\(path)").showsStored(namespace)
            .footers(loading: "Loading", end: "The end")
        })

    /// Answers, each made for itself and fresh for half a minute.
    @Sendable private static func answer(_ request: HTTPRequest) -> ScriptedHTTPClient.Answer {
        let path = request.path.first ?? ""
        let page = request.query.first.flatMap { Int($0.value) } ?? 1
        let rows = (0..<25).map { number -> JSONValue in
            [
                "id": .string("\(path.prefix(1))\(number)"),
                "name": .string(number % 3 == 0 ? "Café 梁 \(number)" : "No. \(number)"),
            ]
        }
        let body: JSONValue = ["rows": .array(Array(rows.dropFirst((page - 1) * 10).prefix(10))), "total": 25]
        return .response(
            HTTPResponse(status: 200, body: body.serialized(), reuse: HTTPReuse(age: 0, lifetime: 30)))
    }

    private let harness: FeatureHarness

    init() throws {
        harness = try FeatureHarness([Self.feature], client: { _ in ScriptedHTTPClient { Self.answer($0) } })
    }

    private func open(_ parameters: JSONValue, deltas: Bool = true) async throws -> JSONValue {
        try await harness.call("screen.open", parameters.setting("deltas", .bool(deltas)))
    }

    private static let plain: JSONValue = [
        "route": "galleria://stamps", "window": ["from": 0, "count": 8], "style": "plain", "width": 60,
    ]

    /// The next reading of each screen, after a change of what is stored.
    private func readings(_ changes: [StateChange]) async throws -> [ScreenReading] {
        harness.settled()
        try await harness.store.commit(changes)
        return harness.screens.takeReadings()
    }

    // MARK: - Made once

    @Test(
        "of screens that show the same, one is laid out and compared; the others are told the same under their own names"
    )
    func once() async throws {
        for _ in 0..<3 { _ = try await open(Self.plain) }
        for memo in ["x", "y", ""] {
            let readings = try await readings([.set(Self.key("s3"), Array(memo.utf8))])
            let first = try #require(readings.first)
            #expect(readings.map(\.screen) == ["s1", "s2", "s3"] && first.delta?.items.count == 1)
            #expect(readings.allSatisfy { $0.content === first.content && $0.delta === first.delta })
            let told = try readings.map { reading in
                try read(written { ScreenReading.change.write(reading, into: &$0) })
            }
            #expect(told.map { $0["screen"]?.string } == ["s1", "s2", "s3"])
            for name in ["state", "items", "lines"] {
                let texts = told.compactMap { $0[name].map { String(decoding: $0.rawText, as: UTF8.self) } }
                #expect(texts.count == 3 && Set(texts).count == 1)
            }
        }
    }

    @Test(
        "a screen with another window, width, list, question or row is another one",
        arguments: [
            ["window": ["from": 1, "count": 8]], ["window": nil], ["width": 61], ["style": "ansi"], ["rows": true],
            ["route": "galleria://others"], ["find": "Café"],
        ] as [[String: JSONValue?]])
    func others(_ difference: [String: JSONValue?]) async throws {
        var other = Self.plain
        for (name, value) in difference where name != "find" { other = other.setting(name, value) }
        _ = try await open(Self.plain)
        let id = try #require(try await open(other)["screen"])
        harness.settled()
        if let words = difference["find"] {
            try await harness.call(
                "screen.send", ["screen": id, "action": "find", "params": ["text": words ?? .null]])
        }
        let readings = try await readings([.set(Self.key("s3"), [0x78]), .set(Self.key("o3"), [0x78])])
        #expect(readings.count == 2)
        #expect(readings[0].content !== readings[1].content && readings[0].delta !== readings[1].delta)
        #expect(readings.allSatisfy { $0.delta?.items.count == 1 })
    }

    @Test("screens that are told whole share nothing, and what was shared is let go with the screens")
    func letGo() async throws {
        for _ in 0..<2 { _ = try await open(Self.plain, deltas: false) }
        let whole = try await readings([.set(Self.key("s3"), [0x78])])
        #expect(whole.count == 2 && whole[0].content !== whole[1].content && whole[0].delta == nil)
        harness.screens.closeAll()
        for _ in 0..<2 { _ = try await open(Self.plain) }
        weak let content = try await readings([.set(Self.key("s3"), [0x79])]).first?.content
        #expect(content != nil, "the screens hold it")
        harness.screens.closeAll()
        #expect(content == nil)
    }

    @Test("after the first of them closes the others are told as before")
    func closing() async throws {
        var followers = try await [open(Self.plain), open(Self.plain)].map { ScreenFollower($0) }
        _ = try await readings([.set(Self.key("s3"), [0x78])])
        followers = []
        try await harness.call("screen.close", ["screen": "s1"])
        let readings = try await readings([.set(Self.key("s4"), [0x78])])
        #expect(readings.map(\.screen) == ["s2"] && followers.isEmpty)
        #expect(readings[0].delta?.items.map(\.key) == ["s4"] && readings[0].delta?.lines.count == 1)
    }

    @Test("the cursor of each page goes on behind it, whichever screen tells it first")
    func cursors() async throws {
        let stamps = try await [open(Self.plain), open(Self.plain, deltas: false)].map { try #require($0["screen"]) }
        // A list of the same pages has cursors of its own.
        let others = try await open(Self.plain.setting("route", "galleria://others"))
        let screens = stamps.map { ("stamps", $0) } + [("others", try #require(others["screen"]))]
        for page in 1...3 {
            for (list, id) in screens {
                harness.settled()
                let cursor = try await harness.call("screen.state", ["screen": id])["state"]?["nextCursor"]
                #expect((cursor == nil) == (page == 3))
                if let cursor {
                    let rest = try await harness.call("stamps.\(list)", ["cursor": cursor])
                    #expect(rest["items"]?[0]?["id"]?.string == "\(list.prefix(1))\(page * 10)")
                }
                try await harness.call("screen.send", ["screen": id, "action": "loadMore"])
            }
        }
    }

    // MARK: - Exactly

    /// A screen that is told deltas and one with the same uses that is told whole.
    private struct Pair {
        let id: JSONValue
        let twin: JSONValue
        var follower: ScreenFollower
    }

    private func pair(_ random: inout SeededGenerator) async throws -> Pair {
        var parameters = Self.plain.setting(
            "route", .string(random.next() % 8 == 0 ? "galleria://others" : "galleria://stamps"))
        if random.next() % 4 == 0 { parameters = parameters.setting("window", nil) }
        if random.next() % 4 == 0 { parameters = parameters.setting("width", 40) }
        if random.next() % 4 == 0 { parameters = parameters.setting("rows", true) }
        let opened = try await open(parameters)
        let twin = try await open(parameters, deltas: false)
        return Pair(
            id: try #require(opened["screen"]), twin: try #require(twin["screen"]), follower: ScreenFollower(opened))
    }

    /// Does one thing to both screens of a pair.
    private func use(_ pair: Pair, _ random: inout SeededGenerator) async throws {
        var parameters: JSONValue
        var method = "screen.send"
        switch random.next() % 8 {
        case 0:
            parameters = [
                "action": "find", "params": ["text": .string(["", "Café", "No. 1", "梁 3"][Int(random.next() % 4)])],
            ]
        case 1: parameters = ["action": "sort", "params": ["by": .string(["name", "-name"][Int(random.next() % 2)])]]
        case 2: parameters = ["action": "filter", "params": ["marked": .bool(random.next() % 2 == 0)]]
        case 3: parameters = ["action": "filter", "params": [:]]
        case 4: parameters = ["action": "refresh"]
        case 5:
            method = "screen.resize"
            parameters = ["width": .integer([40, 60][Int(random.next() % 2)])]
        case 6:
            method = "screen.resize"
            parameters = ["window": ["from": .integer(Int(random.next() % 6)), "count": 8]]
        default: parameters = ["action": "loadMore"]
        }
        for id in [pair.id, pair.twin] { _ = try await harness.call(method, parameters.setting("screen", id)) }
    }

    @Test(
        "whatever is done to some of them, each follows to what it shows, and to what one alone shows",
        arguments: UInt64(0)..<12)
    func walk(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        var pairs: [Pair] = []
        for _ in 0..<4 { pairs.append(try await pair(&random)) }
        var applied = 0
        for step in 0..<40 {
            let place = Int(random.next() % UInt64(pairs.count))
            switch random.next() % 10 {
            case 0...4:
                let key = Self.key("\(random.next() % 8 == 0 ? "o" : "s")\(random.next() % 12)")
                // Two spellings of one letter are two texts.
                let memo = ["e\u{301}", "\u{E9}", "x"][Int(random.next() % 3)]
                try await harness.store.commit(
                    [random.next() % 3 == 0 ? .remove(key) : .set(key, Array(memo.utf8))])
            case 5:
                for id in [pairs[place].id, pairs[place].twin] {
                    try await harness.call("screen.close", ["screen": id])
                }
                pairs[place] = try await pair(&random)
            default: try await use(pairs[place], &random)
            }
            if random.next() % 3 == 0 { continue }
            harness.settled()
            let changes = harness.changes.dropFirst(applied)
            applied = harness.changes.count
            for number in pairs.indices {
                let id = pairs[number].id
                for change in changes where .string(change.screen) == id {
                    #expect(pairs[number].follower.apply(change.parameters) == [], "\(seed) \(step)")
                }
                let reading = try await harness.call("screen.state", ["screen": id])
                let alone = try await harness.call("screen.state", ["screen": pairs[number].twin])
                #expect(pairs[number].follower.differences(from: reading) == [], "\(seed) \(step)")
                for name in ["state", "text", "rows"] {
                    #expect(
                        reading[name]?.serialized() == alone[name]?.serialized(), "\(seed) \(step) \(name)")
                }
            }
        }
    }
}

extension JSONValue {
    /// The object with another value for a member, or without it.
    fileprivate func setting(_ name: String, _ value: JSONValue?) -> JSONValue {
        let others = (members ?? []).filter { $0.key != name }
        return .object(others + (value.map { [JSONMember(name, $0)] } ?? []))
    }
}
