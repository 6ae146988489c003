import DesignSystem
import FeatureKit
import JSON
import Settings

/// Which of the upstream's lists are asked for: the three entries of the original's start menu. The page's state has the same
/// names, and comes from the rows alone.
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

    static let setting = SettingKey(
        "modules.friends.scenario", .oneOf(Scenario.self), default: .friendsWithInvitations,
        "Which lists are asked for when a call or route does not say.")
    static let parameter = Parameter<Scenario?>.optional(
        "scenario", .oneOf, "Which lists to ask for; by default as set.")

    /// The scenario of a call: its own, else that of the settings.
    static func asked(_ call: FeatureCall) throws(Fault) -> Scenario {
        try call.value(parameter) ?? call.settings[setting]
    }
}

/// The page of friends in one language: the user, the tabs' badges, invitations, friends.
struct FriendsPage: Sendable {
    let friend: RowLayout
    /// The facts before the friends.
    let head: RowLayout
    let invitations: Field<[Row]>
    private let user: (field: Field<Row>, layout: RowLayout)
    private let badges: (field: Field<Row>, layout: RowLayout)

    private static let state = Field.word(
        "state", "What the page turned out to be.", Scenario.allCases.map(\.rawValue), label: "people"
    ).told { _, row in
        let counts = [(friends, "friends"), (asked, "asked and waiting"), (open, "invitations open")]
        return Inline(counts.map { row.said(row[$0] ?? 0, $1) }.joined(separator: row.layout.said(", ")))
    }
    private static let friends = Field.whole("friendCount", "Friends.", nil, .hidden)
    private static let asked = Field.whole("askedCount", "Those who were asked.", nil, .hidden)
    private static let open = Field.whole("openCount", "Invitations to answer.", nil, .hidden)
    private static let skipped = Field.whole("skipped", "Upstream rows that can't be read.", label: "left out")

    private static let userName = Field.text(Friend.name.name, "The user's name.", label: "user")
    private static let kokoID = Field.text("kokoID", "The user's KOKO ID.", from: "kokoid", label: "KOKO ID")
    private static let userText = Field.text("text", "The id as an app shows it.").computed { row in
        row[kokoID].map { row.layout.said("KOKO ID: ") + $0 } ?? row.layout.said("Set a KOKO ID")
    }.untold

    private static let waiting = Field.text(
        "friends", "Friends who have not answered yet."
    ).untold
    /// Their number, after an answer.
    static let friendsNow = Field.whole(waiting.name, "Friends now.")
    private static let chat = Field.text("chat", "Messages.", label: "chat messages")

    init(_ words: [String: String]) {
        friend = RowLayout("friend", plural: "people", Friend.fields, words: words)
        user.layout = RowLayout("user", [Self.userName, Self.kokoID, Self.userText], words: words)
        badges.layout = RowLayout("badge", [Self.waiting, Self.chat], words: words)
        user.field = .row("user", "Whose friends these are.", of: user.layout)
        badges.field = .row("badges", "The numbers on the tabs.", of: badges.layout)
        invitations = .rows("invitations", "Who waits for an answer.", of: friend, .count)
        head = RowLayout(
            "page", [Self.state, user.field, badges.field, Self.skipped, invitations],
            hidden: [Self.friends, Self.asked, Self.open], words: words)
    }

    /// The user and the rows of a scenario, asked for at once; nothing is made of some of them.
    func load(_ scenario: Scenario, _ call: FeatureCall) async throws(Fault) -> RowPage {
        try await call.madeOnce("\(friend.name) \(scenario.rawValue)") { () throws(Fault) in
            try await merged(scenario, call)
        }
    }

    private func merged(_ scenario: Scenario, _ call: FeatureCall) async throws(Fault) -> RowPage {
        let pages = try await call.atOnce(["man"] + scenario.lists) { name throws(Fault) in
            try await call.reading(name == "man" ? user.layout : friend).rows(
                "\(name).json", at: "response", orNull: true)
        }
        let rows = pages.dropFirst().flatMap(\.rows.rows)
        let skipped = pages.dropFirst().reduce(0) { $0 + $1.received } - rows.count { Status($0) != nil }
        return RowPage(
            friend.set(of: Friend.merged(rows)),
            head: head.row { head in
                head.set(user.field, pages.first?.rows.rows.first ?? user.layout.row { _ in })
                head.set(Self.skipped, skipped > 0 ? skipped : nil)
            })
    }

    /// The page with the user's answers: an accepted invitation is among the friends, a declined one is gone.
    func arranged(_ page: RowPage) -> (rows: [Row], head: Row?) {
        var (open, friends): ([Row], [Row]) = ([], [])
        var asked = 0
        for row in page.rows.rows {
            guard let status = row[Friend.status] else { continue }
            if status == Status.inviting.rawValue { asked += 1 }
            if status == Status.invited.rawValue { open.append(row) } else { friends.append(row) }
        }
        friends = Friend.inOrder(friends)
        let state: Scenario =
            !open.isEmpty ? .friendsWithInvitations : friends.isEmpty ? .noFriends : .friendsOnly
        let head = page.head?.changing { head in
            head.set(Self.state, state.rawValue)
            head.set(Self.friends, friends.count - asked)
            head.set(Self.asked, asked)
            head.set(Self.open, open.count)
            head.set(invitations, friend.set(of: open))
            head.set(
                badges.field,
                badges.layout.row { badges in
                    badges.set(Self.waiting, badge(asked))
                    // The original's constant; none without friends.
                    badges.set(Self.chat, badge(friends.isEmpty ? 0 : 100))
                })
        }
        return (friends, head)
    }
}

extension Row {
    /// `1 invitation open`: a number of people in the language of the layout, which may have other words for one.
    /// - Parameter what: English words for several.
    fileprivate func said(_ count: Int, _ what: String) -> String {
        let one = "1 \(what)"
        if count == 1, layout.said(one) != one { return layout.said(one) }
        return layout.said("% \(what)").split(separator: "%", omittingEmptySubsequences: false).joined(
            separator: String(count))
    }
}

/// - Returns: nil for 0, the number up to 99, `99+` above.
func badge(_ count: Int) -> String? { count <= 0 ? nil : count < 100 ? String(count) : "99+" }
