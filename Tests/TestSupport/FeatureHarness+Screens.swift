import DesignSystem
package import FeatureKit
package import JSON
import Testing

/// One `screen.changed` as a client is told it.
package struct ScreenChange: Sendable {
    package let screen: String
    package let revision: Int
    package let state: JSONValue
    /// Empty where changes are told as deltas.
    package let text: String
    /// As they were told.
    package let parameters: JSONValue

    init?(_ parameters: JSONValue) {
        guard let screen = parameters["screen"]?.string, let revision = parameters["revision"]?.integer,
            let state = parameters["state"]
        else { return nil }
        self.screen = screen
        self.revision = revision
        self.state = state
        text = parameters["text"]?.string ?? ""
        self.parameters = parameters
    }
}

/// An open screen in a test's hand.
package struct HarnessScreen: Sendable {
    package let harness: FeatureHarness
    package let id: String
    /// The answer of `screen.open`.
    package let opened: JSONValue

    /// Sends an action, then settles.
    /// - Returns: the answer of `screen.send`.
    @discardableResult
    package func send(_ action: String, _ parameters: JSONValue? = nil) async throws(Fault) -> JSONValue {
        var members: [JSONMember] = [JSONMember("screen", .string(id)), JSONMember("action", .string(action))]
        if let parameters { members.append(JSONMember("params", parameters)) }
        defer { harness.settle() }
        return try await harness.call("screen.send", .object(members))
    }

    /// The state as `screen.state` tells it.
    package var state: JSONValue {
        get async throws { try #require(await whole["state"]) }
    }

    /// The text as `screen.state` tells it.
    package var text: String {
        get async throws { try #require(await whole["text"]?.string) }
    }

    /// The whole answer of `screen.state`, after settling.
    package var whole: JSONValue {
        get async throws {
            harness.settle()
            return try await harness.call("screen.state", ["screen": .string(id)])
        }
    }

    /// Changes of this screen so far.
    package var changes: [ScreenChange] { harness.changes.filter { $0.screen == id } }

    /// Closes the screen, then settles.
    package func close() async throws(Fault) {
        try await harness.call("screen.close", ["screen": .string(id)])
        harness.settle()
    }
}

extension FeatureHarness {
    /// Opens a screen and settles, so that what needs no waiting is loaded.
    package func open(_ route: String) async throws -> HarnessScreen {
        let opened = try await call("screen.open", ["route": .string(route)])
        settle()
        return HarnessScreen(harness: self, id: try #require(opened["screen"]?.string), opened: opened)
    }
}

extension FeatureHarness {
    /// The address of the picture that a route shows.
    /// - Returns: nil without one; also, and with an issue, when the screen has no way to find it.
    package func picture(of route: String) async throws(Fault) -> String? {
        let (screen, parameters) = try router.screen(at: route)
        guard let picture = screen.picture else {
            Issue.record("\(screen.template.text) has no picture of its own")
            return nil
        }
        return try await picture(parameters)
    }
}

extension Answer {
    /// The result as JSON.
    package var json: JSONValue {
        var writer = JSONWriter()
        write(&writer)
        return JSONValue.written(writer.bytes)
    }

    /// The result as agents read it.
    package var markdown: String { document().rendered(RenderOptions(style: .markdown)) }
}

extension JSONValue {
    /// Value written by our own writer; null and an issue when it is not JSON.
    static func written(_ bytes: [UInt8]) -> JSONValue {
        do {
            return JSONValue(try JSONDocument(parsing: bytes).root)
        } catch {
            Issue.record("What was written is not JSON: \(String(decoding: bytes, as: UTF8.self))")
            return .null
        }
    }

    /// The value as a client sends it; an issue and null for one that is not JSON.
    package var node: JSONNode? {
        guard let document = try? JSONDocument(parsing: serialized()) else {
            Issue.record("The test's value is not JSON: \(pretty())")
            return nil
        }
        return document.root
    }
}
