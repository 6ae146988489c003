import DesignSystem
import FeatureKit
import JSON
import Settings
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// A feature for tests with a resource, and an operation that tells that one changed.
private struct Board: FeatureModule {
    static let manifest = ModuleManifest(
        id: "board", title: "Board", doc: "Has a notice.",
        settings: ModuleSettings(id: "board", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    private let changed: @Sendable (String) -> Void

    init(_ context: FeatureContext) throws(Fault) {
        changed = context.resourceChanged
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            Resource("board://notice", title: "Notice", doc: "A notice.", mimeType: "text/plain") { _ throws(Fault) in
                .text("Closed.")
            })
        registry.add(
            Operation(
                "change", title: "Change a notice", doc: "Changes one.", effect: .reads,
                example: [JSONMember("uri", "board://notice")],
                parameters: ParameterShape(
                    { $0 }, Parameter.required("uri", .text(0...200), "Which.", examples: ["board://notice"])),
                result: ResultShape([ResultField("uri", .text, "Which.") { $0 }]), present: { Document([.text($0)]) }
            ) { [changed] uri, _ throws(Fault) in
                changed(uri)
                return uri
            })
    }
}

/// Notifications of changes at a feature's address.
@Suite("News of resources") struct ResourceNewsTests {
    /// Tells of a change, and gives what was said before the answer.
    private func heard(_ client: Client, _ uri: String = "board://notice") throws -> [JSONValue] {
        client.send(#"{"jsonrpc":"2.0","id":9,"method":"board.change","params":{"uri":"\#(uri)"}}"#)
        var before: [JSONValue] = []
        while true {
            let message = try client.message()
            if message["id"] == 9 { return before }
            before.append(message)
        }
    }

    @Test("a client that shook hands hears of it from its subscription to its end")
    func subscribed() throws {
        let client = try Client(features: [Feature(Board.self)])
        try client.initialize()
        #expect(try heard(client) == [])
        #expect(try client.call("resources/subscribe", #"{"uri":"board://notice"}"#)["result"] != nil)
        let news = try heard(client)
        #expect(news.map { $0["method"] } == ["notifications/resources/updated"])
        #expect(news.first?["params"] == ["uri": "board://notice"])
        #expect(try heard(client, "board://other") == [])
        #expect(try client.call("resources/unsubscribe", #"{"uri":"board://notice"}"#)["result"] != nil)
        #expect(try heard(client) == [])
    }

    @Test("each open subscription hears of what it named, and of nothing else")
    func listening() throws {
        let client = try Client(features: [Feature(Board.self)])
        for (id, uri) in [("1", "board://notice"), ("2", "board://notice"), ("3", "galleria://home")] {
            let filter = #""notifications":{"resourceSubscriptions":["\#(uri)"]}"#
            client.send(
                #"{"jsonrpc":"2.0","id":\#(id),"method":"subscriptions/listen","params":\#(TaskTalk.params(filter))}"#)
            #expect(try client.message()["method"] == "notifications/subscriptions/acknowledged")
        }
        let ids = try heard(client).map { $0["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]?.integer }
        #expect(ids == [1, 2])
    }
}
