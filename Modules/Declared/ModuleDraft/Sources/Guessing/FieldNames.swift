/// Names of fields, made of the names of members: lower camel case of Latin letters and digits.
enum FieldNames {
    /// Names that answers add to a row, or that a list's parameters have.
    private static let taken: Set<String> = [
        "route", "refresh", "items", "total", "skipped", "matches", "texts", "hash", "shape", "query", "sort",
        "fields", "limit", "cursor", "minPrice", "maxPrice", "self", "init", "Type", "Protocol", "Self",
    ]
    /// The longest name of a field.
    private static let longest = 40

    /// - Parameter used: names that other fields have; the new one is added.
    static func name(_ words: [String], used: inout Set<String>) -> String {
        var name = ""
        for word in words {
            let latin = latin(word)
            for part in latin.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber)) }) {
                // A word of capitals alone is one word: `URL`.
                let isFirst = name.isEmpty
                let isCapitals = part.allSatisfy { $0.isUppercase || $0.isNumber } && part.contains(where: \.isLetter)
                if isFirst {
                    name = isCapitals ? part.lowercased() : part.prefix(1).lowercased() + part.dropFirst()
                } else {
                    name += part.prefix(1).uppercased() + part.dropFirst()
                }
            }
        }
        name = String(name.prefix(longest - 8))
        if name.isEmpty {
            name = "value"
        } else if name.first.map({ $0.isNumber }) ?? false {
            name = "value" + name
        }
        if taken.contains(name) { name += "Value" }
        var (number, result) = (2, name)
        while !used.insert(result).inserted {
            result = "\(name)\(number)"
            number += 1
        }
        return result
    }

    /// Letters with marks without them, Korean syllables by their sound; blanks in the place of others.
    private static func latin(_ text: String) -> String {
        var latin = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                latin.unicodeScalars.append(scalar)
            } else if let syllable = Hangul.romanized(scalar) {
                latin += syllable
            } else if let letter = plainLetter(scalar) {
                latin += letter
            } else if scalar.properties.canonicalCombiningClass == .notReordered {
                latin += " "
            }
        }
        return latin
    }

    /// `é` → `e`, by the name that Unicode gives it: `LATIN SMALL LETTER E WITH ACUTE`.
    private static func plainLetter(_ scalar: Unicode.Scalar) -> String? {
        let words = (scalar.properties.name ?? "").split(separator: " ")
        if scalar == "ß" { return "ss" }
        guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count <= 2 else { return nil }
        return words[1] == "CAPITAL" ? String(words[3]) : words[3].lowercased()
    }
}

/// Sounds of Korean syllables, as Unicode names them (chapter 3.12): a syllable is its lead, vowel and tail.
private enum Hangul {
    private static let leads = [
        "g", "gg", "n", "d", "dd", "r", "m", "b", "bb", "s", "ss", "", "j", "jj", "c", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "weo", "we", "wi", "yu",
        "eu", "yi", "i",
    ]
    private static let tails = [
        "", "g", "gg", "gs", "n", "nj", "nh", "d", "l", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "bs", "s",
        "ss", "ng", "j", "c", "k", "t", "p", "h",
    ]

    static func romanized(_ scalar: Unicode.Scalar) -> String? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let place = Int(scalar.value - 0xAC00)
        return leads[place / 588] + vowels[place % 588 / 28] + tails[place % 28]
    }
}
