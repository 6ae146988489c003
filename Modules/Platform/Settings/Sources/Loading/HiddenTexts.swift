/// Collects the texts of settings that are shown nowhere.
struct HiddenTexts {
    /// The fewest bytes of a text from a variable that is looked for in other texts.
    static let shortest = 4

    private var found: Set<String> = []

    /// Longest first, since one may be a part of another.
    var texts: [String] {
        found.sorted { $0.utf8.count > $1.utf8.count || $0.utf8.count == $1.utf8.count && $0 < $1 }
    }

    /// - Parameter variableTexts: what variables hold that the value is made of.
    mutating func add(_ value: any Sendable, of declaration: SettingDeclaration, variableTexts: [String]) {
        guard declaration.isSecret || !variableTexts.isEmpty else { return }
        let texts = (value as? String).map { [$0] } ?? (value as? [String]) ?? []
        if declaration.isSecret {
            // A feature sends a key without blanks at its ends, and so an upstream repeats it.
            found.formUnion((texts + texts.map(Self.withoutOuterBlanks)).filter { !$0.isEmpty })
        } else if declaration.shape.isFreeText {
            let made = texts.filter { text in variableTexts.contains { Self.holds(text, $0) } }
            found.formUnion((made + variableTexts).filter { $0.utf8.count >= Self.shortest })
        }
    }

    private static func withoutOuterBlanks(_ text: String) -> String {
        let words = text.drop(while: \.isWhitespace)
        return String(
            words.prefix(upTo: words.lastIndex { !$0.isWhitespace }.map(words.index(after:)) ?? words.startIndex))
    }

    private static func holds(_ text: String, _ part: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: part.utf8) }
    }
}

extension SettingShape {
    /// Whether values are texts of the user's own, not words of a list.
    fileprivate var isFreeText: Bool {
        switch self {
        case .text, .url, .path: true
        case .list(let element, _): element.isFreeText
        case .optional(let shape): shape.isFreeText
        case .flag, .whole, .oneOf, .duration, .size: false
        }
    }
}

extension Settings {
    /// A text for people without what is shown nowhere. ASCII letters are found in either case: addresses are folded.
    package func hiding(_ text: String) -> String {
        guard !hiddenTexts.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let folded = bytes.map(Self.folded)
        let needles = hiddenTexts.map { $0.utf8.map(Self.folded) }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let needle = needles.first(where: { folded[index...].starts(with: $0) }) {
                result += SettingOrigin.mask.utf8
                index += needle.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
