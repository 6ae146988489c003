import FeatureKit

/// One person as a list of the upstream has it. Two rows are the same person when their fid is, byte for byte.
struct Friend: Sendable, Equatable {
    let fid: String
    /// Empty where the upstream gives none. Two people may share a name.
    let name: String
    var status: FriendStatus
    let isStarred: Bool
    /// As the upstream wrote it, whatever that is.
    let updateDate: String
    /// The day that `updateDate` names; nil when it names none.
    let updatedOn: CivilDate?

    init(fid: String, name: String, status: FriendStatus, isStarred: Bool, updateDate: String) {
        self.fid = fid
        self.name = name
        self.status = status
        self.isStarred = isStarred
        self.updateDate = updateDate
        self.updatedOn = CivilDate(updateDate)
    }

    /// What the row offers, as the buttons of the original's row and card.
    var actions: [FriendAction] {
        switch status {
        case .invited: [.accept, .decline]
        case .friend: [.transfer, .more]
        case .inviting: [.transfer, .inviting]
        }
    }

    /// Whether this record is of a later day. One without a day is never newer, and older than any with one.
    func isNewer(than other: Friend) -> Bool {
        guard let updatedOn else { return false }
        guard let theirs = other.updatedOn else { return true }
        return updatedOn > theirs
    }
}

/// Where a friendship stands, as the user sees it.
enum FriendStatus: String, Sendable, CaseIterable {
    /// They invited the user, who has not answered.
    case invited
    case friend
    /// The user invited them, and they have not answered.
    case inviting

    /// - Returns: nil for a number that has no meaning here.
    init?(upstream number: Int) {
        switch number {
        case 0: self = .invited
        case 1: self = .friend
        case 2: self = .inviting
        default: return nil
        }
    }
}

/// What a row offers. `accept` and `decline` can be done; the others are the original's buttons, told as they were.
enum FriendAction: String, Sendable, CaseIterable {
    case accept, decline, transfer, more, inviting
}

/// Whether `text` can name a person: not empty, and short enough to be given back as a parameter.
func isFID(_ text: String) -> Bool { (1...fidLength).contains(text.unicodeScalars.count) }

/// The longest fid, in Unicode scalars.
let fidLength = 64
