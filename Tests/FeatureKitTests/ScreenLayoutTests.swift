import DesignSystem
import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// `screen.resize`, rows in readings, and why a screen was closed.
@Suite("Layouts of screens")
struct ScreenLayoutTests {
    /// A list of rows that are told to it.
    private final class ListModel: ScreenModel {
        let state = ScreenState(["a", "b"])

        static var shape: ResultShape<[String]> {
            ResultShape([ResultField("rows", .list(of: .text), "The rows.") { $0 }])
        }

        func present(_ state: [String]) -> Document {
            Document([
                .heading(level: 1, "List"),
                .table(
                    Table(
                        columns: [Column("id", priority: 0), Column("name", minimumWidth: 12)],
                        rows: state.map { [Inline($0, .code), Inline("the long name of \($0)")] },
                        identities: state.map { RowIdentity($0, route: $0 == "a" ? "galleria://list/a" : nil) })),
            ])
        }

        func open() {}
        func close() {}
    }

    private let model = ListModel()
    private let screens: OpenScreens

    init() throws {
        let model = model
        let list = ScreenDefinition(
            "galleria://list", title: "List", doc: "A list.", shape: ListModel.shape, actions: []
        ) {
            _ throws(Fault) in model
        }
        let router = Router(try registry([("list", { $0.add(list) })]))
        screens = OpenScreens(router: { router }, options: RenderOptions(style: .plain), wake: {})
    }

    private func call(_ method: String, _ parameters: String) async throws -> JSONNode {
        let operation = try #require(screens.feature.declarations().operations.first { $0.method == method })
        let answer = try await operation.call(try read(parameters), CallContext())
        return try read(written { answer.write(&$0) })
    }

    private func open(_ more: String = "") async throws -> JSONNode {
        try await call("screen.open", #"{"route":"galleria://list"\#(more)}"#)
    }

    private func told() throws -> [JSONNode] { try screens.changes() }

    private func rendered(_ style: RenderStyle, _ width: Int?, _ depth: ColorDepth = .none) -> String {
        model.present(model.state.current).rendered(RenderOptions(style: style, width: width, colorDepth: depth))
    }

    // MARK: Resizing

    @Test("Resizing answers in the new layout, which counts as a change that is told; then all is in it")
    func resize() async throws {
        _ = try await open(#","width":80"#)
        let resized = try await call("screen.resize", #"{"screen":"s1","width":20}"#)
        #expect(resized.members.map(\.key) == ["screen", "revision", "route", "title", "state", "text", "actions"])
        #expect(resized["revision"]?.integer == 2)
        #expect(resized["text"]?.string == rendered(.plain, 20) && rendered(.plain, 20) != rendered(.plain, 80))
        let told = try told()
        #expect(told.map { $0["revision"]?.integer } == [2] && told[0]["text"]?.string == resized["text"]?.string)
        model.state.change { $0.append("c") }
        let next = try #require(try self.told().first)
        #expect(next["revision"]?.integer == 3 && next["text"]?.string == rendered(.plain, 20))
        #expect(try await call("screen.state", #"{"screen":"s1"}"#)["text"]?.string == rendered(.plain, 20))
    }

    @Test("What is left out stays as it is: the style without a width, the width without a style")
    func parts() async throws {
        _ = try await open(#","width":20"#)
        let markdown = try await call("screen.resize", #"{"screen":"s1","style":"markdown"}"#)
        #expect(markdown["text"]?.string == rendered(.markdown, nil))
        let plain = try await call("screen.resize", #"{"screen":"s1","style":"plain","width":null}"#)
        #expect(plain["text"]?.string == rendered(.plain, 20))
        let both = try await call("screen.resize", #"{"screen":"s1","style":"ansi","width":"60"}"#)
        #expect(both["text"]?.string == rendered(.ansi, 60, .ansi16))
    }

    @Test(
        "The same layout again is no change",
        arguments: [#"{"screen":"s1"}"#, #"{"screen":"s1","width":40}"#, #"{"screen":"s1","style":"plain"}"#])
    func same(_ parameters: String) async throws {
        _ = try await open(#","width":40"#)
        #expect(try await call("screen.resize", parameters)["revision"]?.integer == 1)
        #expect(try told().isEmpty)
    }

    @Test("A change and a new layout before the next publication are one revision, in the new layout")
    func together() async throws {
        _ = try await open()
        model.state.change { $0.append("c") }
        let resized = try await call("screen.resize", #"{"screen":"s1","width":30}"#)
        #expect(resized["revision"]?.integer == 2)
        #expect(try told().map { $0["text"]?.string } == [rendered(.plain, 30)])
    }

    @Test("What was answered before a new layout is told before it, under its own revision")
    func untold() async throws {
        _ = try await open()
        model.state.change { $0.append("c") }
        let before = try await call("screen.state", #"{"screen":"s1"}"#)
        let resized = try await call("screen.resize", #"{"screen":"s1","width":30}"#)
        #expect([before, resized].map { $0["revision"]?.integer } == [2, 3])
        #expect(try told().map { $0["text"]?.string } == [rendered(.plain, nil), rendered(.plain, 30)])
    }

    @Test(
        "Wrong parameters are named, and nothing changes",
        arguments: [
            (#"{"screen":"s2","width":40}"#, FaultCode.notFound, "screen"),
            (#"{"screen":"s1","width":19}"#, .invalidArgument, "width"),
            (#"{"screen":"s1","width":1001}"#, .invalidArgument, "width"),
            (#"{"screen":"s1","style":"pdf"}"#, .invalidArgument, "style"),
            (#"{"screen":"s1","rows":true}"#, .invalidArgument, "rows"),
            (#"{"width":40}"#, .invalidArgument, "screen"),
        ])
    func wrong(_ parameters: String, _ code: FaultCode, _ field: String) async throws {
        _ = try await open()
        let fault = try await #require(throws: Fault.self) { try await call("screen.resize", parameters) }
        #expect(fault.code == code && fault.field == field)
        #expect(try told().isEmpty)
    }

    // MARK: Rows

    @Test("Rows are told where they were asked for, in every reading, and nowhere else")
    func rows() async throws {
        let asked = try await open(#","rows":true,"width":80"#)
        let expected: JSONValue = [
            ["line": 3, "lines": 1, "key": "a", "route": "galleria://list/a"], ["line": 4, "lines": 1, "key": "b"],
        ]
        #expect(asked["rows"].map(JSONValue.init) == expected)
        let narrow = try await call("screen.resize", #"{"screen":"s1","width":20}"#)
        #expect(narrow["rows"]?.elements.compactMap { $0["lines"]?.integer } == [2, 2])
        _ = try told()
        model.state.change { $0.removeFirst() }
        #expect(try told().map { $0["rows"]?.elements.compactMap { $0["key"]?.string } } == [["b"]])
        #expect(try await call("screen.state", #"{"screen":"s1"}"#)["rows"]?.count == 1)
        #expect(try await open(#","rows":false"#)["rows"] == nil)
        #expect(try await open()["rows"] == nil)
        model.state.change { $0.append("c") }
        #expect(try told().map { $0["rows"] == nil } == [true])
        #expect(try await open(#","rows":true,"style":"markdown""#)["rows"]?.count == 0)
    }

    // MARK: Closing

    @Test("Each cause of an end has a code of its own, and words for people", arguments: ClosingReason.allCases)
    func closed(_ reason: ClosingReason) async throws {
        for _ in 0..<2 { _ = try await open() }
        screens.closeAll(of: ["other"], reason: reason)
        #expect(screens.takeClosed().isEmpty)
        screens.closeAll(of: ["list"], reason: reason)
        let told = try screens.takeClosed().map { try read(written($0)) }
        #expect(told.map { $0["screen"]?.string } == ["s1", "s2"])
        #expect(told.allSatisfy { $0["code"]?.string == reason.rawValue && $0["reason"]?.string == reason.sentence })
        #expect(screens.takeClosed().isEmpty)
        #expect(Set(ClosingReason.allCases.map(\.sentence)).count == ClosingReason.allCases.count)
    }

    @Test("Nobody is told of an end without a reason")
    func silent() async throws {
        _ = try await open()
        screens.closeAll(of: ["list"], reason: nil)
        #expect(screens.takeClosed().isEmpty && screens.listed.isEmpty)
    }
}

@Suite("What a client asks of a layout")
struct AskedLayoutTests {
    @Test(
        "ansi that a client asks for is coloured; nothing else changes the colours",
        arguments: [
            Case("pipe", (RenderStyle.plain, ColorDepth.none, RenderStyle.ansi), .ansi16),
            Case("NO_COLOR", (.ansi, .none, .ansi), .ansi16),
            Case("more is demanded", (.ansi, .trueColor, .ansi), .trueColor),
            Case("nothing asked", (.ansi, .none, nil), .none),
            Case("plain", (.plain, .none, .plain), .none), Case("markdown", (.plain, .none, .markdown), .none),
        ] as [Case<(base: RenderStyle, depth: ColorDepth, asked: RenderStyle?), ColorDepth>])
    func colours(_ row: Case<(base: RenderStyle, depth: ColorDepth, asked: RenderStyle?), ColorDepth>) {
        let base = RenderOptions(style: row.input.base, width: 50, ambiguousWidth: 2, colorDepth: row.input.depth)
        let options = base.asked(style: row.input.asked, width: nil)
        #expect(options.colorDepth == row.expected && options.style == row.input.asked ?? row.input.base)
        #expect(options.width == 50 && options.ambiguousWidth == 2 && !options.hyperlinks)
        #expect(base.asked(style: nil, width: 70).width == 70)
    }
}
