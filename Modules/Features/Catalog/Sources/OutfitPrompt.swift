import DesignSystem
import FeatureKit
import Products
import Settings

/// `catalog_outfit`: an outfit within a budget.
struct OutfitPrompt: FeaturePart {
    let routes: [RouteTemplate] = []

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let settings = environment.context.settings
        registration.add(
            Prompt(
                "outfit", title: "An outfit within a budget",
                doc: "Put together an outfit from the catalogue that stays within a budget.",
                arguments: [
                    PromptArgument(
                        "budget", "The most it may cost in all, such as 250.", isRequired: true, example: "250",
                        complete: .oneOf(["100", "150", "200", "250", "300", "400", "500", "750", "1000"])),
                    PromptArgument(
                        "occasion", "The occasion; any when left out.", isRequired: false,
                        example: "a wedding in summer"),
                ], guide: Self.guide
            ) { arguments throws(Fault) in
                let size = settings[Shelves.pageSize]
                let page = try await Shelves.page(1, size: size, environment.call(Shelves.shop.list))
                let occasion = arguments["occasion"].map { " for \($0)" } ?? ""
                let total = page.total.map { " of \($0)" } ?? ""
                return [
                    .paragraphs(
                        "Put together an outfit\(occasion). My budget for all of it is \(arguments.required("budget")); "
                            + "prices are in \(settings[Shelves.currency].uppercased()).",
                        "The first \(page.received)\(total) products follow.", Self.guide),
                    .screen(
                        route: "galleria://catalog",
                        Document([
                            .heading(level: 1, Inline("THE ICONIC", .title)),
                            Shelves.shop.list.table(page.rows.rows, emptyText: "No products."),
                        ])),
                ]
            })
    }

    private static let guide = """
        Choose two to four products that go together. `catalog_list` finds them, with query and maxPrice. \
        `product_detail_show` gives pictures and descriptions. The reduced price, where there is one, is to be paid.

        Answer with a table of sku, name and price, the sum, what is left of the budget, and one sentence on why they go \
        together. If the budget is too small, say so and show the nearest outfit. Put nothing into the bag before that is \
        agreed.
        """
}
