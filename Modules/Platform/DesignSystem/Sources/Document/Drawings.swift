// Small drawings within a line. Each draws what the text beside it says, so that styles of words alone can leave it out.

extension Inline {
    /// Stars, to the half, and the rating in digits: `★★★½☆ 3.5/5`. Of words alone: `3.5/5`.
    /// - Parameter rating: 0…5; nil, or what is no rating, is said to be none.
    package static func rating(_ rating: Double?) -> Inline {
        // NaN is in no range.
        guard let rating, (0...5).contains(rating) else { return Inline("unrated", .muted) }
        let halves = Int((rating * 2).rounded())
        let (full, half) = (halves / 2, halves % 2)
        let stars =
            String(repeating: "★", count: full) + (half == 1 ? "½" : "")
            + String(repeating: "☆", count: 5 - full - half)
        return Inline([Span(stars + " ", .drawing), Span("\(full)\(half == 1 ? ".5" : "")/5")])
    }

    /// A row of columns as high as the values: `▁▃▅▇█ 25–38°C`. Of words alone: the words.
    ///
    /// The least value has the lowest column and the greatest the highest, whatever their signs; equal ones stand at half
    /// height. What is missing or not finite leaves a gap. More than `most` values are drawn by the first of them.
    /// - Parameter words: what is to be seen in it, said in words.
    package static func sparkline(_ values: [Double?], words: String) -> Inline {
        let known = values.prefix(sparklineMost).map { $0.flatMap { $0.isFinite ? $0 : nil } }
        guard let least = known.compactMap({ $0 }).min(), let most = known.compactMap({ $0 }).max() else {
            return Inline(words)
        }
        // Halved, since the distance of two finite numbers may not be one.
        let distance = most / 2 - least / 2
        let drawing = known.map { value -> Character in
            guard let value else { return sparklineGap }
            let share = distance > 0 ? (value / 2 - least / 2) / distance : 0.5
            return eighthsUp[min(max(Int(share * 8), 0), 7)]
        }
        return Inline([Span(String(drawing) + " ", .drawing)] + (words.isEmpty ? [] : [Span(words)]))
    }

    /// A bar of a share, always as wide, before the text that says it: `███▌     43%`. Of words alone: the text.
    /// - Parameters:
    ///   - share: 0…1; beyond counts as the end, what is missing or no number leaves the bar empty.
    ///   - columns: of the whole bar, 1…40.
    package static func bar(of share: Double?, columns: Int = 8, words: String) -> Inline {
        let columns = min(max(columns, 1), 40)
        let eighths = share.flatMap { $0.isFinite ? $0 : nil }.map { eighthCount(of: $0, columns: columns) } ?? 0
        let bar = eighthBlocks(eighths)
        let rest = String(repeating: "\u{A0}", count: columns - (eighths + 7) / 8)
        return Inline([Span(bar + rest + " ", .drawing)] + (words.isEmpty ? [] : [Span(words)]))
    }
}

/// Values that a sparkline draws.
private let sparklineMost = 80
/// A space that no line breaks or collapses at.
private let sparklineGap: Character = "\u{A0}"
private let eighthsUp: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
private let eighthsRight: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/// A share of a bar in eighths of a column. Anything above nothing shows.
func eighthCount(of share: Double, columns: Int) -> Int {
    let part = min(max(share, 0), 1)
    return part > 0 ? max(1, Int(part * Double(columns * 8) + 0.5)) : 0
}

/// So many eighths of a column as blocks, each column the whole of one character.
func eighthBlocks(_ eighths: Int) -> String {
    var bar = String(repeating: "█", count: eighths / 8)
    if eighths % 8 > 0 { bar.append(eighthsRight[eighths % 8 - 1]) }
    return bar
}
