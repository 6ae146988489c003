import Testing

private typealias Truth = SampleTruth

/// Jobs that an agent failed at, or did at great length, when it knew nothing but the list of tools.
extension Job {
    static let overviews = [
        Job(kind: .findTheCheapest, wish: "The dearest bag, whatever its name calls it") {
            try $0.call("catalog_list", #"{"query":"bag","sort":"-price","limit":1}"#).column("sku")
        } truth: {
            least(
                Truth.products.filter { $0.text("categories_translated").hasSuffix("|Bags") && $0.finalPrice.isFinite },
                "sku"
            ) {
                -$0.finalPrice
            }
        },
        Job(kind: .findTheCheapest, wish: "The cheapest top to wear, tees and shirts among them") {
            try $0.call("catalog_list", #"{"query":"tops","sort":"price","limit":1}"#).column("sku")
        } truth: {
            least(
                Truth.products.filter { $0.text("categories_translated").hasSuffix("|Tops") }, "sku", by: \.finalPrice)
        },
        Job(kind: .findTheCheapest, wish: "The cheapest thing that is at least half its price off") {
            try $0.call("catalog_list", #"{"minDiscount":50,"sort":"price","limit":1}"#).column("sku")
        } truth: {
            least(
                Truth.products.filter { row in
                    let price = row.number("price") ?? 0
                    return row.isReduced && (49.5..<99.5).contains(100 * (1 - row.finalPrice / price))
                }, "sku", by: \.finalPrice)
        },
        Job(kind: .compare, wish: "The brand with the most products, and how many it has") {
            let counts = try $0.call("catalog_list", #"{"countBy":"brand"}"#)["counts"]?.elements?.first
            return [counts?["value"]?.text ?? "", counts?["rows"]?.plain ?? ""]
        } truth: {
            let counts = Dictionary(grouping: Truth.products, by: \.brand).mapValues(\.count)
            return counts.max { $0.value < $1.value }.map { [$0.key, String($0.value)] } ?? []
        },
        Job(kind: .compare, wish: "The greatest discount by what is really paid") {
            try $0.call("catalog_list", #"{"sort":"-discount","limit":3,"fields":["name","price"]}"#).column("sku")
        } truth: {
            let reduced = Truth.products.filter {
                $0.isReduced && 100 * (1 - $0.finalPrice / ($0.number("price") ?? 0)) < 99.5
            }
            let sorted = reduced.sorted { one, other in
                func part(_ row: Truth.Row) -> Double { row.finalPrice / (row.number("price") ?? 1) }
                func rate(_ row: Truth.Row) -> Double { (100 - 100 * part(row)).rounded() }
                return rate(one) != rate(other) ? rate(one) > rate(other) : part(one) < part(other)
            }
            return sorted.prefix(3).map { $0.text("sku") }
        },
        Job(kind: .answerMany, wish: "Accept everybody who is called 林 or 黃") { agent in
            let open = try agent.call("friends_list", #"{"query":"林|黃","limit":1}"#)["invitations"]?.elements ?? []
            let answers = open.map { #"{"fid":"\#($0["fid"]?.text ?? "")","action":"accept"}"# }
            return try agent.call("friends_respond", #"{"answers":[\#(answers.joined(separator: ","))]}"#).column("fid")
        } truth: {
            Truth.invitations.filter { $0.name.contains("林") || $0.name.contains("黃") }.map(\.fid)
        },
        Job(kind: .planByWeather, wish: "Paris or London: does it rain today; what can be known of Paris") { agent in
            let given = try agent.call("forecast_daily", #"{"places":["London","Paris"],"days":1}"#)
            #expect(agent.texts.contains("The sample data knows"))
            return given["missing"]?.elements?.compactMap(\.text) ?? []
        } truth: {
            ["Paris"]
        },
        Job(kind: .fillTheBag, wish: "Nothing in the bag any more, and what that costs") { agent in
            let lines = try agent.call("product_detail_bag")["bag"]?.elements?.compactMap { $0["sku"]?.text } ?? []
            let items = lines.map { #""\#($0)""# }.joined(separator: ",")
            _ = try agent.call("product_detail_remove_from_bag", #"{"items":[\#(items)]}"#)
            return agent.texts.contains("the total is 0") ? ["the total is 0"] : []
        } truth: {
            ["the total is 0"]
        }
        .after { _ = try $0.call("product_detail_add_to_bag", #"{"items":["BL204DR17KLM","NO390TO44MSA"]}"#) },
        Job(kind: .findAgain, wish: "My note on a book, which I have just written over") {
            try $0.call("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"for Anna"}"#)["replaced"]
                .flatMap(\.text).map { [$0] } ?? []
        } truth: {
            ["lent to Ben"]
        }
        .after { _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"lent to Ben"}"#) },
    ]
}
