import JSON

/// Gives fields their roles, and decides what lists show and can be asked by.
struct FieldRanking {
    /// Fields that are written; those of the lowest rank are left out.
    static let most = 20
    /// Columns of a terminal that a list's table has room in.
    private static let tableWidth = 120
    private static let mostListed = 8
    private static let widestTitle = 40
    private static let widthsLookedAt = 200

    let count: Int

    /// The fields in the order in which they are written.
    func ranked(_ fields: [DraftField]) -> [DraftField] {
        var fields = fields
        prices(&fields)
        let currencies = Set(
            fields.compactMap { field in if case .money(let currency) = field.kind { currency } else { nil } })
        for place in fields.indices { rank(&fields[place], currencies) }
        list(&fields)
        let order = fields.indices.sorted { one, other in
            let (first, second) = (Self.order(fields[one]), Self.order(fields[other]))
            return first == second ? one < other : first < second
        }
        return order.map { fields[$0] }
    }

    /// Key, title, price, date, picture, flags; then what is listed, then the others.
    private static func order(_ field: DraftField) -> Int {
        switch field.role {
        case .key: return 0
        case .title: return 1
        case .price: return 2
        case .reduced: return 3
        case .discount: return 4
        case nil: break
        }
        if field.kind == .picture { return 7 }
        guard field.isListed else { return 10 }
        if field.isMoney { return 5 }
        if field.kind == .date { return 6 }
        return field.isFlag ? 8 : 9
    }

    private func rank(_ field: inout DraftField, _ currencies: Set<String>) {
        var few: [String: Int] = [:]
        for text in field.values.compactMap(\.string) { few[text, default: 0] += 1 }
        let isFew =
            field.kind == .text && few.count > 1 && few.count <= 8 && field.values.count >= 2 * few.count
            && few.keys.allSatisfy { $0.utf8.count <= 60 }
        switch field.kind {
        case .money: field.rank = 0
        case .date, .flag: field.rank = 2
        case .text: field.rank = isFew ? 1.5 : 3
        case .whole, .number: field.rank = 4
        case .picture: field.rank = 5
        case .link, .prose, .html, .texts, .inner: field.rank = 20
        }
        let path = field.ownPath
        field.rank += 3 * Double(path.count - 1) + 5 * (1 - Double(field.values.count) / Double(max(1, count)))
        if ValueKinds.isSideName(field.key) { field.rank += 5 }
        let isSame = Set(field.values.compactMap(\.plainText)).count == 1
        if field.values.count > 2, isSame, [.text, .whole, .number].contains(field.kind) { field.rank += 4 }
        let isAside = path.contains { ValueKinds.isPlaceName($0) || ValueKinds.isAside($0) }
        let isHidden =
            path.count > 2 || isAside || currencies.contains(Expression.path(field.path)) || field.values.isEmpty
        if isHidden, field.role == nil { field.rank += 10 }
        if field.role != nil { field.rank = -1 }
        if field.role == .price || field.isFlag || isFew && field.role == nil { field.isFilter = true }
    }

    /// Chooses the table's columns, as many as there is room for.
    private func list(_ fields: inout [DraftField]) {
        var (room, chosen) = (Self.tableWidth, 0)
        let order = fields.indices.sorted { one, other in
            fields[one].rank == fields[other].rank ? one < other : fields[one].rank < fields[other].rank
        }
        for place in order where fields[place].hasCell {
            let left = room - Self.column(fields[place])
            guard fields[place].role != nil || fields[place].rank < 10 && left >= 0 && chosen < Self.mostListed else {
                continue
            }
            fields[place].isListed = true
            (room, chosen) = (left, chosen + 1)
        }
    }

    /// Columns of a terminal that a field takes, with the gap behind.
    private static func column(_ field: DraftField) -> Int {
        let cells: Int
        switch field.kind {
        case .date, .money: cells = 12
        case .flag: cells = 3
        default:
            let widest = field.values.prefix(widthsLookedAt).compactMap(\.plainText).map(width).max() ?? 0
            cells = field.role == .title ? min(widest, widestTitle) : widest
        }
        return max(cells, field.name.utf8.count + 1, 4) + 2
    }

    /// Columns of a text, near enough to choose by: letters of East Asia are two.
    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 && $1.value < 0x1_0000 ? 2 : 1) }
    }

    /// The price to pay or the regular one, the reduced one and the rate.
    private func prices(_ fields: inout [DraftField]) {
        let money = fields.indices.filter { place in
            fields[place].isMoney && !fields[place].path.contains { ValueKinds.isAside($0) }
        }
        if money.isEmpty { return }
        func isFull(_ place: Int) -> Bool { fields[place].values.count == count }
        let regular = money.first { isFull($0) && Amounts.isRegular(fields[$0].path) }
        var reduced = money.first { Amounts.isReduced(fields[$0].path) && $0 != regular }
        let plain = money.filter { $0 != regular && $0 != reduced }
        guard let price = regular ?? plain.first(where: isFull) ?? plain.first ?? reduced else { return }
        if reduced == nil, regular != nil { reduced = plain.first }
        fields[price].role = .price
        guard let reduced, reduced != price else { return }
        fields[reduced].role = .reduced
        let rate = fields.indices.first { place in
            fields[place].kind == .whole && ValueKinds.isDiscountName(fields[place].key)
                && fields[place].path.count == 1
                && fields[place].values.allSatisfy { (0...100).contains($0.integer ?? -1) }
        }
        if let rate { fields[rate].role = .discount }
    }
}
