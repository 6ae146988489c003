import FeatureKit

extension [Friend] {
    /// Each fid once, where it first appeared, with the whole record of its newest day.
    ///
    /// Of records with equal days the later one stays; a record without a day gives way to any with one.
    func merged() -> [Friend] {
        var positions: [ExactName: Int] = [:]
        var rows: [Friend] = []
        for row in self {
            guard let position = positions[ExactName(row.fid)] else {
                positions[ExactName(row.fid)] = rows.count
                rows.append(row)
                continue
            }
            if !rows[position].isNewer(than: row) { rows[position] = row }
        }
        return rows
    }

    /// Starred first, then the newest day, then as they stood; rows without a day come last of their kind.
    func inFriendOrder() -> [Friend] {
        enumerated().sorted { left, right in
            if left.element.isStarred != right.element.isStarred { return left.element.isStarred }
            if left.element.isNewer(than: right.element) { return true }
            if right.element.isNewer(than: left.element) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }
}
