/// The Damerau–Levenshtein distance in its restricted form (optimal string alignment): the insertions, removals,
/// replacements and swaps of neighbours that turn one name into another, no place being edited twice.
enum EditDistance {
    /// - Parameters:
    ///   - one: a name.
    ///   - other: another name.
    ///   - limit: the greatest distance of interest.
    /// - Returns: the distance, or nil when it is greater than `limit`.
    static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], atMost limit: Int) -> Int? {
        if abs(one.count - other.count) > limit { return nil }
        // Rows of the table of distances between the starts of the two: the one before the last, the last, the next.
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var next = [row + 1]
            next.reserveCapacity(other.count + 1)
            for column in 0..<other.count {
                let replaced = last[column] + (one[row] == other[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                next.append(best)
            }
            // Distances never fall along a path, and a swap reaches back two rows.
            if min(next.min() ?? 0, last.min() ?? 0) > limit { return nil }
            (beforeLast, last) = (last, next)
        }
        let distance = last[other.count]
        return distance <= limit ? distance : nil
    }
}
