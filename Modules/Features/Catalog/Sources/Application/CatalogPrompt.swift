import FeatureKit

extension Assortment {
    /// `catalog_outfit`
    var outfitPrompt: Prompt {
        Prompt(
            "outfit", title: "An outfit within a budget",
            doc: "Put together an outfit from the catalogue that stays within a budget.",
            arguments: [
                PromptArgument(
                    "budget", "What it may cost in all, such as 250.", isRequired: true, example: "250",
                    complete: .oneOf(["100", "150", "200", "250", "300", "400", "500", "750", "1000"])),
                PromptArgument(
                    "occasion", "What it is for; anything when left out.", isRequired: false,
                    example: "a wedding in summer"),
            ]
        ) { arguments throws(Fault) in
            let answer = try await list(ListRequest(cursor: nil, pageSize: nil, pages: 1), CallContext())
            let occasion = arguments["occasion"].map { " for \($0)" } ?? ""
            return [
                .paragraphs(
                    "Put together an outfit\(occasion). My budget for all of it is \(arguments.required("budget")); "
                        + "prices are in \(api.currency.code).",
                    "Choose two to four products that go together. The first page of the catalogue follows; "
                        + "`catalog_list` with the cursor under its table gives the next one, and "
                        + "`product_detail_show` gives one product's pictures and description. "
                        + "Where a price is struck through, the other one is to be paid.",
                    "Answer with a table of sku, name and price, the sum, what is left of the budget, and one sentence "
                        + "on why they go together. If the budget is too small, say so and show the nearest outfit. "
                        + "Put nothing into the bag before I agree."),
                .screen(route: Catalog.route, answer.document),
            ]
        }
    }
}
