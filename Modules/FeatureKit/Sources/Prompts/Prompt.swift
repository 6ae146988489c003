package import DesignSystem

/// A text that a user hands to a model, declared once by a feature: what to do, with which tools, and the facts to begin
/// with. The name on the wire, the arguments' reading and their completion come from it.
package struct Prompt: Sendable {
    package typealias Write = @Sendable (PromptArguments) async throws(Fault) -> [PromptMessage]
    /// For a prompt that asks its client before it is written.
    package typealias AskingWrite = @Sendable (PromptArguments, CallClient) async throws(Fault) -> [PromptMessage]

    let name: String
    let title: String
    let doc: String
    let arguments: [PromptArgument]
    let guide: String
    let write: AskingWrite

    /// - Parameters:
    ///   - name: lower camel case, unique in its module: `readingPlan` of `bookShelf` is the prompt
    ///     `book_shelf_reading_plan`.
    ///   - title: two to four words for a menu.
    ///   - doc: one line: what the model is asked for.
    ///   - arguments: in the order in which a user is asked for them; names must differ.
    ///   - guide: how it is done, with which tools, whatever the arguments: paragraphs of the messages, and the body of
    ///     the skill that is served beside the prompt. Without one there is no skill.
    ///   - write: gives the messages. It may ask the upstream, and must change nothing.
    package init(
        _ name: String, title: String, doc: String, arguments: [PromptArgument] = [], guide: String = "",
        write: @escaping Write
    ) {
        self.init(name, title: title, doc: doc, arguments: arguments, guide: guide) { given, _ throws(Fault) in
            try await write(given)
        }
    }

    /// - Parameter write: as above, with the client that wants the prompt, to be asked.
    package init(
        _ name: String, title: String, doc: String, arguments: [PromptArgument] = [], guide: String = "",
        write: @escaping AskingWrite
    ) {
        self.name = name
        self.title = title
        self.doc = doc
        self.arguments = arguments
        self.guide = guide
        self.write = write
    }
}

/// One argument of a prompt. Every argument is text.
package struct PromptArgument: Sendable {
    /// Unicode scalars of the longest text that is taken.
    package static let longest = 500

    package let name: String
    package let doc: String
    package let isRequired: Bool
    /// A value that the prompt takes, where it takes any text; nil where only certain texts mean something.
    package let example: String?
    /// Nil where nothing is known of the values.
    package let completion: Completion?

    /// A required argument needs an example or a completion: else nobody could know what to type.
    package init(
        _ name: String, _ doc: String, isRequired: Bool, example: String? = nil, complete completion: Completion? = nil
    ) {
        self.name = name
        self.doc = doc
        self.isRequired = isRequired
        self.example = example
        self.completion = completion
    }
}

/// The arguments of a prompt, or of a route, by name: without blanks at their ends, and none of them empty.
package struct PromptArguments: Sendable, Equatable {
    private let values: [ExactName: String]

    /// - Parameter values: those that are blank count as left out.
    package init(_ values: [(name: String, value: String)] = []) {
        self.values = Dictionary(
            values.map { (ExactName($0.name), trimmed($0.value)) }.filter { !$0.1.isEmpty },
            uniquingKeysWith: { $1 })
    }

    /// The text of an argument; nil when it was left out.
    package subscript(_ name: String) -> String? { values[ExactName(name)] }

    /// The text of a required argument, which is there once the arguments were read.
    package func required(_ name: String) -> String { self[name] ?? "" }
}

/// One message of a prompt, as if the user had written it.
package enum PromptMessage: Sendable {
    /// The task: the module's own sentences with the user's arguments in them.
    case text(String)
    /// Facts, as people read them.
    case facts(Document)
    /// The facts of a screen, under its route.
    case screen(route: String, Document)
    case picture(AnswerMedia)
    /// A resource with its contents.
    case resource(ResourceContents)

    /// The task as paragraphs; empty ones are left out.
    package static func paragraphs(_ paragraphs: String...) -> PromptMessage {
        .text(paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    }
}
