import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// `host.info`, and modules that are off.
@Suite("Modules that are off") struct ModulesOffTests {
    @Test("host.info tells of every module, those that are off as well")
    func information() throws {
        let client = try Client(
            [("modules.bookShelf.enabled", "false")], features: [Feature(Probe.self), Feature(StandIn.self)])
        #expect(
            try client.call("host.info")["result"] == [
                "name": "galleria", "version": .string(Program.version), "environment": "sample", "data": "live",
                "modules": [
                    [
                        "id": "probe", "enabled": true,
                        "operations": ["probe.echo", "probe.forget", "probe.hold", "probe.list", "probe.fail"],
                        "routes": ["galleria://probe"],
                    ],
                    [
                        "id": "bookShelf", "enabled": false, "reason": "modules.bookShelf.enabled is false",
                        "operations": [], "routes": [],
                    ],
                ],
            ])
    }

    @Test("a module that is off is absent: no tools, no screens, and its methods say why")
    func disabled() throws {
        let client = try Client([("modules.probe.enabled", "false")])
        let error = try client.call("probe.echo", #"{"text":"a"}"#)["error"]
        #expect(error?["code"] == -32601)
        #expect(error?["data"]?["code"] == "module_disabled")
        #expect(error?["data"]?["module"] == "probe")
        let route = try client.call("screen.open", #"{"route":"galleria://probe"}"#)["error"]
        #expect(route?["code"] == -32601 && route?["data"]?["code"] == "module_disabled")
        #expect(route?["data"]?["module"] == "probe" && route?["data"]?["field"] == "route")
        try client.initialize()
        let resource = try client.call("resources/read", #"{"uri":"galleria://probe"}"#)["error"]
        #expect(resource?["code"] == -32602 && resource?["message"]?.string?.contains("switched off") == true)
        let tools = try client.call("tools/list")["result"]?["tools"]?.array ?? []
        #expect(tools.compactMap { $0["name"] } == ["host_info", "images_show"])
        let call = try client.call("tools/call", #"{"name":"probe_echo","arguments":{"text":"a"}}"#)
        #expect(call["error"]?["code"] == -32602)
    }

    @Test("no answer and no error has a member that is null")
    func noNulls() throws {
        let client = try Client(
            [("modules.bookShelf.enabled", "false")], features: [Feature(Probe.self), Feature(StandIn.self)])
        var answers = try [
            ("host.info", "{}"), ("host.setModule", #"{"id":"probe","enabled":true}"#), ("host.nothing", "{}"),
            ("images.show", "{}"), ("probe.echo", "{}"), ("probe.list", "{}"), ("bookShelf.list", "{}"),
            ("screen.open", #"{"route":"galleria://home"}"#), ("screen.open", #"{"route":"galleria://probe"}"#),
            ("screen.list", "{}"), ("screen.state", #"{"screen":"s1"}"#), ("screen.close", #"{"screen":"s1"}"#),
            ("screen.state", #"{"screen":"s1"}"#),
        ].map { try client.call($0, $1) }
        try client.initialize()
        answers += try [
            ("tools/list", "{}"), ("tools/call", #"{"name":"host_info"}"#), ("tools/call", #"{"name":"probe_echo"}"#),
            ("resources/list", "{}"), ("resources/templates/list", "{}"), ("prompts/list", "{}"),
            ("resources/read", #"{"uri":"galleria://home"}"#),
        ].map { try client.call($0, $1) }
        for answer in answers {
            #expect(JSONSchema([:]).emptyMembers(in: answer).filter { $0.contains("null") } == [])
        }
    }
}
