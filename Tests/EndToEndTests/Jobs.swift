import Foundation
import Testing

private typealias Truth = SampleTruth

extension Job {
    static let cheapest = [
        Job(kind: .findTheCheapest, wish: "The cheapest dress on sale") {
            try $0.call("catalog_list", #"{"query":"dress","onSale":true,"sort":"price","limit":3}"#)
                .column("sku").prefix(1).map { $0 }
        } truth: {
            least(
                Truth.products.filter { $0.names("dress") && $0.isReduced }, "sku",
                by: \.finalPrice)
        },
        Job(kind: .findTheCheapest, wish: "The greatest discount of the whole catalogue") {
            let first = try $0.call("catalog_list", #"{"sort":"-discount","limit":3}"#)["items"]?.elements?.first
            return [first?["discount"]?.plain ?? ""]
        } truth: {
            let rates = Truth.products.map { row in
                let price = row.number("price") ?? 0
                guard row.isReduced else { return 0.0 }
                return ((price - row.finalPrice) * 100 / price).rounded()
            }
            return [String(Int(rates.filter { $0 < 100 }.max() ?? 0))]
        },
        Job(kind: .findTheCheapest, wish: "The cheapest Swift book that has chapters to read first") {
            let books = try $0.call(
                "book_shelf_search", #"{"query":"swift","hasSample":true,"sort":"price","limit":3,"minPrice":1}"#)
            return books.column("isbn13").prefix(1).map { $0 }
        } truth: {
            let books = Truth.books.filter { $0.names("swift", in: "title") && $0["pdf"] != nil }
            return least(books.filter { ($0.number("price") ?? 0) >= 1 }, "isbn13") { $0.number("price") ?? .infinity }
        },
        Job(kind: .findTheCheapest, wish: "The cheapest stroller of the mall that can be had (유모차)") {
            try $0.call("shopping_mall_list", #"{"query":"유모차","soldOut":false,"sort":"price","limit":3}"#)
                .column("id").prefix(1).map { $0 }
        } truth: {
            least(Truth.goods.filter { $0.names("유모차") && !($0["isSoldOut"] as? Bool ?? false) }, "id", by: \.mallPrice)
        },
        Job(kind: .findTheCheapest, wish: "The cheapest ring under 50 dollars") {
            try $0.call("catalog_list", #"{"query":"ring","maxPrice":50,"sort":"price","limit":5}"#)
                .column("sku").prefix(1).map { $0 }
        } truth: {
            least(Truth.products.filter { $0.names("ring") && !$0.names("earring") }, "sku", by: \.finalPrice)
        },
    ]

    private static func warmest(_ places: [String]) -> [String] {
        func most(_ place: String) -> Double { Truth.days(place).first.map { Truth.temperature($0, "max") } ?? 0 }
        return places.max { most($0) < most($1) }.map { [$0] } ?? []
    }

    static let comparisons = [
        Job(kind: .compare, wish: "The linen dress beside the broderie one, with what is written of them") {
            let shown = try $0.call("product_detail_show", #"{"skus":["BL204DR17KLM","FA733DR38CGF"]}"#)
            return shown.column("name")
        } truth: {
            ["BL204DR17KLM", "FA733DR38CGF"].map { sku in
                Truth.products.first { $0.text("sku") == sku }?.text("name") ?? ""
            }
        },
        Job(kind: .compare, wish: "The two Swift by Degrees: which is newer, which is thicker") {
            let found = try $0.call("book_shelf_search", #"{"query":"swift by degrees","limit":5}"#)
            let numbers = found.column("isbn13").map { #""\#($0)""# }.joined(separator: ",")
            let books = try $0.call("book_shelf_show", #"{"isbn13s":[\#(numbers)]}"#)
            return books.column("year").sorted() + books.column("pages").sorted()
        } truth: {
            let books = Truth.books.filter { $0.text("title") == "Swift by Degrees" }
            return books.map { $0.text("year") }.sorted() + books.map { $0.text("pages") }.sorted()
        },
        Job(kind: .compare, wish: "Seoul or Taipei: where is it warmer today") {
            let places = try $0.call("forecast_daily", #"{"places":["Seoul","Taipei"],"days":1}"#)
            let days = places["items"]?.elements?.compactMap { $0["days"]?.elements?.first } ?? []
            let warmer = zip(["서울특별시", "臺北市"], days).max { left, right in
                (Double(left.1["max"]?.plain ?? "") ?? 0) < (Double(right.1["max"]?.plain ?? "") ?? 0)
            }
            return [warmer?.0 ?? ""]
        } truth: {
            warmest(["서울특별시", "臺北市"])
        },
        Job(kind: .compare, wish: "The cheapest of Kestrel Bay beside the cheapest of Lumi Studio") { agent in
            try ["Kestrel Bay", "Lumi Studio"].flatMap { brand in
                try agent.call("catalog_list", #"{"brand":["\#(brand)"],"sort":"price","limit":1}"#).column("sku")
            }
        } truth: {
            ["Kestrel Bay", "Lumi Studio"].flatMap { brand in
                least(Truth.products.filter { $0.brand == brand }, "sku", by: \.finalPrice)
            }
        },
        Job(kind: .compare, wish: "Bottles of the mall (젖병): the dearest and the cheapest") { agent in
            try ["price", "-price"].flatMap { order in
                try agent.call("shopping_mall_list", #"{"query":"젖병","sort":"\#(order)","limit":1}"#).column("id")
            }
        } truth: {
            let bottles = Truth.goods.filter { $0.names("젖병") }
            return least(bottles, "id", by: \.mallPrice) + least(bottles, "id") { -$0.mallPrice }
        },
    ]

    /// Puts the first rows of a question into the bag, and gives the bag's total as text.
    private static func bag(
        _ agent: ShoppingAgent, _ question: String, _ count: Int, quantity: Int = 1
    ) throws -> [String] {
        let rows = try agent.call("catalog_list", question)
        let items = rows.column("sku").prefix(count).map { #"{"sku":"\#($0)","quantity":\#(quantity)}"# }
        let bag = try agent.call("product_detail_add_to_bag", #"{"items":[\#(items.joined(separator: ","))]}"#)
        return [bag["totals"]?.elements?.first?.text?.split(separator: " ").last.map { "A$\($0)" } ?? ""]
    }

    /// The sum of the least prices, as the bag's text spells it.
    private static func sum(_ rows: [SampleTruth.Row], _ count: Int, quantity: Int = 1) -> [String] {
        let total = rows.map(\.finalPrice).sorted().prefix(count).reduce(0, +) * Double(quantity)
        return ["A$" + String(format: "%.2f", total)]
    }

    static let bags = [
        Job(kind: .fillTheBag, wish: "The three cheapest tees into the bag; what do they cost") {
            try bag($0, #"{"query":"tee","sort":"price","limit":3}"#, 3)
        } truth: {
            sum(Truth.products.filter { $0.names("tee") }, 3)
        },
        Job(kind: .fillTheBag, wish: "Two pieces of the cheapest hoodie") {
            try bag($0, #"{"query":"hoodie","sort":"price","limit":1}"#, 1, quantity: 2)
        } truth: {
            sum(Truth.products.filter { $0.names("hoodie") }, 1, quantity: 2)
        },
        Job(kind: .fillTheBag, wish: "As many of the cheapest things as 100 dollars buy") { agent in
            let rows = try agent.call("catalog_list", #"{"sort":"price","limit":20,"maxPrice":100}"#)
            var left = 100.0
            let chosen = (rows["items"]?.elements ?? []).prefix { row in
                left -= row.paid ?? .infinity
                return left >= 0
            }
            let items = chosen.map { #"{"sku":"\#($0["sku"]?.text ?? "")"}"# }.joined(separator: ",")
            return [try agent.call("product_detail_add_to_bag", #"{"items":[\#(items)]}"#)["count"]?.plain ?? ""]
        } truth: {
            var left = 100.0
            let chosen = Truth.products.map(\.finalPrice).filter { $0 > 0 }.sorted().prefix { price in
                left -= price
                return left >= 0
            }
            return [String(chosen.count)]
        },
        Job(kind: .fillTheBag, wish: "Five dresses are too many: take three back") { agent in
            _ = try agent.call("product_detail_remove_from_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":3}]}"#)
            return [try agent.call("product_detail_bag")["count"]?.plain ?? ""]
        } truth: {
            ["2"]
        }
        .after { _ = try $0.call("product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":5}]}"#) },
        Job(kind: .fillTheBag, wish: "The cheapest reduced jeans, and what the bag costs then") {
            try bag($0, #"{"query":"jeans","onSale":true,"sort":"price","limit":1}"#, 1)
        } truth: {
            sum(Truth.products.filter { $0.names("jeans") && $0.isReduced }, 1)
        },
    ]

    /// Answers invitations, and gives the names of those that are open still.
    private static func answer(
        _ agent: ShoppingAgent, _ action: String, where isMeant: (WireValue) -> Bool
    ) throws -> [String] {
        let open = try agent.call("friends_list", #"{"limit":1}"#)["invitations"]?.elements ?? []
        let answers = open.filter(isMeant).map { #"{"fid":"\#($0["fid"]?.text ?? "")","action":"\#(action)"}"# }
        return try agent.call("friends_respond", #"{"answers":[\#(answers.joined(separator: ","))]}"#)["invitations"]?
            .elements?.compactMap { $0["name"]?.text } ?? []
    }

    static let answers = [
        Job(kind: .answerMany, wish: "Accept all invitations but the one of 許雅雯") {
            try answer($0, "accept") { $0["name"]?.text != "許雅雯" }
        } truth: {
            ["許雅雯"]
        },
        Job(kind: .answerMany, wish: "Decline all invitations that have no date") {
            try answer($0, "decline") { $0["updatedOn"] == nil }
        } truth: {
            Truth.invitations.map(\.name).filter { $0 != "許雅雯" }
        },
        Job(kind: .answerMany, wish: "Like everything with a koala on it") { agent in
            let koalas = try agent.call("catalog_list", #"{"query":"koala","fields":["name"],"limit":50}"#)
            let skus = koalas.column("sku").map { #""\#($0)""# }.joined(separator: ",")
            let liked = try agent.call("catalog_like", #"{"skus":[\#(skus)],"liked":true}"#).column("name")
            return liked.filter { $0.contains("Koala") }.sorted()
        } truth: {
            Truth.products.filter { $0.names("Koala") }.map { $0.text("name") }.sorted()
        },
        Job(kind: .answerMany, wish: "I like none of it any more") { agent in
            let liked = try agent.call("catalog_list", #"{"liked":true,"fields":["name"]}"#).column("sku")
            let skus = liked.map { #""\#($0)""# }.joined(separator: ",")
            let given = try agent.call("catalog_like", #"{"skus":[\#(skus)],"liked":false}"#)
            #expect(given["liked"] == .bool(false))
            return given.column("sku").sorted()
        } truth: {
            ["BL204DR17KLM", "SO472JW55HXX"]
        }
        .after { _ = try $0.call("catalog_like", #"{"skus":["BL204DR17KLM","SO472JW55HXX"],"liked":true}"#) },
        Job(kind: .answerMany, wish: "Note “for the train” on both books of Callum Drysdale") { agent in
            let books = try agent.call("book_shelf_search", #"{"query":"Swift by Degrees","fields":["title"]}"#)
            return try books.column("isbn13").map { isbn13 in
                try agent.call("book_shelf_set_memo", #"{"isbn13":"\#(isbn13)","text":"for the train"}"#)["isbn13"]?
                    .text ?? ""
            }.sorted()
        } truth: {
            Truth.books.filter { $0.text("authors") == "Callum Drysdale" }.map { $0.text("isbn13") }.sorted()
        },
    ]

    /// Days of a place as the tool gives them.
    private static func days(_ agent: ShoppingAgent, _ arguments: String) throws -> [WireValue] {
        try agent.call("forecast_daily", arguments)["items"]?.elements?.first?["days"]?.elements ?? []
    }

    static let plans = [
        Job(kind: .planByWeather, wish: "How much rain falls in Taipei on the first rainy day") {
            try days($0, #"{"places":["Taipei"]}"#).lazy.compactMap { $0["rain"]?.plain }.prefix(1).map { $0 }
        } truth: {
            Truth.days("Taipei").compactMap { $0.number("rain") }.prefix(1).map { String($0) }
        },
        Job(kind: .planByWeather, wish: "The warmest place today: Seoul, Tokyo or Ho Chi Minh City") { agent in
            let given = try agent.call("forecast_daily", #"{"places":["Seoul","Tokyo","Ho Chi Minh City"],"days":1}"#)
            let warmest = given["items"]?.elements?.max { left, right in
                func most(_ place: WireValue) -> Double {
                    Double(place["days"]?.elements?.first?["max"]?.plain ?? "") ?? 0
                }
                return most(left) < most(right)
            }
            return [warmest?["place"]?["name"]?.text ?? ""]
        } truth: {
            warmest(["서울특별시", "東京都", "Ho Chi Minh City"])
        },
        Job(kind: .planByWeather, wish: "It will rain in Taipei: what does the cheapest raincoat cost") { agent in
            let wet = try days(agent, #"{"places":["Taipei"]}"#).contains { $0["rain"] != nil }
            guard wet else { return [] }
            return try agent.call("catalog_list", #"{"query":"raincoat","sort":"price","limit":1}"#).column("name")
        } truth: {
            least(Truth.products.filter { $0.names("raincoat") }, "name", by: \.finalPrice)
        },
        Job(kind: .planByWeather, wish: "The coldest night of the week in Reykjavik") {
            let nights = try days($0, #"{"places":["Reykjavik"],"days":7}"#)
            let coldest = nights.compactMap { Double($0["min"]?.plain ?? "") }.min() ?? 0
            return ["\(Int(coldest.rounded()))"]
        } truth: {
            let least = Truth.days("Reykjavik").prefix(7).map { Truth.temperature($0, "min") }.min() ?? 0
            return ["\(Int(least.rounded()))"]
        },
        Job(kind: .planByWeather, wish: "Sixteen days in Seoul: on how many does it rain") {
            let wet = try days($0, #"{"places":["Seoul"],"days":16}"#).compactMap { $0["rain"]?.plain }
            return wet
        } truth: {
            Truth.days("Seoul").compactMap { $0.number("rain") }.map { String($0) }
        },
    ]

    static let finds = [
        Job(kind: .findAgain, wish: "What did I like lately") {
            try $0.call("catalog_list", #"{"liked":true}"#).column("sku").sorted()
        } truth: {
            ["BL204DR17KLM", "MA088JW39PEJ"]
        }
        .after { _ = try $0.call("catalog_like", #"{"skus":["BL204DR17KLM","MA088JW39PEJ"],"liked":true}"#) },
        Job(kind: .findAgain, wish: "In which book did I note something about actors") {
            try $0.call("book_shelf_memos", #"{"query":"actors"}"#).column("isbn13")
        } truth: {
            ["9781617294136"]
        }
        .after {
            _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"read on actors, chapter 5"}"#)
            _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9788962800401","text":"for work"}"#)
        },
        Job(kind: .findAgain, wish: "What is in my bag") {
            try $0.call("product_detail_bag")["bag"]?.elements?.compactMap { $0["sku"]?.text } ?? []
        } truth: {
            ["SO472JW55HXX"]
        }
        .after { _ = try $0.call("product_detail_add_to_bag", #"{"items":[{"sku":"SO472JW55HXX"}]}"#) },
        Job(kind: .findAgain, wish: "Is 翁勳儀 a friend now") { agent in
            try agent.call("friends_list", #"{"query":"翁勳儀","status":["friend"]}"#)["items"]?
                .elements?.compactMap { $0["name"]?.text } ?? []
        } truth: {
            ["翁勳儀"]
        }
        .after { _ = try $0.call("friends_respond", #"{"answers":[{"fid":"002","action":"accept"}]}"#) },
        Job(kind: .findAgain, wish: "What did I note on Swift Without Ceremony, and what does it cost") { agent in
            let book = try agent.call("book_shelf_show", #"{"isbn13s":["9781617294136"]}"#)["items"]?.elements?.first
            return [book?["memo"]?.text ?? "", book?["price"]?.amount.map { "$\($0)" } ?? ""]
        } truth: {
            ["lent to Mina", "$39.99"]
        }
        .after { _ = try $0.call("book_shelf_set_memo", #"{"isbn13":"9781617294136","text":"lent to Mina"}"#) },
    ]

    /// The same job after an earlier conversation.
    func after(_ before: @escaping @Sendable (ShoppingAgent) throws -> Void) -> Job {
        var job = self
        job.before = before
        return job
    }
}
