import FeatureKit
import JSON
import Testing

@testable import MCPExtensions

/// Questions that only an extended server asks, as their methods want them, and what they are answered.
@Suite("Questions to a model and for folders") struct QuestionTests {
    private func extended(_ question: ClientQuestion) throws -> ExtendedQuestion {
        guard case .extended(let extended) = question else { throw NotExtended() }
        return extended
    }

    private struct NotExtended: Error {}

    private func answer(_ question: ClientQuestion, _ result: String) throws -> JSONValue? {
        try extended(question).answer(try JSONDocument(parsing: Array(result.utf8)).root)
    }

    @Test("a model is asked by one message of the user's; folders are asked for by the method alone")
    func asked() throws {
        let sampling = try extended(.sampling(prompt: "Why?", maxTokens: 5))
        #expect(sampling.method.description == "sampling/createMessage")
        #expect(sampling.params?["messages"]?[0]?["content"]?["text"] == "Why?" && sampling.params?["maxTokens"] == 5)
        let roots = try extended(.roots)
        #expect(roots.method.description == "roots/list" && roots.params == nil)
        #expect(ClientQuestion.roots.ability == .roots)
        #expect(ClientQuestion.sampling(prompt: "", maxTokens: 1).ability == .sampling)
    }

    @Test(
        "the text of a model is that of its block or blocks",
        arguments: [
            (#"{"role":"assistant","model":"m","content":{"type":"text","text":"Hi"}}"#, "Hi"),
            (
                #"{"content":[{"type":"text","text":"a"},{"type":"image","data":""},{"type":"text","text":"b"}]}"#,
                "a\nb"
            ),
            (#"{"content":{"type":"image","data":"","mimeType":"image/png"}}"#, nil), (#"{"content":[]}"#, nil),
            (#"{"content":"Hi"}"#, nil), ("{}", nil), ("null", nil),
        ] as [(String, String?)])
    func samplings(_ result: String, _ expected: String?) throws {
        #expect(try answer(.sampling(prompt: "Why?", maxTokens: 5), result)?.string == expected)
    }

    @Test(
        "folders are addresses, with names or not",
        arguments: [
            (#"{"roots":[]}"#, []),
            (#"{"roots":[{"uri":"file:///a","name":"A"},{"uri":"file:///b"}]}"#, ["file:///a", "file:///b"]),
            (#"{"roots":[{"name":"A"}]}"#, nil), (#"{"roots":{}}"#, nil), ("{}", nil),
        ] as [(String, [String]?)])
    func roots(_ result: String, _ expected: [String]?) throws {
        let answer = try answer(.roots, result)
        #expect((answer == nil) == (expected == nil))
        let answers = ClientAnswers(answer.map { [(name: "where", answer: .value($0))] } ?? [])
        #expect(answers.roots("where") == expected ?? [])
        #expect(answers.roots("other") == [] && answers.text("where") == "")
    }
}
