/// Locale of prices and dates: a language, and a region where its shops differ. Read once, from a setting.
package struct TextLocale: Sendable, Hashable {
    /// The languages whose dates are known; prices know more.
    package enum Language: Sendable, Hashable {
        case english, korean, traditionalChinese
    }

    /// The regions that override something of their language.
    package enum Region: String, Sendable, Hashable {
        case unitedStates = "us"
        case canada = "ca"
        case hongKong = "hk"
        case macau = "mo"
        case taiwan = "tw"
    }

    package let language: Language
    /// Nil for every region that writes as its language does.
    package let region: Region?
    let numbers: NumberStyle

    /// Locale of the public contract's examples.
    package static let standard = TextLocale("en_US")

    /// - Parameter identifier: `ko_KR`, `zh-Hant-TW`, `en_AU.UTF-8` and the like, in any case. `zh` is Traditional Chinese
    ///   by its script or by a region that writes it. Other languages get English dates, unknown ones its prices too.
    package init(_ identifier: String) {
        let parts = Self.parts(of: identifier.lowercased())
        let code = parts.first ?? ""
        // A loop: a lazy sequence's types would be made at every start.
        var region: Region?
        for part in parts.dropFirst() where region == nil { region = Region(rawValue: part) }
        self.region = region
        numbers = NumberStyle(language: code)
        switch code {
        case "ko": language = .korean
        case "zh":
            let isTraditional =
                parts.contains("hant")
                || !parts.contains("hans") && (region == .taiwan || region == .hongKong || region == .macau)
            language = isTraditional ? .traditionalChinese : .english
        default: language = .english
        }
    }

    /// The parts between `_` and `-`, before a `.` or an `@`. Texts: slices of one are another type, made at every start.
    private static func parts(of identifier: String) -> [String] {
        var (parts, part) = ([] as [String], "")
        scalars: for scalar in identifier.unicodeScalars {
            switch scalar {
            case ".", "@": break scalars
            case "_", "-":
                if !part.isEmpty { parts.append(part) }
                part = ""
            default: part.unicodeScalars.append(scalar)
            }
        }
        if !part.isEmpty { parts.append(part) }
        return parts
    }
}

/// The signs of a language's numbers.
enum NumberStyle: Sendable, Hashable {
    /// `$1,234.50`
    case commasAndPoint
    /// `1.234,50 €`
    case pointsAndComma
    /// `1 234,50 €`
    case spacesAndComma

    init(language: String) {
        switch language {
        case "de", "es", "it", "id", "tr", "vi": self = .pointsAndComma
        case "fr", "ru", "pl", "cs", "sv", "fi", "nb", "uk": self = .spacesAndComma
        default: self = .commasAndPoint
        }
    }

    var grouping: String {
        switch self {
        case .commasAndPoint: ","
        case .pointsAndComma: "."
        case .spacesAndComma: "\u{A0}"
        }
    }

    var point: String { self == .commasAndPoint ? "." : "," }

    /// Whether a currency's sign stands after the number.
    var signFollows: Bool { self != .commasAndPoint }
}
