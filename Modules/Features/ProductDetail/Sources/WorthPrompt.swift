import DesignSystem
import FeatureKit
import Products

/// `product_detail_is_it_worth_it`: one product judged, or two compared.
struct WorthPrompt: FeaturePart {
    let routes: [RouteTemplate] = []

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let completion = Counter.shop.completion(environment)
        registration.add(
            Prompt(
                "isItWorthIt", title: "Is it worth its price?",
                doc: "Judge whether a product is worth its price, or which of two is the better one.",
                arguments: [
                    PromptArgument("sku", "The product.", isRequired: true, complete: completion),
                    PromptArgument(
                        "other", "The sku of a product to compare it with.", isRequired: false, complete: completion),
                ], guide: Self.guide
            ) { arguments throws(Fault) in
                let call = environment.call(Counter.shop.detail)
                let skus = [arguments.required("sku")] + (arguments["other"].map { [$0] } ?? [])
                var messages: [PromptMessage] = []
                for sku in skus {
                    if !Counter.isSKU(sku) { throw .notSKU }
                    guard let row = try await Counter.product(sku, call) else {
                        throw .unknownRow(sku, of: Counter.shop.list, among: await Counter.shop.nearby(call))
                    }
                    messages.append(.screen(route: row.route ?? "", row.document(environment)))
                }
                let question =
                    skus.count == 1
                    ? "Is the product \(skus[0]) worth its price?"
                    : "Which is the better choice, the product \(skus[0]) or \(skus[1]), and is it worth its price?"
                return [
                    .paragraphs(question, "The facts of the shop follow.", Self.guide)
                ] + messages
            })
    }

    private static let guide = """
        `product_detail_show` gives the facts of a product. `product_detail_bag` gives what is chosen already. Judge by \
        the shop's facts alone: material, make, care, what it goes with, and the price, also before a discount. Say which \
        facts are missing instead of guessing them.

        Begin with yes or no, then give two or three reasons. Offer to call `product_detail_add_to_bag`, and call it only \
        when that is agreed.
        """
}
