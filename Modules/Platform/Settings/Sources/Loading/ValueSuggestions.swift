/// Suggestions for a value that is not of its setting's shape. Each suggestion is a value that the setting takes.
enum ValueSuggestions {
    /// The longest value that is thought about, in bytes.
    private static let longest = 256

    /// Replacement to write, as YAML; nil without a near one.
    static func suggestion(for fault: ValueFault) -> String? {
        let written: String
        switch fault.got {
        case .text(let text), .plain(let text): written = text
        case .nothing, .sequence, .mapping, .masked: return nil
        }
        guard written.utf8.count <= longest, fault.kind != .outOfRange else { return nil }
        let shape = fault.expected.unwrapped
        switch shape {
        case .oneOf(let words): return KeySuggestions.nearest(to: written, among: words)
        case .flag: return flag(written)
        case .whole(let range): return whole(written, range)
        case .text(let range): return quoted(fault.got, range)
        case .duration(let range): return duration(written, range)
        case .size(let range): return size(written, range)
        case .url: return fault.kind == .wrong ? address(written) : nil
        case .list(let element, _): return list(written, of: element)
        case .path, .optional: return nil
        }
    }

    /// The truth values of YAML 1.1, and of other languages.
    private static func flag(_ text: String) -> String? {
        switch text.lowercased() {
        case "yes", "on", "y", "true", "1": "true"
        case "no", "off", "n", "false", "0": "false"
        default: nil
        }
    }

    /// A number in quotes, or with nothing behind its point.
    private static func whole(_ text: String, _ range: ClosedRange<Int>) -> String? {
        let number = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
        return number.flatMap { range.contains($0) ? String($0) : nil }
    }

    /// Quoted form of a value read as a number or a truth value.
    private static func quoted(_ got: GotValue, _ range: ClosedRange<Int>) -> String? {
        guard case .plain(let text) = got, range.contains(text.unicodeScalars.count) else { return nil }
        return "\"\(text)\""
    }

    // MARK: - Quantities

    /// Other spellings of units, in lower case.
    private static let spellings: [String: String] = [
        "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms", "sec": "s",
        "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
        "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d", "byte": "B", "bytes": "B",
        "k": "kB", "m": "MiB", "g": "GiB",
    ]

    private static func duration(_ text: String, _ range: ClosedRange<Duration>) -> String? {
        candidate(text, Quantity.durations, whereNone: ["s", "ms"]) { range.contains(.milliseconds($0)) }
    }

    private static func size(_ text: String, _ range: ClosedRange<Int>) -> String? {
        candidate(text, Quantity.sizes, whereNone: ["B", "MiB"]) { total in
            Int(exactly: total).map { range.contains($0) } ?? false
        }
    }

    /// The number with a unit that exists, if that is within bounds; `whereNone` are the units to try without one.
    private static func candidate(
        _ text: String, _ units: [(unit: String, factor: Int64)], whereNone usual: [String],
        _ isAllowed: (Int64) -> Bool
    ) -> String? {
        guard let quantity = Quantity(String(text.filter { $0 != " " && $0 != "_" })) else { return nil }
        let spelt = quantity.unit.lowercased()
        let known = units.map(\.unit)
        let meant: [String] = spellings[spelt].map { [$0] } ?? []
        let near: [String] = known.filter { $0 == quantity.unit } + known.filter { $0.lowercased() == spelt }
        let tried = quantity.unit.isEmpty ? usual : near + meant.filter(known.contains)
        for unit in tried {
            let text = "\(quantity.count)\(unit)"
            if case .success(let total)? = Quantity(text)?.total(in: units), isAllowed(total) {
                // Bytes without a unit are mostly a round number in another.
                return unit == "B" ? Quantity.written(total, in: units) : text
            }
        }
        return nil
    }

    // MARK: - Addresses and lists

    private static func address(_ text: String) -> String? {
        let lower = text.lowercased()
        var candidates: [String] = []
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].utf8.starts(with: ":/".utf8) {
            // A scheme that is nearly one, or a slash too few or too many.
            guard let scheme = KeySuggestions.nearest(to: String(lower[..<colon]), among: ["https", "http"]),
                lower[..<colon] != "ftp"
            else { return nil }
            let rest = text[colon...].utf8.dropFirst().drop { $0 == UInt8(ascii: "/") }
            candidates = ["\(scheme)://\(String(Substring(rest)))"]
        } else if lower.utf8.contains(UInt8(ascii: ".")) || lower.utf8.starts(with: "localhost".utf8) {
            let isHere = ["localhost", "127.", "0.0.0.0"].contains { lower.utf8.starts(with: $0.utf8) }
            candidates = ["\(isHere ? "http" : "https")://\(text)"]
        }
        return candidates.first { EndpointAddress.fault(in: $0) == nil }
    }

    /// One item, or several with commas between them, as the list that they should be.
    private static func list(_ text: String, of element: SettingShape) -> String? {
        guard case .text(let range) = element else { return nil }
        let items = text.split(separator: ",").map { item in
            String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard !items.isEmpty, items.allSatisfy({ range.contains($0.unicodeScalars.count) }) else { return nil }
        return "[\(items.map { YAMLWriter.scalar($0) }.joined(separator: ", "))]"
    }
}
