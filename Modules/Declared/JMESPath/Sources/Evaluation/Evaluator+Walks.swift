import Glibc
import JSON

// Walks through whole values: equality and text. As deep as JSON may be, at most.
extension Evaluator {
    /// Whether two values are the same: numbers by their value, strings byte for byte, objects whatever their order.
    mutating func isEqual(
        _ one: JMESValue, _ other: JMESValue, depth: Int = 0, at id: Int
    ) throws(JMESFault) -> Bool {
        try spend(1, at: id)
        try expectDepth(depth, at: id)
        let kind = one.kind
        guard kind == other.kind else { return false }
        switch kind {
        case .null: return true
        case .boolean: return one.bool == other.bool
        case .number:
            guard let one = one.numberText, let other = other.numberText else { return false }
            try spend((one.utf8.count + other.utf8.count) / 64, at: id)
            return ComparedNumber(one) == ComparedNumber(other)
        case .string:
            let order = one.withUTF8 { one in other.withUTF8 { (byteOrder(one, $0), one.count) } } ?? nil
            try spend((order?.1 ?? 0) / 64, at: id)
            return order?.0 == 0
        case .array:
            guard one.count == other.count else { return false }
            var others = other.elements
            for element in one.elements {
                guard let other = others.next(), try isEqual(element, other, depth: depth + 1, at: id) else {
                    return false
                }
            }
            return true
        case .object:
            guard one.count == other.count else { return false }
            try spend(one.count, at: id)
            for member in one.members {
                try spend(other.count / 32, at: id)
                guard let value = other[member.name], try isEqual(member.value, value, depth: depth + 1, at: id)
                else { return false }
            }
            return true
        }
    }

    /// The value as compact JSON; numbers as they were spelled.
    mutating func json(_ value: JMESValue, at id: Int) throws(JMESFault) -> String {
        var writer = JSONWriter()
        try write(value, &writer, depth: 0, at: id)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func write(
        _ value: JMESValue, _ writer: inout JSONWriter, depth: Int, at id: Int
    ) throws(JMESFault) {
        try spend(1, at: id)
        try expectDepth(depth, at: id)
        switch value.kind {
        case .null: writer.null()
        case .boolean: writer.bool(value.bool ?? false)
        case .number: writer.number(literal: value.numberText ?? "0")
        case .string:
            let text = value.string ?? ""
            try spend(text.utf8.count / 64, at: id)
            writer.string(text)
        case .array:
            writer.beginArray()
            for element in value.elements { try write(element, &writer, depth: depth + 1, at: id) }
            writer.endArray()
        case .object:
            try spend(value.count, at: id)
            writer.beginObject()
            for member in value.members {
                writer.key(member.name)
                try write(member.value, &writer, depth: depth + 1, at: id)
            }
            writer.endObject()
        }
    }

    private func expectDepth(_ depth: Int, at id: Int) throws(JMESFault) {
        guard depth < JSONLimits.deepest else {
            throw JMESFault(.valueTooDeep(limit: JSONLimits.deepest), at: terms[id].range)
        }
    }
}

/// Order of two texts by their bytes, which is that of their scalars: negative, 0 or positive.
func byteOrder(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(one.count, other.count)
    if count > 0, let one = one.baseAddress, let other = other.baseAddress {
        let order = memcmp(one, other, count)
        if order != 0 { return Int(order) }
    }
    return one.count - other.count
}
