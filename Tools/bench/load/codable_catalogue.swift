// The catalogue of codable_peer: products kept in memory, and questions over them.

import Foundation

/// A row of the upstream, as far as it is told.
struct Row: Decodable {
    struct Named: Decodable {
        let name: String?
    }

    struct Parts: Decodable {
        let brand: Named?
        let gender: Named?
    }

    let sku: String?
    let name: String?
    let ribbon: String?
    let price: Double?
    let final_price: Double?
    let _embedded: Parts?
}

struct Page: Decodable {
    struct Parts: Decodable {
        let product: [Row]
    }

    let _embedded: Parts
}

/// Ten-thousandths of a unit, which doubles hold exactly.
func amount(_ value: Double?) -> Int? {
    value.flatMap { $0 >= 0 && $0 < 1e11 ? Int(($0 * 10_000).rounded()) : nil }
}

func cents(_ amount: Int) -> Int { (amount + 50) / 100 }

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

func shown(_ amount: Int) -> String {
    let (whole, rest) = cents(amount).quotientAndRemainder(dividingBy: 100)
    let grouped = whole < 1000 ? String(whole) : "\(whole / 1000),\(String(whole % 1000 + 1000).dropFirst())"
    return "A$\(grouped).\(twoDigits(rest))"
}

func told(_ amount: Int) -> String {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: 10_000)
    if rest % 100 == 0 { return "AUD \(whole).\(twoDigits(rest / 100))" }
    let digits = String(rest + 10_000).dropFirst()
    return "AUD \(whole).\(rest % 10 == 0 ? digits.dropLast() : digits)"
}

struct Product {
    let item: Catalogue.Item
    let gender: String?
    /// The beginning of its row in the table: what Markdown would take for markup is known once.
    let texts: String
    let price: Int?
    let reduced: Int?
    let paid: Int?

    init?(_ row: Row) {
        guard let sku = row.sku, !sku.isEmpty else { return nil }
        let (brand, name, ribbon) = (prose(row._embedded?.brand?.name), prose(row.name), row.ribbon ?? "")
        let price = amount(row.price)
        var (reduced, discount) = (amount(row.final_price), 0)
        if let regular = price, let paid = reduced, paid > 0, paid < regular, cents(paid) < cents(regular) {
            let percent = ((regular - paid) * 200 + regular) / (2 * regular)
            discount = percent < 100 ? percent : 0
        } else {
            reduced = nil
        }
        (self.price, self.reduced, paid) = (price, reduced, reduced ?? price)
        gender = (row._embedded?.gender?.name).flatMap { Catalogue.genders.contains($0) ? $0 : nil }
        item = Catalogue.Item(
            sku: sku, brand: brand.isEmpty ? nil : brand, name: name.isEmpty ? nil : name, price: price,
            discountPrice: reduced,
            discount: discount > 0 ? discount : nil, ribbon: ribbon.isEmpty ? nil : ribbon)
        let badge = ribbon.isEmpty ? "" : " [\(markdown(ribbon))]"
        texts = "|`\(sku)`|\(markdown(brand))|\(name.isEmpty ? "no name" : markdown(name))\(badge)|"
    }

    var line: String {
        let full = price.map { reduced == nil ? shown($0) : "~~\(shown($0))~~" } ?? "—"
        let off = item.discount.map { " -\($0)%" } ?? ""
        return "\(texts)\(full)|\(reduced.map { shown($0) + off } ?? "")|\n"
    }
}

struct Catalogue {
    struct Item: Encodable {
        let sku: String
        let brand: String?
        let name: String?
        let price: Int?
        let discountPrice: Int?
        let discount: Int?
        let ribbon: String?

        enum CodingKeys: CodingKey {
            case sku, brand, name, price, discountPrice, discount, liked, ribbon
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(sku, forKey: .sku)
            try container.encodeIfPresent(brand, forKey: .brand)
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(price.map(told), forKey: .price)
            try container.encodeIfPresent(discountPrice.map(told), forKey: .discountPrice)
            try container.encodeIfPresent(discount, forKey: .discount)
            try container.encode(false, forKey: .liked)
            try container.encodeIfPresent(ribbon, forKey: .ribbon)
        }
    }

    struct Answer: Encodable {
        struct Found: Encodable {
            let items: [Item]
            let total: Int
            let nextCursor: String?
        }

        struct Origin: Encodable {
            let source: String
            let age: Int?
            let stale: Bool?
        }

        let content: [Content]
        let structuredContent: Found
        let isError = false
        let _meta: [String: Origin]
    }

    struct Question: Decodable {
        let genders: [String]?
        let minPrice, maxPrice: Double?
        let sort: String?
        let limit: Int?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case gender, minPrice, maxPrice, sort, limit
        }

        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let names = try decoder.container(keyedBy: Name.self).allKeys
            let container = try decoder.container(keyedBy: CodingKeys.self)
            minPrice = try container.decodeIfPresent(Double.self, forKey: .minPrice)
            maxPrice = try container.decodeIfPresent(Double.self, forKey: .maxPrice)
            sort = try container.decodeIfPresent(String.self, forKey: .sort)
            limit = try container.decodeIfPresent(Int.self, forKey: .limit)
            if let one = try? container.decodeIfPresent(String.self, forKey: .gender) {
                genders = [one]
            } else {
                genders = try container.decodeIfPresent([String].self, forKey: .gender)
            }
            let isTaken =
                names.allSatisfy { CodingKeys(stringValue: $0.stringValue) != nil } && (1...100).contains(limit ?? 20)
                && [nil, "price", "-price"].contains(sort)
                && (genders ?? Catalogue.genders).allSatisfy(Catalogue.genders.contains)
            guard isTaken, genders?.isEmpty != true else { throw NotTaken() }
        }
    }

    static let genders = ["female", "male", "kids"]
    private static let tiesNamed = 3

    private let products: [Product]
    private let isSample: Bool
    private let loaded = time(nil)

    init(isSample: Bool, paths: [String]) throws {
        self.isSample = isSample
        var known: Set<String> = []
        products = try paths.flatMap { path -> [Row] in
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return isSample
                ? try CodablePeer.decoder.decode([Row].self, from: data)
                : try CodablePeer.decoder.decode(Page.self, from: data)._embedded.product
        }.compactMap(Product.init).filter { known.insert($0.item.sku).inserted }
    }

    func answer(_ question: Question) throws -> Answer {
        let (least, most) = (amount(question.minPrice) ?? 0, amount(question.maxPrice) ?? .max)
        let isBounded = question.minPrice != nil || question.maxPrice != nil
        var ordered: [(value: Int, place: Int)] = []
        for (place, product) in products.enumerated() {
            if let genders = question.genders, !(product.gender.map(genders.contains) ?? false) { continue }
            if isBounded, !(product.paid.map { $0 >= least && $0 <= most } ?? false) { continue }
            let value = product.paid.map { question.sort == "price" ? $0 : -$0 } ?? .max
            ordered.append((question.sort == nil ? 0 : value, place))
        }
        if question.sort != nil { ordered.sort { ($0.value, $0.place) < ($1.value, $1.place) } }
        let given = ordered.prefix(question.limit ?? 20).map { products[$0.place] }
        var text = "# THE ICONIC\n\n|sku|brand|name|price|reduced|\n|---|---|---|--:|--:|\n"
        for product in given { text += product.line }
        text += "\nprices in AUD, showing 1–\(given.count) of \(ordered.count)"
        var cursor: String?
        if given.count < ordered.count {
            let next = self.cursor(question, given.count)
            cursor = next
            text += ", next: cursor=\(next)\n\n" + (question.sort == nil ? "" : ties(ordered, behind: given.count))
        } else {
            text += " (end)\n\n"
        }
        let age = Int(time(nil) - loaded)
        text += isSample ? "Sample data." : age > 0 ? "Kept answer, \(ageText(age)) old.\n" : ""
        return Answer(
            content: [Content(text: text)],
            structuredContent: .init(items: given.map(\.item), total: ordered.count, nextCursor: cursor),
            _meta: [
                "galleria/origin": isSample
                    ? .init(source: "sample", age: nil, stale: nil) : .init(source: "cache", age: age, stale: false)
            ])
    }

    private func cursor(_ question: Question, _ end: Int) -> String {
        func number(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : "\(value)" }
        let given = [
            question.minPrice.map { "\"minPrice\":\(number($0))" },
            question.maxPrice.map { "\"maxPrice\":\(number($0))" },
            question.genders.map { "\"gender\":[\($0.map { "\"\($0)\"" }.joined(separator: ","))]" },
            question.sort.map { "\"sort\":\"\($0)\"" }, question.limit.map { "\"limit\":\($0)" },
        ].compactMap(\.self).joined(separator: ",")
        // The mark of catalog.list, page 0, rows (LEB128), and the question as JSON with its length before it, where there is one.
        func leb(_ number: Int) -> [UInt8] {
            number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + leb(number >> 7)
        }
        let question = given.isEmpty ? [] : Array("{\(given)}".utf8)
        let bytes = [given.isEmpty ? 0x44 : 0x45, 0x00, 0xAE, 0] + leb(end)
        return Data(bytes + (question.isEmpty ? [] : leb(question.count) + question)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The sentence on rows behind the last one that are as dear.
    private func ties(_ ordered: [(value: Int, place: Int)], behind end: Int) -> String {
        let last = ordered[end - 1].value
        let others = ordered[end...].prefix { $0.value == last && last != .max }
        if others.isEmpty { return "" }
        let named = others.prefix(Self.tiesNamed).map { products[$0.place].item.sku }.joined(separator: ", ")
        let end = others.count > Self.tiesNamed ? ", …" : "."
        return "\(others.count) more \(others.count == 1 ? "has" : "have") the same price: \(named)\(end)\n\n"
    }

    private func ageText(_ age: Int) -> String {
        age < 60
            ? "\(age) s" : age < 3_600 ? "\(age / 60) min" : age < 172_800 ? "\(age / 3_600) h" : "\(age / 86_400) days"
    }
}
