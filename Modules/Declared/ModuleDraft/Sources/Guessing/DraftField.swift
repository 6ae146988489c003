import JSON

/// A field of the row type to be written: what it is read from, and what its values showed.
struct DraftField: Sendable {
    enum Kind: Sendable, Equatable {
        case text
        /// Several lines, or more than a table's cell holds.
        case prose
        /// The same as a fragment of HTML.
        case html
        case whole, number
        /// True where the value is this text; nil for a JSON flag.
        case flag(when: String?)
        /// Source of the currency, as an expression.
        case money(currency: String)
        case date, link, picture
        /// Several texts; whether they are strings alone.
        case texts(areStrings: Bool)
        /// A text of each of the rows within the row.
        case inner(path: [String])
    }

    enum Role: Sendable, Equatable {
        case key, title, price, reduced, discount
    }

    /// Lower camel case; unique in its row.
    var name: String
    let path: [String]
    var kind: Kind
    /// Values that are not null, of the rows looked at.
    var values: [JSONNode]
    var role: Role?
    var isListed = false
    var isFilter = false
    var rank = 0.0
    var doc: String?
    /// An expression in place of that which the kind makes of the path.
    var ownExpression: String?

    /// Members that hold the row's own values, as JSON:API and search engines have them.
    static let wrappers: Set<String> = ["attributes", "_source", "properties"]

    var key: MemberName { MemberName(path.last ?? "") }

    /// The path without members that only wrap.
    var ownPath: [String] { path.dropLast().filter { !Self.wrappers.contains($0) } + path.suffix(1) }

    /// As people read it: `venue.location.lat`.
    var place: String { path.joined(separator: ".") }

    /// The type of the file's key `type`; nil for text.
    var typeWord: String? {
        switch kind {
        case .text, .prose, .html, .texts, .inner: nil
        case .whole: "int"
        case .number: "number"
        case .flag: "bool"
        case .money: "money"
        case .date: "date"
        case .link: "url"
        case .picture: "image"
        }
    }

    /// The value, as an expression on the row.
    var expression: String {
        if let ownExpression { return ownExpression }
        let place = Expression.path(path)
        switch kind {
        case .html: return "plain(\(place))"
        case .flag(let word?): return "\(place) == \(Expression.text(word))"
        case .money(let currency):
            // An object of amount and currency has the amount in a member.
            return "money(\(place), \(currency))"
        case .date: return "date(\(place))"
        case .texts(let areStrings):
            return "join(', ', \(areStrings ? place : "\(place)[].to_string(@)"))"
        case .inner(let inner): return "join(', ', \(place)[].\(Expression.path(inner)))"
        default: return place
        }
    }

    var isTitle: Bool { kind == .text && TitleSearch.isTitle(key) }
    var isMoney: Bool { if case .money = kind { true } else { false } }
    var isFlag: Bool { if case .flag = kind { true } else { false } }

    /// Whether a table could show it in a cell.
    var hasCell: Bool {
        switch kind {
        case .text, .whole, .number, .flag, .money, .date: true
        default: false
        }
    }
}
