import DesignSystem
import HTTP
import JSON
import Storage
import TestSupport
import Testing
import Values

@testable import FeatureKit

/// A row whose key is typed, with rows inside that are screens of their own.
@Suite("Rows within rows, and keys that are typed")
struct RowWithinRowTests {
    private enum Tide {
        static let day = Field.date("day", "The day.", .key, from: "at")
        static let low = Field.number("low", "Low water.", .low).told { metres, row in
            metres.map { Inline("\($0.rounded(toFraction: 1).text)\(row[unit] ?? "")") }
        }
        static let middle = Field.number("middle", "Half tide.", .middle)
        static let high = Field.number("high", "High water.", .high)
        static let moon = Field.text("moon", "The moon.").told { moon, _ in Inline(moon ?? "—") }
        static let unit = Field.text("unit", "The unit.", .unit, .hidden, from: "")
        static let harbour = Field.text("harbour", "The harbour.", nil, .hidden, from: "")
        static let picture = Field.picture("picture", "The water.", .hidden)
        static let route = Field.route("galleria://tides/{harbour}/{day}", .hidden)
        static let layout = RowLayout("tide", [day, low, middle, high, moon, unit, harbour, picture, route])
    }

    private enum Harbour {
        static let asked = Field.text("asked", "Harbours.", .key, .hidden, filter: "harbours")
        static let code = Field.text("code", "Its code.").untold
        static let tides = Field.rows("tides", "Its tides.", of: Tide.layout)
        static let route = Field.route("galleria://tides{?harbour}", .hidden)
        static let layout = RowLayout("harbour", [asked, code, tides, route])
    }

    private enum Head {
        static let unit = Field.text("unit", "The unit.")
        static let layout = RowLayout("answer", [unit])
    }

    private static let name = TextRule(
        matching: "^[a-z]{4,9}$", expected: "4 to 9 small letters", examples: ["emden", "cuxhaven"]
    ) { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } && (4...9).contains($0.utf8.count) }

    private static func harbour(_ name: String, _ call: FeatureCall) async throws(Fault) -> FeatureKit.Row? {
        if name == "nowhere" { return nil }
        return try await call.kept(name, for: .seconds(30)) { () throws(Fault) in
            try await call.upstream.json([name]) { reply in
                let tides = Tide.layout.read(reply.document.root, call.rowContext).refined { tide, values in
                    values.set(Tide.harbour, name)
                    values.set(Tide.unit, "m")
                    return tide[Tide.high] != nil
                }
                return Harbour.layout.row { row in
                    row.set(Harbour.asked, name)
                    row.set(Harbour.code, name.uppercased())
                    row.set(Harbour.tides, tides)
                }
            }
        }
    }

    private static let feature = Feature(
        "tides", title: "Tides", doc: "Tides.", endpoint: "http://127.0.0.1:9", sample: { _ in nil },
        parts: [
            ShowPart(
                "show", title: "Tides", doc: "Tides of harbours.", of: Harbour.layout, most: 2, example: "emden",
                fetch: harbour
            )
            .keys(name).absent { key, _ in
                Fault(.notFound, "No harbour \(key).", hint: "Look.").suggesting(key, among: ["norden", "nowhare"])
            }
            .head(Head.layout) { _ throws(Fault) in Head.layout.row { $0.set(Head.unit, "m") } }
            .screen("galleria://tides{?harbour}", title: "Tides")
            .typed("edit", title: "Choose harbour", "Harbour", debounced: .milliseconds(300))
            .inner(Harbour.tides, "galleria://tides/{harbour}/{day}", title: "Tide")
        ])

    private static let tides = #"""
        [{"at":1615352400,"low":"00.50","middle":1.25,"high":2.0,"moon":"full","picture":"https://x.example/1.png"},
        {"at":"1615438800","low":0.46,"middle":1.25,"high":2.10},{"at":1615525200,"low":1}]
        """#

    private func harness(_ count: Int = 1) throws -> FeatureHarness {
        let client = ScriptedHTTPClient((0..<count).map { _ in .body(Self.tides) })
        return try FeatureHarness([Self.feature], client: { _ in client })
    }

    @Test("rows are refined by what the call knows; numbers are told as spelled, texts by the field's own words")
    func refined() async throws {
        let harness = try harness()
        let answer = try await harness.answer("tides.show", ["harbours": ["nowhere", " emden "]])
        let text = String(decoding: answer.json.serialized(), as: UTF8.self)
        #expect(
            text
                == #"{"unit":"m","items":[{"code":"EMDEN","tides":[{"day":"2021-03-10","low":0.5,"middle":1.25,"high":2.0,"#
                + #""moon":"full"},{"day":"2021-03-11","low":0.46,"middle":1.25,"high":2.10}]}],"missing":["nowhere"]}"#
        )
        #expect(
            answer.markdown.contains("|tide|day|low|middle|high|moon|\n")
                && answer.markdown.contains("|full|\n|2021-03-11|`2021-03-11`|0.5m|1.25|2.10|—|"))
        #expect(!answer.markdown.contains("EMDEN"))
        #expect(answer.route()?.text == "galleria://tides?harbour=emden")
        let fault = await harness.fault("tides.show", ["harbours": "nowhere"])
        #expect(fault?.code == .notFound && fault?.hint == "Did you mean nowhare? Look.")
    }

    @Test("a key's rule is in the schema, in routes and where it is typed")
    func rule() async throws {
        let harness = try harness()
        let operation = try #require(harness.router.operation(method: "tides.show"))
        #expect(operation.parameterSchema()["properties"]?["harbours"]?["items"]?["pattern"] == "^[a-z]{4,9}$")
        for wrong: JSONValue in ["abc", ["emden", "E"], ["emden", "norden", "husum"], []] {
            #expect(await harness.fault("tides.show", ["harbours": wrong])?.field == "harbours")
        }
        for route in ["?harbour=Emden", "/Emden/2021-03-10", "/emden/soon", "/emden/2021-3-10"] {
            let fault = await harness.fault("screen.open", ["route": .string("galleria://tides\(route)")])
            #expect(fault?.code == .invalidArgument && fault?.field == "route", "\(route)")
        }
        #expect(harness.requests.isEmpty)
    }

    @Test("what is typed is looked for once typing pauses; what can be no key clears the screen")
    func typed() async throws {
        let harness = try harness(2)
        let screen = try await harness.open("galleria://tides")
        #expect(try await screen.text.contains("type 4 to 9 small letters"))
        #expect(try await screen.send("refresh")["accepted"] == false)
        for text in ["e", "emde", "emden"] { try await screen.send("edit", ["text": .string(text)]) }
        harness.advance(by: .milliseconds(299))
        #expect(harness.requests.isEmpty)
        harness.advance(by: .milliseconds(1))
        let state = try await screen.state
        #expect(harness.requests.map(\.path) == [["emden"]])
        #expect(state["unit"] == "m" && state["text"] == "emden" && state["tides"]?.array?.count == 2)
        try await screen.send("edit", ["text": "em"])
        harness.advance(by: .milliseconds(300))
        let cleared = try await screen.state
        #expect(cleared["tides"] == nil && cleared["unit"] == nil && cleared["refresh"]?["ended"] == "normal")
        try await screen.send("edit", ["text": "emden"])
        try await screen.close()
        harness.advance(by: .seconds(1))
        #expect(harness.requests.count == 1 && harness.clock.sleeperCount == 0)
    }

    @Test("an answer is kept for its time; refresh asks for what is there now")
    func kept() async throws {
        let harness = try harness(3)
        try await harness.call("tides.show", ["harbours": "emden"])
        harness.advance(by: .seconds(29))
        let screen = try await harness.open("galleria://tides?harbour=emden")
        #expect(harness.requests.count == 1)
        try await screen.send("refresh")
        #expect(harness.requests.count == 2)
        harness.advance(by: .seconds(29))
        try await harness.call("tides.show", ["harbours": "emden"])
        #expect(harness.requests.count == 2)
        harness.advance(by: .seconds(1))
        try await harness.call("tides.show", ["harbours": "emden"])
        #expect(harness.requests.count == 3)
    }

    @Test("a row within a row is a screen: select leads there, its picture and its key are found by its route")
    func inner() async throws {
        let harness = try harness()
        let screen = try await harness.open("galleria://tides?harbour=emden")
        let answer = try await screen.send("select", ["day": "2021-03-10"])
        #expect(answer["route"] == "galleria://tides/emden/2021-03-10")
        do throws(Fault) {
            try await screen.send("select", ["day": "2021-03-12"])
            Issue.record("a tide that is not shown was opened")
        } catch {
            #expect(error.code == .notFound)
        }
        let tide = try await harness.open("galleria://tides/emden/2021-03-10")
        let state = try await tide.state
        #expect(state["unit"] == "m" && state["tides"]?.array?.compactMap { $0["day"]?.string } == ["2021-03-10"])
        #expect(try await tide.text.contains("moon: full"))
        #expect(tide.opened["actions"]?.array?.compactMap { $0["name"]?.string } == ["refresh"])
        #expect(try await harness.picture(of: "galleria://tides/emden/2021-03-10") == "https://x.example/1.png")
        let days = await harness.completed(
            route: "galleria://tides/{harbour}/{day}", "day", context: [("harbour", "emden")])
        #expect(days.values == ["2021-03-10", "2021-03-11"])
        let lost = try await harness.open("galleria://tides/emden/2021-03-12")
        #expect(try await lost.state["refresh"]?["failed"] == "header")
        #expect(harness.requests.count == 1)
    }

    @Test("sample data is asked for as of now, where it has days")
    func dated() throws {
        let request = HTTPRequest(get: ["x"], at: try HTTPEndpoint(parsing: "http://127.0.0.1:9"))
        func feature(_ dated: (@Sendable (HTTPRequest, Int) -> HTTPResponse?)?) -> Feature {
            Feature(
                "tides", title: "Tides", doc: "Tides.", endpoint: "http://127.0.0.1:9",
                sample: { _ in HTTPResponse(status: 200) }, datedSample: dated, parts: [])
        }
        #expect(feature(nil).manifest.sample { 7 }(request)?.status == 200)
        #expect(feature { _, now in HTTPResponse(status: now) }.manifest.sample { 207 }(request)?.status == 207)
    }
}
