import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// Modules and operations under `serve --read-only` and `serve --modules`.
@Suite("Restrictions") struct RestrictionTests {
    private static let readOnly = Restriction(isReadOnly: true, modules: nil)

    private func tools(_ client: Client) throws -> [JSONValue] {
        try client.initialize()
        return (try client.call("tools/list")["result"]?["tools"]?.array ?? []).compactMap { $0["name"] }
    }

    @Test("read-only: what writes is absent from the tools and from host.info, and its method says why")
    func readOnly() throws {
        let client = try Client(restriction: Self.readOnly)
        for (method, params) in [
            ("probe.hold", #"{"gate":"a"}"#), ("host.setModule", #"{"id":"probe","enabled":false}"#),
            ("host.useEnvironment", #"{"name":"sample"}"#),
        ] {
            let error = try client.call(method, params)["error"]
            #expect(error?["code"] == -32601, "\(method)")
            #expect(error?["data"]?["message"]?.string?.contains("read-only") == true, "\(method)")
        }
        let operations = try client.call("host.info")["result"]?["modules"]?[0]?["operations"]
        #expect(operations == ["probe.echo", "probe.list", "probe.fail"])
        #expect(try client.call("probe.echo", #"{"text":"a"}"#)["result"] != nil)
        #expect(try client.call("probe.hol")["error"]?["data"]?["message"]?.string?.contains("read-only") == false)
        #expect(try tools(client) == ["probe_echo", "probe_list", "probe_fail", "host_info", "images_show"])
        let call = try client.call("tools/call", #"{"name":"probe_hold","arguments":{"gate":"a"}}"#)
        #expect(call["error"]?["code"] == -32602)
    }

    @Test("read-only: screens open, move about and close")
    func screens() throws {
        let client = try Client(restriction: Self.readOnly)
        #expect(try client.call("screen.open", #"{"route":"galleria://probe"}"#)["result"]?["screen"] == "s1")
        let sent = try client.call("screen.send", #"{"screen":"s1","action":"select"}"#)["result"]
        #expect(sent?["route"] == "galleria://probe")
        #expect(try client.call("screen.close", #"{"screen":"s1"}"#)["result"]?["screen"] == "s1")
    }

    @Test("modules: those named are on whatever the settings say, all others are off and stay off")
    func modules() throws {
        let client = try Client(
            [("modules.bookShelf.enabled", "false")], features: [Feature(Probe.self), Feature(StandIn.self)],
            restriction: Restriction(isReadOnly: false, modules: ["bookShelf"]))
        let modules = try client.call("host.info")["result"]?["modules"]
        #expect(modules?[0]?["enabled"] == false && modules?[0]?["reason"] == "left out by --modules")
        #expect(modules?[1]?["enabled"] == true)
        let echo = try client.call("probe.echo", #"{"text":"a"}"#)["error"]?["data"]
        #expect(echo?["code"] == "module_disabled")
        #expect(echo?["hint"]?.string?.contains("--modules") == true)
        let on = try client.call("host.setModule", #"{"id":"probe","enabled":true}"#)["error"]
        #expect(on?["code"] == -32601 && on?["data"]?["field"] == "id")
        // What is named may be switched by the client, to and fro.
        for isOn in [false, true] {
            let switched = try client.call("host.setModule", #"{"id":"bookShelf","enabled":\#(isOn)}"#)["result"]
            #expect(switched?["modules"]?[1]?["enabled"] == .bool(isOn))
        }
        // Another environment does not widen it.
        let changed = try client.call("host.useEnvironment", #"{"name":"sample"}"#)["result"]
        #expect(changed?["modules"]?[0]?["enabled"] == false)
        #expect(try tools(client) == ["host_info", "images_show"])
    }
}
