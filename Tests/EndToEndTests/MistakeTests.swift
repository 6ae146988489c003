import Testing

/// A model that knows only the list of tools gets each wrong call right at once: it is taken as it was meant, or refused with a text
/// from which the right call follows.
@Suite("Mistakes of a model") struct MistakeTests {
    private static let all = Mistake.ofNames + Mistake.ofValues + Mistake.ofIds

    @Test("there are a hundred of them, and none twice")
    func count() {
        #expect(Self.all.count >= 100)
        #expect(Set(Self.all.map { "\($0.tool) \($0.arguments) \($0.before)" }).count == Self.all.count)
    }

    @Test("each is understood, or leads to the right call", arguments: all)
    func leads(_ mistake: Mistake) throws {
        let agent = try Agent(after: mistake)
        let answer = try agent.call(mistake.tool, mistake.arguments)
        switch mistake.outcome {
        case .understood(let arguments):
            let meant = try Agent(after: mistake).call(mistake.tool, arguments)
            #expect(!answer.isError && !meant.isError, "\(answer.text) \(meant.text)")
            #expect(answer.structured == meant.structured)
        case .refused(let texts, let arguments, let tool):
            #expect(answer.isError)
            for text in texts { #expect(answer.text.contains(text), "\(answer.text)") }
            let right = try agent.call(tool, arguments)
            #expect(!right.isError, "\(right.text)")
        }
    }

    /// A client with a state of its own.
    private struct Agent {
        private let galleria: GalleriaProcess

        init(after mistake: Mistake) throws {
            galleria = try GalleriaProcess()
            try galleria.initialize()
            for (tool, arguments) in mistake.before { #expect(try !call(tool, arguments).isError) }
        }

        func call(
            _ tool: String, _ arguments: String
        ) throws -> (isError: Bool, text: String, structured: WireValue?) {
            let answer = try galleria.call("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
            if let message = answer["error"]?["message"]?.text { return (true, message, nil) }
            let result = answer["result"]
            return (
                result?["isError"] == .bool(true), result?["content"]?.elements?.first?["text"]?.text ?? "",
                result?["structuredContent"]
            )
        }
    }
}
