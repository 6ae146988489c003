package import JSON

extension JMESValue {
    /// The same value, whole.
    package init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .number(String(number))
            case .number(let literal): .number(literal)
            case .string(let text): .text(text)
            case .array(let all): .array(all.map { JMESValue($0) })
            case .object(let members): .object(members.map { JMESMember($0.key, JMESValue($0.value)) })
            }
    }

    /// The value as JSON; amounts and days are strings. Recursion is as deep as expressions and documents may be.
    package var json: JSONValue {
        switch self {
        case .node(let node): JSONValue(node)
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let literal): Int(literal).flatMap { "\($0)" == literal ? .integer($0) : nil } ?? .number(literal)
        case .text, .money, .date: .string(string ?? "")
        case .array(let all): .array(all.map(\.json))
        case .object(let members): .object(members.map { JSONMember($0.name, $0.value.json) })
        }
    }
}
