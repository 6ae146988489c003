extension Unicode.Scalar {
    /// Whether the scalar is visible or a space, always kept, and never part of a longer cluster among its like: most of
    /// what shops write. Texts of these alone skip the rules for the rest of Unicode.
    var isSimple: Bool {
        switch value {
        // Latin; dashes, quotes, bullets and the ellipsis; currency signs; stars; East Asian punctuation; kana; ideographs; Hangul
        // syllables; full-width forms.
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x20A0...0x20C0, 0x2605...0x2606, 0x3001...0x3020,
            0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60:
            true
        default: false
        }
    }

    /// The spaces that survive the sanitiser, but for U+0020.
    var isSpaceBeyondASCII: Bool {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}

extension StringProtocol {
    /// Whether a byte of the UTF-8 is so. Looks at the bytes where they lie, many times faster than through the view.
    @inline(__always)
    func containsByte(where isSo: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(where: isSo) } ?? utf8.contains(where: isSo)
    }
}

extension String {
    /// Whether every byte is a printable ASCII character, each of which takes one column.
    var isPrintableASCII: Bool {
        !containsByte { $0 < 0x20 || $0 >= 0x7F }
    }

    /// Whether every scalar is simple.
    var isSimple: Bool {
        utf8.withContiguousStorageIfAvailable { TextMarks($0).isSimple } ?? unicodeScalars.allSatisfy(\.isSimple)
    }

    /// Whether white space is single ASCII spaces only, and none at the ends: nothing that a line would collapse.
    var isEvenlySpaced: Bool {
        if isPrintableASCII {
            var wasSpace = true
            let isUneven = containsByte { byte in
                let isSpace = byte == UInt8(ascii: " ")
                defer { wasSpace = isSpace }
                return isSpace && wasSpace
            }
            return !isUneven && (!wasSpace || isEmpty)
        }
        var wasSpace = true
        for scalar in unicodeScalars {
            let isSpace = scalar == " "
            if isSpace && wasSpace || scalar.isSpaceBeyondASCII { return false }
            wasSpace = isSpace
        }
        return !wasSpace || isEmpty
    }
}
