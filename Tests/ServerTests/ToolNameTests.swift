import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// Over MCP operations are called by their tools' names, over plain JSON-RPC by their methods.
@Suite("17.17: Names of tools") struct ToolNameTests {
    private static let missing = #"{"name":"bazaar_show","arguments":{"id":"missing"}}"#

    private func client(
        _ flags: [(key: String, value: String)] = [], _ restriction: Restriction = .none
    ) throws -> Client {
        let client = try Client(flags, features: [Feature(Probe.self), Feature(Bazaar.self)], restriction: restriction)
        try client.initialize()
        return client
    }

    @Test("a fault names tools over MCP and methods over plain JSON-RPC; addresses and settings stay")
    func faults() throws {
        let client = try client()
        let rest = "http://e.example/bazaar.show, modules.bazaar.enabled."
        let tool = try client.call("tools/call", Self.missing)["result"]
        let told = tool?["_meta"]?["galleria/error"]
        #expect(told?["hint"]?.string == "bazaar_show shows others: \(rest) probe_echo echoes.")
        #expect(told?["suggestions"] == ["bazaar_buy"])
        #expect(
            tool?["content"]?[0]?["text"]?.string
                == "not_found: There is no item missing. bazaar_show shows others: \(rest) probe_echo echoes.")
        let plain = try client.call("bazaar.show", #"{"id":"missing"}"#)["error"]?["data"]
        #expect(plain?["hint"]?.string == "bazaar.show shows others: \(rest) probe.echo echoes.")
        #expect(plain?["suggestions"] == ["bazaar.buy"])
        let wrong = try client.call("tools/call", #"{"name":"bazaar_show"}"#)["result"]
        #expect(wrong?["content"]?[0]?["text"]?.string?.contains("bazaar_show needs the parameter") == true)
        let resource = try client.call("resources/read", #"{"uri":"galleria://stall/missing"}"#)["error"]
        #expect(resource?["data"]?["hint"]?.string?.hasPrefix("bazaar_show shows others") == true)
        let unknown = try client.call("resources/read", #"{"uri":"galleria://nothing/a"}"#)["error"]
        #expect(unknown?["message"]?.string?.contains("host_info lists the routes") == true)
    }

    @Test("a hint at a tool that is not served gives way")
    func hint() throws {
        let told = try client([("modules.probe.enabled", "false")]).call("tools/call", Self.missing)["result"]
        let rest = "http://e.example/bazaar.show, modules.bazaar.enabled."
        #expect(told?["_meta"]?["galleria/error"]?["hint"]?.string == "bazaar_show shows others: \(rest)")
        let names = ToolNames(Router(try registry(isOn: false)))
        let fault = Fault(.notFound, "No.", hint: "bazaar.show shows them.")
        #expect(names.named(in: fault).hint == "host_info shows which modules are on.")
    }

    private func registry(isOn: Bool) throws -> Registry {
        var builder = RegistryBuilder()
        builder.addDisabled(Bazaar.manifest, reason: "off")
        return try builder.build()
    }

    @Test("a log message names the tool")
    func log() throws {
        let client = try client()
        _ = try client.call("logging/setLevel", #"{"level":"debug"}"#)
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(Self.missing)}"#)
        let told = try client.message()
        #expect(told["params"]?["data"]?.string == "bazaar_show: There is no item missing.")
        _ = try client.message()
    }

    @Test("descriptions and prompts name no tool that is not served")
    func texts() throws {
        let prompt = #"{"name":"bazaar_haggle"}"#
        func texts(_ client: Client) throws -> (description: String?, prompt: String?) {
            let tools = try client.call("tools/list")["result"]?["tools"]?.array
            let shown = tools?.first { $0["name"] == "bazaar_show" }?["description"]?.string
            let message = try client.call("prompts/get", prompt)["result"]?["messages"]?[0]?["content"]?["text"]?.string
            return (shown, message)
        }
        let whole = try texts(client())
        #expect(whole.description == "An item. To have it use bazaar_buy. Cheap.")
        #expect(
            whole.prompt
                == "Ask for less. `bazaar_buy` buys it at 1.50 or less! `bazaar_show` shows it.\n\n`probe_echo` says it again."
        )
        let readOnly = try texts(client([], Restriction(isReadOnly: true, modules: nil)))
        #expect(readOnly.description == "An item. Cheap.")
        #expect(readOnly.prompt == "Ask for less. `bazaar_show` shows it.\n\n`probe_echo` says it again.")
        let alone = try texts(client([("modules.probe.enabled", "false")]))
        #expect(alone.prompt == "Ask for less. `bazaar_buy` buys it at 1.50 or less! `bazaar_show` shows it.")
    }
}
