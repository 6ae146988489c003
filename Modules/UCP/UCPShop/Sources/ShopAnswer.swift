import FeatureKit
import HTTP
import JSON

/// The answer of a tool: UCP's own document, whatever carried it.
struct ShopAnswer: Sendable {
    let root: JSONNode
    let messages: [ShopMessage]
    /// Page of the shop where a person goes on.
    let continueURL: String?

    /// Reads the answer: of MCP the result's structured content, or its text; of REST the body.
    /// - Parameter transport: the way by which the tool was called.
    /// - Throws: what the shop refused, and `upstream_malformed` for what is no answer of UCP.
    init(_ reply: UpstreamReply, of tool: ShopTool, by transport: ShopTransport, module: String) throws(Fault) {
        switch transport {
        case .mcp: try self.init(mcp: reply, tool, module: module)
        case .rest: try self.init(rest: reply, tool, module: module)
        }
    }

    private init(mcp reply: UpstreamReply, _ tool: ShopTool, module: String) throws(Fault) {
        let document = reply.document.root
        if let error = document["error"], error.kind == .object {
            throw .refused(ShopRefusal(mcp: error), status: reply.status, reply.retryAfter, module: module)
        }
        guard reply.isSuccess else { throw .refused(nil, status: reply.status, reply.retryAfter, module: module) }
        guard let result = document["result"], result.kind == .object else {
            throw .malformed("result", "is missing from the answer of \(tool.rawValue)", module: module)
        }
        guard let content = Self.content(of: result) else {
            throw .malformed("result.structuredContent", "is missing", module: module)
        }
        try self.init(content, isError: result["isError"]?.bool ?? false, module: module)
    }

    private init(rest reply: UpstreamReply, _ tool: ShopTool, module: String) throws(Fault) {
        let body = reply.document.root
        // An answer of UCP says by itself that something is not there, whatever its status.
        if reply.isSuccess || body["ucp"]?.kind == .object && body["messages"]?.kind == .array {
            try self.init(body, isError: !reply.isSuccess, module: module)
            return
        }
        // The address is the cart's own: the status says that it is not there.
        if reply.status == 404 || reply.status == 410, tool.namesOne {
            throw .refused([.notThere(ShopRefusal(rest: body).text)], nil, module: module)
        }
        throw .refused(ShopRefusal(rest: body), status: reply.status, reply.retryAfter, module: module)
    }

    /// - Parameter isError: whether the transport says that it failed.
    /// - Throws: what the shop refused, and `upstream_malformed` for what is no answer of UCP.
    private init(_ content: JSONNode, isError: Bool, module: String) throws(Fault) {
        root = content
        messages = (content["messages"].map { $0.kind == .array ? Array($0.elements) : [] } ?? [])
            .compactMap { ShopMessage($0) }
        continueURL = webAddress(content["continue_url"]?.string)
        guard let ucp = content["ucp"], ucp.kind == .object else {
            throw .malformed("ucp", "is missing", module: module)
        }
        // There is nothing to act on, whatever the status says: the specification's own examples leave it out.
        let isOver = messages.contains { $0.type == "error" && $0.severity == "unrecoverable" }
        if isError || isOver || ucp["status"]?.isString("error") ?? false {
            throw .refused(messages, continueURL, module: module)
        }
    }

    private static func content(of result: JSONNode) -> JSONNode? {
        if let content = result["structuredContent"], content.kind == .object { return content }
        guard let list = result["content"], list.kind == .array else { return nil }
        for block in list.elements {
            guard let text = block["text"]?.string,
                let document = try? JSONDocument(parsing: text, limits: Upstream.limits)
            else { continue }
            if document.root.kind == .object { return document.root }
        }
        return nil
    }

    /// True if the shop says of something that it is not there.
    var saysNotFound: Bool { messages.contains { $0.code == "not_found" } }
}

/// A shop's words for a call that was not done: an error of JSON-RPC, or the body of REST (overview.md of UCP, Error Handling).
struct ShopRefusal: Sendable {
    let code: String?
    let text: String?
    /// Page of the shop where a person goes on.
    let continueURL: String?
    /// True if the shop says that it failed itself.
    let isFailure: Bool

    init(mcp error: JSONNode) {
        self.init(error["data"], saying: error["message"]?.boundedText, isFailure: error["code"]?.integer == -32603)
    }

    init(rest body: JSONNode) { self.init(body, saying: body["message"]?.boundedText, isFailure: false) }

    private init(_ data: JSONNode?, saying message: String?, isFailure: Bool) {
        code = data?["code"]?.boundedText
        text = data?["content"]?.boundedText ?? message
        continueURL = webAddress(data?["continue_url"]?.string)
        self.isFailure = isFailure
    }
}

/// A sentence of the shop beside its answer.
struct ShopMessage: Sendable, Equatable {
    /// `error`, `warning` or `info`.
    let type: String
    let code: String?
    let text: String
    /// Says of an error who can do something about it.
    let severity: String?

    init(type: String, code: String? = nil, text: String, severity: String? = nil) {
        (self.type, self.code, self.text, self.severity) = (type, code, text, severity)
    }

    /// - Parameter text: the shop's own words; nil without any.
    static func notThere(_ text: String?) -> ShopMessage {
        ShopMessage(type: "error", code: "not_found", text: text ?? "It is not there.", severity: "unrecoverable")
    }

    /// - Returns: nil for what says nothing.
    init?(_ node: JSONNode) {
        guard node.kind == .object, let text = node["content"]?.boundedText else { return nil }
        let type = node["type"]?.string ?? ""
        self.type = ["error", "warning"].contains(type) ? type : "info"
        (code, self.text, severity) = (node["code"]?.boundedText, text, node["severity"]?.boundedText)
    }
}

extension UpstreamReply {
    /// Seconds to wait, as the head or the error says.
    var retryAfter: Int? {
        let said = document.root["error"]?["data"]?["retry_after"]?.looseInteger
        let head = fields.first { $0.isNamed("Retry-After") }.flatMap { Int($0.value) }
        return (said ?? head).flatMap { (0...86_400).contains($0) ? $0 : nil }
    }
}

/// The address if it leads to a web page; nil for any other text.
func webAddress(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 8_192,
        text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8)
    else { return nil }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
}
