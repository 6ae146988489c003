@testable import JSON

/// A second reader, written the plain way: by recursion, over an array, building values as it goes. It shares no code
/// with the one under test, so that the two disagreeing about a text means that one of them is wrong.
struct PlainReader {
    /// Why a text is refused is of no interest here.
    struct Refusal: Error {}

    private let bytes: [UInt8]
    private var at = 0
    private let depth: Int

    private init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// The value that `bytes` are, or nil when they are refused.
    static func value(of bytes: [UInt8], depth: Int = 64) -> JSONValue? {
        var reader = PlainReader(bytes, depth: depth)
        guard let value = try? reader.readValue(0) else { return nil }
        reader.skipSpace()
        guard reader.at == bytes.count else { return nil }
        return value
    }

    private mutating func skipSpace() {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    private func peek() -> UInt8? {
        at < bytes.count ? bytes[at] : nil
    }

    private mutating func take() throws -> UInt8 {
        guard let byte = peek() else { throw Refusal() }
        at += 1
        return byte
    }

    private mutating func expect(_ text: String) throws {
        for byte in text.utf8 {
            guard try take() == byte else { throw Refusal() }
        }
    }

    private mutating func readValue(_ level: Int) throws -> JSONValue {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "\""):
            return .string(try readString())
        case UInt8(ascii: "["):
            return .array(try readElements(level + 1))
        case UInt8(ascii: "{"):
            return .object(try readMembers(level + 1))
        default:
            return try readNumber()
        }
    }

    private mutating func readElements(_ level: Int) throws -> [JSONValue] {
        if level > depth { throw Refusal() }
        try expect("[")
        skipSpace()
        if peek() == UInt8(ascii: "]") {
            at += 1
            return []
        }
        var elements: [JSONValue] = []
        while true {
            elements.append(try readValue(level))
            skipSpace()
            let byte = try take()
            if byte == UInt8(ascii: "]") { return elements }
            guard byte == UInt8(ascii: ",") else { throw Refusal() }
        }
    }

    private mutating func readMembers(_ level: Int) throws -> [JSONMember] {
        if level > depth { throw Refusal() }
        try expect("{")
        skipSpace()
        if peek() == UInt8(ascii: "}") {
            at += 1
            return []
        }
        var members: [JSONMember] = []
        while true {
            skipSpace()
            let name = try readString()
            skipSpace()
            try expect(":")
            if members.contains(where: { Array($0.key.utf8) == Array(name.utf8) }) { throw Refusal() }
            members.append(JSONMember(name, try readValue(level)))
            skipSpace()
            let byte = try take()
            if byte == UInt8(ascii: "}") { return members }
            guard byte == UInt8(ascii: ",") else { throw Refusal() }
        }
    }

    private mutating func readString() throws -> String {
        try expect("\"")
        var text: [UInt8] = []
        while true {
            let byte = try take()
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw Refusal() }
                return string
            case UInt8(ascii: "\\"):
                text += Array(String(try readEscape()).utf8)
            case 0..<0x20:
                throw Refusal()
            default:
                text.append(byte)
            }
        }
    }

    private mutating func readEscape() throws -> Unicode.Scalar {
        switch try take() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw Refusal()
        }
        var units = [try readUnit()]
        if UTF16.isLeadSurrogate(units[0]) {
            try expect("\\u")
            units.append(try readUnit())
        }
        let text = String(validating: units, as: UTF16.self)
        guard let scalar = text?.unicodeScalars.first else { throw Refusal() }
        return scalar
    }

    private mutating func readUnit() throws -> UInt16 {
        let digits = [try take(), try take(), try take(), try take()]
        // A sign is no digit, though the standard library takes one.
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Refusal() }
        return unit
    }

    private mutating func readNumber() throws -> JSONValue {
        let start = at
        if peek() == UInt8(ascii: "-") { at += 1 }
        if peek() == UInt8(ascii: "0") {
            at += 1
        } else {
            try readDigits()
        }
        if peek() == UInt8(ascii: ".") {
            at += 1
            try readDigits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            at += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
            try readDigits()
        }
        let literal = String(decoding: bytes[start..<at], as: UTF8.self)
        if let integer = Int(literal), String(integer) == literal { return .integer(integer) }
        return .number(literal)
    }

    private mutating func readDigits() throws {
        let start = at
        while let byte = peek(), (0x30...0x39).contains(byte) { at += 1 }
        if at == start { throw Refusal() }
    }
}
