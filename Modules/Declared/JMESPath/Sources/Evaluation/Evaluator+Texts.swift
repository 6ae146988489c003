import Glibc

extension Evaluator {
    /// Count of scalars, elements or members.
    mutating func length(_ value: JMESValue, at id: Int) throws(JMESFault) -> Int {
        guard value.kind == .string else { return value.count }
        let counts = value.withUTF8 { text in
            // Every scalar has one byte that goes on with no other.
            (bytes: text.count, scalars: text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
        }
        try spend((counts?.bytes ?? 0) / 64, at: id)
        return counts?.scalars ?? 0
    }

    /// Whether an array has an element, or a string a part.
    mutating func contains(_ value: JMESValue, _ wanted: JMESValue, at id: Int) throws(JMESFault) -> Bool {
        guard value.kind == .string else {
            for element in value.elements where try isEqual(element, wanted, at: id) { return true }
            return false
        }
        let lengths = value.withUTF8 { text in wanted.withUTF8 { (text.count, $0.count) } }
        guard let (text, part) = lengths ?? nil else { return false }
        try spendSearch(of: part, in: text, at: id)
        let found = value.withUTF8 { text in wanted.withUTF8 { place(of: $0, in: text) != nil } }
        return (found ?? nil) ?? false
    }

    /// A search looks at every place of the text, and at each at the whole part in the worst case.
    private mutating func spendSearch(of part: Int, in text: Int, at id: Int) throws(JMESFault) {
        let (cost, overflow) = (1 + text / 64).multipliedReportingOverflow(by: 1 + part / 64)
        try spend(overflow ? .max : cost, at: id)
    }

    mutating func isAtEnd(
        _ value: JMESValue, _ part: JMESValue, start: Bool, at id: Int
    ) throws(JMESFault) -> Bool {
        let found = value.withUTF8 { text in
            part.withUTF8 { part in
                guard part.count <= text.count else { return (0, false) }
                let ends = UnsafeBufferPointer(
                    rebasing: start ? text.prefix(part.count) : text.suffix(part.count))
                return (part.count, byteOrder(ends, part) == 0)
            }
        }
        guard let (cost, isThere) = found ?? nil else { return false }
        try spend(cost / 64, at: id)
        return isThere
    }

    mutating func join(
        _ list: JMESValue, separator: JMESValue, at id: Int
    ) throws(JMESFault) -> JMESValue {
        let separator = separator.string ?? ""
        var text = ""
        var isFirst = true
        for element in list.elements {
            let part = element.string ?? ""
            try spend(1 + (part.utf8.count + separator.utf8.count) / 64, at: id)
            if !isFirst { text += separator }
            text += part
            isFirst = false
        }
        return .text(text)
    }

    /// The parts between separators, empty ones among them.
    mutating func split(
        _ value: JMESValue, separator: JMESValue, at id: Int
    ) throws(JMESFault) -> JMESValue {
        guard let text = value.string, let separator = separator.string else { return .null }
        guard !separator.isEmpty else {
            throw JMESFault(.wrongValue(JMESFunction.split.rawValue, expected: "a separator"), at: terms[id].range)
        }
        try spendSearch(of: separator.utf8.count, in: text.utf8.count, at: id)
        let (bytes, mark) = (Array(text.utf8), Array(separator.utf8))
        var parts: [JMESValue] = []
        var start = 0
        while true {
            try spend(1, at: id)
            let found = bytes[start...].withUnsafeBufferPointer { rest in
                mark.withUnsafeBufferPointer { place(of: $0, in: rest) }
            }
            let end = found.map { start + $0 } ?? bytes.count
            // Cut at whole scalars: both are well-formed.
            parts.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
            if found == nil { return .array(parts) }
            start = end + mark.count
        }
    }

    mutating func reversed(_ value: JMESValue, at id: Int) throws(JMESFault) -> JMESValue {
        guard let text = value.string else { return .array(Array(value.elements).reversed()) }
        try spend(text.utf8.count / 64, at: id)
        return .text(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
    }

    /// Offset of the first place where `part` stands in `text`.
    private func place(of part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let wanted = part.baseAddress, part.count > 0 else { return 0 }
        guard let start = text.baseAddress, part.count <= text.count else { return nil }
        let last = text.count - part.count
        var offset = 0
        while offset <= last {
            guard let next = memchr(start + offset, Int32(part[0]), last - offset + 1) else { return nil }
            offset = UnsafeRawPointer(next) - UnsafeRawPointer(start)
            if memcmp(next, wanted, part.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
