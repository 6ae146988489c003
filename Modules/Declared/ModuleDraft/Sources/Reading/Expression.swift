/// Expressions of JMESPath, put together of names from outside.
enum Expression {
    /// Members one below the other; the current node without any.
    static func path(_ keys: some Sequence<String>) -> String {
        let names = keys.map(name)
        return names.isEmpty ? "@" : names.joined(separator: ".")
    }

    /// A name, in quotes where it is no identifier.
    static func name(_ key: String) -> String {
        let isIdentifier =
            key.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
            } && !(key.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
        if isIdentifier { return key }
        var text = "\""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// A raw string.
    static func text(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return "'\(escaped)'"
    }
}
