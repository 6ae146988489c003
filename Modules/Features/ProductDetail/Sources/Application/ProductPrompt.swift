import DesignSystem
import FeatureKit
import Products

extension Counter {
    /// `product_detail_is_it_worth_it`
    var worthPrompt: Prompt {
        Prompt(
            "isItWorthIt", title: "Is it worth its price?",
            doc: "Judge whether a product is worth its price, or which of two is the better one.",
            arguments: [
                PromptArgument("sku", "The product.", isRequired: true, complete: skuCompletion),
                PromptArgument(
                    "other", "The sku of a product to compare it with.", isRequired: false, complete: skuCompletion),
            ]
        ) { arguments throws(Fault) in
            let skus = [arguments.required("sku")] + (arguments["other"].map { [$0] } ?? [])
            var messages: [PromptMessage] = []
            for sku in skus {
                guard Product.isSKU(sku) else { throw .notSKU }
                messages.append(.screen(route: Product.route(sku), try await show(sku).document))
            }
            let question =
                skus.count == 1
                ? "Is the product \(skus[0]) worth its price?"
                : "Which is the better choice, the product \(skus[0]) or \(skus[1]), and is it worth its price?"
            return [
                .paragraphs(
                    question,
                    "The facts of the shop follow. Judge by them alone: material, make, care, what it goes with, and "
                        + "the price, also before a discount. Say which facts are missing instead of guessing them.",
                    "`product_detail_show` gives the facts of another product, `product_detail_bag` what I have chosen "
                        + "already. Begin with yes or no, then give two or three reasons. Offer to call "
                        + "`product_detail_add_to_bag`, and call it only when I agree.")
            ] + messages
        }
    }

    /// Products of the bag, then those of the catalogue.
    var skuCompletion: Completion {
        Completion { _ throws(Fault) in
            var held: [Candidate] = []
            // Candidates of a bag that can't be read are left out: the bag itself says so.
            do throws(Fault) { held = try await storage.bag().lines.map { Candidate($0.sku, about: $0.name) } } catch {}
            let listed = (try? await ProductCompletion.candidates(api.upstream)) ?? Candidates([], isWhole: false)
            return Candidates(held + listed.all, isWhole: listed.isWhole)
        }
    }
}
