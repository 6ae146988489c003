/// An expression of JMESPath, compiled: its terms lie in one array, each naming others by their index.
///
/// Immutable, shared by all rows. A value is found without recursion deeper than ``JMESLimits/depth``.
package struct JMESExpression: Sendable {
    /// The expression as it was given.
    package let text: String
    let terms: [Term]
    let root: Int

    /// - Parameters:
    ///   - text: at most ``JMESLimits/bytes`` of UTF-8.
    ///   - scope: the names that the expression may read besides its current node.
    ///   - limits: bounds of the text.
    /// - Throws: the first mistake, with its place in the text.
    package init(
        parsing text: String, scope: JMESScope = JMESScope(), limits: JMESLimits = .standard
    ) throws(JMESFault) {
        let bytes = Array(text.utf8)
        guard bytes.count <= limits.bytes else {
            throw JMESFault(.tooLong(limit: limits.bytes), at: limits.bytes..<bytes.count)
        }
        var lexer = Lexer(bytes)
        var parser = Parser(try lexer.tokens(), scope: scope, limits: limits)
        self.text = text
        root = try parser.parse()
        terms = parser.terms
    }

    /// Finds the expression's value.
    /// - Parameters:
    ///   - current: what `@` is. Values of a document are passed by reference.
    ///   - environment: gives the names of the scope their values.
    ///   - steps: what evaluation may still cost; a row's expressions share one budget.
    /// - Throws: a wrong type, or more steps than are left, with the place of the term in the text.
    package func value(
        of current: JMESValue, in environment: some JMESEnvironment, steps: inout JMESSteps
    ) throws(JMESFault) -> JMESValue {
        var evaluator = Evaluator(terms: terms, environment: environment, steps: steps)
        defer { steps = evaluator.steps }
        return try evaluator.value(root, of: current)
    }

    /// The names of members that lead from the current node to the value, where the expression is nothing else: `menu.coffee`.
    package var memberPath: [String]? { memberPath(from: root) }

    /// The same of one of its terms.
    func memberPath(from term: Int) -> [String]? {
        let parts = if case .chain(let parts) = terms[term].form { parts } else { [term] }
        var names: [String] = []
        for part in parts {
            guard case .field(let name) = terms[part].form else { return nil }
            names.append(name)
        }
        return names
    }
}

/// Bounds of an expression.
package struct JMESLimits: Sendable {
    /// UTF-8 of the text.
    package var bytes = 1024
    /// Terms within terms: brackets, projections, arguments. A chain of names is one.
    package var depth = 32

    package init() {}

    package static let standard = JMESLimits()
}

/// Names that an expression may read besides its current node: `param('query')`, `setting('units')`, `step('spot')`, `reply()`.
package struct JMESScope: Sendable {
    package var parameters: [String] = []
    package var settings: [String] = []
    /// Settings that no expression may read.
    package var secrets: [String] = []
    package var steps: [String] = []
    /// Whether an answer exists besides the current node: that of a row.
    package var hasReply = false
    /// Whether names that are not listed may be read as well: one without a value is null.
    package private(set) var isOpen = false

    package init() {}

    /// Any names, for expressions that stand in the program.
    package static var open: JMESScope {
        var scope = JMESScope()
        scope.isOpen = true
        return scope
    }
}

/// A name of the scope, as an expression reads it.
package enum JMESName: Sendable, Hashable {
    case parameter(String)
    case setting(String)
    case step(String)
    case reply
}

/// Source of the values outside the current node.
package protocol JMESEnvironment: Sendable {
    /// The value of a name of the scope; nil where it has no value, which is null.
    func value(of name: JMESName) -> JMESValue?
    /// Plain text of a fragment of HTML, at most as long.
    func plain(_ html: String) -> String
}

/// Budget of an evaluation: one for each term that is evaluated, each element that is visited and each 64 bytes of text.
package struct JMESSteps: Sendable {
    package private(set) var left: Int
    package let limit: Int

    /// Steps of an expression on a whole answer: 20 for each of the most rows that an answer may have.
    package static let ofAnswer = 400_000

    /// - Parameter limit: 10,000 for the expressions of a row; more for an answer of many rows.
    package init(limit: Int = 10_000) {
        self.limit = limit
        left = limit
    }

    /// Spends steps; false when there are not as many, and then all are spent.
    mutating func spend(_ count: Int) -> Bool {
        if count > left {
            left = 0
            return false
        }
        left -= count
        return true
    }
}
