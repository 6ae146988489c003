/// The words of a search: a row matches when each occurs in one of its texts, whatever the case, accents and width.
package struct SearchWords: Sendable {
    private let words: [[UInt8]]

    /// - Returns: nil when the text has no word.
    package init?(_ text: String) {
        words = folded(text).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        if words.isEmpty { return nil }
    }

    /// The words, folded.
    var texts: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether a folded text has them.
    func match(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return words.allSatisfy { contains(text, $0) }
    }

    func match(_ row: Row) -> Bool {
        match(row.layout.searched.compactMap { row.text($0) })
    }

    package func match(_ texts: [String]) -> Bool {
        let texts = texts.map { Array(folded($0).utf8) }
        return words.allSatisfy { word in texts.contains { contains($0, word) } }
    }

}

func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
        if text[start..<(start + word.count)].elementsEqual(word) { return true }
    }
    return false
}

/// A text as it is compared in searches: lower case, letters without their accents, full-width forms as their ASCII ones.
package func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = ""
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case ..<0x80: folded.unicodeScalars.append(scalar)
        // Full-width forms of ASCII, and the ideographic space.
        case 0xFF01...0xFF5E: folded.unicodeScalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
        case 0x3000: folded += " "
        default:
            if scalar.properties.generalCategory == .nonspacingMark { continue }
            folded += latinBase(of: scalar) ?? String(scalar)
        }
    }
    return folded.lowercased()
}

/// The letter that an accented Latin one is made of, by its name in Unicode: `LATIN SMALL LETTER E WITH ACUTE`.
private func latinBase(of scalar: Unicode.Scalar) -> String? {
    guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value),
        let name = scalar.properties.name
    else { return nil }
    let words = name.split(separator: " ")
    guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count == 1, words[4] == "WITH"
    else {
        return nil
    }
    return String(words[3])
}
