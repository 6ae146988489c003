extension Mistake {
    /// Names, routes and unknown ids where an id is wanted.
    static let ofIds: [Mistake] = [
        .taken(
            "a route for a sku", "product_detail_show", #"{"skus":"galleria://product/BL204DR17KLM"}"#,
            as: #"{"skus":"BL204DR17KLM"}"#),
        .taken(
            "routes for skus", "catalog_list", #"{"skus":["galleria://product/BL204DR17KLM"]}"#,
            as: #"{"skus":["BL204DR17KLM"]}"#),
        .taken("a route for a good", "shopping_mall_list", #"{"ids":"galleria://mall/1123"}"#, as: #"{"ids":[1123]}"#),
        .taken(
            "a route for a book", "book_shelf_show", #"{"isbn13s":"galleria://book/9781617294136"}"#,
            as: #"{"isbn13s":["9781617294136"]}"#),
        .taken(
            "a route for a memo", "book_shelf_set_memo", #"{"isbn13":"galleria://book/9781617294136","text":"a"}"#,
            as: #"{"isbn13":"9781617294136","text":"a"}"#),
        .taken(
            "a route for a place", "forecast_daily", #"{"places":"galleria://forecast?place=Seoul"}"#,
            as: #"{"places":"Seoul"}"#),
        .taken(
            "the route of a day", "forecast_daily", #"{"places":"galleria://forecast/Seoul/2026-11-24"}"#,
            as: #"{"places":"Seoul"}"#),
        .taken(
            "a route in the bag", "product_detail_add_to_bag",
            #"{"items":[{"sku":"galleria://product/BL204DR17KLM"}]}"#, as: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .refused(
            "the route of a book for a sku", "product_detail_show", #"{"skus":"galleria://book/9781617294136"}"#,
            says: ["values of sku, or routes galleria://product/{sku}, not “galleria://book/9781617294136”"],
            right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "the route of a list for a sku", "catalog_like", #"{"skus":"galleria://catalog","liked":true}"#,
            says: ["routes galleria://product/{sku}"], right: #"{"skus":"BL204DR17KLM","liked":true}"#),
        .refused(
            "a name for a sku", "product_detail_show", #"{"skus":"Linen Wrap Dress"}"#,
            says: ["not_found", "Did you mean BL204DR17KLM “Linen Wrap Dress”"], right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "a name in small letters", "product_detail_add_to_bag", #"{"items":[{"sku":"linen wrap dress"}]}"#,
            says: ["Did you mean BL204DR17KLM"], right: #"{"items":[{"sku":"BL204DR17KLM"}]}"#),
        .refused(
            "a misspelt name", "product_detail_show", #"{"skus":"Linnen Wrap Dress"}"#,
            says: ["Did you mean BL204DR17KLM “Linen Wrap Dress”"], right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "a misspelt sku", "product_detail_show", #"{"skus":"BL204DR17KLN"}"#,
            says: ["Did you mean BL204DR17KLM “Linen Wrap Dress”"], right: #"{"skus":"BL204DR17KLM"}"#),
        .refused(
            "a sku in small letters", "catalog_like", #"{"skus":"bl204dr17klm","liked":true}"#,
            says: ["Did you mean BL204DR17KLM"], right: #"{"skus":"BL204DR17KLM","liked":true}"#),
        .refused(
            "a title for an isbn", "book_shelf_show", #"{"isbn13s":"Swift Without Ceremony"}"#,
            says: ["Did you mean 9781617294136 “Swift Without Ceremony”"], right: #"{"isbn13s":"9781617294136"}"#),
        .refused(
            "an isbn with hyphens", "book_shelf_show", #"{"isbn13s":"978-1-61729-413-6"}"#,
            says: ["Did you mean 9781617294136 “Swift Without Ceremony”"], right: #"{"isbn13s":"9781617294136"}"#),
        .refused(
            "a memo of an unknown book", "book_shelf_set_memo", #"{"isbn13":"9781617294139","text":"a"}"#,
            says: ["There is no book", "Did you mean 9781617294136"], right: #"{"isbn13":"9781617294136","text":"a"}"#),
        .refused(
            "a name for a fid", "friends_respond", #"{"answers":[{"fid":"黃靖僑","action":"accept"}]}"#,
            says: ["Did you mean 001 “黃靖僑”"], right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .refused(
            "a friend who did not invite", "friends_respond", #"{"answers":[{"fid":"263","action":"accept"}]}"#,
            says: ["has no open invitation", "is a friend"], right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .refused(
            "a fid that is not there", "friends_respond", #"{"answers":[{"fid":"9999","action":"accept"}]}"#,
            says: ["There is no friend with the fid “9999”"], right: #"{"answers":[{"fid":"001","action":"accept"}]}"#),
        .taken(
            "accepted once more", "friends_respond", #"{"answers":[{"fid":"001","action":"accept"}]}"#,
            as: #"{"answers":[{"fid":"001","action":"accept"}]}"#,
            after: [("friends_respond", #"{"answers":[{"fid":"001","action":"accept"}]}"#)]),
        .refused(
            "declined after accepted", "friends_respond", #"{"answers":[{"fid":"001","action":"decline"}]}"#,
            says: ["the invitation was accepted"], right: #"{"answers":[{"fid":"002","action":"decline"}]}"#,
            after: [("friends_respond", #"{"answers":[{"fid":"001","action":"accept"}]}"#)]),
        .refused(
            "out of an empty bag", "product_detail_remove_from_bag", #"{"items":[{"sku":"BL204DR17KLM"}]}"#,
            says: ["is not in the bag", "The bag is empty."], right: "{}", of: "product_detail_bag"),
        .refused(
            "out of the bag what is not in it", "product_detail_remove_from_bag",
            #"{"items":[{"sku":"NO390TO44MSA"}]}"#,
            says: ["is not in the bag", "In it are BL204DR17KLM “Linen Wrap Dress”"],
            right: #"{"items":[{"sku":"BL204DR17KLM"}]}"#,
            after: [("product_detail_add_to_bag", #"{"items":[{"sku":"BL204DR17KLM"}]}"#)]),
    ]
}
