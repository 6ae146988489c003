import JSON
import Values

/// Judgements on names and values that are not prices.
enum ValueKinds {
    /// A text that is longer is no cell of a table.
    private static let longestCell = 80

    static func isTimeName(_ key: MemberName) -> Bool {
        key.ends(in: [
            "time", "date", "day", "at", "on", "ts", "dt", "timestamp", "since", "until", "expires", "starts", "ends",
            "deadline",
        ]) || key.holds(anyOf: ["updated", "created", "modified", "published", "released", "timestamp"])
    }

    static func isPictureName(_ path: [String]) -> Bool {
        nameOfPath(path).holds(anyOf: [
            "image", "photo", "picture", "thumb", "avatar", "poster", "cover", "icon", "logo", "img", "banner",
        ])
    }

    static func isPlaceName(_ key: String) -> Bool {
        let name = MemberName(key)
        let names: Set<String> = [
            "lat", "lon", "lng", "long", "latitude", "longitude", "x", "y", "z", "geohash", "bearing", "altitude",
            "elevation", "geo", "bbox", "point",
        ]
        return names.contains(name.joined) || name.holds(anyOf: ["coordinate"])
    }

    /// Whether a member holds what is beside the matter.
    static func isAside(_ key: String) -> Bool {
        let names: Set<String> = [
            "more", "extra", "extras", "meta", "metadata", "misc", "other", "others", "raw", "debug", "links", "detail",
            "details", "internal", "attributesraw",
        ]
        return key.utf8.first == UInt8(ascii: "_") || names.contains(MemberName(key).joined)
    }

    static func isSideName(_ key: MemberName) -> Bool {
        key.ends(in: [
            "uuid", "guid", "hash", "etag", "checksum", "version", "slug", "token", "url", "uri", "locale", "lang",
            "language",
        ]) || key.words.count > 1 && key.ends(in: ["id", "path"])
    }

    static func isDiscountName(_ key: MemberName) -> Bool {
        key.holds(anyOf: ["discount", "percentoff", "offpercent"])
    }

    /// Kind of a member's values; nil for what no field is made of.
    static func kind(of member: Member, at path: [String], _ values: [JSONNode]) -> DraftField.Kind? {
        if member.isList {
            let inner = values.flatMap { Array($0.elements) }
            return .texts(areStrings: inner.allSatisfy { $0.kind == .string })
        }
        switch member.kind {
        case .text: return text(MemberName(member.key), path, values)
        case .whole: return isDays(MemberName(member.key), values) ? .date : .whole
        case .decimal: return .number
        case .flag: return .flag(when: nil)
        case .object: return nil
        }
    }

    private static func text(_ key: MemberName, _ path: [String], _ values: [JSONNode]) -> DraftField.Kind {
        let texts = values.compactMap(\.string)
        if texts.isEmpty { return .text }
        if texts.count == values.count {
            if texts.allSatisfy(isAddress) {
                return isPictureName(path) || texts.allSatisfy(isPictureFile) ? .picture : .link
            }
            if isDays(key, values) { return .date }
            if let word = flagWord(key, texts) { return .flag(when: word) }
        }
        if texts.contains(where: isHTML) { return .html }
        let isLong = texts.contains {
            $0.utf8.count > longestCell && $0.unicodeScalars.count > longestCell || $0.utf8.contains(UInt8(ascii: "\n"))
        }
        return isLong ? .prose : .text
    }

    /// `http://…`, `https://…`, `//…`
    static func isAddress(_ text: String) -> Bool {
        let starts = ["http://", "https://", "//"].contains {
            text.utf8.starts(with: $0.utf8) && text.utf8.count > $0.utf8.count
        }
        return starts && !text.utf8.contains { $0 <= 0x20 }
    }

    static func isPictureFile(_ text: String) -> Bool {
        let path = text.prefix { $0 != "?" }.lowercased()
        return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"].contains { path.hasSuffix($0) }
    }

    private static func isHTML(_ text: String) -> Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return false }
        return ["<p>", "<p ", "<br", "</a>", "</b>", "</p>", "</li>", "</div>", "</span>", "&amp;", "&#", "&nbsp;"]
            .contains {
                text.has($0)
            }
    }

    /// The text that stands for true, where all are one of two that are: `Y` and `N`, `true` and `false`.
    private static func flagWord(_ key: MemberName, _ texts: [String]) -> String? {
        for (yes, no) in [("true", "false"), ("Y", "N"), ("yes", "no"), ("Yes", "No")]
        where texts.allSatisfy({ $0 == yes || $0 == no }) && (yes == "true" || Set(texts).count == 2 || isFlagName(key))
        {
            return yes
        }
        return nil
    }

    private static func isFlagName(_ key: MemberName) -> Bool {
        key.ends(in: ["yn", "flag", "enabled"])
            || ["is", "has", "can", "was"].contains { $0 == key.words.first && key.words.count > 1 }
    }

    /// Whether `date` of an expression reads a day in every value, and the name or the spelling says that it is one.
    private static func isDays(_ key: MemberName, _ values: [JSONNode]) -> Bool {
        !values.isEmpty
            && values.allSatisfy { value in
                if let text = value.string {
                    guard CivilDate(upstreamText: text) != nil else { return false }
                    return text.utf8.contains(UInt8(ascii: "-")) || text.utf8.contains(UInt8(ascii: "/"))
                        || isTimeName(key) && (text.utf8.count == 8 || text.utf8.count == 10)
                }
                guard let number = value.integer, isTimeName(key) else { return false }
                let isInstant = (500_000_000...5_000_000_000).contains(number)
                let isMilliseconds = (500_000_000_000...5_000_000_000_000).contains(number)
                return isInstant || isMilliseconds
                    || CivilDate(String(number)).map { (1900...2100).contains($0.year) } ?? false
            }
    }
}
