/// Reads JSON (RFC 8259) strictly into a `WireValue`. Meant for answers of a few kilobytes, not for hostile input.
struct WireReader {
    private let input: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { input = Array(text.unicodeScalars) }

    mutating func document() -> WireValue? {
        guard let value = value() else { return nil }
        skipSpace()
        return position == input.count ? value : nil
    }

    private var next: Unicode.Scalar? { position < input.count ? input[position] : nil }

    private mutating func skipSpace() {
        while let scalar = next, " \t\r\n".unicodeScalars.contains(scalar) { position += 1 }
    }

    private mutating func take(_ text: String) -> Bool {
        guard input[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    private mutating func value() -> WireValue? {
        skipSpace()
        switch next {
        case "n": return take("null") ? .null : nil
        case "t": return take("true") ? .bool(true) : nil
        case "f": return take("false") ? .bool(false) : nil
        case "\"": return string().map { .string($0) }
        case "[": return array()
        case "{": return object()
        default: return number()
        }
    }

    private mutating func number() -> WireValue? {
        let rest = String(
            String.UnicodeScalarView(input[position...].prefix { "+-.eE0123456789".unicodeScalars.contains($0) }))
        guard rest.wholeMatch(of: #/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/#) != nil else { return nil }
        position += rest.unicodeScalars.count
        return .number(rest)
    }

    private mutating func array() -> WireValue? {
        position += 1
        var elements: [WireValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while let element = value() {
            elements.append(element)
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
        return nil
    }

    private mutating func object() -> WireValue? {
        position += 1
        var members: [(name: [Unicode.Scalar], value: WireValue)] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard next == "\"", let name = string(), !members.contains(where: { $0.name == name }) else { return nil }
            skipSpace()
            guard take(":"), let value = value() else { return nil }
            members.append((name, value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func string() -> [Unicode.Scalar]? {
        position += 1
        var scalars: [Unicode.Scalar] = []
        while let scalar = next {
            position += 1
            switch scalar {
            case "\"": return scalars
            case "\\":
                guard let escaped = escape() else { return nil }
                scalars.append(escaped)
            case _ where scalar.value < 0x20: return nil
            default: scalars.append(scalar)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = next else { return nil }
        position += 1
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            guard let high = codeUnit() else { return nil }
            if !UTF16.isLeadSurrogate(high) { return Unicode.Scalar(high) }
            guard take("\\u"), let low = codeUnit(), UTF16.isTrailSurrogate(low) else { return nil }
            return Unicode.Scalar(0x10000 + (UInt32(high) - 0xd800) << 10 + (UInt32(low) - 0xdc00))
        default: return nil
        }
    }

    private mutating func codeUnit() -> UInt16? {
        let digits = input[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
        position += 4
        return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
    }
}
