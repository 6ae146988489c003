/// The shape of an expression that names places alone: what a reader of rows finds without evaluating.
package enum JMESShape: Sendable, Equatable {
    /// `menu.coffee`
    case path([String])
    /// `money(price, 'USD')`
    case money(path: [String], code: String)
    /// `money(price.amount, price.currency)`
    case moneyBy(path: [String], code: [String])
    /// `date(published_at)`
    case date([String])
    /// `plain(description)`
    case plain([String])
    /// Anything else.
    case other
}

extension JMESExpression {
    package var shape: JMESShape {
        if let path = memberPath { return .path(path) }
        guard case .call(let function, let arguments) = terms[root].form, let first = arguments.first,
            let path = memberPath(from: first)
        else { return .other }
        switch (function, arguments.count) {
        case (.date, 1): return .date(path)
        case (.plain, 1): return .plain(path)
        case (.money, 2):
            if case .literal(let value) = terms[arguments[1]].form, let code = value.currencyCode {
                return .money(path: path, code: code)
            }
            return memberPath(from: arguments[1]).map { .moneyBy(path: path, code: $0) } ?? .other
        default: return .other
        }
    }

    /// True if it reads answers to other requests than the one that its current node stands in.
    package var readsSteps: Bool {
        terms.contains { if case .name(.step) = $0.form { true } else { false } }
    }
}
