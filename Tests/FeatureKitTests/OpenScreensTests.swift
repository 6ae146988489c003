import DesignSystem
import JSON
import Synchronization
import Testing

@testable import FeatureKit

/// Screens of counters, with the models that were made.
final class ScreenDesk: Sendable {
    let screens: OpenScreens
    private let made: Made
    private let wakings: Wakings

    final class Made: Sendable {
        private let models = Mutex<[CounterModel]>([])
        var all: [CounterModel] { models.withLock { $0 } }
        func add(_ model: CounterModel) -> CounterModel {
            models.withLock { $0.append(model) }
            return model
        }
    }

    final class Wakings: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    init(limit: Int = 64, changesAtOpening: Int = 0, style: RenderStyle = .plain) throws {
        let (made, wakings) = (Made(), Wakings())
        let counter = ScreenDefinition(
            "galleria://counter/{name}", title: "Counter", doc: "Counts.", shape: CounterModel.shape,
            actions: CounterModel.actions
        ) { parameters throws(Fault) in
            let name = parameters["name"] ?? ""
            if name == "none" { throw Fault(.notFound, "No such counter.", hint: "Take another.") }
            return made.add(CounterModel(note: name, changesAtOpening: changesAtOpening))
        }
        let registry = try registry([("counter", { $0.add(counter) })])
        self.made = made
        self.wakings = wakings
        let router = Router(registry)
        screens = OpenScreens(router: { router }, options: RenderOptions(style: style), limit: limit) {
            wakings.add()
        }
    }

    var models: [CounterModel] { made.all }
    var wakeCount: Int { wakings.count }

    func open(_ name: String = "a") throws -> ScreenReading {
        try screens.open("galleria://counter/\(name)", style: nil, width: nil)
    }

    /// Changes by `publish`, as screen, revision and count.
    /// - Parameter room: states that there is room for.
    func published(room: Int = .max) throws -> [[String: Int]] {
        try screens.changes(room: room).map { root in
            [
                root["screen"]?.string ?? "": root["revision"]?.integer ?? -1,
                "count": root["state"]?["count"]?.integer ?? -1,
            ]
        }
    }

    @discardableResult
    func send(
        _ screen: String, _ action: String, _ parameters: String? = nil
    ) throws -> (revision: Int, outcome: ActionOutcome) {
        try screens.send(screen, action: action, parameters: parameters.map { try JSONDocument(parsing: $0).root })
    }
}

@Suite("Opening and closing screens")
struct OpenScreensTests {
    @Test("A screen is answered as it is before loading, as revision 1; then loading begins")
    func open() throws {
        let desk = try ScreenDesk(changesAtOpening: 3)
        let first = try desk.open()
        #expect(first.screen == "s1" && first.revision == 1)
        #expect(written { first.state.write(&$0) } == #"{"count":0,"note":"a"}"#)
        #expect(desk.models.map(\.log) == [["open"]])
        #expect(desk.wakeCount == 3)
        #expect(
            try desk.published() == [["s1": 2, "count": 3]], "three changes are one publication with the last state")
    }

    @Test("A closed screen is let go of, also one whose state was the last that had room", arguments: [false, true])
    func released(_ all: Bool) throws {
        let desk = try ScreenDesk(changesAtOpening: 1)
        weak var session: ScreenSession?
        do {
            session = try desk.open().session
            #expect(try desk.published(room: 1) == [["s1": 2, "count": 1]])
        }
        #expect(session != nil)
        if all { desk.screens.closeAll() } else { try desk.screens.close("s1") }
        #expect(session == nil)
    }

    @Test("Each opening is a screen of its own, of the same route too")
    func ids() throws {
        let desk = try ScreenDesk()
        let opened = try ["a", "b", "a"].map { try desk.open($0).screen }
        #expect(opened == ["s1", "s2", "s3"])
        desk.models[0].add(5)
        #expect(try desk.published() == [["s1": 2, "count": 5]])
        try desk.screens.close("s3")
        #expect(try desk.open().screen == "s4", "an id is never given twice")
    }

    @Test(
        "A route without a screen opens nothing",
        arguments: ["", "galleria://", "galleria://counter", "galleria://counter/a/b", "galleria://Counter/a", "x"])
    func unknownRoute(_ route: String) throws {
        let desk = try ScreenDesk()
        let fault = try #require(throws: Fault.self) { try desk.screens.open(route, style: nil, width: nil) }
        #expect(fault.code == .invalidArgument && fault.field == "route")
        #expect(desk.models.isEmpty && desk.screens.listed.isEmpty)
    }

    @Test("A model that can't be made opens nothing, and its module is named")
    func failedMaking() throws {
        let desk = try ScreenDesk()
        let fault = try #require(throws: Fault.self) { try desk.open("none") }
        #expect(fault.code == .notFound && fault.module == "counter")
        #expect(desk.screens.listed.isEmpty)
        #expect(try desk.open().screen == "s1")
    }

    @Test("At most so many screens are open; closing one makes place")
    func limit() throws {
        let desk = try ScreenDesk(limit: 2)
        _ = try desk.open()
        _ = try desk.open()
        let fault = try #require(throws: Fault.self) { try desk.open() }
        #expect(fault.code == .busy && fault.retryable)
        #expect(fault.message == "2 screens are open already, and that is the most.")
        #expect(desk.models.count == 3 && desk.models[2].log.isEmpty, "what is not opened does not load")
        try desk.screens.close("s1")
        #expect(try desk.open().screen == "s3")
    }

    @Test("A closed screen is gone: its model is told once, and nothing of it is published")
    func close() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        _ = try desk.send("s1", "add")
        try desk.screens.close("s1")
        desk.models[0].add(1)
        #expect(desk.models[0].log == ["open", "close"])
        #expect(try desk.published().isEmpty)
        let fault = try #require(throws: Fault.self) { try desk.screens.close("s1") }
        #expect(fault.code == .notFound && fault.field == "screen")
        #expect(desk.models[0].log == ["open", "close"])
    }

    @Test("When the client is gone every screen is closed, and there is nothing left to tell")
    func closeAll() throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        _ = try desk.open("b")
        _ = try desk.send("s1", "add")
        desk.screens.closeAll()
        desk.screens.closeAll()
        #expect(desk.models.map(\.log) == [["open", "close"], ["open", "close"]])
        #expect(desk.screens.listed.isEmpty)
        #expect(try desk.published().isEmpty)
        #expect(try desk.open().screen == "s3")
    }

    @Test(
        "W15: a screen's id is its bytes", arguments: ["s2", "S1", "s1 ", "s1\u{301}", "s01", "", "1", "s1\u{0}", "s٠"])
    func unknownScreen(_ id: String) throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        for call in [
            { _ = try desk.send(id, "add") }, { _ = try desk.screens.reading(id) }, { try desk.screens.close(id) },
        ] {
            let fault = try #require(throws: Fault.self, performing: call)
            #expect(fault.code == .notFound && fault.field == "screen")
        }
        #expect(desk.screens.listed.count == 1)
    }

    @Test("Text is rendered in the style and width asked for at opening", arguments: RenderStyle.allCases)
    func style(_ style: RenderStyle) throws {
        let desk = try ScreenDesk()
        let options = RenderOptions(style: style, width: 40, colorDepth: style == .ansi ? .ansi16 : .none)
        let reading = try desk.screens.open("galleria://counter/a", style: style, width: 40)
        let plain = try desk.screens.open("galleria://counter/a", style: nil, width: nil)
        let model = desk.models[0]
        #expect(reading.text == model.present(model.state.current).rendered(options))
        #expect(plain.text == model.present(model.state.current).rendered(RenderOptions(style: .plain)))
        model.add(2)
        let root = try #require(desk.screens.changes().first)
        #expect(root["text"]?.string == model.present(model.state.current).rendered(options))
    }
}
