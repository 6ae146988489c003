import JSON

/// A checkout of the sample shop, written down in its id.
struct SampleCheckout {
    let lines: SampleLines
    /// Country of the address; nil before there is one.
    private var country: String?
    private var delivery: String?
    private var hasEmail = false

    /// Ways of delivery, in minor units.
    private static let options = [
        (id: "standard", title: "Standard", amount: 995), (id: "express", title: "Express", amount: 1_995),
    ]

    /// - Parameter node: as it is asked for.
    init(_ node: JSONNode?) {
        lines = SampleLines(node?["line_items"])
        let method = node?["fulfillment"]?["methods"]?[0]
        let destination = method?["destinations"]?[0]
        country = destination.map { $0["address_country"]?.string.map { String($0.prefix(2)) } ?? "AU" }
        let wanted = method?["groups"]?[0]?["selected_option_id"]?.string
        delivery = Self.options.first { $0.id == wanted }?.id
        hasEmail = node?["buyer"]?["email"]?.string != nil
    }

    /// - Returns: nil for an id of something else.
    init?(id: String?) {
        let parts = id.map { $0.split(separator: "!", omittingEmptySubsequences: false).map(String.init) } ?? []
        guard parts.count == 4, let lines = SampleLines(id: parts[0], "checkout") else { return nil }
        self.lines = lines
        country = parts[1].isEmpty ? nil : parts[1]
        delivery = parts[2].isEmpty ? nil : parts[2]
        hasEmail = parts[3] == "e"
    }

    var id: String { "\(lines.id("checkout"))!\(country ?? "")!\(delivery ?? "")!\(hasEmail ? "e" : "")" }

    var amount: Int? { Self.options.first { $0.id == delivery }?.amount }

    /// The next thing that it still needs, in the order in which a person gives it.
    var missing: (code: String, text: String)? {
        if country == nil { return ("missing_address", "Where shall it go? Give an address.") }
        if delivery == nil { return ("missing_delivery", "Choose a delivery.") }
        return hasEmail ? nil : ("missing_email", "Give an email address.")
    }

    var lineIDs: JSONValue { .array(lines.lines.map { .string("line-\($0.variant)") }) }

    /// The member of the ways of delivery.
    var fulfillment: JSONMember {
        var method: [JSONMember] = [
            JSONMember("id", "shipping-1"), JSONMember("type", "shipping"), JSONMember("line_item_ids", lineIDs),
        ]
        if let country {
            method += [
                JSONMember("destinations", [["id": "address-1", "address_country": .string(country)]]),
                JSONMember("selected_destination_id", "address-1"),
                JSONMember("groups", [group]),
            ]
        }
        return JSONMember("fulfillment", ["methods": [.object(method)]])
    }

    private var group: JSONValue {
        [
            "id": "parcel-1", "line_item_ids": lineIDs, "selected_option_id": delivery.map { .string($0) } ?? .null,
            "options": .array(
                Self.options.map { option in
                    [
                        "id": .string(option.id), "title": .string(option.title),
                        "totals": [["type": "total", "amount": .integer(option.amount)]],
                    ]
                }),
        ]
    }
}

extension SampleDesk {
    /// The checkout as UCP has it: it ends in the page of the shop, where a person pays.
    func checkout(_ checkout: SampleCheckout) -> JSONValue {
        var messages: [JSONValue] = []
        if let missing = checkout.missing {
            messages.append([
                "type": "error", "code": .string(missing.code), "content": .string(missing.text),
                "severity": "recoverable",
            ])
        }
        return .object(
            [
                ucp(Capability.checkout, isCheckout: true), JSONMember("id", .string(checkout.id)),
                JSONMember("line_items", checkout.lines.json),
                JSONMember("status", checkout.missing == nil ? "requires_escalation" : "incomplete"),
                JSONMember("currency", .string(SampleGoods.currency)),
                JSONMember("totals", totals(checkout.lines.subtotal, delivery: checkout.amount)),
                checkout.fulfillment, JSONMember("messages", .array(messages)),
                JSONMember("links", [["type": "terms_of_service", "url": .string("\(base)/terms")]]),
                JSONMember("continue_url", .string("\(base)/checkout")),
                JSONMember("expires_at", "2099-12-31T00:00:00Z"),
            ])
    }
}
