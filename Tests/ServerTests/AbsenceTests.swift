import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// Missing things and their errors.
@Suite("17.17: What is not there") struct AbsenceTests {
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test(
        "reading what is not there is “not found”, what no module serves is wrong, and only a failure is worth another try",
        arguments: [
            ("galleria://stall/missing", -32002, -32602, "not_found"),
            ("galleria://stall/longer-than-nine", -32002, -32602, "invalid_argument"),
            ("galleria://stal/a", -32602, -32602, "invalid_argument"),
            ("galleria://stall", -32602, -32602, "invalid_argument"),
            ("shop://stall/a", -32602, -32602, "invalid_argument"),
            ("https://e.example/", -32602, -32602, "invalid_argument"), ("", -32602, -32602, "invalid_argument"),
            ("ui://galleria/nothing", -32602, -32602, "invalid_argument"),
            ("galleria://stall/down", 1002, 1002, "upstream_unavailable"),
        ])
    func read(_ uri: String, _ handshake: Int, _ stateless: Int, _ code: String) throws {
        let client = try Client(features: [Feature(Bazaar.self)])
        let modern = try client.call("resources/read", #"{"uri":"\#(uri)",\#(Self.meta)}"#)["error"]
        try client.initialize()
        let ordinary = try client.call("resources/read", #"{"uri":"\#(uri)"}"#)["error"]
        #expect(modern?["code"] == .integer(stateless) && ordinary?["code"] == .integer(handshake))
        for error in [modern, ordinary] {
            #expect(error?["data"]?["uri"] == .string(uri) && error?["data"]?["code"] == .string(code))
            let again = error?["message"]?.string?.lowercased().contains("try again") == true
            #expect(again == (code == "upstream_unavailable") && error?["data"]?["retryable"] == .bool(again))
        }
    }

    @Test("what a module that is off would have says so, and which setting turns it on")
    func off() throws {
        let client = try Client(
            [("modules.bazaar.enabled", "false")], features: [Feature(Probe.self), Feature(Bazaar.self)])
        try client.initialize()
        for (method, params) in [
            ("tools/call", #"{"name":"bazaar_show","arguments":{"id":"a"}}"#),
            ("prompts/get", #"{"name":"bazaar_haggle"}"#), ("resources/read", #"{"uri":"galleria://stall/a"}"#),
            (
                "completion/complete",
                #"{"ref":{"type":"ref/resource","uri":"galleria://stall/{id}"},"argument":{"name":"id","value":""}}"#
            ),
            (
                "completion/complete",
                #"{"ref":{"type":"ref/prompt","name":"bazaar_haggle"},"argument":{"name":"id","value":""}}"#
            ),
        ] {
            let error = try client.call(method, params)["error"]
            #expect(error?["code"] == -32602, "\(method)")
            let message = try #require(error?["message"]?.string)
            #expect(message.contains("bazaar") && message.contains("modules.bazaar.enabled"), "\(message)")
            #expect(error?["data"]?["code"] == "module_disabled" && error?["data"]?["module"] == "bazaar")
        }
        let unknown = try client.call("tools/call", #"{"name":"bazar_show"}"#)["error"]
        #expect(unknown?["code"] == -32602 && unknown?["data"] == nil)
    }

    @Test("left out by --modules, or by --read-only: the remedy is the command line's")
    func leftOut() throws {
        let narrow = try Client(
            features: [Feature(Probe.self), Feature(Bazaar.self)],
            restriction: Restriction(isReadOnly: false, modules: ["probe"]))
        try narrow.initialize()
        let error = try narrow.call("tools/call", #"{"name":"bazaar_show"}"#)["error"]
        #expect(error?["code"] == -32602 && error?["message"]?.string?.contains("--modules") == true)
        let readOnly = try Client(
            features: [Feature(Bazaar.self)], restriction: Restriction(isReadOnly: true, modules: nil))
        try readOnly.initialize()
        let withheld = try readOnly.call("tools/call", #"{"name":"bazaar_buy"}"#)["error"]
        let message = withheld?["message"]?.string
        #expect(withheld?["code"] == -32602)
        #expect(message?.contains("bazaar_buy") == true && message?.contains("--read-only") == true)
    }

    @Test("completion tells how many there are, and gives a hundred of them")
    func completion() throws {
        let client = try Client(features: [Feature(Bazaar.self)])
        try client.initialize()
        func complete(_ typed: String) throws -> JSONValue? {
            try client.call(
                "completion/complete",
                #"{"ref":{"type":"ref/resource","uri":"galleria://stall/{id}"},"#
                    + #""argument":{"name":"id","value":"\#(typed)"}}"#)["result"]?["completion"]
        }
        let all = try complete("item")
        #expect(all?["values"]?.array?.count == 100 && all?["total"] == 150 && all?["hasMore"] == true)
        let some = try complete("item14")
        #expect(some?["values"]?.array?.count == 11 && some?["total"] == 11 && some?["hasMore"] == false)
        #expect(try complete("tem1")?["total"] == 61)
    }
}
