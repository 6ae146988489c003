extension Evaluator {
    /// A function's result. Its arguments are checked before anything else is done.
    mutating func call(
        _ function: JMESFunction, _ arguments: [Int], of current: JMESValue, at id: Int
    ) throws(JMESFault) -> JMESValue {
        var values: [JMESValue] = []
        values.reserveCapacity(arguments.count)
        for (place, argument) in arguments.enumerated() {
            if case .reference = terms[argument].form {
                values.append(.null)
                continue
            }
            let value = try value(argument, of: current)
            try check(value, as: function.argument(place), of: function, place, at: argument)
            values.append(value)
        }
        // The parser has counted them.
        guard let first = values.first else { return .null }
        let last = values[values.count - 1]
        switch function {
        case .abs, .ceil, .floor: return rounded(first.numberText ?? "0", by: function)
        case .sum, .avg: return try total(first, function, at: id)
        case .max, .min: return try extreme(first, function, key: nil, at: id)
        case .maxBy, .minBy: return try extreme(first, function, key: arguments[1], at: id)
        case .sort: return try sorted(first, function, key: nil, at: id)
        case .sortBy: return try sorted(first, function, key: arguments[1], at: id)
        case .map: return try map(arguments[0], last)
        case .merge: return try merge(values, at: id)
        case .keys:
            try spend(first.count, at: id)
            return .array(first.members.map { .text($0.name) })
        case .values:
            try spend(first.count, at: id)
            return .array(first.members.map(\.value))
        case .notNull: return values.first { !$0.isNull } ?? .null
        case .toArray: return first.kind == .array ? first : .array([first])
        case .type: return .text(first.kind.rawValue)
        case .length: return .number(String(try length(first, at: id)))
        case .contains: return .bool(try contains(first, last, at: id))
        case .startsWith, .endsWith: return .bool(try isAtEnd(first, last, start: function == .startsWith, at: id))
        case .join: return try join(last, separator: first, at: id)
        case .split: return try split(first, separator: last, at: arguments[1])
        case .reverse: return try reversed(first, at: id)
        case .toString: return first.kind == .string ? first : .text(try json(first, at: id))
        case .toNumber: return number(first)
        case .money: return try money(first, last, function, arguments, at: id)
        case .date: return try date(first, function, at: arguments[0])
        case .plain:
            guard let html = first.string else { return .null }
            try spend(html.utf8.count / 64, at: id)
            return .text(environment.plain(html))
        // The parser has made terms of them.
        case .param, .setting, .step, .reply: return .null
        }
    }

    /// - Throws: a wrong type, at the argument.
    private mutating func check(
        _ value: JMESValue, as wanted: JMESFunction.Argument, of function: JMESFunction, _ place: Int, at id: Int
    ) throws(JMESFault) {
        let kind = value.kind
        let isRight =
            switch wanted {
            case .anything: true
            case .reference: false
            case .number: kind == .number
            case .string: kind == .string
            case .stringOrNull: kind == .string || kind == .null
            case .object: kind == .object
            case .array: kind == .array
            case .arrayOrString: kind == .array || kind == .string
            case .arrayStringOrObject: kind == .array || kind == .string || kind == .object
            case .numbers: kind == .array && value.elements.allSatisfy { $0.kind == .number }
            case .strings: kind == .array && value.elements.allSatisfy { $0.kind == .string }
            case .numbersOrStrings:
                kind == .array
                    && (value.elements.allSatisfy { $0.kind == .number }
                        || value.elements.allSatisfy { $0.kind == .string })
            }
        guard isRight else {
            throw wrongType(function, place, wanted, found: value, at: id)
        }
        // The elements were looked at, and will be again.
        if kind == .array { try spend(value.count, at: id) }
    }

    func wrongType(
        _ function: JMESFunction, _ place: Int, _ wanted: JMESFunction.Argument, found value: JMESValue, at id: Int
    ) -> JMESFault {
        let kind = value.kind
        let found =
            switch kind {
            case .null: "null"
            case .array, .object: "an \(kind.rawValue)"
            default: "a \(kind.rawValue)"
            }
        let isMixed = kind == .array && wanted != .object && wanted != .number && wanted != .string
        return JMESFault(
            .wrongType(
                function.rawValue, argument: place + 1, expected: wanted.name,
                found: isMixed ? "an array of other values" : found),
            at: terms[id].range)
    }

    /// Applies the expression behind `&` to one element.
    mutating func apply(_ reference: Int, to element: JMESValue) throws(JMESFault) -> JMESValue {
        guard case .reference(let part) = terms[reference].form else { return .null }
        return try value(part, of: element)
    }

    private mutating func map(_ reference: Int, _ list: JMESValue) throws(JMESFault) -> JMESValue {
        var all: [JMESValue] = []
        all.reserveCapacity(list.count)
        for element in list.elements { all.append(try apply(reference, to: element)) }
        return .array(all)
    }

    private mutating func merge(_ objects: [JMESValue], at id: Int) throws(JMESFault) -> JMESValue {
        var merged: [JMESMember] = []
        for object in objects {
            try spend(object.count, at: id)
            for member in object.members {
                try spend(merged.count / 32, at: id)
                if let place = merged.firstIndex(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) {
                    merged[place] = member
                } else {
                    merged.append(member)
                }
            }
        }
        return .object(merged)
    }
}
