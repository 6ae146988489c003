import JSON
import TestSupport

/// Rules of clients in the field for a tool's result, beyond the specification. Each rule is the client's own, as its
/// source has it.
enum ClientRules {
    /// `@modelcontextprotocol/sdk` 1.x, `Client.callTool`: structured content is validated whatever `isError` says, and what
    /// does not validate is thrown away with its text; a tool with an output schema must have some unless it failed.
    static func typeScript(_ result: JSONValue, outputSchema: JSONValue?) -> [String] {
        guard let outputSchema else { return [] }
        guard let structured = result["structuredContent"] else {
            return result["isError"] == true ? [] : ["has an output schema but did not return structured content"]
        }
        return JSONSchema(outputSchema).mistakes(in: structured)
    }

    /// LangChain's MCP adapters: a block becomes a part of a message to the model. Links, and resources that are no text,
    /// become file parts, which model providers refuse.
    static func langChain(_ result: JSONValue) -> [String] {
        guard let content = result["content"]?.array, !content.isEmpty else { return ["no content"] }
        return content.compactMap { block in
            switch block["type"]?.string {
            case "text": block["text"]?.string.map { $0.isEmpty } ?? true ? "an empty text" : nil
            case "image": nil
            case "resource": block["resource"]?["text"] == nil ? "a file part of a resource" : nil
            case let type: "a file part of a \(type ?? "block without a type")"
            }
        }
    }

    /// Claude Code shows its model the text of a failure alone, at most about 11,000 characters: code, what happened, what
    /// to do.
    static func claudeCode(_ result: JSONValue) -> [String] {
        guard result["isError"] == true else { return [] }
        let fault = result["_meta"]?["galleria/error"]
        let text = result["content"]?.array?.compactMap { $0["text"]?.string }.joined() ?? ""
        return ["code", "message", "hint"].compactMap { name in
            guard let part = fault?[name]?.string else { return "no \(name)" }
            return text.contains(part) ? nil : "the text lacks the \(name): \(text)"
        } + (text.utf8.count > 11_000 ? ["\(text.utf8.count) bytes of text"] : [])
    }

    /// All of them.
    static func mistakes(_ result: JSONValue, outputSchema: JSONValue?) -> [String] {
        typeScript(result, outputSchema: outputSchema) + langChain(result) + claudeCode(result)
    }
}
