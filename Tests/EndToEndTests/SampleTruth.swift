import Foundation

/// Facts of the sample data, read from their files without any code of galleria.
enum SampleTruth {
    typealias Row = [String: Any]

    static var products: [Row] { rows("Catalog/products.json") }
    static var goods: [Row] { rows("ShoppingMall/products.json") }
    static var books: [Row] { rows("BookShelf/books.json") }
    static var places: [Row] { rows("Forecast/places.json") }

    private static func rows(_ path: String) -> [Row] {
        let data = FileManager.default.contents(atPath: Repository.path("Config/samples/\(path)")) ?? Data()
        return (try? JSONSerialization.jsonObject(with: data)) as? [Row] ?? []
    }

    /// Open invitations of friends: fid and name.
    static var invitations: [(fid: String, name: String)] {
        let data = FileManager.default.contents(atPath: Repository.path("Config/samples/Friends/friend3.json"))
        let object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? Row
        return (object?["response"] as? [Row] ?? []).compactMap { row in
            guard row["status"] as? Int == 0, let fid = row["fid"] as? String else { return nil }
            return (fid, row["name"] as? String ?? "")
        }
    }

    /// Days of a place, the first of which is today.
    static func days(_ name: String) -> [Row] {
        let place = places.first { ($0["names"] as? [String])?.contains(name) == true }
        return (place?["body"] as? Row)?["list"] as? [Row] ?? []
    }

    static func temperature(_ day: Row, _ name: String) -> Double {
        ((day["temp"] as? Row)?[name] as? NSNumber)?.doubleValue ?? .nan
    }
}

extension [String: Any] {
    func text(_ name: String) -> String {
        if let number = self[name] as? NSNumber { return number.stringValue }
        return self[name] as? String ?? ""
    }

    func number(_ name: String) -> Double? {
        if let text = self[name] as? String { return Double(text.drop { $0 == "$" }) }
        return (self[name] as? NSNumber)?.doubleValue
    }

    var brand: String { ((self["_embedded"] as? [String: Any])?["brand"] as? [String: Any])?.text("name") ?? "" }

    /// Price that is paid for a product of the catalogue; a final price of 0 is a mistake of the shop's.
    var finalPrice: Double {
        guard let price = number("final_price"), price > 0 else { return .infinity }
        return price
    }

    var isReduced: Bool { finalPrice < number("price") ?? 0 }

    /// Price that is paid for goods of the mall.
    var mallPrice: Double {
        let full = number("price") ?? .infinity
        guard let reduced = number("salePrice"), reduced > 0, reduced < full else { return full }
        return reduced
    }

    func names(_ word: String, in name: String = "name") -> Bool { text(name).localizedCaseInsensitiveContains(word) }
}
