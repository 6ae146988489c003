import JSON

/// Finds the value of a term; recursion is as deep as the terms are.
struct Evaluator<Environment: JMESEnvironment> {
    let terms: [Term]
    let environment: Environment
    var steps: JMESSteps

    /// - Parameter id: of the term.
    mutating func value(_ id: Int, of current: JMESValue) throws(JMESFault) -> JMESValue {
        try spend(1, at: id)
        switch terms[id].form {
        case .current: return current
        case .literal(let value): return value
        case .field(let name):
            try spend(current.count / 32, at: id)
            return current[name] ?? .null
        case .chain(let parts):
            var value = current
            for part in parts { value = try self.value(part, of: value) }
            return value
        case .index(let index): return try element(index, of: current, at: id)
        case .slice(let start, let stop, let step):
            return try slice(current, start, stop, step, at: id)
        case .flatten(let list): return try flatten(value(list, of: current), at: id)
        case .projection(let list, let each):
            let list = try value(list, of: current)
            guard list.kind == .array else { return .null }
            return try project(list.elements, each)
        case .values(let object, let each):
            let object = try value(object, of: current)
            guard object.kind == .object else { return .null }
            try spend(object.count, at: id)
            return try project(object.members.lazy.map(\.value), each)
        case .filter(let list, let condition, let each):
            let list = try value(list, of: current)
            guard list.kind == .array else { return .null }
            var kept: [JMESValue] = []
            for element in list.elements {
                if try value(condition, of: element).isFalse { continue }
                let value = try value(each, of: element)
                if !value.isNull { kept.append(value) }
            }
            return .array(kept)
        case .list(let parts):
            if current.isNull { return .null }
            var all: [JMESValue] = []
            all.reserveCapacity(parts.count)
            for part in parts { all.append(try value(part, of: current)) }
            return .array(all)
        case .object(let entries):
            if current.isNull { return .null }
            var members: [JMESMember] = []
            members.reserveCapacity(entries.count)
            for entry in entries { members.append(JMESMember(entry.key, try value(entry.value, of: current))) }
            return .object(members)
        case .comparison(let comparison, let left, let right):
            let left = try value(left, of: current)
            let right = try value(right, of: current)
            return try compare(comparison, left, right, at: id)
        case .not(let part): return .bool(try value(part, of: current).isFalse)
        case .any(let parts): return try first(of: parts, isFalse: false, current)
        case .all(let parts): return try first(of: parts, isFalse: true, current)
        case .call(let function, let arguments): return try call(function, arguments, of: current, at: id)
        case .reference: return .null
        case .name(let name): return environment.value(of: name) ?? .null
        }
    }

    /// - Throws: when fewer steps are left.
    mutating func spend(_ count: Int, at id: Int) throws(JMESFault) {
        guard steps.spend(count) else { throw JMESFault(.tooManySteps(limit: steps.limit), at: terms[id].range) }
    }

    /// The first part that counts as false, or as true; else the last.
    private mutating func first(
        of parts: [Int], isFalse: Bool, _ current: JMESValue
    ) throws(JMESFault) -> JMESValue {
        var value = JMESValue.null
        for part in parts {
            value = try self.value(part, of: current)
            if value.isFalse == isFalse { return value }
        }
        return value
    }

    private mutating func project(
        _ elements: some Sequence<JMESValue>, _ each: Int
    ) throws(JMESFault) -> JMESValue {
        var kept: [JMESValue] = []
        for element in elements {
            let value = try value(each, of: element)
            if !value.isNull { kept.append(value) }
        }
        return .array(kept)
    }

    private mutating func element(_ index: Int, of list: JMESValue, at id: Int) throws(JMESFault) -> JMESValue {
        guard list.kind == .array else { return .null }
        let count = list.count
        // The smallest Int has no counterpart above zero, and is no place either.
        guard index >= -count, index < count else { return .null }
        let place = index < 0 ? count + index : index
        switch list {
        case .array(let all): return all[place]
        case .node(let node):
            try spend(place / 32, at: id)
            return node[place].map(JMESValue.node) ?? .null
        default: return .null
        }
    }

    private mutating func flatten(_ list: JMESValue, at id: Int) throws(JMESFault) -> JMESValue {
        guard list.kind == .array else { return .null }
        var flat: [JMESValue] = []
        for element in list.elements {
            try spend(1 + element.elementCount, at: id)
            if element.kind == .array { flat.append(contentsOf: element.elements) } else { flat.append(element) }
        }
        return .array(flat)
    }

    private mutating func slice(
        _ list: JMESValue, _ start: Int?, _ stop: Int?, _ step: Int, at id: Int
    ) throws(JMESFault) -> JMESValue {
        guard list.kind == .array else { return .null }
        let count = list.count
        try spend(count, at: id)
        let all = Array(list.elements)
        // Places before the first and behind the last, which a bound may name.
        let (lowest, highest) = step > 0 ? (0, count) : (-1, count - 1)
        func place(_ bound: Int?, _ without: Int) -> Int {
            guard let bound else { return without }
            let (place, overflow) = bound < 0 ? bound.addingReportingOverflow(count) : (bound, false)
            return overflow ? lowest : min(max(place, lowest), highest)
        }
        let first = place(start, step > 0 ? lowest : highest)
        let end = place(stop, step > 0 ? highest : lowest)
        var kept: [JMESValue] = []
        var at = first
        while step > 0 ? at < end : at > end {
            kept.append(all[at])
            let (next, overflow) = at.addingReportingOverflow(step)
            if overflow { break }
            at = next
        }
        return .array(kept)
    }

    private mutating func compare(
        _ comparison: Term.Comparison, _ left: JMESValue, _ right: JMESValue, at id: Int
    ) throws(JMESFault) -> JMESValue {
        switch comparison {
        case .equal: return .bool(try isEqual(left, right, at: id))
        case .notEqual: return .bool(!(try isEqual(left, right, at: id)))
        default: break
        }
        guard let left = left.numberText, let right = right.numberText else { return .null }
        try spend((left.utf8.count + right.utf8.count) / 64, at: id)
        let (one, other) = (ComparedNumber(left), ComparedNumber(right))
        return switch comparison {
        case .less: .bool(one < other)
        case .lessOrEqual: .bool(one <= other)
        case .greater: .bool(one > other)
        default: .bool(one >= other)
        }
    }
}

extension JMESValue {
    /// Count of elements; 0 for anything but an array.
    fileprivate var elementCount: Int { kind == .array ? count : 0 }
}
