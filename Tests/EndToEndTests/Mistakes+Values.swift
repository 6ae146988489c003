extension Mistake {
    /// Values of another kind, size or spelling.
    static let ofValues: [Mistake] = [
        .taken("a number as text", "catalog_list", #"{"limit":"5"}"#, as: #"{"limit":5}"#),
        .taken("a flag as text", "catalog_list", #"{"onSale":"true","limit":5}"#, as: #"{"onSale":true,"limit":5}"#),
        .taken("null is left out", "catalog_list", #"{"query":null,"brand":null,"limit":5}"#, as: #"{"limit":5}"#),
        .taken(
            "an unknown argument that is null", "catalog_list", #"{"category":null,"limit":5}"#, as: #"{"limit":5}"#),
        .taken("a whole number with a point", "catalog_list", #"{"limit":5.0}"#, as: #"{"limit":5}"#),
        .taken(
            "an amount with its currency", "catalog_list", #"{"maxPrice":"AUD 50","limit":5}"#,
            as: #"{"maxPrice":50,"limit":5}"#),
        .taken("50 AUD", "catalog_list", #"{"maxPrice":"50 AUD","limit":5}"#, as: #"{"maxPrice":50,"limit":5}"#),
        .taken("$50", "catalog_list", #"{"maxPrice":"$50","limit":5}"#, as: #"{"maxPrice":50,"limit":5}"#),
        .taken(
            "A$1,000.50", "catalog_list", #"{"maxPrice":"A$1,000.50","limit":5}"#, as: #"{"maxPrice":1000.5,"limit":5}"#
        ),
        .taken("won", "shopping_mall_list", #"{"maxPrice":"20,000원","limit":5}"#, as: #"{"maxPrice":20000,"limit":5}"#),
        .taken(
            "KRW 20000", "shopping_mall_list", #"{"maxPrice":"KRW 20000","limit":5}"#,
            as: #"{"maxPrice":20000,"limit":5}"#),
        .refused(
            "dollars in words", "catalog_list", #"{"maxPrice":"50 dollars"}"#,
            says: ["in AUD, not “50 dollars”", "Did you mean maxPrice=50?"], right: #"{"maxPrice":50}"#),
        .refused(
            "another currency", "catalog_list", #"{"maxPrice":"USD 50"}"#,
            says: ["an amount of 0 or more in AUD, not “USD 50”"], right: #"{"maxPrice":50}"#),
        .refused(
            "euros", "catalog_list", #"{"maxPrice":"€50"}"#, says: ["in AUD, not “€50”"], right: #"{"maxPrice":50}"#),
        .refused(
            "dollars in the mall", "shopping_mall_list", #"{"maxPrice":"$50"}"#, says: ["in KRW, not “$50”"],
            right: #"{"maxPrice":50000}"#),
        .refused(
            "a negative price", "catalog_list", #"{"minPrice":-5}"#, says: ["0 or more in AUD, not -5"],
            right: #"{"minPrice":0}"#),
        .refused(
            "a percentage with its sign", "catalog_list", #"{"minDiscount":"20%"}"#,
            says: ["a whole number from 1 to 99, not “20%”", "Did you mean minDiscount=20?"],
            right: #"{"minDiscount":20}"#),
        .refused(
            "a word for a price", "catalog_list", #"{"maxPrice":"cheap"}"#, says: ["not “cheap”"],
            right: #"{"sort":"price"}"#),
        .refused(
            "a limit too large", "catalog_list", #"{"limit":500}"#,
            says: ["from 1 to 100, not 500", "Did you mean limit=100?"], right: #"{"limit":100}"#),
        .refused(
            "a limit of zero", "catalog_list", #"{"limit":0}"#,
            says: ["from 1 to 100, not 0", "Did you mean limit=1?"], right: #"{"limit":1}"#),
        .refused(
            "a huge limit", "catalog_list", #"{"limit":99999999999999999999999}"#, says: ["Did you mean limit=100?"],
            right: #"{"limit":100}"#),
        .refused(
            "a limit with its unit", "catalog_list", #"{"limit":"20 rows"}"#,
            says: ["not “20 rows”", "Did you mean limit=20?"], right: #"{"limit":20}"#),
        .refused(
            "a fraction", "catalog_list", #"{"limit":2.5}"#, says: ["not 2.5", "Did you mean limit=2?"],
            right: #"{"limit":2}"#),
        .refused(
            "a flag in words", "catalog_list", #"{"onSale":"yes"}"#,
            says: ["must be true or false, not “yes”", "Did you mean onSale=true?"], right: #"{"onSale":true}"#),
        .refused(
            "a flag of Python", "catalog_list", #"{"onSale":"True"}"#, says: ["Did you mean onSale=true?"],
            right: #"{"onSale":true}"#),
        .refused(
            "a flag as a number", "catalog_list", #"{"liked":1}"#, says: ["Did you mean liked=true?"],
            right: #"{"liked":true}"#),
        .refused(
            "an order in words", "catalog_list", #"{"sort":"price desc"}"#, says: ["Did you mean sort=-price?"],
            right: #"{"sort":"-price"}"#),
        .refused(
            "an order with underscores", "catalog_list", #"{"sort":"price_asc"}"#, says: ["Did you mean sort=price?"],
            right: #"{"sort":"price"}"#),
        .refused(
            "an order by words", "catalog_list", #"{"sort":"cheapest"}"#,
            says: [
                "one of sku, brand, name, price", "or - and one of them, not “cheapest”", "price: least paid now first",
            ], right: #"{"sort":"price"}"#),
        .taken(
            "an order in capitals", "catalog_list", #"{"sort":"Price","limit":5}"#, as: #"{"sort":"price","limit":5}"#),
        .taken(
            "an order in small letters", "catalog_list", #"{"sort":"-discountprice","limit":5}"#,
            as: #"{"sort":"-discountPrice","limit":5}"#),
        .refused(
            "an order without its field", "catalog_list", #"{"sort":"ASC"}"#,
            says: ["not “ASC”", "price: least paid now first"],
            right: #"{"sort":"price"}"#),
        .taken(
            "fields in capitals", "catalog_list", #"{"fields":["Name","PRICE","imageUrl"],"limit":3}"#,
            as: #"{"fields":["name","price","imageURL"],"limit":3}"#),
        .refused(
            "an order by what is not listed", "catalog_list", #"{"sort":"imageURL"}"#,
            says: ["must be one of sku, brand, name"], right: #"{"sort":"name"}"#),
        .refused(
            "an unknown field", "catalog_list", #"{"fields":["title"]}"#,
            says: ["must be one or several of sku, brand, name", #"not ["title"]"#], right: #"{"fields":["name"]}"#),
        .refused(
            "a misspelt field", "catalog_list", #"{"fields":["prise"]}"#, says: [#"Did you mean fields=["price"]?"#],
            right: #"{"fields":["price"]}"#),
        .refused(
            "units by their names", "forecast_daily", #"{"places":"Seoul","units":"celsius"}"#,
            says: ["not “celsius”", "metric is Celsius"], right: #"{"places":"Seoul","units":"metric"}"#),
        .taken(
            "units in capitals", "forecast_daily", #"{"places":"Seoul","units":"Metric"}"#,
            as: #"{"places":"Seoul","units":"metric"}"#),
        .refused(
            "too many days", "forecast_daily", #"{"places":"Seoul","days":30}"#,
            says: ["from 1 to 16, not 30", "Did you mean days=16?"], right: #"{"places":"Seoul","days":16}"#),
        .refused(
            "days in words", "forecast_daily", #"{"places":"Seoul","days":"a week"}"#,
            says: ["not “a week”", "For example days=7."], right: #"{"places":"Seoul","days":7}"#),
        .refused(
            "too many places", "forecast_daily", #"{"places":["Seoul","Busan","Taipei","Tokyo","Sydney","London"]}"#,
            says: ["1 to 5"], right: #"{"places":["Seoul","Busan","Taipei","Tokyo","Sydney"]}"#),
        .refused(
            "a place too short", "forecast_daily", #"{"places":"NY"}"#, says: ["at least 3 characters", "not “NY”"],
            right: #"{"places":"New York"}"#),
        .refused(
            "places by short names", "forecast_daily", #"{"places":["서울","부산"]}"#,
            says: ["at least 3 characters", #"Did you mean places=["서울특별시","부산광역시"]?"#],
            right: #"{"places":["서울특별시","부산광역시"]}"#),
        .refused(
            "a short name in Chinese", "forecast_daily", #"{"places":"臺北"}"#, says: [#"["臺北市"]"#],
            right: #"{"places":"臺北市"}"#),
        .refused(
            "a misspelt place", "forecast_daily", #"{"places":"Londn"}"#, says: ["not_found", "Did you mean London"],
            right: #"{"places":"London,GB"}"#),
        .refused(
            "a place with its country in words", "forecast_daily", #"{"places":"Seoul, South Korea"}"#,
            says: ["Did you mean Seoul?"], right: #"{"places":"Seoul"}"#),
        .refused(
            "an unknown place", "forecast_daily", #"{"places":"Atlantis"}"#, says: ["The sample data knows", "Sydney"],
            right: #"{"places":"Sydney"}"#),
        .refused(
            "an unknown friendship", "friends_list", #"{"status":"pending"}"#,
            says: ["must be one or several of friend, inviting"], right: #"{"status":"inviting"}"#),
        .refused(
            "an unknown answer", "friends_respond", #"{"answers":[{"fid":"001","action":"yes"}]}"#,
            says: ["answers[0].action must be one of accept, decline, not “yes”"],
            right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .taken(
            "an answer in capitals", "friends_respond", #"{"answers":[{"fid":"001","action":"ACCEPT"}]}"#,
            as: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .taken("a status in capitals", "friends_list", #"{"status":["Inviting"]}"#, as: #"{"status":["inviting"]}"#),
        .refused(
            "no answer", "friends_respond", #"{"answers":[{"fid":"001"}]}"#, says: ["answers[0].action is missing"],
            right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .refused(
            "fids in the place of objects", "friends_respond", #"{"answers":["001"]}"#,
            says: ["objects of {fid, action}"], right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .refused(
            "an unknown scenario", "friends_list", #"{"scenario":"friends"}"#,
            says: [
                "must be one of noFriends, friendsOnly, friendsWithInvitations", "Did you mean scenario=friendsOnly?",
            ], right: #"{"scenario":"friendsOnly"}"#),
        .refused(
            "nothing required given", "catalog_like", "{}", says: ["needs the parameter “skus”"],
            right: #"{"skus":["BL204DR17KLM"],"liked":true}"#),
        .refused(
            "one of two required", "catalog_like", #"{"skus":["BL204DR17KLM"]}"#,
            says: ["needs the parameter “liked”: true or false", #"{"skus":["BL204DR17KLM"],"liked":true}"#],
            right: #"{"skus":["BL204DR17KLM"],"liked":true}"#),
        .refused(
            "no words to search", "book_shelf_search", "{}",
            says: ["needs the parameter “query”", #"For example {"query":"swift"}."#], right: #"{"query":"swift"}"#),
        .refused(
            "an empty search", "book_shelf_search", #"{"query":"  "}"#, says: ["not blanks alone"],
            right: #"{"query":"swift"}"#),
        .refused(
            "an empty sku", "product_detail_show", #"{"skus":""}"#, says: ["invalid_argument", "1 to 10"],
            right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "an empty list", "product_detail_show", #"{"skus":[]}"#, says: ["1 to 10", "not []"],
            right: #"{"skus":["BL204DR17KLM"]}"#),
        .refused(
            "an object for a text", "catalog_list", #"{"query":{"text":"dress"}}"#,
            says: [#"text of at most 200 characters, not {"text":"dress"}"#], right: #"{"query":"dress"}"#),
        .refused(
            "a quantity of 100", "product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":100}]}"#,
            says: ["items[0].quantity must be a whole number from 1 to 99, not 100"],
            right: #"{"items":[{"sku":"BL204DR17KLM","quantity":99}]}"#),
        .refused(
            "a quantity of zero", "product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":0}]}"#,
            says: ["items[0].quantity", "not 0"], right: #"{"items":[{"sku":"BL204DR17KLM","quantity":1}]}"#),
        .taken(
            "a quantity as text", "product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":"2"}]}"#,
            as: #"{"items":[{"sku":"BL204DR17KLM","quantity":2}]}"#),
        .refused(
            "more than the bag holds", "product_detail_add_to_bag",
            #"{"items":[{"sku":"BL204DR17KLM","quantity":60}]}"#, says: ["1 to 99 pieces of one product"],
            right: #"{"items":[{"sku":"BL204DR17KLM","quantity":39}]}"#,
            after: [("product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM","quantity":60}]}"#)]),
        .refused(
            "an unknown cursor", "catalog_list", #"{"cursor":"2"}"#,
            says: ["was not given by catalog_list", "Leave cursor out to begin"], right: "{}"),
        .refused(
            "a page number for a cursor", "catalog_list", #"{"cursor":2}"#, says: ["was not given by catalog_list"],
            right: "{}"),
    ]
}
