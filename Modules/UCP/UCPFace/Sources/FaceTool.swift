import UCPShop

/// A tool of UCP as it is offered, by its name in the specification.
package enum FaceTool: String, Sendable, CaseIterable {
    case searchCatalog = "search_catalog"
    case lookupCatalog = "lookup_catalog"
    case getProduct = "get_product"
    case createCart = "create_cart"
    case getCart = "get_cart"
    case updateCart = "update_cart"
    case cancelCart = "cancel_cart"
    case createCheckout = "create_checkout"
    case getCheckout = "get_checkout"
    case updateCheckout = "update_checkout"
    case cancelCheckout = "cancel_checkout"

    /// True if a call changes something.
    package var changes: Bool {
        switch self {
        case .searchCatalog, .lookupCatalog, .getProduct, .getCart, .getCheckout: false
        case .createCart, .updateCart, .cancelCart, .createCheckout, .updateCheckout, .cancelCheckout: true
        }
    }

    /// True if a call can't be taken back.
    package var isDestructive: Bool { self == .cancelCart || self == .cancelCheckout }

    /// True if doing it twice does what once does.
    package var isIdempotent: Bool { self != .createCart && self != .createCheckout }

    /// The capability that it belongs to.
    var capability: String {
        switch self {
        case .searchCatalog: Capability.search
        case .lookupCatalog, .getProduct: Capability.lookup
        case .createCart, .getCart, .updateCart, .cancelCart: Capability.cart
        case .createCheckout, .getCheckout, .updateCheckout, .cancelCheckout: Capability.checkout
        }
    }

    /// Title for people.
    package var title: String {
        switch self {
        case .searchCatalog: "Search the catalogue"
        case .lookupCatalog: "Look up products"
        case .getProduct: "Show a product"
        case .createCart: "Create a cart"
        case .getCart: "Show a cart"
        case .updateCart: "Replace a cart"
        case .cancelCart: "Cancel a cart"
        case .createCheckout: "Begin a checkout"
        case .getCheckout: "Show a checkout"
        case .updateCheckout: "Replace a checkout"
        case .cancelCheckout: "Cancel a checkout"
        }
    }

    /// Description for models.
    package var doc: String {
        switch self {
        case .searchCatalog:
            "Searches for products by words, categories and price. Needs words or a filter; prices are minor units."
        case .lookupCatalog: "Gives up to \(FaceLimits.ids) products by their ids, each once."
        case .getProduct: "Gives all that is known of one product."
        case .createCart: "Creates a cart with these lines, at the prices of now."
        case .getCart: "Gives a cart as it is."
        case .updateCart: "Replaces everything in a cart: what is left out is gone."
        case .cancelCart: "Cancels a cart, and gives what was in it."
        case .createCheckout:
            "Begins a checkout of these lines, or of a cart. It ends at continue_url, where a person pays; nothing is paid here."
        case .getCheckout: "Gives a checkout as it is."
        case .updateCheckout: "Replaces a checkout: lines, buyer, address and delivery."
        case .cancelCheckout: "Cancels a checkout."
        }
    }
}

/// The bounds of the face: nobody makes it grow without end.
enum FaceLimits {
    /// Ids in one lookup.
    static let ids = 50
    /// Products on a page of a search.
    static let pageSize = 50
    /// Lines of a cart or a checkout.
    static let lines = 100
    /// Pieces of one line, as in the bag.
    static let pieces = 99
    /// Bytes of a call's arguments.
    static let arguments = 128 << 10
    /// Bytes of a stored cart or checkout, with what it remembers of calls.
    static let session = 256 << 10
    /// Bytes of all carts together, and of all checkouts: the state lies in memory.
    static let allSessions = 16 << 20
    /// Carts that there may be at once, and checkouts.
    static let sessions = 1_000
    /// Idempotency keys that are remembered.
    static let keys = 10_000
    /// Seconds for which a key is remembered.
    static let keyLifetime = 86_400
    /// Keys that a cart remembers, and the answers of the latest of them.
    static let (sessionKeys, answers) = (64, 4)
}
