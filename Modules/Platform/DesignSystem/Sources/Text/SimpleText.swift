extension Unicode.Scalar {
    /// Whether the scalar is visible or a space, always kept, and never part of a longer cluster among its like: most of
    /// what shops write. Texts of these alone skip the rules for the rest of Unicode.
    var isSimple: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
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

extension String {
    /// Whether every byte is a printable ASCII character, each of which takes one column.
    var isPrintableASCII: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether every scalar is simple.
    var isSimple: Bool {
        unicodeScalars.allSatisfy(\.isSimple)
    }

    /// Whether white space is single ASCII spaces only, and none at the ends: nothing that a line would collapse.
    var isEvenlySpaced: Bool {
        var wasSpace = true
        for scalar in unicodeScalars {
            let isSpace = scalar == " "
            if isSpace && wasSpace || scalar.isSpaceBeyondASCII { return false }
            wasSpace = isSpace
        }
        return !wasSpace || isEmpty
    }
}
