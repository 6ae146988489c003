/// Value of a scalar under the core schema of YAML 1.2 (YAML 1.2.2, 10.3.2).
enum YAMLValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    /// An integer that does not fit 64 bits.
    case hugeInt
    case float(Double)
    case text(String)
}

extension YAMLScalar {
    /// The scalar's value: by its tag, else by its text when plain. `no`, `on` and `1:30` stay text; `012` is twelve.
    /// A tag that the text does not fit leaves it text.
    var value: YAMLValue {
        switch tag {
        case .str, .seq, .map: return .text(text)
        case .null, .bool, .int, .float: return Self.coreValue(of: text) ?? .text(text)
        case nil: return isPlain ? Self.coreValue(of: text) ?? .text(text) : .text(text)
        }
    }

    /// Most texts are told by their first byte: only these begin a null, a truth value or a number.
    private static func coreValue(of text: String) -> YAMLValue? {
        guard let first = text.utf8.first else { return .null }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return coreValue(of: Array(text.utf8))
        case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
            UInt8(ascii: "f"),
            UInt8(ascii: "F"):
            return text.utf8.count <= 5 ? coreValue(of: Array(text.utf8)) : nil
        default: return nil
        }
    }

    private static func coreValue(of bytes: [UInt8]) -> YAMLValue? {
        switch bytes.count {
        case 0: return .null
        case 1 where bytes[0] == UInt8(ascii: "~"): return .null
        case 4 where isWord(bytes, "null"): return .null
        case 4 where isWord(bytes, "true"): return .bool(true)
        case 5 where isWord(bytes, "false"): return .bool(false)
        default: return integer(bytes) ?? special(bytes) ?? float(bytes)
        }
    }

    /// `word`, `Word` or `WORD`, and no other mixture.
    private static func isWord(_ bytes: [UInt8], _ word: String) -> Bool {
        let lower = Array(word.utf8)
        let upper = lower.map { $0 & ~0x20 }
        return bytes == lower || bytes == upper || bytes == Array(upper.prefix(1)) + lower.dropFirst()
    }

    private static func integer(_ bytes: [UInt8]) -> YAMLValue? {
        let radix = bytes.starts(with: "0x".utf8) ? 16 : bytes.starts(with: "0o".utf8) ? 8 : 10
        let isSigned = radix == 10 && (bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+"))
        let digits = bytes.dropFirst(radix == 10 ? (isSigned ? 1 : 0) : 2)
        guard !digits.isEmpty, digits.allSatisfy({ (digitValue($0) ?? 99) < radix }) else { return nil }
        let sign = isSigned && bytes[0] == UInt8(ascii: "-") ? "-" : ""
        return Int(sign + String(decoding: digits, as: UTF8.self), radix: radix).map { .int($0) } ?? .hugeInt
    }

    private static func special(_ bytes: [UInt8]) -> YAMLValue? {
        let isSigned = bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+")
        switch String(decoding: bytes.dropFirst(isSigned ? 1 : 0), as: UTF8.self) {
        case ".inf", ".Inf", ".INF": return .float(bytes[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
        case ".nan", ".NaN", ".NAN": return isSigned ? nil : .float(.nan)
        default: return nil
        }
    }

    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
    private static func float(_ bytes: [UInt8]) -> YAMLValue? {
        var rest = bytes[...]
        func isDigit(_ byte: UInt8) -> Bool { (digitValue(byte) ?? 99) < 10 }
        func takeDigits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        func take(_ oneOf: String) -> Bool {
            guard let first = rest.first, oneOf.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("+-")
        let whole = takeDigits()
        let fraction = take(".") ? takeDigits() : 0
        guard whole + fraction > 0 else { return nil }
        if take("eE") {
            _ = take("+-")
            guard takeDigits() > 0 else { return nil }
        }
        guard rest.isEmpty else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self)).map { .float($0) }
    }

    private static func digitValue(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
