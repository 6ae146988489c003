import DesignSystem
import JSON

extension ListPart {
    /// The operation that shows some rows whole, found by their keys.
    func showOperation(_ name: String, example: JSONValue, _ questions: ListQuestions) -> Operation<
        [String], RowsAnswer
    > {
        let field = layout.fields[layout.key]
        return Operation(
            name, title: "Show \(layout.plural)",
            doc: "One or several \(layout.plural) with all that is known of each.",
            guidance: "Takes what the list gave as \(field.name).", effect: .reads,
            example: [JSONMember(field.filterName, [example])],
            parameters: ParameterShape(
                { $0 },
                Parameter.required(
                    field.filterName, .keys(1...10, in: layout.keyRoutes), field.doc, examples: [[example]])),
            result: RowsAnswer.shape(of: layout, isList: false),
            route: \.route, present: { $0.details }
        ) { keys, context throws(Fault) in
            var question = RowQuestion(fields: layout.given)
            question.filters = [.keys(keys)]
            question.limit = keys.count
            question.isPaged = false
            var answer = try await questions.answer(question, context)
            answer.total = nil
            guard answer.rows.isEmpty, let first = keys.first else {
                answer.boundDetails()
                return answer
            }
            throw .unknownRow(first, of: layout, among: try await questions.everything(until: nil, CallContext()).rows)
        }
    }

    /// The prompt that asks for a summary of the list's beginning.
    /// - Parameter own: values of the list's own parameters.
    func summaryPrompt(
        _ name: String, _ questions: ListQuestions, title: String, _ own: [JSONMember]
    ) -> Prompt {
        Prompt(
            name, title: "Sum up the \(layout.plural)", doc: "Say in a few sentences what there is.",
            arguments: [
                PromptArgument("question", "What to look for.", isRequired: false, example: "What stands out?")
            ]
        ) { arguments throws(Fault) in
            var question = RowQuestion(fields: layout.listed)
            question.own = own
            let answer = try await questions.answer(question, CallContext())
            return [
                .paragraphs(
                    "Sum up the \(layout.plural) that follow. \(arguments["question"] ?? "")",
                    "`\(snakeCase(questions.method))` gives more of them, finds them by words, narrows and sorts them. "
                        + "Keep to what they say."),
                .facts(answer.document(title)),
            ]
        }
    }
}
