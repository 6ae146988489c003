import Core
import DesignSystem

extension Mall {
    /// `shopping_mall_baby_gift`
    var giftPrompt: Prompt {
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
            ]
        ) { arguments throws(Fault) in
            let budget = arguments.required("budget")
            let page = try await api.products(offset: 0, limit: Self.giftRows)
            let goods = page.items.filter { product in
                !product.isSoldOut && (amount(in: budget).map { product.payable.amount <= $0 } ?? true)
            }
            let total = page.total.map { " of \($0)" } ?? ""
            return [
                .paragraphs(
                    "Find a gift for a baby of \(arguments.required("months")) months. "
                        + "It may cost at most \(budget); prices are in \(api.currency.code).",
                    "What follows are the goods among the first \(page.received)\(total) of the mall that can be bought "
                        + "and are within the budget as far as it could be read. `shopping_mall_list` gives the others, "
                        + "page by page; it has no search.",
                    "Suggest up to three, the best first: id, name, the price to be paid, and why it suits this age. "
                        + "Leave out what the baby is too old or too young for, and say so if nothing suits."),
                .facts(Document([ProductDocuments.title, ProductDocuments.table(goods)])),
            ]
        }
    }

    /// Rows of the one page that is looked through.
    private static let giftRows = 100

    /// The number in a text such as `50,000원`; nil in any other.
    private func amount(in text: String) -> DecimalAmount? {
        let marks = ["원", "won", "₩", ",", " ", api.currency.code.lowercased()]
        var rest = text.lowercased()[...]
        var number = ""
        while let next = rest.first {
            if let mark = marks.first(where: rest.hasPrefix) {
                rest = rest.dropFirst(mark.count)
            } else {
                number.append(next)
                rest = rest.dropFirst()
            }
        }
        return DecimalAmount(number)
    }
}

extension Product {
    /// What a customer pays.
    var payable: Money { sale?.price ?? price }
}
