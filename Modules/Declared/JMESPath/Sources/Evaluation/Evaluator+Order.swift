import Values

/// A value that others are put in order by: all of one list are of one kind.
private enum SortKey {
    case number(ComparedNumber)
    case text(JMESValue)

    /// Order of two keys: negative, 0 or positive.
    static func order(_ one: SortKey, _ other: SortKey) -> Int {
        switch (one, other) {
        case (.number(let one), .number(let other)): one == other ? 0 : one < other ? -1 : 1
        case (.text(.money(let one, let code)), .text(.money(let other, let otherCode))) where code == otherCode:
            one == other ? 0 : one < other ? -1 : 1
        case (.text(let one), .text(let other)):
            one.withUTF8 { one in other.withUTF8 { byteOrder(one, $0) } ?? 0 } ?? 0
        // Refused before.
        default: 0
        }
    }
}

extension Evaluator {
    /// `sort` and `sort_by`: equal elements keep their order.
    mutating func sorted(
        _ list: JMESValue, _ function: JMESFunction, key: Int?, at id: Int
    ) throws(JMESFault) -> JMESValue {
        let elements = Array(list.elements)
        let keys = try sortKeys(elements, function, key, at: id)
        let order = elements.indices.sorted { one, other in
            let order = SortKey.order(keys[one], keys[other])
            return order == 0 ? one < other : order < 0
        }
        return .array(order.map { elements[$0] })
    }

    /// `max`, `min` and their like by an expression: the first of equal ones; null of none.
    mutating func extreme(
        _ list: JMESValue, _ function: JMESFunction, key: Int?, at id: Int
    ) throws(JMESFault) -> JMESValue {
        let elements = Array(list.elements)
        let keys = try sortKeys(elements, function, key, at: id)
        guard var best = elements.indices.first else { return .null }
        let isGreatest = function == .max || function == .maxBy
        for place in elements.indices.dropFirst() {
            let order = SortKey.order(keys[place], keys[best])
            if isGreatest ? order > 0 : order < 0 { best = place }
        }
        return elements[best]
    }

    private mutating func sortKeys(
        _ elements: [JMESValue], _ function: JMESFunction, _ key: Int?, at id: Int
    ) throws(JMESFault) -> [SortKey] {
        var keys: [SortKey] = []
        keys.reserveCapacity(elements.count)
        var kind: JMESValue.Kind?
        for element in elements {
            var value = element
            if let key { value = try apply(key, to: element) }
            if kind == nil { kind = value.kind }
            guard value.kind == kind, value.kind == .number || value.kind == .string else {
                let found = value.kind == kind ? value.kind.rawValue : "values of two kinds"
                throw JMESFault(
                    .wrongType(
                        function.rawValue, argument: 2, expected: "an expression of numbers or of strings",
                        found: found),
                    at: terms[key ?? id].range)
            }
            if let literal = value.numberText {
                try spend(literal.utf8.count / 64, at: id)
                keys.append(.number(ComparedNumber(literal)))
            } else {
                keys.append(.text(value))
            }
        }
        return keys
    }
}
