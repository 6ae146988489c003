package import FeatureKit
import JSON

/// `sampling/createMessage`: what the client's model is asked, and what it says.
extension ClientQuestion {
    /// The model's answer to one message of the user's.
    /// - Parameter maxTokens: the most that the model may say.
    package static func sampling(prompt: String, maxTokens: Int) -> ClientQuestion {
        .extended(
            ExtendedQuestion(
                needs: .sampling, method: "sampling/createMessage",
                params: [
                    "messages": [["role": "user", "content": ["type": "text", "text": .string(prompt)]]],
                    "maxTokens": .integer(maxTokens),
                ]
            ) { saidText($0).map { .string($0) } })
    }
}

extension ClientAnswers {
    /// The text of a sampling; empty for a name under which none was asked.
    package func text(_ name: String) -> String { value(name)?.string ?? "" }
}

extension ClientAbility {
    /// It asks its model.
    package static let sampling = ClientAbility("sampling")
}

/// The text of the client's result: of its one block, or since 2025-11-25 of its blocks.
/// - Returns: nil when it is no result, or one without text.
private func saidText(_ result: JSONNode) -> String? {
    guard let content = result["content"] else { return nil }
    let blocks = content.kind == .array ? Array(content.elements) : [content]
    let texts = blocks.compactMap { block in
        block["type"]?.isString("text") == true ? block["text"]?.string : nil
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
}
