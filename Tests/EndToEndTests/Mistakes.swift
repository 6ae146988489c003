import Testing

/// A wrong call as models make it, and what it leads to.
struct Mistake: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        /// Answered as another call is.
        case understood(as: String)
        /// Refused with these texts, from which the right call follows.
        case refused(texts: [String], right: String, tool: String)
    }

    let id: String
    let tool: String
    /// A JSON object.
    let arguments: String
    let outcome: Outcome
    /// Calls before it.
    let before: [(tool: String, arguments: String)]

    var testDescription: String { id }

    static func taken(
        _ id: String, _ tool: String, _ arguments: String, as meant: String, after before: [(String, String)] = []
    ) -> Mistake {
        Mistake(id: id, tool: tool, arguments: arguments, outcome: .understood(as: meant), before: before)
    }

    static func refused(
        _ id: String, _ tool: String, _ arguments: String, says texts: [String], right: String, of other: String? = nil,
        after before: [(String, String)] = []
    ) -> Mistake {
        Mistake(
            id: id, tool: tool, arguments: arguments,
            outcome: .refused(texts: texts, right: right, tool: other ?? tool), before: before)
    }
}

extension Mistake {
    /// Names of arguments and tools.
    static let ofNames: [Mistake] = [
        .refused(
            "a synonym: search", "catalog_list", #"{"search":"dress"}"#,
            says: ["no parameter “search”", "Did you mean “query”?"], right: #"{"query":"dress"}"#),
        .refused(
            "a synonym: q", "catalog_list", #"{"q":"dress"}"#, says: ["Did you mean “query”?"],
            right: #"{"query":"dress"}"#),
        .refused(
            "snake case", "catalog_list", #"{"max_price":50}"#, says: ["Did you mean “maxPrice”?"],
            right: #"{"maxPrice":50}"#),
        .refused(
            "words the other way round", "catalog_list", #"{"price_max":50}"#, says: ["Did you mean “maxPrice”?"],
            right: #"{"maxPrice":50}"#),
        .refused(
            "capitals", "catalog_list", #"{"MaxPrice":50}"#, says: ["Did you mean “maxPrice”?"],
            right: #"{"maxPrice":50}"#),
        .refused(
            "a synonym: budget", "catalog_list", #"{"budget":50}"#, says: ["Did you mean “maxPrice”?"],
            right: #"{"maxPrice":50}"#),
        .refused(
            "price alone", "catalog_list", #"{"query":"ring","price":50}"#, says: ["Did you mean “maxPrice”?"],
            right: #"{"query":"ring","maxPrice":50}"#),
        .refused(
            "singular", "catalog_list", #"{"sku":"BL204DR17KLM"}"#, says: ["Did you mean “skus”?"],
            right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "id", "catalog_list", #"{"id":"BL204DR17KLM"}"#, says: ["Did you mean “skus”?"],
            right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "brands", "catalog_list", #"{"brands":["North of Nine"]}"#, says: ["Did you mean “brand”?"],
            right: #"{"brand":["North of Nine"]}"#),
        .refused("is_on_sale", "catalog_list", #"{"is_on_sale":true}"#, says: ["“onSale”"], right: #"{"onSale":true}"#),
        .refused(
            "sale", "catalog_list", #"{"sale":true}"#, says: ["Did you mean “onSale”?"], right: #"{"onSale":true}"#),
        .refused(
            "small letters", "catalog_list", #"{"onsale":true}"#, says: ["Did you mean “onSale”?"],
            right: #"{"onSale":true}"#),
        .refused(
            "order_by", "catalog_list", #"{"order_by":"price"}"#, says: ["Did you mean “sort”?"],
            right: #"{"sort":"price"}"#),
        .refused(
            "page size", "catalog_list", #"{"page_size":5}"#, says: ["Did you mean “limit”?"], right: #"{"limit":5}"#),
        .refused("count", "catalog_list", #"{"count":5}"#, says: ["Did you mean “limit”?"], right: #"{"limit":5}"#),
        .refused(
            "a page by its number", "catalog_list", #"{"page":2}"#,
            says: ["Did you mean “cursor”? nextCursor of the answer before"], right: "{}"),
        .refused(
            "select", "catalog_list", #"{"select":["name"]}"#, says: ["Did you mean “fields”?"],
            right: #"{"fields":["name"]}"#),
        .refused(
            "a misspelt one", "catalog_list", #"{"querry":"dress"}"#, says: ["Did you mean “query”?"],
            right: #"{"query":"dress"}"#),
        .refused(
            "nothing like it", "catalog_list", #"{"colour":"blue"}"#,
            says: ["no parameter “colour”", "It takes query, skus"], right: #"{"query":"dress"}"#),
        .refused(
            "a member of the objects", "product_detail_add_to_bag", #"{"sku":"BL204DR17KLM"}"#,
            says: ["Did you mean “items”?"], right: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .refused(
            "members beside each other", "product_detail_add_to_bag", #"{"sku":"BL204DR17KLM","quantity":2}"#,
            says: ["“items”"], right: #"{"items":[{"sku":"BL204DR17KLM","quantity":2}]}"#),
        .refused(
            "several members", "product_detail_add_to_bag", #"{"skus":["BL204DR17KLM","NO390TO44MSA"]}"#,
            says: ["“items”"], right: #"{"items":[{"sku":"BL204DR17KLM"},{"sku":"NO390TO44MSA"}]}"#),
        .refused(
            "fids and action", "friends_respond", #"{"fids":["001","002"],"action":"accept"}"#, says: ["“answers”"],
            right: #"{"answers":[{"fid":"001","action":"accept"},{"fid":"002","action":"accept"}]}"#),
        .refused(
            "isbn", "book_shelf_show", #"{"isbn":"9781617294136"}"#, says: ["Did you mean “isbn13s”?"],
            right: #"{"isbn13s":["9781617294136"]}"#),
        .refused(
            "book_id", "book_shelf_show", #"{"book_id":"9781617294136"}"#, says: ["Did you mean “isbn13s”?"],
            right: #"{"isbn13s":["9781617294136"]}"#),
        .refused(
            "memo for text", "book_shelf_set_memo", #"{"isbn13":"9781617294136","memo":"Read it"}"#,
            says: ["Did you mean “text”?"], right: #"{"isbn13":"9781617294136","text":"Read it"}"#),
        .refused(
            "city", "forecast_daily", #"{"city":"Seoul"}"#, says: ["Did you mean “places”?"],
            right: #"{"places":["Seoul"]}"#),
        .refused(
            "location", "forecast_daily", #"{"location":"Seoul","days":2}"#, says: ["Did you mean “places”?"],
            right: #"{"places":["Seoul"],"days":2}"#),
        .refused(
            "unit", "forecast_daily", #"{"places":"Seoul","unit":"metric"}"#, says: ["Did you mean “units”?"],
            right: #"{"places":"Seoul","units":"metric"}"#),
        .refused(
            "like for liked", "catalog_like", #"{"skus":["BL204DR17KLM"],"like":true}"#,
            says: ["Did you mean “liked”?"], right: #"{"skus":["BL204DR17KLM"],"liked":true}"#),
        .refused(
            "qty", "product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","qty":2}]}"#,
            says: ["items[0] has no member “qty”"], right: #"{"items":[{"sku":"BL204DR17KLM","quantity":2}]}"#),
        .refused(
            "id of a line", "product_detail_add_to_bag", #"{"items":[{"id":"BL204DR17KLM"}]}"#,
            says: ["items[0] has no member “id”"], right: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .refused(
            "an answer without its word", "friends_respond", #"{"answers":[{"fid":"001","answer":"accept"}]}"#,
            says: ["answers[0] has no member “answer”"], right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .refused(
            "an argument where none is taken", "product_detail_bag", #"{"all":true}"#,
            says: ["It takes no parameters."], right: "{}"),
        .taken("one sku alone", "catalog_list", #"{"skus":"BL204DR17KLM"}"#, as: #"{"skus":["BL204DR17KLM"]}"#),
        .taken(
            "skus as text of JSON", "catalog_list", #"{"skus":"[\"BL204DR17KLM\"]"}"#, as: #"{"skus":["BL204DR17KLM"]}"#
        ),
        .taken(
            "skus with commas", "catalog_list", #"{"skus":"BL204DR17KLM, NO390TO44MSA"}"#,
            as: #"{"skus":["BL204DR17KLM","NO390TO44MSA"]}"#),
        .taken("ids as numbers", "shopping_mall_list", #"{"ids":[1123]}"#, as: #"{"ids":["1123"]}"#),
        .taken("one id", "shopping_mall_list", #"{"ids":1123}"#, as: #"{"ids":["1123"]}"#),
        .taken(
            "fields with commas", "catalog_list", #"{"fields":"name,price","limit":3}"#,
            as: #"{"fields":["name","price"],"limit":3}"#),
        .taken("fields: all", "catalog_list", #"{"fields":"all","limit":1}"#, as: #"{"fields":["all"],"limit":1}"#),
        .taken(
            "an isbn as a number", "book_shelf_show", #"{"isbn13s":9781617294136}"#,
            as: #"{"isbn13s":["9781617294136"]}"#),
        .taken(
            "one object for several", "product_detail_add_to_bag", #"{"items":{"sku":"BL204DR17KLM"}}"#,
            as: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .taken(
            "objects as text of JSON", "product_detail_add_to_bag", #"{"items":"[{\"sku\":\"BL204DR17KLM\"}]"}"#,
            as: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .taken(
            "skus in the place of objects", "product_detail_add_to_bag", #"{"items":["BL204DR17KLM"]}"#,
            as: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .taken(
            "one sku in the place of objects", "product_detail_add_to_bag", #"{"items":"BL204DR17KLM"}"#,
            as: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .taken("one place", "forecast_daily", #"{"places":"Seoul"}"#, as: #"{"places":["Seoul"]}"#),
        .taken("a status alone", "friends_list", #"{"status":"inviting"}"#, as: #"{"status":["inviting"]}"#),
        .taken(
            "the same sku twice", "catalog_list", #"{"skus":["BL204DR17KLM","BL204DR17KLM"]}"#,
            as: #"{"skus":["BL204DR17KLM"]}"#),
        .taken(
            "a search as a number", "book_shelf_search", #"{"query":9781617294136}"#, as: #"{"query":"9781617294136"}"#),
        .refused(
            "an unknown tool", "catalog_search", #"{"query":"dress"}"#, says: ["did you mean catalog_list"],
            right: #"{"query":"dress"}"#, of: "catalog_list"),
        .refused(
            "a tool by its method", "catalog.list", "{}", says: ["did you mean catalog_list"], right: "{}",
            of: "catalog_list"),
        .refused(
            "a cart", "add_to_cart", #"{"sku":"BL204DR17KLM"}"#, says: ["product_detail_add_to_bag"],
            right: #"{"items":[{"sku":"BL204DR17KLM"}]}"#, of: "product_detail_add_to_bag"),
        .refused(
            "a weather tool", "get_weather", #"{"city":"Seoul"}"#, says: ["forecast_daily"],
            right: #"{"places":"Seoul"}"#, of: "forecast_daily"),
        .refused(
            "a search of books", "search_books", #"{"query":"swift"}"#, says: ["book_shelf_search"],
            right: #"{"query":"swift"}"#, of: "book_shelf_search"),
    ]
}
