import DesignSystem
import JSON
import TestSupport
import Testing

@testable import FeatureKit

@Suite("The methods screen.*")
struct ScreenOperationTests {
    private func call(_ desk: ScreenDesk, _ method: String, _ parameters: String? = nil) async throws -> String {
        let operation = try #require(desk.screens.feature.declarations().operations.first { $0.method == method })
        let answer = try await operation.call(try parameters.map(read), CallContext())
        #expect(!answer.document().rendered(RenderOptions(style: .plain)).isEmpty)
        return written { answer.write(&$0) }
    }

    private func fault(_ desk: ScreenDesk, _ method: String, _ parameters: String) async throws -> Fault {
        try await #require(throws: Fault.self) { try await call(desk, method, parameters) }
    }

    @Test("They are six methods that stand in a registry, and none is a tool")
    func declared() throws {
        let desk = try ScreenDesk()
        var builder = RegistryBuilder()
        builder.add(try desk.screens.feature.declarations())
        let registry = try builder.build()
        #expect(
            registry.operations.map(\.method) == [
                "screen.open", "screen.send", "screen.state", "screen.resize", "screen.list", "screen.close",
            ])
        #expect(registry.operations.allSatisfy { !$0.isTool })
    }

    @Test("open and state answer with everything about the screen")
    func open() async throws {
        let desk = try ScreenDesk()
        let opened = try await call(desk, "screen.open", #"{"route":"galleria://counter/a"}"#)
        let root = try read(opened)
        #expect(root.members.map(\.key) == ["screen", "revision", "route", "title", "state", "text", "actions"])
        #expect(root["screen"]?.string == "s1" && root["revision"]?.integer == 1)
        #expect(root["route"]?.string == "galleria://counter/a" && root["title"]?.string == "Counter")
        #expect(root["actions"]?.elements.map { $0["name"]?.string } == ["add", "ignore", "go", "fail"])
        #expect(
            root["actions"]?[0].map(JSONValue.init) == [
                "name": "add", "title": "Add", "doc": "Adds a number.",
                "params": [["name": "number", "prompt": "Number", "default": 1]],
                "schema": [
                    "type": "object",
                    "properties": [
                        "number": [
                            "type": "integer", "minimum": -100, "maximum": 100, "description": "What to add.",
                            "default": 1, "examples": [2],
                        ]
                    ], "additionalProperties": false,
                ],
            ])
        #expect(
            root["actions"]?[1]?["schema"].map(JSONValue.init) == [
                "type": "object", "properties": [:], "additionalProperties": false,
            ])
        #expect(try await call(desk, "screen.state", #"{"screen":"s1"}"#) == opened)
    }

    @Test(
        "send answers whether it was accepted, the revision, and where it leads",
        arguments: [
            Case("accepted", #"{"screen":"s1","action":"add"}"#, #"{"accepted":true,"revision":2}"#),
            Case(
                "parameters", #"{"screen":"s1","action":"add","params":{"number":7}}"#,
                #"{"accepted":true,"revision":2}"#),
            Case(
                "parameters as text", #"{"screen":"s1","action":"add","params":"{\"number\":\"7\"}"}"#,
                #"{"accepted":true,"revision":2}"#),
            Case(
                "null parameters", #"{"screen":"s1","action":"add","params":null}"#, #"{"accepted":true,"revision":2}"#),
            Case("ignored", #"{"screen":"s1","action":"ignore"}"#, #"{"accepted":false,"revision":1}"#),
            Case(
                "navigation", #"{"screen":"s1","action":"go"}"#,
                #"{"accepted":true,"revision":1,"route":"galleria://shelf"}"#),
        ])
    func send(_ row: Case<String, String>) async throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        #expect(try await call(desk, "screen.send", row.input) == row.expected)
    }

    @Test(
        "W14: what is wrong with an action is said, and the screen stays as it is",
        arguments: [
            Case(
                "unknown", #"{"screen":"s1","action":"ad"}"#,
                "The screen galleria://counter/{name} has no action “ad”. Did you mean “add”?".replacing(
                    "“add”", with: "add")),
            Case(
                "far", #"{"screen":"s1","action":"xyzzy"}"#,
                "The screen galleria://counter/{name} has no action “xyzzy”. It has add, ignore, go, fail."),
            Case(
                "wrong parameter", #"{"screen":"s1","action":"add","params":{"number":101}}"#,
                "The parameter “number” of galleria://counter/{name} add must be a whole number from -100 to 100, not 101. Did you mean number=100?"
            ),
            Case(
                "unknown parameter", #"{"screen":"s1","action":"ignore","params":{"x":1}}"#,
                "galleria://counter/{name} ignore has no parameter “x”. It takes no parameters."),
            Case("the action's own fault", #"{"screen":"s1","action":"fail"}"#, "The memo is not saved. Try again."),
        ])
    func wrongAction(_ row: Case<String, String>) async throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        let fault = try await fault(desk, "screen.send", row.input)
        #expect(fault.text == row.expected)
        #expect(fault.module == "counter")
        #expect(desk.models[0].state.current == CounterModel.State(count: 0, note: "a"))
    }

    @Test("W15: an action is found by its bytes", arguments: ["Add", "add ", "a\u{434}d", "add\u{301}"])
    func lookAlike(_ action: String) throws {
        let desk = try ScreenDesk()
        _ = try desk.open()
        #expect(throws: Fault.self) { try desk.send("s1", action) }
    }

    @Test("A hostile route does not get into the sentence about an action")
    func hostileRoute() throws {
        let desk = try ScreenDesk()
        _ = try desk.open("%1B%5B31m" + String(repeating: "x", count: 1_500))
        let fault = try #require(throws: Fault.self) {
            try desk.send("s1", "\u{1B}[31m" + String(repeating: "y", count: 500))
        }
        #expect(fault.text.unicodeScalars.count < 250)
        #expect(fault.text.forbiddenScalars == [])
    }

    @Test("list shows the open screens, close takes one away")
    func listAndClose() async throws {
        let desk = try ScreenDesk()
        #expect(try await call(desk, "screen.list") == #"{"screens":[]}"#)
        _ = try desk.open("a")
        _ = try desk.open("b")
        let entry = { (id: String, name: String) in
            #"{"screen":"\#(id)","revision":1,"route":"galleria://counter/\#(name)","title":"Counter"}"#
        }
        #expect(try await call(desk, "screen.list") == #"{"screens":[\#(entry("s1", "a")),\#(entry("s2", "b"))]}"#)
        #expect(try await call(desk, "screen.close", #"{"screen":"s1"}"#) == #"{"screen":"s1"}"#)
        #expect(try await call(desk, "screen.list") == #"{"screens":[\#(entry("s2", "b"))]}"#)
        #expect(try await fault(desk, "screen.close", #"{"screen":"s1"}"#).code == .notFound)
    }

    @Test(
        "Wrong parameters are named",
        arguments: [
            Case("no route", ("screen.open", "{}"), "route"),
            Case("long route", ("screen.open", #"{"route":"\#(String(repeating: "r", count: 2_049))"}"#), "route"),
            Case("style", ("screen.open", #"{"route":"galleria://counter/a","style":"pdf"}"#), "style"),
            Case("width", ("screen.open", #"{"route":"galleria://counter/a","width":19}"#), "width"),
            Case("wide", ("screen.open", #"{"route":"galleria://counter/a","width":1001}"#), "width"),
            Case("rows", ("screen.open", #"{"route":"galleria://counter/a","rows":"yes"}"#), "rows"),
            Case("no screen", ("screen.send", #"{"action":"add"}"#), "screen"),
            Case("no action", ("screen.send", #"{"screen":"s1"}"#), "action"),
            Case("params", ("screen.send", #"{"screen":"s1","action":"add","params":[1]}"#), "params"),
            Case("screen as a flag", ("screen.state", #"{"screen":true}"#), "screen"),
        ] as [Case<(method: String, parameters: String), String>])
    func wrong(_ row: Case<(method: String, parameters: String), String>) async throws {
        let desk = try ScreenDesk()
        let fault = try await fault(desk, row.input.method, row.input.parameters)
        #expect(fault.code == .invalidArgument && fault.field == row.expected)
        #expect(desk.models.isEmpty)
    }
}
