package import DesignSystem
import HTTP
package import JSON
import Values

/// An operation in the registry: its types erased, its names complete. An object, since each call of it holds it.
package final class RegisteredOperation: Sendable {
    /// `bookShelf.search`
    package let method: String
    /// `book_shelf_search`, or the name that the operation gives.
    package let toolName: String
    /// Whether the operation names its tool itself.
    let namesTool: Bool
    package let module: String
    package let title: String
    package let doc: String
    package let guidance: String
    package let effect: OperationEffect
    package let isTool: Bool
    package let task: OperationTask
    /// Whether its first questions belong to its call, before it becomes a task.
    package let asksBeforeTask: Bool
    /// The name of the interactive view of its results; nil when they have none.
    package let view: String?
    /// Whether its answers are pictures or other blocks, which have no schema.
    package let givesContent: Bool
    package let example: [JSONMember]
    private let makePlan: @Sendable () -> OperationPlan
    private let madePlan = MadeOnce<OperationPlan>()

    /// - Parameter isSample: whether the module answers from sample data, what is stored of it included.
    init<Parameters, Result>(
        _ operation: Operation<Parameters, Result>, module: String, isSample: Bool = false
    ) {
        let method = "\(module).\(operation.name)"
        self.method = method
        self.toolName = operation.tool ?? snakeCase(method)
        self.namesTool = operation.tool != nil
        self.module = module
        self.title = operation.title
        self.doc = operation.doc
        self.guidance = operation.guidance
        self.effect = operation.effect
        self.isTool = operation.isTool
        self.task = operation.task
        self.asksBeforeTask = operation.asksBeforeTask
        self.view = operation.view
        self.givesContent = operation.picture != nil || operation.content != nil
        self.example = operation.example
        makePlan = { OperationPlan(operation, module: module, isSample: isSample, method: method) }
    }

    /// The needs of a list of operations: made when one asks first, then kept.
    private var plan: OperationPlan { madePlan.value(makePlan) }

    package var parameters: [ParameterField] { plan.parameters }
    package var resultFields: [(name: String, doc: String)] { plan.resultFields.map { ($0.name, $0.doc) } }
    /// Schema of its parameters, to be written.
    package var parameterValues: ValueSchema { plan.parameterValues }
    /// Schema of its results, to be written.
    package var resultValues: ValueSchema { .object(plan.resultFields) }
    /// Schema of its parameters as a value.
    package func parameterSchema() -> JSONValue { parameterValues.value }
    /// Schema of its results as a value.
    package func resultSchema() -> JSONValue { resultValues.value }
    /// Checks the parameters, has a person asked where the operation wants that and the client can, runs, and gives the
    /// answer.
    /// - Throws: what the operation throws, attributed to the module; `cancelled` when the person does not confirm it.
    package var call: @Sendable (JSONNode?, CallContext) async throws(Fault) -> Answer { plan.calls.call }
    /// Checks the parameters, and gives the answer where nothing has to be waited for; nil where `call` must be asked.
    package func answerAtOnce(_ parameters: JSONNode?) throws(Fault) -> Answer? {
        guard let atOnce = plan.calls.atOnce else { return nil }
        return try atOnce(parameters)
    }
}

/// The shapes of an operation, its types erased.
private final class OperationPlan: Sendable {
    let parameters: [ParameterField]
    let parameterValues: ValueSchema
    let resultFields: [ResultFieldDescription]
    private let makeCalls: @Sendable () -> OperationCalls
    private let madeCalls = MadeOnce<OperationCalls>()

    init<Parameters, Result>(
        _ operation: Operation<Parameters, Result>, module: String, isSample: Bool, method: String
    ) {
        let (parameters, result) = (operation.parameters(), operation.result())
        self.parameters = parameters.fields
        self.parameterValues = parameters.values
        self.resultFields = result.fields
        makeCalls = {
            OperationCalls(operation, parameters, result, module: module, isSample: isSample, method: method)
        }
    }

    /// The needs of a call: made by the first. Most of the operations that are listed are never called.
    var calls: OperationCalls { madeCalls.value(makeCalls) }
}

/// Calls of an operation, its types erased.
private final class OperationCalls: Sendable {
    let call: @Sendable (JSONNode?, CallContext) async throws(Fault) -> Answer
    let atOnce: (@Sendable (JSONNode?) throws(Fault) -> Answer?)?

    init<Parameters, Result>(
        _ operation: Operation<Parameters, Result>, _ parameters: ParameterShape<Parameters>,
        _ result: ResultShape<Result>, module: String, isSample: Bool, method: String
    ) {
        let form = AnswerForm(operation, result)
        self.call = { node, context throws(Fault) in
            let recorder = AnswerOrigin.Recorder()
            let visit = LargeBodies.Visit()
            let outcome = await LargeBodies.Visit.$current.withValue(visit) {
                await AnswerOrigin.Recorder.$current.withValue(recorder) {
                    await Self.outcome(of: operation, parameters, node, context, method: method)
                }
            }
            switch outcome {
            case .success(let value):
                let origin = recorder.recorded
                return Answer(
                    visit: visit, origin: origin, isSample: origin.map { $0.source == .sample } ?? isSample,
                    upstreamBytes: recorder.bytes, value: FormedValue(value), form: form)
            case .failure(let fault): throw fault.attributed(to: module)
            }
        }
        guard let known = operation.known, operation.confirm == nil else {
            atOnce = nil
            return
        }
        let isAtHand = operation.isAtHand
        atOnce = { node throws(Fault) in
            guard isAtHand() else { return nil }
            do throws(Fault) {
                guard let (value, origin) = try known(try parameters.read(node, of: method)) else { return nil }
                return Answer(
                    visit: nil, origin: origin, isSample: origin.map { $0.source == .sample } ?? isSample,
                    upstreamBytes: 0, value: FormedValue(value), form: form)
            } catch {
                throw error.attributed(to: module)
            }
        }
    }

    /// As a value: what rethrows for a caller loses the error's type.
    private static func outcome<Parameters, Value>(
        of operation: Operation<Parameters, Value>, _ shape: ParameterShape<Parameters>, _ node: JSONNode?,
        _ context: CallContext, method: String
    ) async -> Result<Value, Fault> {
        do throws(Fault) {
            let parameters = try shape.read(node, of: method)
            if context.client.abilities.contains(.elicitation), let question = operation.confirm?(parameters) {
                let answers = try await context.client.ask(["confirm": .confirmation(question)])
                guard answers.isConfirmed("confirm") else { throw .notConfirmed }
            }
            return .success(try await operation.run(parameters, context))
        } catch {
            return .failure(error)
        }
    }
}

/// The answer of an operation, written or rendered when it is known what the client wants.
package struct Answer: Sendable {
    /// The room for its bodies, held until it is written; nil for an answer that was at hand.
    fileprivate let visit: LargeBodies.Visit?
    /// Origin of the facts; nil when no upstream was asked.
    package let origin: AnswerOrigin?
    /// Whether the facts are sample data.
    fileprivate let isSample: Bool
    /// Bytes that the upstreams sent for it: about as many are to be written.
    package let upstreamBytes: Int
    /// A `FormedValue` of the operation's result.
    fileprivate let value: any AnyObject & Sendable
    fileprivate let form: AnswerForm

    /// The same answer, kept without the room for its bodies.
    package var withoutRoom: Answer {
        Answer(visit: nil, origin: origin, isSample: isSample, upstreamBytes: upstreamBytes, value: value, form: form)
    }

    /// The result as a picture; nil for any other result.
    package var picture: AnswerPicture? { form.picture(value) }
    /// The result as blocks; nil for an operation whose result is facts.
    package var content: [AnswerContent]? { form.content(value) }
    /// Whether the result is facts, and neither a picture nor blocks.
    package var isFacts: Bool { form.isFacts }
    /// Route of the screen that shows the single item answered; nil for lists and for answers without a screen.
    package func route() -> AnswerRoute? { form.route(value) }
    /// The same facts as people read them.
    package func document() -> Document {
        let facts = form.document(value).telling(origin)
        return isSample ? Document(facts.blocks + Document.sampleData.blocks) : facts
    }

    /// Writes the result as one JSON object.
    package func write(_ writer: inout JSONWriter) { form.write(value, nil, &writer) }

    /// The same; a kept answer says so in its member `_meta`.
    package func writeTelling(_ writer: inout JSONWriter) { form.write(value, origin, &writer) }

    /// Writes the same facts as models read them, Markdown, as one JSON string: behind them the route of a single item as it is, for
    /// whoever reads it next, and whether they are sample data. A resource link (MCP 2025-06-18) would be shorter, but agent frameworks
    /// hand it to model providers as a file, which they refuse.
    package func writeModelText(_ writer: inout JSONWriter) {
        writer.string { bytes in
            var markdown = MarkdownRenderer(after: bytes, escaping: JSONWriter.escape)
            writeModelText(into: &markdown)
            return markdown.taken()
        }
    }

    private func writeModelText(into markdown: inout MarkdownRenderer) {
        form.text(value, &markdown)
        if let origin, origin.isWorthSaying { markdown.part(.paragraph(Inline(origin.sentence, .muted))) }
        markdown.end(isSample ? Self.sampleLine : nil) { markdown in
            form.route(value)?.write(into: &markdown) ?? false
        }
    }

    /// The same as a text.
    package func modelText() -> String {
        var markdown = MarkdownRenderer()
        writeModelText(into: &markdown)
        return markdown.withText { String(decoding: $0, as: UTF8.self) }
    }

    /// The last line of a text whose facts are sample data.
    package static let sampleLine = "Sample data."
}

extension Document {
    /// The end of a text whose facts are sample data.
    package static let sampleData = Document([.paragraph(Inline(Answer.sampleLine, .muted))])
}

/// A result as an object, so that an answer holds it whatever its type.
private final class FormedValue<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Forms of an operation's results. Closures, made where the type is known: by a protocol the runtime was asked for the generic type of
/// each answer, several times.
private final class AnswerForm: Sendable {
    typealias Form<Result> = @Sendable (_ value: any AnyObject & Sendable) -> Result

    let isFacts: Bool
    let picture: Form<AnswerPicture?>
    let content: Form<[AnswerContent]?>
    let route: Form<AnswerRoute?>
    let document: Form<Document>
    /// Writes the document as Markdown.
    let text: @Sendable (_ value: any AnyObject & Sendable, inout MarkdownRenderer) -> Void
    let write: @Sendable (_ value: any AnyObject & Sendable, AnswerOrigin?, inout JSONWriter) -> Void

    init<Parameters, Value>(_ operation: Operation<Parameters, Value>, _ result: ResultShape<Value>) {
        // An answer holds a value of its own operation alone.
        @Sendable func value(_ object: any AnyObject & Sendable) -> Value {
            unsafeDowncast(object, to: FormedValue<Value>.self).value
        }
        let (present, written) = (operation.present, operation.written)
        let (route, picture, content) = (operation.route, operation.picture, operation.content)
        isFacts = picture == nil && content == nil
        self.picture = { object in picture?(value(object)) }
        self.content = { object in content?(value(object)) }
        self.route = { object in route?(value(object)) }
        document = { present(value($0)) }
        text = { object, markdown in
            if let written { return written(value(object), &markdown) }
            for block in present(value(object)).blocks { markdown.part(block) }
        }
        write = { object, origin, writer in
            result.write(value(object), telling: origin, into: &writer)
        }
    }
}

/// A picture as clients take it.
package struct AnswerPicture: Sendable, Equatable {
    package let mimeType: String
    package let bytes: [UInt8]

    package init(mimeType: String, bytes: [UInt8]) {
        self.mimeType = mimeType
        self.bytes = bytes
    }
}

/// `bookShelf.addToBag` → `book_shelf_add_to_bag`: the name of a method's MCP tool.
package func snakeCase(_ method: String) -> String {
    // By bytes: at every start, for each operation.
    var method = method
    return method.withUTF8 { method in
        String(unsafeUninitializedCapacity: 2 * method.count) { name in
            var count = 0
            for byte in method {
                let isCapital = 0x41...0x5A ~= byte
                if isCapital || byte == UInt8(ascii: ".") {
                    name[count] = UInt8(ascii: "_")
                    count &+= 1
                }
                if byte == UInt8(ascii: ".") { continue }
                name[count] = isCapital ? byte | 0x20 : byte
                count &+= 1
            }
            return count
        }
    }
}
