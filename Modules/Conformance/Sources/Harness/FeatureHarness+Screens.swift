import DesignSystem
package import FeatureKit
package import JSON

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
        get async throws { try member(await whole["state"], "state") }
    }

    /// The text as `screen.state` tells it.
    package var text: String {
        get async throws { try member(await whole["text"]?.string, "text") }
    }

    private func member<Value>(_ value: Value?, _ name: String) throws -> Value {
        guard let value else { throw HarnessTrouble("screen.state gives no \(name)") }
        return value
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
        guard let id = opened["screen"]?.string else { throw HarnessTrouble("screen.open gives no screen") }
        return HarnessScreen(harness: self, id: id, opened: opened)
    }
}

extension FeatureHarness {
    /// The address of the picture that a route shows.
    /// - Returns: nil without one.
    /// - Throws: also when the screen has no way to find it.
    package func picture(of route: String) async throws(Fault) -> String? {
        let (screen, parameters) = try router.screen(at: route)
        guard let picture = screen.picture else {
            throw HarnessTrouble("\(screen.template.text) has no picture of its own").fault
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
    /// Value written by our own writer; when it is not JSON a text that says so, which no schema of a result takes.
    static func written(_ bytes: [UInt8]) -> JSONValue {
        do {
            return JSONValue(try JSONDocument(parsing: bytes).root)
        } catch {
            return .string("What was written is not JSON: \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// The value as a client sends it.
    /// - Throws: a fault for one that is not JSON, such as a number of a wrong spelling.
    package func parsed() throws(Fault) -> JSONNode {
        guard let document = try? JSONDocument(parsing: serialized()) else {
            throw HarnessTrouble("the value to send is not JSON: \(pretty())").fault
        }
        return document.root
    }
}
