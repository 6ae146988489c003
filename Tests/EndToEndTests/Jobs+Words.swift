import Testing

private typealias Truth = SampleTruth

/// Jobs in other words, those of Korean and Chinese customers among them.
extension Job {
    static let inOtherWords = [
        Job(kind: .findTheCheapest, wish: "The cheapest nappies that are reduced (기저귀)") {
            try $0.call("shopping_mall_list", #"{"query":"기저귀","onSale":true,"sort":"price","limit":1}"#).column("id")
        } truth: {
            least(
                Truth.goods.filter { $0.names("기저귀") && $0.mallPrice < $0.number("price") ?? 0 }, "id", by: \.mallPrice)
        },
        Job(kind: .findTheCheapest, wish: "The cheapest book on Kotlin in Korean (코틀린)") {
            try $0.call("book_shelf_search", #"{"query":"코틀린","sort":"price","limit":1}"#).column("title")
        } truth: {
            least(Truth.books.filter { $0.names("코틀린", in: "title") }, "title") { $0.number("price") ?? .infinity }
        },
        Job(kind: .compare, wish: "Wet wipes (물티슈) of 몽글이 or of 베베솔: whose are cheaper") {
            try $0.call(
                "shopping_mall_list", #"{"query":"물티슈","brand":["몽글이","베베솔"],"sort":"price","limit":1}"#
            ).column("brand")
        } truth: {
            let brands = ["몽글이", "베베솔"]
            return least(
                Truth.goods.filter { $0.names("물티슈") && brands.contains($0.text("brand")) }, "brand", by: \.mallPrice)
        },
        Job(kind: .compare, wish: "資料庫 or 보안: which of the two books is thicker") { agent in
            let found = try ["資料庫", "보안"].flatMap {
                try agent.call("book_shelf_search", #"{"query":"\#($0)","limit":1}"#).column("isbn13")
            }
            let isbn13s = found.map { #""\#($0)""# }.joined(separator: ",")
            return try agent.call("book_shelf_show", #"{"isbn13s":[\#(isbn13s)]}"#).column("pages")
        } truth: {
            ["資料庫", "보안"].compactMap { word in
                Truth.books.first { $0.names(word, in: "title") }?.text("pages")
            }
        },
        Job(kind: .fillTheBag, wish: "The cheapest earrings, and the best necklace up to 80 dollars") { agent in
            let chosen = try [
                #"{"query":"earrings","sort":"price","limit":1}"#,
                #"{"query":"necklace","maxPrice":80,"sort":"-price","limit":1}"#,
            ].flatMap { try agent.call("catalog_list", $0).column("sku") }
            let items = chosen.map { #""\#($0)""# }.joined(separator: ",")
            let bag = try agent.call("product_detail_add_to_bag", #"{"items":[\#(items)]}"#)
            return bag["bag"]?.elements?.compactMap { $0["sku"]?.text } ?? []
        } truth: {
            let necklaces = Truth.products.filter { $0.names("necklace") && $0.finalPrice <= 80 }
            return least(Truth.products.filter { $0.names("earrings") }, "sku", by: \.finalPrice)
                + least(necklaces, "sku") { -$0.finalPrice }
        },
        Job(kind: .fillTheBag, wish: "Nothing of what is in my bag any more") { agent in
            let lines = try agent.call("product_detail_bag")["bag"]?.elements?.compactMap { $0["sku"]?.text } ?? []
            let items = lines.map { #""\#($0)""# }.joined(separator: ",")
            let bag = try agent.call("product_detail_remove_from_bag", #"{"items":[\#(items)]}"#)
            return lines + (bag["bag"]?.elements?.compactMap { $0["sku"]?.text } ?? ["a bag without lines"])
        } truth: {
            ["BL204DR17KLM", "NO390TO44MSA"]
        }
        .after {
            _ = try $0.call("product_detail_add_to_bag", #"{"items":["BL204DR17KLM","NO390TO44MSA"]}"#)
        },
        Job(kind: .answerMany, wish: "Accept both who are called 李蓉") { agent in
            let open = try agent.call("friends_list", #"{"query":"李蓉","limit":1}"#)["invitations"]?.elements ?? []
            let answers = open.map { #"{"fid":"\#($0["fid"]?.text ?? "")","action":"accept"}"# }
            return try agent.call("friends_respond", #"{"answers":[\#(answers.joined(separator: ","))]}"#).column("fid")
        } truth: {
            Truth.invitations.filter { $0.name == "李蓉" }.map(\.fid)
        },
        Job(kind: .planByWeather, wish: "Seoul, Busan or Jeju: where does it rain least this week") { agent in
            let given = try agent.call("forecast_daily", #"{"places":["서울특별시","부산광역시","제주특별자치도"],"days":7}"#)
            func rain(_ place: WireValue) -> Double {
                (place["days"]?.elements ?? []).reduce(0) { $0 + (Double($1["rain"]?.plain ?? "") ?? 0) }
            }
            let driest = given["items"]?.elements?.min { rain($0) < rain($1) }
            return [driest?["place"]?["name"]?.text ?? ""]
        } truth: {
            func rain(_ place: String) -> Double {
                Truth.days(place).prefix(7).reduce(0) { $0 + ($1.number("rain") ?? 0) }
            }
            return ["서울특별시", "부산광역시", "제주특별자치도"].min { rain($0) < rain($1) }.map { [$0] } ?? []
        },
        Job(kind: .findAgain, wish: "The book that I wanted to read on the train (기차)") {
            try $0.call("book_shelf_memos", #"{"query":"기차"}"#).column("isbn13")
        } truth: {
            ["9788962800401"]
        }
        .after {
            _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9788962800401","text":"기차에서 읽기"}"#)
            _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"집에서 읽기"}"#)
        },
        Job(kind: .findAgain, wish: "What of that which I liked is reduced now") {
            try $0.call("catalog_list", #"{"liked":true,"onSale":true}"#).column("sku")
        } truth: {
            let liked = ["BL204DR17KLM", "NO390TO44MSA", "MA088JW39PEJ"]
            return Truth.products.filter { liked.contains($0.text("sku")) && $0.isReduced }.map { $0.text("sku") }
        }
        .after {
            _ = try $0.call(
                "catalog_like", #"{"skus":["BL204DR17KLM","NO390TO44MSA","MA088JW39PEJ"],"liked":true}"#)
        },
    ]
}
