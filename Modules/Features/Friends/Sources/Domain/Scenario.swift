/// Which of the upstream's lists are asked for: the three entries of the original's start menu.
enum Scenario: String, Sendable, CaseIterable {
    case noFriends, friendsOnly, friendsWithInvitations

    /// The names of its lists, in the order in which they are merged.
    var lists: [String] {
        switch self {
        case .noFriends: ["friend4"]
        case .friendsOnly: ["friend1", "friend2"]
        case .friendsWithInvitations: ["friend3"]
        }
    }
}

/// What a page turned out to be. It comes from the rows alone, never from the scenario that was asked for.
enum PageState: String, Sendable, CaseIterable {
    /// Neither friends nor invitations.
    case noFriends
    case friendsOnly
    /// At least one invitation, with or without friends.
    case friendsWithInvitations
}
