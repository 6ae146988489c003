/// The columns that a text takes on a terminal: the sum over its grapheme clusters (UAX #29, UAX #11).
///
/// Summing over scalars would be wrong for emoji sequences, flags, variation selectors and conjoining jamo.
/// Linear in the text's length.
///
/// - Parameters:
///   - text: One line. Controls count nothing; sanitise first.
///   - ambiguous: The columns of characters that are wide only in East Asian fonts (`—`, `○`, Greek …): 1 or 2.
/// - Returns: Display columns.
package func displayWidth(_ text: String, ambiguous: Int = 1) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    if text.isSimple { return text.unicodeScalars.reduce(0) { $0 + scalarWidth($1, ambiguous: ambiguous) } }
    var width = 0
    for character in text { width += displayWidth(of: character, ambiguous: ambiguous) }
    return width
}

/// The columns of one grapheme cluster: 0, 1 or 2.
package func displayWidth(of character: Character, ambiguous: Int) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    var sum = 0
    var count = 0
    var presentsEmoji = false
    for scalar in scalars {
        sum += scalarWidth(scalar, ambiguous: ambiguous)
        count += 1
        switch scalar.value {
        case 0xFE0F, 0x200D, 0x1F3FB...0x1F3FF: presentsEmoji = count > 1 || presentsEmoji
        default: break
        }
    }
    // VS16, a joiner or a skin tone turns even a narrow base (☎, ☝, a keycap's digit) into one wide picture.
    if presentsEmoji && base.properties.isEmoji { return 2 }
    return min(sum, 2)
}

extension Character {
    /// Whether terminals disagree on its columns, whatever Unicode says: pictures, and what is put together of several
    /// scalars.
    package var isOfUncertainWidth: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.value >= 0x1F000 || unicodeScalars.dropFirst().first != nil
    }
}

/// The columns of one scalar on its own.
private func scalarWidth(_ scalar: Unicode.Scalar, ambiguous: Int) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
    default: break
    }
    var low = 0
    var high = displayWidthTable.count
    while low < high {
        let middle = (low + high) / 2
        let entry = displayWidthTable[middle]
        if scalar.value < UInt32(truncatingIfNeeded: entry >> 32) {
            high = middle
        } else if scalar.value > UInt32(truncatingIfNeeded: entry >> 8) & 0xFF_FFFF {
            low = middle + 1
        } else {
            let widthClass = Int(entry & 0xFF)
            return widthClass == 3 ? ambiguous : widthClass
        }
    }
    return 1
}
