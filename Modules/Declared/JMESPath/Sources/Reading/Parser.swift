/// Makes terms of tokens: operator precedence, as the specification's grammar has it.
///
/// Recursion is bounded by the depth of the terms that it makes.
struct Parser {
    let tokens: [Token]
    let scope: JMESScope
    private let limits: JMESLimits
    private(set) var terms: [Term] = []
    private var position = 0
    private var depth = 0

    /// Below it, an operator ends a projection.
    private static let projectionStop = 10
    private static let star = 20

    /// - Parameter tokens: end with that of the end.
    init(_ tokens: [Token], scope: JMESScope, limits: JMESLimits) {
        self.tokens = tokens
        self.scope = scope
        self.limits = limits
    }

    /// - Returns: the index of the term that is the whole expression.
    mutating func parse() throws(JMESFault) -> Int {
        if next.kind == .end { throw JMESFault(.empty, at: next.range) }
        let root = try expression()
        guard next.kind == .end else { throw unexpected("an operator or the end") }
        return root
    }

    // MARK: - Tokens

    var next: Token { tokens[min(position, tokens.count - 1)] }

    func peek(_ ahead: Int) -> Token.Kind {
        position + ahead < tokens.count ? tokens[position + ahead].kind : .end
    }

    mutating func take() -> Token {
        defer { position += 1 }
        return next
    }

    mutating func take(_ kind: Token.Kind) throws(JMESFault) {
        guard next.kind == kind else { throw unexpected("`\(kind.rawValue)`") }
        position += 1
    }

    /// Takes the token where it stands there.
    private mutating func takes(_ kind: Token.Kind) -> Bool {
        guard next.kind == kind else { return false }
        position += 1
        return true
    }

    func unexpected(_ expected: String) -> JMESFault {
        JMESFault(.unexpected(next.kind.rawValue, expected: expected), at: next.range)
    }

    // MARK: - Terms

    mutating func add(_ form: Term.Form, from start: Int) throws(JMESFault) -> Int {
        let end = position > 0 ? tokens[min(position, tokens.count) - 1].range.upperBound : 0
        var term = Term(form: form, range: start..<max(start, end))
        for part in form.parts { term.height = max(term.height, terms[part].height + 1) }
        guard term.height <= limits.depth else { throw JMESFault(.tooDeep(limit: limits.depth), at: term.range) }
        terms.append(term)
        return terms.count - 1
    }

    /// `right` on the value of `left`.
    private mutating func chain(_ left: Int, _ right: Int) throws(JMESFault) -> Int {
        if case .chain(let parts) = terms[left].form { return try grow(left, .chain(parts + [right]), by: right) }
        return try add(.chain([left, right]), from: terms[left].range.lowerBound)
    }

    /// Gives a term one more part instead of making it part of another, so that what repeats gets longer and not deeper.
    private mutating func grow(_ term: Int, _ form: Term.Form, by part: Int) throws(JMESFault) -> Int {
        let height = max(terms[term].height, terms[part].height + 1)
        let range = terms[term].range.lowerBound..<max(terms[term].range.upperBound, terms[part].range.upperBound)
        guard height <= limits.depth else { throw JMESFault(.tooDeep(limit: limits.depth), at: range) }
        terms[term] = Term(form: form, range: range, height: height)
        return term
    }

    mutating func expression(_ power: Int = 0) throws(JMESFault) -> Int {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else { throw JMESFault(.tooDeep(limit: limits.depth), at: next.range) }
        var left = try prefix()
        while next.kind.power > power { left = try infix(left) }
        return left
    }

    /// A term that nothing stands before.
    private mutating func prefix() throws(JMESFault) -> Int {
        let token = take()
        let start = token.range.lowerBound
        switch token.kind {
        case .identifier:
            if next.kind == .openParenthesis { return try call(token) }
            return try add(.field(token.text), from: start)
        case .quoted:
            if next.kind == .openParenthesis { throw JMESFault(.quotedFunction(token.text), at: token.range) }
            return try add(.field(token.text), from: start)
        case .text: return try add(.literal(.text(token.text)), from: start)
        case .literal: return try add(.literal(token.literal.map(JMESValue.node) ?? .null), from: start)
        case .current: return try add(.current, from: start)
        case .not:
            let part = try expression(45)
            return try add(.not(part), from: start)
        case .openParenthesis:
            let inner = try expression()
            try take(.closeParenthesis)
            return inner
        case .openBrace: return try object(from: start)
        case .reference: throw JMESFault(.misplacedReference, at: token.range)
        case .star: return try values(of: add(.current, from: start))
        case .flatten: return try flatten(add(.current, from: start))
        case .filter: return try filter(add(.current, from: start))
        case .openBracket:
            if next.kind == .number || next.kind == .colon {
                return try index(on: add(.current, from: start), from: start)
            }
            if next.kind == .star, peek(1) == .closeBracket {
                position += 2
                return try projection(of: add(.current, from: start))
            }
            return try list(from: start)
        default:
            position -= 1
            throw unexpected("a value")
        }
    }

    /// An operator and what stands behind it, on the term before it.
    private mutating func infix(_ left: Int) throws(JMESFault) -> Int {
        let token = take()
        let start = terms[left].range.lowerBound
        // `!a.b` is `(!a).b`: a part of a flag, which is null whatever the answer says.
        if case .not = terms[left].form, [.dot, .flatten, .filter].contains(token.kind) {
            throw JMESFault(.negatedPart, at: terms[left].range)
        }
        switch token.kind {
        case .dot:
            if takes(.star) { return try values(of: left) }
            return try chain(left, member(token.kind.power))
        case .pipe: return try chain(left, expression(token.kind.power))
        case .or:
            let right = try expression(token.kind.power)
            if case .any(let parts) = terms[left].form { return try grow(left, .any(parts + [right]), by: right) }
            return try add(.any([left, right]), from: start)
        case .and:
            let right = try expression(token.kind.power)
            if case .all(let parts) = terms[left].form { return try grow(left, .all(parts + [right]), by: right) }
            return try add(.all([left, right]), from: start)
        case .flatten: return try flatten(left)
        case .filter: return try filter(left)
        case .openBracket:
            if next.kind == .number || next.kind == .colon { return try index(on: left, from: token.range.lowerBound) }
            try take(.star)
            try take(.closeBracket)
            return try projection(of: left)
        default:
            guard let comparison = token.kind.comparison else {
                position -= 1
                throw unexpected("an operator")
            }
            let right = try expression(token.kind.power)
            return try add(.comparison(comparison, left, right), from: start)
        }
    }

    // MARK: - Projections

    private mutating func projection(of list: Int) throws(JMESFault) -> Int {
        let each = try projected(Self.star)
        return try add(.projection(list: list, each: each), from: terms[list].range.lowerBound)
    }

    private mutating func values(of object: Int) throws(JMESFault) -> Int {
        let each = try projected(Self.star)
        return try add(.values(object: object, each: each), from: terms[object].range.lowerBound)
    }

    private mutating func flatten(_ list: Int) throws(JMESFault) -> Int {
        let start = terms[list].range.lowerBound
        let flat = try add(.flatten(list), from: start)
        let each = try projected(Token.Kind.flatten.power)
        return try add(.projection(list: flat, each: each), from: start)
    }

    private mutating func filter(_ list: Int) throws(JMESFault) -> Int {
        let condition = try expression()
        try take(.closeBracket)
        let each = try projected(Token.Kind.filter.power)
        return try add(
            .filter(list: list, condition: condition, each: each), from: terms[list].range.lowerBound)
    }

    /// The term that a projection applies to each value.
    private mutating func projected(_ power: Int) throws(JMESFault) -> Int {
        switch next.kind {
        case .openBracket, .filter: return try expression(power)
        case .dot:
            position += 1
            return try member(power)
        case let kind where kind.power < Self.projectionStop:
            return try add(.current, from: next.range.lowerBound)
        default: throw unexpected("`.` or `[`")
        }
    }

    /// The term behind a dot.
    private mutating func member(_ power: Int) throws(JMESFault) -> Int {
        switch next.kind {
        case .identifier, .quoted, .star: return try expression(power)
        case .openBracket:
            let start = take().range.lowerBound
            return try list(from: start)
        case .openBrace:
            let start = take().range.lowerBound
            return try object(from: start)
        default: throw unexpected("a name")
        }
    }

    // MARK: - Brackets

    /// A number or a slice behind `[`.
    private mutating func index(on left: Int, from start: Int) throws(JMESFault) -> Int {
        if next.kind == .number, peek(1) != .colon {
            let number = take().number
            try take(.closeBracket)
            return try chain(left, add(.index(number), from: start))
        }
        var bounds: [Int?] = [nil, nil, nil]
        var place = 0
        while !takes(.closeBracket) {
            switch next.kind {
            case .colon where place < 2:
                place += 1
                position += 1
            case .number where bounds[place] == nil: bounds[place] = take().number
            default: throw unexpected("`\(place < 2 ? ":" : "]")`")
            }
        }
        let form = Term.Form.slice(start: bounds[0], stop: bounds[1], step: bounds[2] ?? 1)
        let slice = try add(form, from: start)
        if bounds[2] == 0 { throw JMESFault(.zeroStep, at: terms[slice].range) }
        return try projection(of: chain(left, slice))
    }

    private mutating func list(from start: Int) throws(JMESFault) -> Int {
        var parts: [Int] = []
        repeat {
            parts.append(try expression())
        } while takes(.comma)
        try take(.closeBracket)
        return try add(.list(parts), from: start)
    }

    private mutating func object(from start: Int) throws(JMESFault) -> Int {
        var entries: [Term.Entry] = []
        repeat {
            let name = next
            guard name.kind == .identifier || name.kind == .quoted else { throw unexpected("a name") }
            position += 1
            try take(.colon)
            if entries.contains(where: { $0.key.utf8.elementsEqual(name.text.utf8) }) {
                throw JMESFault(.repeatedKey(name.text), at: name.range)
            }
            entries.append(Term.Entry(key: name.text, value: try expression()))
        } while takes(.comma)
        try take(.closeBrace)
        return try add(.object(entries), from: start)
    }
}

extension Token.Kind {
    fileprivate var comparison: Term.Comparison? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }
}
