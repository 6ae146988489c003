/// A name from outside for use inside of a sentence: cut to 80 scalars, with whatever could disturb a terminal escaped, as
/// `\u{202E}`.
package func visibleText(_ name: String) -> String {
    var text = ""
    var left = 80
    for scalar in name.unicodeScalars {
        if left == 0 { return text + "…" }
        left -= 1
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            text += scalar.escaped(asASCII: true)
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// `sale price` → `Sale price`.
package func sentenceCase(_ words: String) -> String {
    guard let first = words.utf8.first, first < 0x80 else { return words.prefix(1).uppercased() + words.dropFirst() }
    // As they begin in English, at every start for each of their columns: characters would take 100,000 instructions.
    guard (0x61...0x7A).contains(first) else { return words }
    var bytes = Array(words.utf8)
    bytes[0] = first & 0xDF
    return String(decoding: bytes, as: UTF8.self)
}

/// A character of a text with a mistake, as it is where it can be seen: `` `=` ``, `U+00E9`, `a space`.
package func visibleScalar(_ scalar: Unicode.Scalar) -> String {
    if scalar == " " { return "a space" }
    if scalar.value > 0x20, scalar.value < 0x7F { return "`\(scalar)`" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}
