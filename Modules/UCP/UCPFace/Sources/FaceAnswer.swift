import JSON
import UCPShop

/// Messages of the business in an answer (types/message.json).
enum FaceMessage {
    static func error(_ code: String, _ content: String, _ severity: String, path: String? = nil) -> JSONValue {
        message("error", code, content, path, [JSONMember("severity", .string(severity))])
    }

    static func warning(_ code: String, _ content: String, path: String? = nil) -> JSONValue {
        message("warning", code, content, path, [])
    }

    static func info(_ code: String, _ content: String) -> JSONValue { message("info", code, content, nil, []) }

    private static func message(
        _ type: String, _ code: String, _ content: String, _ path: String?, _ more: [JSONMember]
    ) -> JSONValue {
        .object(
            [JSONMember("type", .string(type)), JSONMember("code", .string(code))]
                + (path.map { [JSONMember("path", .string($0))] } ?? [])
                + [JSONMember("content", .string(content))] + more)
    }

    /// Whether the platform has to do something about it first.
    static func isRecoverable(_ message: JSONValue) -> Bool { message["severity"]?.string == "recoverable" }
}

/// Common ground of this shop and a platform for one call.
struct FaceGround: Sendable {
    /// Version of the protocol.
    static let version = "2026-04-08"
    /// Capabilities of this shop, with the one that each extends.
    static let offered: [(name: String, extends: String?)] = [
        (Capability.search, nil), (Capability.lookup, nil), (Capability.cart, nil), (Capability.checkout, nil),
        (Capability.fulfillment, Capability.checkout),
    ]

    /// Names of the capabilities that both have.
    let capabilities: Set<String>
    /// Whether the catalogue is made up.
    let isSample: Bool

    /// An answer.
    /// - Parameters:
    ///   - tool: the one that was called.
    ///   - members: besides `ucp` and `messages`.
    func answer(_ tool: FaceTool, _ members: [JSONMember], messages: [JSONValue] = []) -> JSONValue {
        // Said in each answer: a model must not take the goods for a real shop's.
        let messages =
            messages + (isSample ? [FaceMessage.info("sample_data", "Sample data: this is no real shop.")] : [])
        let said = messages.isEmpty ? [] : [JSONMember("messages", .array(messages))]
        return .object([ucp(tool, "success")] + members + said)
    }

    /// The answer where there is nothing to act on.
    func refusal(_ tool: FaceTool, _ message: JSONValue, page: String? = nil) -> JSONValue {
        .object(
            [ucp(tool, "error"), JSONMember("messages", [message])]
                + (page.map { [JSONMember("continue_url", .string($0))] } ?? []))
    }

    private func ucp(_ tool: FaceTool, _ status: String) -> JSONMember {
        let root = tool.capability
        let active = Self.offered.filter { capabilities.contains($0.name) && ($0.name == root || $0.extends == root) }
        let versions = active.map { JSONMember($0.name, [["version": .string(Self.version)]]) }
        var members = [
            JSONMember("version", .string(Self.version)), JSONMember("status", .string(status)),
            JSONMember("capabilities", .object(versions)),
        ]
        // No payment is taken, by whatever handler.
        if root == Capability.checkout { members.append(JSONMember("payment_handlers", .object([]))) }
        return JSONMember("ucp", .object(members))
    }
}
