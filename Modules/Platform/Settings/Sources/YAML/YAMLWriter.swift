/// Writes the few YAML forms that settings and files of modules need.
package enum YAMLWriter {
    /// `text` as a scalar that reads back as the same text: plain where that is safe, else in double quotes. `${` is
    /// escaped as `$${`, so that nothing is interpolated.
    static func scalar(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let isSafe =
            !bytes.isEmpty && bytes.allSatisfy(isPlainByte) && !isIndicator(bytes[0])
            && YAMLScalar(text: text, isPlain: true).value == .text(text)
        return isSafe ? text : quoted(text)
    }

    /// `text` as a scalar that reads back as the same text, as a person would write it: without quotes where that is safe,
    /// else in those that need no escapes.
    /// - Parameter isInFlow: whether it stands between brackets or braces.
    package static func prose(_ text: String, isInFlow: Bool) -> String {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, !scalars.contains(where: isUnprintable), !has("$", "{", in: scalars) else {
            return quoted(text)
        }
        let isBegin =
            first.properties.isAlphabetic || first.properties.numericType != nil || first == "/" || first == "_"
        let isApart =
            has(":", " ", in: scalars) || has(" ", "#", in: scalars) || scalars.last == ":" || scalars.last == " "
        let hasBrackets = isInFlow && scalars.contains { ",[]{}".unicodeScalars.contains($0) }
        if isBegin, !isApart, !hasBrackets, YAMLScalar(text: text, isPlain: true).value == .text(text) { return text }
        let needsEscape = scalars.contains { $0 == "\"" || $0 == "\\" }
        return needsEscape && !scalars.contains("'") ? "'\(text)'" : quoted(text)
    }

    /// Whether a scalar stands right before another.
    private static func has(_ first: Unicode.Scalar, _ second: Unicode.Scalar, in scalars: [Unicode.Scalar]) -> Bool {
        zip(scalars, scalars.dropFirst()).contains { $0 == first && $1 == second }
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
