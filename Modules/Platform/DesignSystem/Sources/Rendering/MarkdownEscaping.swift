import Values

/// Escapes what would be markup in a text from outside, and little else: agents read the raw characters.
///
/// Follows CommonMark 0.31 and the tables, strike-through and autolinks of GitHub Flavored Markdown. Compares scalars.
struct MarkdownEscaping {
    /// Whether the text begins a line, where `#`, `>`, `-`, `1.` … make blocks.
    let isAtLineStart: Bool
    /// Whether the text is in a table's cell.
    let isInCell: Bool
    /// Whether the text is in a heading, which a row of `#` at its end would close.
    let isInHeading: Bool
    /// Whether the text stands between the brackets of a link or a badge.
    let isLinkText: Bool
    /// Scalar written directly before.
    let last: Unicode.Scalar?

    /// Appends a text as UTF-8, escaped.
    func append(_ text: String, to result: inout ByteBuffer) {
        if isPlain(text) {
            result.append(text)
            return
        }
        let scalars = Array(text.unicodeScalars)
        let blockMark = isAtLineStart ? blockMarkIndex(scalars) : nil
        let strikes = scalars.count { $0 == "~" } > 1
        for (index, scalar) in scalars.enumerated() {
            let before = index > 0 ? scalars[index - 1] : last
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\\" && isInCell && (after == nil || after == "|") {
                // A backslash before a cell's border reads differently from parser to parser.
                result.append("&#92;" as StaticString)
                continue
            }
            let isMarkup: Bool =
                switch scalar {
                case "`": true
                case "\\": after.map(isASCIIPunctuation) ?? true
                case "*": !(isSpace(before) && isSpace(after))
                case "_": !(isWord(before) && isWord(after)) && !(isSpace(before) && isSpace(after))
                case "~": strikes
                case "|": isInCell
                case "#": isInHeading && after == nil && (before == nil || before == "#" || isSpace(before))
                case "[": isLinkText || after == "^" || startsTaskMark(scalars, index)
                case "]": isLinkText || after.map { "([:".unicodeScalars.contains($0) } ?? false
                case "(", ":": before == "]"
                case "<": after.map { isLetter($0) || "/!?".unicodeScalars.contains($0) } ?? true
                case "&": startsCharacterReference(scalars, index)
                default: false
                }
            if isMarkup || index == blockMark { result.append(UInt8(ascii: "\\")) }
            result.append(scalar)
        }
    }

    /// True if no byte of the text can be markup, at any place.
    private func isPlain(_ text: String) -> Bool {
        if isAtLineStart, let first = text.utf8.first, startsBlock(first) { return false }
        return last != "]" && !text.containsByte(where: isInlineMarkup)
    }

    /// The scalar to escape so that the line begins no block.
    private func blockMarkIndex(_ scalars: [Unicode.Scalar]) -> Int? {
        guard let first = scalars.first else { return nil }
        switch first {
        case "#", ">", "=", "|": return 0
        case "-", "+", ":": return scalars.count == 1 || isSpace(scalars[1]) || scalars[1] == "-" ? 0 : nil
        case "~": return scalars.starts(with: "~~~".unicodeScalars) ? 0 : nil
        default: break
        }
        let digits = scalars.prefix(10).prefix { ("0"..."9").contains($0) }.count
        guard (1...9).contains(digits), digits < scalars.count, scalars[digits] == "." || scalars[digits] == ")",
            digits + 1 == scalars.count || isSpace(scalars[digits + 1])
        else { return nil }
        return digits
    }

    /// `[ ]` and `[x]` at the start of an item.
    private func startsTaskMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        isAtLineStart && index == 0 && scalars.count > 2 && " xX".unicodeScalars.contains(scalars[1])
            && scalars[2] == "]" && (scalars.count == 3 || isSpace(scalars[3]))
    }

    /// `&name;`, `&#12;`, `&#x1F;`, and a `&` at the end, since what follows is not known here.
    private func startsCharacterReference(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        let rest = scalars[(index + 1)...].prefix(33)
        guard let end = rest.firstIndex(of: ";") else { return rest.isEmpty }
        let name = rest[..<end]
        return !name.isEmpty && name.allSatisfy { $0 == "#" || isASCIIWord($0) }
    }
}

// Switches: a global made at run time costs a call at each look.

func startsBlock(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "-"),
        UInt8(ascii: "+"),
        UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}

/// Whether a byte can be markup within a line.
func isInlineMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"),
        UInt8(ascii: "|"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "#"):
        true
    default: false
    }
}

private func isASCIIPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F && !isASCIIWord(scalar)
}

private func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
    UInt8(exactly: scalar.value)?.isASCIILetterOrDigit ?? false
}

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
}

private func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { isASCIIWord($0) || $0.properties.isAlphabetic } ?? false
}

/// The start and the end of a text don't count as spaces: markup may follow directly.
private func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.isWhitespace ?? false
}
