package import FeatureKit
import JSON
import Settings
import Storage

extension Feature {
    /// A shop that speaks UCP.
    package init(_ declaration: ShopDeclaration) {
        let shop = Shop(declaration)
        self.init(
            declaration.id, title: declaration.title,
            doc: "Products and a cart of \(declaration.title), a shop that speaks UCP.",
            address: "ucp", endpoint: declaration.business, settings: shop.settings.declarations,
            sample: { SampleBusiness.answer($0) }, parts: shop.parts)
    }
}

extension Shop {
    /// The operations and screens of a shop.
    var parts: [any FeaturePart] {
        let fields = ShopFields(id)
        let catalog = ShopCatalog(shop: self, fields: fields)
        let turns = CartTurns(id)
        let (title, cart, parameters) = (declaration.title, ShopCart(self, turns), ShopParameters(id))
        return [
            ListPart(
                "search", title: "Search \(title)",
                doc: "Products of \(title) by words, categories and price; 20 a call.",
                guidance:
                    "The shop searches; words, categories and prices go together in one call. Variants: \(toolName("show")).",
                of: fields.product, paging: .tokens
            ) { page, call throws(Fault) in try await catalog.page(page, call) }
            .parameter(ShopCatalog.query).parameter(ShopCatalog.categories)
            .parameter(ShopCatalog.least).parameter(ShopCatalog.most)
            .screen("galleria://\(id)").heading(title).summary().view("goods"),
            ShowPart(
                title: "Show products", doc: "Products of \(title) with all that is known of each, and their variants.",
                guidance: "Takes ids that \(toolName("search")) gave, of products or variants. "
                    + "The ids of variants go into the cart.",
                of: fields.product, example: .string(SampleGoods.exampleProduct)
            ) { key, call throws(Fault) in try await catalog.product(key, call) }
            .screen("galleria://\(id)/{id}", title: "Product").view("goods")
            .action(
                RowAction(
                    "addToCart", title: "Add to cart", "Puts pieces of a variant into the shop's cart.",
                    effect: .writes(idempotent: false, destructive: false),
                    ParameterShape({ ($0, $1) }, parameters.variant, ShopParameters.more)
                ) { asked, call throws(Fault) in try await cart.add(asked.0, asked.1, call) }
            )
            .completing { environment in
                [
                    "id": environment.keyCompletion(of: fields.product, .tokens, arguments: []) {
                        page, call throws(Fault) in
                        try await catalog.page(page, call)
                    }
                ]
            },
        ] + cartParts(cart, turns)
    }

    /// The operations of the cart and the checkout.
    private func cartParts(_ cart: ShopCart, _ turns: CartTurns) -> [any FeaturePart] {
        let (checkout, parameters) = (ShopCheckout(self, turns), ShopParameters(id))
        let (title, namespace) = (declaration.title, StoredCart.key(id).namespace)
        return [
            ListPart(
                "cart", title: "Show the cart", doc: "The cart at \(title) as the shop has it now.",
                guidance: "To change it: \(toolName("setCart")). To go on: \(toolName("checkout")).",
                of: CartFields.line, paging: .whole
            ) { _, call throws(Fault) in try await cart.show(call) }
            .head(CartFields.head).screen("galleria://\(id)/cart").heading("Cart at \(title)").showsStored(namespace)
            .view("goods")
            .action(
                RowAction(
                    "setQuantity", title: "Set quantity",
                    "Says how many pieces of a variant the cart has; 0 removes it.", parameters.item
                ) { item, call throws(Fault) in _ = try await cart.set([item], call) }),
            RowOperation(
                "setCart", title: "Change the cart",
                doc: "Sets how many pieces of variants the cart at \(title) has; variants that are not named stay.",
                guidance:
                    "Takes ids of variants that \(toolName("show")) gave; 0 removes one. Doing it twice is as doing it once.",
                effect: .writes(idempotent: true, destructive: false),
                example: [JSONMember("items", [ShopParameters.example])], parameters.items, of: CartFields.cart
            ) { items, call throws(Fault) in try await cart.set(items, call) },
            RowOperation(
                "about", title: "About the shop",
                doc: "What \(title) offers to programs: its version of UCP and its capabilities.",
                guidance: "Look here when a call says that the shop has no such capability.", effect: .reads,
                example: [], .none, of: ShopFacts.layout
            ) { _, call throws(Fault) in ShopFacts.row(try await agreement(call), self, call) },
            RowOperation(
                "checkout", title: "Begin to check out",
                doc: "Tells \(title) the address, the delivery and the email; gives the page where a person pays.",
                guidance:
                    "Nothing is ordered or paid by it: continueURL is the person's to open. Ids of deliveries come with an address.",
                effect: .writes(idempotent: true, destructive: false), example: [], ShopParameters.checkout,
                of: CartFields.cart
            ) { wish, call throws(Fault) in try await checkout.go(wish, call) },
        ]
    }

    /// An operation as MCP names its tool.
    func toolName(_ operation: String) -> String { snakeCase("\(id).\(operation)") }
}
