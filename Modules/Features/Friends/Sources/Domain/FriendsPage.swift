import FeatureKit

/// The user whose friends these are. Both texts are empty where the upstream gives none.
struct User: Sendable, Equatable {
    let name: String
    let kokoID: String
}

/// What the upstream answered for one scenario: all of its lists, or nothing.
struct ServerFriends: Sendable, Equatable {
    let user: User
    /// Merged; in the order of first appearance.
    let rows: [Friend]
    /// Rows that could not be read: without a fid, or with a status that has no meaning.
    let skipped: Int

    /// The row of a person; nil when there is none.
    func row(_ fid: String) -> Friend? { rows.first { $0.fid.utf8.elementsEqual(fid.utf8) } }
}

/// The page of friends: the upstream's rows with the user's answers over them.
struct FriendsPage: Sendable, Equatable {
    let user: User
    /// In the order of first appearance.
    let invitations: [Friend]
    /// Everyone else, in friend order.
    let friends: [Friend]
    let skipped: Int
    /// The tabs' badges. Friends: those who have not answered the user's invitation. Chat: the original's constant 100,
    /// and none without friends.
    let badges: Badges

    init(_ server: ServerFriends, answers: InvitationAnswers) {
        let rows = answers.applied(to: server.rows)
        user = server.user
        invitations = rows.filter { $0.status == .invited }
        friends = rows.filter { $0.status != .invited }.inFriendOrder()
        skipped = server.skipped
        badges = Badges(
            friends: badgeText(friends.count { $0.status == .inviting }), chat: badgeText(friends.isEmpty ? 0 : 100))
    }

    var state: PageState {
        if !invitations.isEmpty { return .friendsWithInvitations }
        return friends.isEmpty ? .noFriends : .friendsOnly
    }
}

/// The badges of the two tabs; nil is a tab without one.
struct Badges: Sendable, Equatable {
    let friends: String?
    let chat: String?
}

/// - Returns: nil for 0, the number up to 99, `99+` above.
func badgeText(_ count: Int) -> String? {
    switch count {
    case ...0: nil
    case 1...99: String(count)
    default: "99+"
    }
}
