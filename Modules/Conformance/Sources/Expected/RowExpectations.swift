import DesignSystem
import FeatureKit
import JSON
import Values

/// Meaning of the roles and marks of fields, said once more and apart from the product: it is judged by this.
extension RowLayout {
    var keyField: FieldDeclaration? { field(.key) }

    func field(_ role: FieldRole) -> FieldDeclaration? { fields.first { $0.role == role } }

    /// The fields that an answer can have.
    var givenFields: [FieldDeclaration] { given.map { fields[$0] } }

    /// The fields that an answer has without being asked.
    var listedFields: [FieldDeclaration] { fields.filter(\.isToldUnasked) }

    /// The fields that rows can be ordered by.
    var orderingFields: [FieldDeclaration] { fields.filter(\.ordersRows) }

    /// The fields whose texts a search looks through.
    var soughtFields: [FieldDeclaration] {
        let marked = fields.filter { $0.marks.contains(.search) }
        if !marked.isEmpty { return marked }
        return listedFields.filter { field in
            switch field.kind {
            case .text, .word: true
            default: field.role == .key
            }
        }
    }

    /// The amount that is paid for a row: the reduced price where there is one.
    func paid(_ row: JSONValue) -> Money? {
        (field(.reduced).flatMap { row[$0.name] } ?? field(.price).flatMap { row[$0.name] }).flatMap(\.money)
    }

    /// A row of a list with what its own answer alone knows: values of fields that no table shows, where the list has none.
    func completed(_ row: JSONValue, by shown: JSONValue) -> JSONValue {
        .object(
            givenFields.compactMap { field in
                let own = field.marks.contains(.unlisted) ? shown[field.name] : nil
                return (row[field.name] ?? own).map { JSONMember(field.name, $0) }
            })
    }

    /// The texts of the values of a row within a row, as people read them: its own route is left out.
    func texts(of row: JSONValue) -> [String] {
        givenFields.filter { $0.role != .route }.flatMap { field in field.texts(of: row[field.name] ?? .null) }
    }

    /// The texts of a field's value in the language of the layout.
    func told(_ field: FieldDeclaration, _ value: JSONValue) -> [String] {
        let texts = field.texts(of: value)
        if case .word = field.kind { return texts.map { said($0) } }
        return texts
    }

    /// The screen that shows a row; nil for rows without one.
    func route(of row: JSONValue) -> String? {
        guard let field = field(.route) else { return nil }
        return row[field.name]?.string
    }

    /// The row with some of its fields alone.
    func projected(_ row: JSONValue, _ fields: [FieldDeclaration]) -> JSONValue {
        let names = Set(fields.map(\.name))
        return .object((row.members ?? []).filter { names.contains($0.key) })
    }
}

extension FieldDeclaration {
    fileprivate var isToldUnasked: Bool {
        switch kind {
        case .prose, .rows, .row: false
        default: marks.isDisjoint(with: [.unlisted, .hidden]) && role != .route
        }
    }

    fileprivate var ordersRows: Bool {
        switch kind {
        case .texts, .rows, .row, .prose, .link, .picture, .route: false
        default: (isToldUnasked || marks.contains(.sort)) && !marks.contains(.hidden)
        }
    }

    /// Judges a field that comes with another one: the price that is paid with the regular one.
    func isBeside(_ field: FieldDeclaration) -> Bool {
        field.role == .price && (role == .reduced || role == .discount)
    }

    var isBadge: Bool { if case .badge = role { true } else { false } }

    /// The texts that must stand wherever the value is told to people.
    func texts(of value: JSONValue) -> [String] {
        switch kind {
        case _ where value.isNull: []
        case .duration: [value.integer.map(durationText) ?? value.compact]
        case .money: [value.money?.text ?? value.compact]
        case .flag:
            if value != .bool(true) { [] } else if case .badge(let word) = role { [word] } else { ["yes"] }
        case .rows(let layout): (value.array ?? []).flatMap(layout.texts)
        case .row(let layout): layout.texts(of: value)
        default: (value.array ?? [value]).compactMap(\.scalarText)
        }
    }
}

/// A value as rows are ordered by it.
enum OrderValue {
    case number(DecimalAmount)
    case money(Money)
    case text(String)
    /// Percent off, and the prices whose quotient tells equal ones apart.
    case discount(Int, paid: DecimalAmount, regular: DecimalAmount)

    /// - Returns: nil for a row without a value, which comes last.
    init?(_ row: JSONValue, _ field: FieldDeclaration, _ layout: RowLayout) {
        if field.role == .price {
            guard let paid = layout.paid(row) else { return nil }
            self = .money(paid)
            return
        }
        if field.role == .discount, let percent = row[field.name]?.integer, let paid = layout.paid(row)?.amount,
            let regular = layout.field(.price).flatMap({ row[$0.name] })?.money?.amount
        {
            self = .discount(percent, paid: paid, regular: regular)
            return
        }
        guard let value = row[field.name] else {
            // A badge that is not shown says no.
            guard field.isBadge else { return nil }
            self = .number(.zero)
            return
        }
        switch (field.kind, value) {
        case (.money, _):
            guard let money = value.money else { return nil }
            self = .money(money)
        case (_, .bool(let flag)): self = .number(DecimalAmount(flag ? 1 : 0))
        case (_, .integer(let number)): self = .number(DecimalAmount(number))
        case (_, .number(let literal)):
            guard let amount = DecimalAmount(literal) else { return nil }
            self = .number(amount)
        case (_, .string(let text)): self = .text(folded(text))
        default: return nil
        }
    }

    /// −1, 0 or 1.
    func order(to other: OrderValue) -> Int {
        switch (self, other) {
        case (.number(let one), .number(let other)): one < other ? -1 : other < one ? 1 : 0
        case (.money(let one), .money(let other)):
            one.currency.code != other.currency.code
                ? (one.currency.code < other.currency.code ? -1 : 1)
                : one.amount < other.amount ? -1 : other.amount < one.amount ? 1 : 0
        case (.discount(let one, let paid, let regular), .discount(let other, let otherPaid, let otherRegular)):
            one != other
                ? (one < other ? -1 : 1)
                : -Self.order(Self.product(paid, otherRegular), Self.product(otherPaid, regular))
        case (.text(let one), .text(let other)):
            precedesNaturally(one, other) ? -1 : precedesNaturally(other, one) ? 1 : 0
        default: 0
        }
    }

    /// The product of two prices, each in millionths.
    private static func product(_ one: DecimalAmount, _ other: DecimalAmount) -> Int128 {
        func millionths(_ amount: DecimalAmount) -> Int128 {
            Int128(amount.coefficient) * (amount.scale..<max(6, amount.scale)).reduce(1) { power, _ in power * 10 }
        }
        return millionths(one) * millionths(other)
    }

    private static func order(_ one: Int128, _ other: Int128) -> Int { one < other ? -1 : other < one ? 1 : 0 }
}

extension JSONValue {
    /// The amount that a text such as `KRW 4500` says.
    var money: Money? {
        let parts = (string ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].utf8.count == 3, let amount = DecimalAmount(String(parts[1])) else {
            return nil
        }
        return Money(amount, Currency(String(parts[0]), .standard))
    }
}
