import FeatureKit
import JSON

extension ServerFriends {
    /// - Parameters:
    ///   - man: the rows of `man.json`; the first is the user, without one the user has neither name nor id.
    ///   - lists: the rows of each list, in the order in which they are merged.
    init(user man: [JSONNode], lists: ArraySlice<[JSONNode]>) {
        let rows = FriendRows(lists)
        let (name, kokoID) = (man.first?["name"]?.looseText, man.first?["kokoid"]?.looseText)
        self.init(
            user: User(name: trimmed(name ?? ""), kokoID: trimmed(kokoID ?? "")), rows: rows.merged,
            skipped: rows.skipped)
    }
}

/// The rows of one or several lists: those that can be read, merged, and how many can't.
struct FriendRows: Sendable {
    let merged: [Friend]
    let skipped: Int

    init(_ lists: ArraySlice<[JSONNode]>) {
        let rows = lists.joined()
        let readable = rows.compactMap(Friend.init(upstream:))
        merged = readable.merged()
        skipped = rows.count - readable.count
    }
}

extension Friend {
    /// - Returns: nil for a row without a fid, which can't be told from another, and for one whose status is none of
    ///   ours, since any word for it would be untrue. Such a row doesn't take part in the merge either.
    init?(upstream row: JSONNode) {
        guard let fid = row["fid"]?.looseText, isFID(fid),
            let status = row["status"]?.looseInteger.flatMap(FriendStatus.init(upstream:))
        else { return nil }
        self.init(
            fid: fid, name: trimmed(row["name"]?.looseText ?? ""), status: status, isStarred: isStar(row["isTop"]),
            updateDate: row["updateDate"]?.looseText ?? "")
    }
}

/// `"1"` is a star; the number 1 and `true` are taken for one, everything else for none.
private func isStar(_ node: JSONNode?) -> Bool {
    guard let node else { return false }
    return node.isString("1") || node.integer == 1 || node.bool == true
}
