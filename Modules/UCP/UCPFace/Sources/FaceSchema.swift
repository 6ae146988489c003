package import JSON

/// Schemas of the tools' arguments: those of the specification's OpenRPC document and JSON Schemas (v2026-04-08), by the members that
/// a request may have (`ucp_request`), with the bounds of this shop. One truth: `tools/list` tells them, and each call is checked by them.
extension FaceTool {
    /// Schema of the arguments.
    package var inputSchema: JSONValue {
        var properties = [JSONMember("meta", Self.meta(needsKey: isDestructive))]
        switch self {
        case .searchCatalog: properties.append(JSONMember("catalog", Self.search))
        case .lookupCatalog: properties.append(JSONMember("catalog", Self.lookup))
        case .getProduct: properties.append(JSONMember("catalog", Self.product))
        case .createCart: properties.append(JSONMember("cart", Self.cart(isNew: true)))
        case .updateCart: properties += [Self.id, JSONMember("cart", Self.cart(isNew: false))]
        case .createCheckout: properties.append(JSONMember("checkout", Self.checkout(isNew: true)))
        case .updateCheckout: properties += [Self.id, JSONMember("checkout", Self.checkout(isNew: false))]
        case .getCart, .cancelCart, .getCheckout, .cancelCheckout: properties.append(Self.id)
        }
        return Self.object(properties, required: properties.map(\.key))
    }

    /// Schema of the structured content: what every answer has, and where the whole is written.
    package var outputSchema: JSONValue {
        let file =
            switch self {
            case .searchCatalog: "catalog_search.json#/$defs/search_response"
            case .lookupCatalog: "catalog_lookup.json#/$defs/lookup_response"
            case .getProduct: "catalog_lookup.json#/$defs/get_product_response"
            case .createCart, .getCart, .updateCart, .cancelCart: "cart.json"
            case .createCheckout, .getCheckout, .updateCheckout, .cancelCheckout: "fulfillment.json"
            }
        return .object([
            JSONMember("type", "object"),
            JSONMember(
                "description",
                .string("https://ucp.dev/\(FaceGround.version)/schemas/shopping/\(file), or types/error_response.json.")
            ),
            JSONMember("properties", ["ucp": ["type": "object"], "messages": ["type": "array"]]),
            JSONMember("required", ["ucp"]),
        ])
    }

    private static let id = JSONMember("id", text("The id that its creation gave.", most: 200))

    private static func meta(needsKey: Bool) -> JSONValue {
        object(
            [
                JSONMember(
                    "ucp-agent",
                    object(
                        [JSONMember("profile", text("Address of the platform's UCP profile.", most: 2_048, "uri"))],
                        required: ["profile"])),
                JSONMember(
                    "idempotency-key", text("A UUID for each change, the same over its retries.", most: 36, "uuid")),
            ], required: needsKey ? ["ucp-agent", "idempotency-key"] : ["ucp-agent"])
    }

    // MARK: - Catalogue

    private static let search = object([
        JSONMember("query", text("Words to search for.", most: 200)), context, filters,
        JSONMember(
            "pagination",
            object([
                JSONMember("cursor", text("The cursor of the page before.", most: 16_384)),
                JSONMember("limit", whole(1, "Products; \(FaceLimits.pageSize) at most, 10 without it.")),
            ])),
    ])

    private static let lookup = object(
        [
            JSONMember(
                "ids", array(text("", most: 1_000), 1...FaceLimits.ids, "Ids of products, or of their variants.")),
            filters, context,
        ], required: ["ids"])

    private static let product = object(
        [
            JSONMember("id", text("Id of a product, or of a variant.", most: 1_000)), filters, context,
            JSONMember(
                "selected",
                array(
                    object(
                        [JSONMember("name", text("", most: 200)), JSONMember("label", text("", most: 200))],
                        required: ["name", "label"]), 0...50, "Chosen options; products here have none.")),
            JSONMember("preferences", array(text("", most: 200), 0...50, "Names of options, the dearest first.")),
        ], required: ["id"])

    private static let filters = JSONMember(
        "filters",
        object([
            JSONMember("categories", array(text("", most: 200), 0...50, "Any of these.")),
            JSONMember(
                "price",
                object([
                    JSONMember("min", whole(0, "In minor units of context.currency.")),
                    JSONMember("max", whole(0, "In minor units of context.currency.")),
                ])),
        ]))

    // MARK: - Cart and checkout

    private static let context = JSONMember(
        "context",
        object(
            ["address_country", "address_region", "postal_code", "language", "currency"].map {
                JSONMember($0, text("", most: 200))
            } + [JSONMember("intent", text("", most: 2_000))]))

    private static let buyer = JSONMember(
        "buyer",
        object(["first_name", "last_name", "email", "phone_number"].map { JSONMember($0, text("", most: 500)) }))

    private static func lines(isNew: Bool) -> JSONMember {
        var members = [
            JSONMember(
                "item", object([JSONMember("id", text("A variant's id.", most: 1_000))], required: ["id"])),
            JSONMember("quantity", whole(1, "Pieces; above \(FaceLimits.pieces) it is adjusted.")),
        ]
        if !isNew { members.append(JSONMember("id", text("The line's id.", most: 200))) }
        return JSONMember(
            "line_items", array(object(members, required: ["item", "quantity"]), 0...FaceLimits.lines, "All lines."))
    }

    private static func cart(isNew: Bool) -> JSONValue {
        object([lines(isNew: isNew), context, buyer], required: ["line_items"])
    }

    private static func checkout(isNew: Bool) -> JSONValue {
        var members = [lines(isNew: isNew), context, buyer, JSONMember("fulfillment", fulfillment(isNew: isNew))]
        if isNew { members.append(JSONMember("cart_id", text("A cart to check out: its lines count.", most: 200))) }
        return object(members, required: ["line_items"])
    }

    /// Names of an address (types/postal_address.json).
    static let addressNames = [
        "street_address", "extended_address", "address_locality", "address_region", "postal_code", "address_country",
        "first_name", "last_name", "phone_number",
    ]

    private static func fulfillment(isNew: Bool) -> JSONValue {
        let address = object(
            (["id"] + addressNames).map { JSONMember($0, text("", most: 500)) })
        let group = object(
            [
                JSONMember("id", text("", most: 200)),
                JSONMember("selected_option_id", ["type": ["string", "null"]]),
            ], required: isNew ? [] : ["id"])
        let method = object(
            [
                JSONMember("id", text("", most: 200)),
                JSONMember("type", ["type": "string", "enum": ["shipping", "pickup"]]),
                JSONMember("line_item_ids", array(text("", most: 200), 0...FaceLimits.lines, "")),
                JSONMember("destinations", array(address, 0...10, "Addresses.")),
                JSONMember("selected_destination_id", ["type": ["string", "null"]]),
                JSONMember("groups", array(group, 0...10, "")),
            ], required: isNew ? ["type"] : [])
        return object([JSONMember("methods", array(method, 0...10, "One of the type shipping."))])
    }

    // MARK: - Parts

    private static func object(_ properties: [JSONMember], required: [String] = []) -> JSONValue {
        var members = [JSONMember("type", "object"), JSONMember("properties", .object(properties))]
        if !required.isEmpty { members.append(JSONMember("required", .array(required.map { .string($0) }))) }
        return .object(members)
    }

    private static func text(_ doc: String, most: Int, _ format: String? = nil) -> JSONValue {
        var members = [JSONMember("type", "string"), JSONMember("maxLength", .integer(most))]
        if let format { members.append(JSONMember("format", .string(format))) }
        if !doc.isEmpty { members.append(JSONMember("description", .string(doc))) }
        return .object(members)
    }

    private static func whole(_ least: Int, _ doc: String) -> JSONValue {
        ["type": "integer", "minimum": .integer(least), "description": .string(doc)]
    }

    private static func array(_ items: JSONValue, _ count: ClosedRange<Int>, _ doc: String) -> JSONValue {
        var members = [
            JSONMember("type", "array"), JSONMember("items", items), JSONMember("maxItems", .integer(count.upperBound)),
        ]
        if count.lowerBound > 0 { members.append(JSONMember("minItems", .integer(count.lowerBound))) }
        if !doc.isEmpty { members.append(JSONMember("description", .string(doc))) }
        return .object(members)
    }
}
