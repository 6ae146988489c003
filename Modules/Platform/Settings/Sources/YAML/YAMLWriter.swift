/// Writes the few YAML forms that settings need.
enum YAMLWriter {
    /// `text` as a scalar that reads back as the same text: plain where that is safe, else in double quotes. `${` is
    /// escaped as `$${`, so that nothing is interpolated.
    static func scalar(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let isSafe =
            !bytes.isEmpty && bytes.allSatisfy(isPlainByte) && !isIndicator(bytes[0])
            && YAMLScalar(text: text, isPlain: true).value == .text(text)
        return isSafe ? text : quoted(text)
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
            || "_./+-".utf8.contains(byte)
    }

    private static func isIndicator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "{" where previous == "$":
                // `$` is written already: `$${` stands for `${`.
                out += "${"
            case _ where isUnprintable(scalar): out += escape(scalar)
            default: out.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return out + "\""
    }

    /// Scalars that a terminal or an editor would act on: controls, line and paragraph separators, marks of direction,
    /// byte order marks.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)\(String(repeating: "0", count: width - hex.utf8.count))\(hex)"
    }
}
