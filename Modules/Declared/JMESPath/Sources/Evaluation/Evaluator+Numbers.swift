import JSON
import Values

extension Evaluator {
    /// `abs`, `ceil` and `floor`, exactly, of a number of any size.
    func rounded(_ literal: String, by function: JMESFunction) -> JMESValue {
        if function == .abs {
            return .number(literal.utf8.first == UInt8(ascii: "-") ? String(literal.dropFirst()) : literal)
        }
        let number = ExactNumber(literal)
        return .number(number.isWhole ? literal : number.wholeText(up: function == .ceil))
    }

    /// `sum` and `avg`: exact where decimals allow, else the nearest binary64 number.
    mutating func total(_ list: JMESValue, _ function: JMESFunction, at id: Int) throws(JMESFault) -> JMESValue {
        var exact: DecimalAmount? = .zero
        var nearest = 0.0
        for element in list.elements {
            let literal = element.numberText ?? "0"
            try spend(literal.utf8.count / 64, at: id)
            exact = exact.flatMap { sum in DecimalAmount(literal).flatMap { sum.plus($0) } }
            nearest += Double(literal) ?? 0
        }
        let count = list.count
        if function == .avg {
            if count == 0 { return .null }
            exact = exact?.dividedExactly(by: count)
            nearest /= Double(count)
        }
        if let exact { return .number(exact.text) }
        guard nearest.isFinite else { throw JMESFault(.outOfRange(function.rawValue), at: terms[id].range) }
        return .number(nearest.description)
    }

    /// A number, or a string that is one: its spelling stays.
    func number(_ value: JMESValue) -> JMESValue {
        switch value.kind {
        case .number: return value
        case .string:
            guard let text = value.string, let root = try? JSONDocument(parsing: text).root, root.kind == .number,
                root.rawText.count == text.utf8.count
            else { return .null }
            return .node(root)
        default: return .null
        }
    }

    /// An amount, as shops spell it; null for what is no price, such as `free` or less than nothing.
    mutating func money(
        _ value: JMESValue, _ currency: JMESValue, _ function: JMESFunction, _ arguments: [Int], at id: Int
    ) throws(JMESFault) -> JMESValue {
        let text: String
        switch value.kind {
        case .null: return .null
        case .number: text = value.numberText ?? ""
        case .string: text = value.string ?? ""
        default: throw wrongType(function, 0, .number, found: value, at: arguments[0])
        }
        guard let code = currency.currencyCode else {
            throw JMESFault(
                .wrongValue(function.rawValue, expected: "a currency such as 'USD'"), at: terms[arguments[1]].range)
        }
        guard let amount = spelledAmount(text), !amount.isNegative else { return .null }
        return .money(amount, code)
    }

    /// A day; null for what names no day.
    func date(_ value: JMESValue, _ function: JMESFunction, at id: Int) throws(JMESFault) -> JMESValue {
        let day: CivilDate?
        switch value.kind {
        case .null: return .null
        case .number:
            guard case .node(let node) = value else {
                day = value.numberText.flatMap { Int($0) }.flatMap(CivilDate.init(upstreamNumber:))
                break
            }
            day = node.integer.flatMap(CivilDate.init(upstreamNumber:))
        case .string: day = value.string.flatMap(CivilDate.init(upstreamText:))
        default: throw wrongType(function, 0, .string, found: value, at: id)
        }
        return day.map(JMESValue.date) ?? .null
    }
}
