import DesignSystem
package import JSON
import Suggestions

/// A prompt in the registry, with its complete name.
package struct RegisteredPrompt: Sendable {
    /// `book_shelf_reading_plan`
    package let name: String
    /// `bookShelf.readingPlan`
    package let declaredName: String
    package let module: String
    package let title: String
    package let doc: String
    package let arguments: [PromptArgument]
    /// The body of its skill; empty without one.
    package let guide: String
    private let isSample: Bool
    private let write: Prompt.AskingWrite

    /// - Parameter isSample: whether the module's facts are sample data.
    init(_ prompt: Prompt, module: String, isSample: Bool = false) {
        self.isSample = isSample
        declaredName = "\(module).\(prompt.name)"
        name = snakeCase(declaredName)
        self.module = module
        title = prompt.title
        doc = prompt.doc
        arguments = prompt.arguments
        guide = prompt.guide
        write = prompt.write
    }

    /// Reads the arguments as sent.
    /// - Parameter node: an object of texts, or nil or null for none.
    /// - Throws: `invalid_argument` naming the argument.
    package func read(_ node: JSONNode?) throws(Fault) -> PromptArguments {
        guard let node, !node.isNull else { return try checked(PromptArguments()) }
        guard node.kind == .object else { throw .parametersNotByName(of: name) }
        var values: [(name: String, value: String)] = []
        let names = arguments.map(\.name)
        for member in node.members {
            guard names.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) else {
                throw .unknownParameter(
                    member.key, of: name, known: names, nearest: nearestNames(to: member.key, among: names))
            }
            // Hosts send null or an empty text for a field that its user left empty.
            if member.value.isNull { continue }
            guard let text = member.value.string, text.unicodeScalars.count <= PromptArgument.longest else {
                let example = arguments.first { $0.name == member.key }?.example
                throw .wrongParameter(
                    member.key,
                    sentence: "The parameter \(Fault.quoted(member.key)) of \(name) must be \(Self.expected).",
                    hint: example.map { "For example \(member.key)=\($0)." }, suggestions: [])
            }
            values.append((member.key, text))
        }
        return try checked(PromptArguments(values))
    }

    private static let expected = "text of at most \(PromptArgument.longest) characters"

    private func checked(_ given: PromptArguments) throws(Fault) -> PromptArguments {
        for argument in arguments where argument.isRequired && given[argument.name] == nil {
            throw .missingParameter(argument.name, of: name, expected: Self.expected, example: argument.example)
        }
        return given
    }

    /// The messages of the prompt. Facts that were kept, not asked for, say so, and so do sample data.
    /// - Parameter client: who wants it, to be asked; nobody by default.
    /// - Throws: what the prompt throws, attributed to the module.
    package func messages(
        _ arguments: PromptArguments, for client: CallClient = .none
    ) async throws(Fault) -> [PromptMessage] {
        let recorder = AnswerOrigin.Recorder()
        let outcome = await AnswerOrigin.Recorder.$current.withValue(recorder) { await written(arguments, client) }
        switch outcome {
        case .success(let messages): return messages.map { $0.telling(recorder.recorded, isSample) }
        case .failure(let fault): throw fault.attributed(to: module)
        }
    }

    /// As a value: what rethrows for a caller loses the error's type.
    private func written(_ arguments: PromptArguments, _ client: CallClient) async -> Result<[PromptMessage], Fault> {
        do throws(Fault) {
            return .success(try await write(arguments, client))
        } catch {
            return .failure(error)
        }
    }

    /// An argument by its exact name; nil when there is none.
    package func argument(_ name: String) -> PromptArgument? {
        arguments.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

extension PromptMessage {
    fileprivate func telling(_ origin: AnswerOrigin?, _ isSample: Bool) -> PromptMessage {
        func told(_ document: Document) -> Document {
            let facts = document.telling(origin)
            return isSample ? Document(facts.blocks + Document.sampleData.blocks) : facts
        }
        return switch self {
        case .text, .picture, .resource: self
        case .facts(let document): .facts(told(document))
        case .screen(let route, let document): .screen(route: route, told(document))
        }
    }
}
