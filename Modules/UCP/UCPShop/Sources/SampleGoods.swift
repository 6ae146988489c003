import JSON

/// The products of the sample shop: every shape that the schemas allow, under names of our own making.
enum SampleGoods {
    static let exampleProduct = "harbour-tote"
    static let exampleVariant = "harbour-tote-navy"
    static let currency = "AUD"

    /// One product as it is written down here.
    struct Good {
        let id: String
        let title: String
        let category: String
        /// In minor units.
        let price: Int
        /// Before it was reduced.
        let listPrice: Int?
        /// Labels of its one option; empty for a product with one variant and no options.
        let labels: [String]
        /// In minor units, by which each variant costs more than the one before.
        let step: Int
        /// True if it can be bought; nil where the shop does not say.
        let isAvailable: Bool?

        init(
            _ id: String, _ title: String, _ category: String, _ price: Int, was listPrice: Int? = nil,
            _ labels: [String] = [], step: Int = 0, isAvailable: Bool? = true
        ) {
            (self.id, self.title, self.category, self.price) = (id, title, category, price)
            (self.listPrice, self.labels, self.step, self.isAvailable) = (listPrice, labels, step, isAvailable)
        }

        /// Minor units that a variant costs; those of the first one for an id of none.
        func price(of variant: String) -> Int { price + step * (variantIDs.firstIndex(of: variant) ?? 0) }

        /// Ids of its variants.
        var variantIDs: [String] { labels.isEmpty ? ["\(id)-one"] : labels.map { "\(id)-\(slug($0))" } }
    }

    static let all: [Good] = [
        Good("harbour-tote", "Harbour Tote Bag", "Bags", 8_900, was: 10_900, ["Navy", "Sand"]),
        Good("pier-backpack", "Pier Backpack", "Bags", 14_950, ["Black", "Olive"], step: 1_000),
        Good("quay-clutch", "Quay Leather Clutch", "Bags", 6_495, isAvailable: false),
        Good("ferry-duffel", "Ferry Duffel Bag", "Bags", 17_900),
        Good("tide-tee", "Tide Cotton Tee", "Tops", 3_995, ["S", "M", "L"]),
        Good("reef-shirt", "Reef Linen Shirt", "Tops", 9_950, was: 12_950, ["S", "M", "L"]),
        Good("dune-knit", "Dune Merino Knit", "Tops", 16_900, ["S", "M"]),
        Good("gale-hoodie", "Gale Hoodie", "Tops", 11_000, ["M", "L"], isAvailable: nil),
        Good("spray-jacket", "Spray Rain Jacket", "Outerwear", 24_900, ["S", "M", "L"]),
        Good("beacon-coat", "Beacon Wool Coat", "Outerwear", 39_900, was: 49_900, ["M", "L"]),
        Good("buoy-vest", "Buoy Down Vest", "Outerwear", 18_950),
        Good("shoal-dress", "Shoal Wrap Dress", "Dresses", 15_900, ["8", "10", "12"]),
        Good("lagoon-dress", "Lagoon Slip Dress", "Dresses", 13_995, ["8", "10"]),
        Good("drift-skirt", "Drift Pleated Skirt", "Skirts", 8_450, ["8", "10", "12"]),
        Good("mast-jeans", "Mast Straight Jeans", "Trousers", 12_900, ["30", "32", "34"]),
        Good("keel-chinos", "Keel Chinos", "Trousers", 9_900, ["30", "32"]),
        Good("cove-shorts", "Cove Shorts", "Trousers", 5_995, was: 7_995),
        Good("deck-sneakers", "Deck Canvas Sneakers", "Shoes", 9_995, ["39", "41", "43"]),
        Good("anchor-boots", "Anchor Chelsea Boots", "Shoes", 27_900, ["39", "41"], step: 1_500),
        Good("sandbar-sandals", "Sandbar Sandals", "Shoes", 7_450, isAvailable: nil),
        Good("north-cap", "North Wind Cap", "Accessories", 3_450, ["Navy", "White"]),
        Good("fog-scarf", "Fog Wool Scarf", "Accessories", 5_950),
        Good("compass-watch", "Compass Field Watch", "Accessories", 21_900, was: 25_900),
        Good("pearl-ring", "Pearl Signet Ring", "Jewellery", 12_050, ["6", "7", "8"], step: 250),
        Good("knot-necklace", "Sailor's Knot Necklace", "Jewellery", 8_995),
        Good("lamp-earrings", "Lamplight Earrings", "Jewellery", 4_995, isAvailable: false),
    ]

    /// The product of an id, its own or a variant's.
    static func good(_ id: String) -> Good? { all.first { $0.id == id || $0.variantIDs.contains(id) } }

    fileprivate static func slug(_ label: String) -> String { label.lowercased() }

    static func price(_ amount: Int) -> JSONValue { ["amount": .integer(amount), "currency": .string(currency)] }
}

private func slug(_ label: String) -> String { SampleGoods.slug(label) }

extension SampleGoods.Good {
    /// The product as UCP has it.
    /// - Parameter base: address of the shop.
    func json(_ base: String) -> JSONValue {
        let place = SampleGoods.all.firstIndex { $0.id == id } ?? 0
        var members: [JSONMember] = [
            JSONMember("id", .string(id)), JSONMember("title", .string(title)),
            JSONMember("description", description(place)), JSONMember("price_range", range(price)),
            JSONMember("variants", .array(variants(place, base))),
        ]
        if place % 8 != 7 { members.append(JSONMember("url", .string("\(base)/products/\(id)"))) }
        if place % 3 != 1 { members.append(JSONMember("handle", .string(id))) }
        if place != 20 { members.append(JSONMember("categories", categories(place))) }
        if place % 9 != 8 { members.append(JSONMember("media", media(place, base))) }
        if let listPrice { members.append(JSONMember("list_price_range", range(listPrice))) }
        if !labels.isEmpty {
            members.append(
                JSONMember(
                    "options",
                    [["name": .string(optionName), "values": .array(labels.map { ["label": .string($0)] })]]))
        }
        if place % 3 == 0 {
            members.append(
                JSONMember(
                    "rating", ["value": .number("4.\(place % 10)"), "scale_max": 5, "count": .integer(9 + place)]))
        }
        if place == 8 { members.append(JSONMember("rating", ["value": 8, "scale_min": 0, "scale_max": 10])) }
        if place % 4 == 1 { members.append(JSONMember("tags", ["new", "coast"])) }
        if place % 5 == 2 {
            members.append(JSONMember("metadata", ["collection": "Shoreline", "care": ["wash": 30, "iron": false]]))
        }
        return .object(members)
    }

    private func range(_ amount: Int) -> JSONValue {
        ["min": SampleGoods.price(amount), "max": SampleGoods.price(amount + step * max(0, labels.count - 1))]
    }

    /// With a taxonomy, without one, and several.
    private func categories(_ place: Int) -> JSONValue {
        switch place % 7 {
        case 5: [["value": .string(category)]]
        case 6:
            [
                ["value": .string(category), "taxonomy": "merchant"],
                ["value": .string(String(160 + place)), "taxonomy": "google_product_category"],
            ]
        default: [["value": .string(category), "taxonomy": "merchant"]]
        }
    }

    /// A picture, with its size in some, behind a film in others.
    private func media(_ place: Int, _ base: String) -> JSONValue {
        var picture: [JSONMember] = [
            JSONMember("type", "image"), JSONMember("url", .string("\(base)/pictures/\(id).png")),
            JSONMember("alt_text", .string(title)),
        ]
        if place % 2 == 1 { picture += [JSONMember("width", 600), JSONMember("height", 600)] }
        let film: JSONValue = ["type": "video", "url": .string("\(base)/films/\(id).mp4")]
        return .array((place % 5 == 3 ? [film] : []) + [.object(picture)])
    }

    private var optionName: String { category == "Bags" || category == "Accessories" ? "Colour" : "Size" }

    /// In each of the three forms that there are.
    private func description(_ place: Int) -> JSONValue {
        let text = "\(title), made for days by the water."
        return switch place % 3 {
        case 0: ["plain": .string(text)]
        case 1: ["html": .string("<p>\(text)</p><ul><li>Washable</li></ul>")]
        default: ["markdown": .string(text)]
        }
    }

    private func variants(_ place: Int, _ base: String) -> [JSONValue] {
        variantIDs.enumerated().map { index, variant in
            var members: [JSONMember] = [
                JSONMember("id", .string(variant)),
                JSONMember("title", .string(labels.isEmpty ? title : labels[index])),
                JSONMember("description", ["plain": .string(labels.isEmpty ? title : "\(title), \(labels[index])")]),
                JSONMember("price", SampleGoods.price(price(of: variant))),
            ]
            if let listPrice {
                members.append(JSONMember("list_price", SampleGoods.price(listPrice + step * index)))
            }
            if let isAvailable {
                // The last of several variants is sold out in some products.
                let isLeft = isAvailable && !(place % 4 == 2 && index > 0 && index == labels.count - 1)
                members.append(JSONMember("availability", availability(isLeft, place)))
            }
            if !labels.isEmpty {
                members.append(JSONMember("options", [["name": .string(optionName), "label": .string(labels[index])]]))
            }
            if place % 2 == 0 { members.append(JSONMember("seller", seller(place, base))) }
            if place % 6 == 5 { members += rarities(variant, place, base) }
            if index == 0, place % 6 == 0 { members.append(JSONMember("sku", .string("HP-\(1_000 + place)"))) }
            return .object(members)
        }
    }

    /// With each status that the schema names, and without one.
    private func availability(_ isLeft: Bool, _ place: Int) -> JSONValue {
        let status: JSONValue =
            isLeft
            ? [11: "backorder", 13: "preorder"][place] ?? "in_stock" : place == 25 ? "discontinued" : "out_of_stock"
        return place == 17 ? ["available": .bool(isLeft)] : ["available": .bool(isLeft), "status": status]
    }

    private func seller(_ place: Int, _ base: String) -> JSONValue {
        let name = JSONMember("name", "Harbour & Pine")
        guard place % 4 == 0 else { return .object([name]) }
        let link: JSONValue = ["type": "refund_policy", "url": .string("\(base)/refunds"), "title": "Returns"]
        return .object([name, JSONMember("links", [link])])
    }

    /// Members of a variant that few shops give.
    private func rarities(_ variant: String, _ place: Int, _ base: String) -> [JSONMember] {
        [
            JSONMember("handle", .string(variant)), JSONMember("url", .string("\(base)/products/\(id)?v=\(variant)")),
            JSONMember("barcodes", [["type": "EAN", "value": .string("93\(10_000_000_000 + place)")]]),
            JSONMember("categories", [["value": .string(category)]]), JSONMember("tags", ["limited"]),
            JSONMember("media", media(place, base)), JSONMember("rating", ["value": 4, "scale_max": 5]),
            JSONMember("metadata", ["batch": .integer(place)]),
            JSONMember(
                "unit_price",
                [
                    "amount": .integer(price(of: variant)), "currency": .string(SampleGoods.currency),
                    "measure": ["value": 1, "unit": "pc"], "reference": ["value": 1, "unit": "pc"],
                ]),
        ]
    }
}
