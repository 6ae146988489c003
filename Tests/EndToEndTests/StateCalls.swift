import Foundation

/// The operations that write and show state, as the tests of the state ask for them.
enum StateCalls {
    static let sku = "BL204DR17KLM"
    static let isbn13 = "9781617294136"
    static let fid = "001"
    static let scenario = "friendsWithInvitations"

    typealias Call = (method: String, params: String)

    static func like(_ sku: String = sku, _ isLiked: Bool = true) -> Call {
        ("catalog.like", #"{"skus":"\#(sku)","liked":\#(isLiked)}"#)
    }
    static func addToBag(_ sku: String = sku, _ quantity: Int = 1) -> Call {
        ("productDetail.addToBag", #"{"items":{"sku":"\#(sku)","quantity":\#(quantity)}}"#)
    }
    static func setMemo(_ text: String, _ isbn13: String = isbn13) -> Call {
        ("bookShelf.setMemo", #"{"isbn13":"\#(isbn13)","text":"\#(text)"}"#)
    }
    static func accept(_ fid: String = fid) -> Call {
        ("friends.respond", #"{"answers":[{"fid":"\#(fid)","action":"accept"}]}"#)
    }

    static let products: Call = ("catalog.list", "{}")
    static func product(_ sku: String = sku) -> Call { ("productDetail.show", #"{"skus":"\#(sku)"}"#) }
    static let bag: Call = ("productDetail.bag", "{}")
    static func book(_ isbn13: String = isbn13) -> Call { ("bookShelf.show", #"{"isbn13s":["\#(isbn13)"]}"#) }
    static let shelf: Call = ("bookShelf.list", "{}")
    static let friends: Call = ("friends.list", #"{"scenario":"\#(scenario)"}"#)

    /// The memo in the answer to `book`; nil without one.
    static func memo(in result: WireValue?) -> String? { result?["items"]?.elements?.first?["memo"]?.text }

    /// Every book of the sample data.
    static let isbns: [String] = {
        let path = Repository.path("Config/samples/BookShelf/books.json")
        let books = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { WireValue($0) }
        return books?.elements?.compactMap { $0["isbn13"]?.text } ?? []
    }()

    /// Every operation whose answer shows state.
    static let showing: [Call] = [products, product(), bag, book(), shelf, friends]
    /// Every screen that shows state.
    static let routes = [
        "galleria://catalog", "galleria://product/\(sku)", "galleria://bag", "galleria://book/\(isbn13)",
        "galleria://shelf",
        "galleria://friends?scenario=\(scenario)",
    ]
}

/// State shown by the answers to `StateCalls`.
struct ShownState: Equatable {
    var isLiked = false
    var pieces = 0
    var memo = ""
    var isInvited = true

    init() {}

    init(isLiked: Bool, pieces: Int, memo: String, isInvited: Bool) {
        (self.isLiked, self.pieces, self.memo, self.isInvited) = (isLiked, pieces, memo, isInvited)
    }

    /// Asks for all of it.
    init(_ tour: StateTour) throws {
        isLiked = try tour.result(StateCalls.product())["items"]?.elements?.first?["liked"] == .bool(true)
        pieces = try tour.result(StateCalls.bag)["count"]?.integer ?? 0
        memo = StateCalls.memo(in: try tour.result(StateCalls.book())) ?? ""
        isInvited = try tour.result(StateCalls.friends).keys("fid", of: "invitations").contains(StateCalls.fid)
    }
}
