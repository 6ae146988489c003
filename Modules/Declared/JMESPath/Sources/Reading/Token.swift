import JSON

/// One token of an expression, with its place in the text.
struct Token {
    enum Kind: String {
        case identifier = "a name"
        case quoted = "a quoted name"
        case text = "a text"
        case literal = "a literal"
        case number = "a number"
        case current = "@"
        case dot = "."
        case star = "*"
        case flatten = "[]"
        case filter = "[?"
        case openBracket = "["
        case closeBracket = "]"
        case openBrace = "{"
        case closeBrace = "}"
        case openParenthesis = "("
        case closeParenthesis = ")"
        case comma = ","
        case colon = ":"
        case reference = "&"
        case not = "!"
        case pipe = "|"
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case end = "the end"

        /// Strength by which it takes what stands before it; 0 for what begins a term or ends one.
        var power: Int {
            switch self {
            case .pipe: 1
            case .or: 2
            case .and: 3
            case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 5
            case .flatten: 9
            case .filter: 21
            case .dot: 40
            case .openBracket: 55
            default: 0
            }
        }
    }

    let kind: Kind
    /// UTF-8 bytes of the expression.
    let range: Range<Int>
    /// The name, or the text without quotes.
    var text = ""
    /// The value of a literal.
    var literal: JSONNode?
    var number = 0

    init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}
