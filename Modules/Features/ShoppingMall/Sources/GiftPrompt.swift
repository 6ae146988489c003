import DesignSystem
import FeatureKit
import Settings
import Values

/// `shopping_mall_baby_gift`: goods for a baby within a budget.
struct GiftPrompt: FeaturePart {
    let routes: [RouteTemplate] = []

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let currency = environment.context.settings[Good.currency].uppercased()
        registration.add(
            Prompt(
                "babyGift", title: "A gift for a baby",
                doc: "Find a gift for a baby of some months among the mall's goods, within a budget.",
                arguments: [
                    PromptArgument(
                        "months", "The baby's age in months; 0 for a newborn.", isRequired: true, example: "6",
                        complete: .oneOf((0...36).map(String.init))),
                    PromptArgument(
                        "budget", "The most it may cost, such as 50000.", isRequired: true, example: "50000",
                        complete: .oneOf(["20000", "30000", "50000", "70000", "100000", "150000", "200000"])),
                ], guide: Self.guide
            ) { arguments throws(Fault) in
                let budget = arguments.required("budget")
                let page = try await Good.page(0, Self.rows, environment.call(Good.layout))
                let most = spelledAmount(budget.replacingWon)
                let goods = page.rows.rows.filter { row in
                    !row[Good.soldOut] && (most.map { most in row.paid.map { $0.amount <= most } ?? false } ?? true)
                }
                let total = page.total.map { " of \($0)" } ?? ""
                return [
                    .paragraphs(
                        "Find a gift for a baby of \(arguments.required("months")) months. "
                            + "It may cost at most \(budget); prices are in \(currency).",
                        "The goods below are those of the first \(page.received)\(total) of the mall that can be bought "
                            + "and are within the budget as far as it could be read.", Self.guide),
                    .facts(
                        Document([
                            .heading(level: 1, Inline("Shopping mall", .title)),
                            Good.layout.table(goods, emptyText: "No products."),
                        ])),
                ]
            })
    }

    private static let guide = """
        `shopping_mall_list` finds goods, with maxPrice and query. What is sold out can't be bought.

        Suggest up to three, the best first: id, name, the price to be paid, and why it suits this age. Leave out what the \
        baby is too old or too young for, and say so if nothing suits.
        """

    /// Rows of the one page that is looked through.
    private static let rows = 100
}

extension String {
    /// A budget as people say it, without the word for the currency: `50,000 won` is `50,000`.
    fileprivate var replacingWon: String {
        lowercased().hasSuffix("won") ? String(dropLast(3)) : self
    }
}
