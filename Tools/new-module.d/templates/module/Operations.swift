import Core
import DesignSystem
import JSON

extension @NAME@Source {
    /// `@module@.list`
    var listOperation: Operation<@NAME@Query, @NAME@List> {
        Operation(
            "list", title: "List @plural@", doc: "The @plural@, and how many there are.",
            guidance: "query keeps those with this in one of their texts.@guidance@", effect: .reads, example: [],
            parameters: ParameterShape(
                @NAME@Query.init,
                Parameter.defaulted("query", .text(0...200), "A part of any of the texts.", default: "", examples: [@query_example@]),
                Parameter.defaulted("limit", .whole(1...1000), "The most rows to give.", default: @NAME@List.limit)),
            result: @NAME@List.shape, route: { _ in @NAME@.route }, present: \.document
        ) { query, _ throws(Fault) in
            @NAME@List(try await api.rows(), query: query.text, limit: query.limit)
        }
    }
@if id@

    /// `@module@.show`
    var showOperation: Operation<@id_type@, @ENTITY@> {
        Operation(
            "show", title: "Show one @singular@", doc: "Everything about one @singular@.",
            guidance: "Takes the @id_param@ of a row of @snake@_list.", effect: .reads,
            example: [JSONMember("@id_param@", @id_example@)],
            parameters: ParameterShape(
                { $0 },
                Parameter.required(
                    "@id_param@", @id_format@, "The @id_param@ of the @singular@.", examples: [@id_example@])),
            result: ResultShape([
                ResultField("item", .object(@ENTITY@.shape), "The @singular@.") { $0 }
            ]), route: { $0.route }, present: { @NAME@Documents.row($0) }
        ) { @id_param@, _ throws(Fault) in try await api.row(@id_param@) }
    }

    /// Every `@id_param@`; found by the row's name as well.
    var @id_param@Completion: Completion {
        Completion { _ throws(Fault) in
            try await api.rows().all.map { row in Candidate(@id_text_row@, about: @title_text@) }
        }
    }
@end@

    /// `@snake@_sum_up`
    var sumUpPrompt: Prompt {
        Prompt(
            "sumUp", title: "Sum up the @plural@", doc: "Say in a few sentences what there is.",
            arguments: [
                PromptArgument(
                    "question", "What to look for.", isRequired: false, example: "What stands out?")
            ]
        ) { arguments throws(Fault) in
            let list = @NAME@List(try await api.rows(), query: "", limit: @NAME@List.limit)
            return [
                .paragraphs(
                    "Sum up the @plural@ that follow. \(arguments["question"] ?? "")",
                    "`@snake@_list` gives more of them, and finds them by a part of their texts. Keep to what they say."),
                .screen(route: @NAME@.route, list.document),
            ]
        }
    }
}

/// The parameters of `@module@.list`.
struct @NAME@Query: Sendable {
    let text: String
    /// Rows, 1 to 1,000.
    let limit: Int
}
