/// The languages that this module speaks.
enum FriendsLanguage: String, Sendable, CaseIterable {
    case traditionalChinese = "zh-Hant"
    case english = "en"

    var strings: FriendsStrings {
        switch self {
        case .traditionalChinese: .chinese
        case .english: .english
        }
    }
}

/// The words that people read on the page of friends; each language has them in a file of its own.
struct FriendsStrings: Sendable {
    // The head.
    /// Before the id: `KOKO ID：`
    let kokoIDLabel: String
    /// Where no id is set.
    let setKOKOID: String

    // The tabs, and the headings of the two lists.
    let friends: String
    let chat: String
    let invitations: String
    /// What an invitation's card says.
    let invitesYou: String

    // The rows.
    let name: String
    let updated: String
    let actions: String
    let transfer: String
    let more: String
    let inviting: String
    let accept: String
    let decline: String

    // The search.
    let searchPlaceholder: String
    let searching: String
    let noMatch: String

    // The page without friends.
    let emptyTitle: String
    let emptyText: String
    let addFriend: String
    let helpFriendsFindYou: String

    // Loading and answering.
    let loading: String
    let tryAgain: String
    let accepted: String
    let declined: String
    /// Asked before an invitation is declined; its fid follows.
    let confirmDecline: String
    /// Before the number of rows that can't be read.
    let skipped: String

    /// The id as people read it; without one, the invitation to set it.
    func kokoID(_ id: String) -> String { id.isEmpty ? setKOKOID : kokoIDLabel + id }

    func label(_ action: FriendAction) -> String {
        switch action {
        case .accept: accept
        case .decline: decline
        case .transfer: transfer
        case .more: more
        case .inviting: inviting
        }
    }
}
