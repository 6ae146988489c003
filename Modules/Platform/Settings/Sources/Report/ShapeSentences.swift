extension SettingShape {
    /// Shape of the values, such as `a duration such as 10s`.
    package var summary: String {
        switch self {
        case .flag: "true or false"
        case .whole: "a whole number"
        case .text: "text"
        case .oneOf(let words): "one of \(words.joined(separator: ", "))"
        case .duration: "a duration such as 10s"
        case .size: "a size such as 4MiB"
        case .url: "an http or https address"
        case .path: "a path"
        case .list(let element, _): "a list, each item \(element.summary)"
        case .optional(let shape): "\(shape.summary), or null"
        }
    }

    /// The range or the words allowed; nil when the summary has said it all.
    package var allowed: String? {
        switch self {
        case .flag: "true, false"
        case .whole(let range): range == .min ... .max ? nil : Self.bounds(range)
        case .text(let range): "\(Self.bounds(range)) characters"
        case .oneOf(let words): words.joined(separator: ", ")
        case .duration(let range):
            "\(Quantity.written(range.lowerBound.wholeMilliseconds, in: Quantity.durations)) to "
                + "\(Quantity.written(range.upperBound.wholeMilliseconds, in: Quantity.durations)), in ms, s, m, h or d"
        case .size(let range):
            "\(Quantity.written(Int64(clamping: range.lowerBound), in: Quantity.sizes)) to "
                + "\(Quantity.written(Int64(clamping: range.upperBound), in: Quantity.sizes)), "
                + "in B, kB, KiB, MB, MiB, GB or GiB"
        case .url: "http://HOST/PATH or https://HOST/PATH"
        case .path: "/PATH or ~/PATH"
        case .list(_, let count): "\(Self.bounds(count)) items"
        case .optional(let shape): shape.allowed
        }
    }

    private static func bounds(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        return range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
