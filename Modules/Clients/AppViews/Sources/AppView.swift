/// A view: its name, title, and the scripts of Pages/ that are its own.
enum AppView: String, CaseIterable {
    case catalog, product, bag, friends, mall, shelf, forecast, goods

    var uri: String { "ui://galleria/\(rawValue)" }

    /// The title of the document, and of the view as long as it has no result.
    var title: String {
        switch self {
        case .catalog: "Catalogue"
        case .product: "Product"
        case .bag: "Bag"
        case .friends: "Friends"
        case .mall: "Shopping mall"
        case .shelf: "Book shelf"
        case .forecast: "Forecast"
        case .goods: "Shop"
        }
    }

    /// In the order to run them, after those that all views share.
    var scripts: [String] {
        switch self {
        case .catalog, .product: ["list.js", "shop.js", "\(rawValue).js"]
        case .goods: ["list.js", "shop.js", "goods.js"]
        case .bag: ["shop.js", "bag.js"]
        case .friends, .mall, .shelf: ["list.js", "\(rawValue).js"]
        case .forecast: ["forecast.js"]
        }
    }

    static let sharedScripts = ["bridge.js", "elements.js", "pieces.js", "view.js"]
}
