import DesignSystem
import FeatureKit

/// The result of `friends.list`.
struct FriendsAnswer: Sendable {
    let page: FriendsPage
    let strings: FriendsStrings
    /// The friends whose name holds the query, whatever the case.
    let friends: [Friend]
    /// Why the user's answers are not known, or may be others by now.
    let notice: String?

    /// - Parameters:
    ///   - query: what the friends are narrowed by; invitations, badges and state are of everyone.
    ///   - notice: why the answers are not known, or may be others by now.
    init(page: FriendsPage, query: String, strings: FriendsStrings, notice: String? = nil) {
        self.notice = notice
        self.page = page
        self.strings = strings
        let filter = TextFilter(query)
        friends = filter.isEmpty ? page.friends : Self.friends(page.friends, matching: filter)
    }

    private static func friends(_ all: [Friend], matching filter: TextFilter) -> [Friend] {
        // Looked at where they lie: to take each row out of the array counts the references to all its parts.
        let rows = all.span
        var found: [Friend] = []
        for index in rows.indices where filter.matches(rows[index].name) { found.append(rows[index]) }
        return found
    }

    static let shape = ResultShape<FriendsAnswer>(
        [ResultField("state", .oneOf, "What the page turned out to be.") { $0.page.state }] + fields + [
            ResultField(optional: "notice", .text, "Why the answers are not known, or may have changed.") { $0.notice }
        ])

    /// The fields but for `state`, which a screen does not know before its rows are in.
    static let fields: [ResultField<FriendsAnswer>] = [
        ResultField("user", .object(UserLine.shape), "Whose friends these are.") {
            UserLine(user: $0.page.user, text: $0.strings.kokoID($0.page.user.kokoID))
        },
        ResultField("invitations", .list(of: .object(Friend.shape)), "Who waits for an answer.") {
            $0.page.invitations
        },
        ResultField("friends", .list(of: .object(Friend.shape)), "Starred first, then the newest.") { $0.friends },
        ResultField("badges", .object(Badges.shape), "The numbers on the tabs.") { $0.page.badges },
        ResultField(optional: "skipped", .whole, "Upstream rows that can't be read.") {
            $0.page.skipped == 0 ? nil : $0.page.skipped
        },
    ]

    var document: Document { FriendsDocument(strings: strings).page(self) }
}

/// The user as the head of the page shows them.
struct UserLine: Sendable {
    let user: User
    /// `KOKO ID：Mike`, or the invitation to set one.
    let text: String

    static let shape = ResultShape<UserLine>([
        ResultField("name", .text, "The user's name.") { $0.user.name },
        ResultField("kokoID", .text, "Empty when none is set.") { $0.user.kokoID },
        ResultField("text", .text, "The id as people read it.") { $0.text },
    ])
}

extension Friend {
    static let shape = ResultShape<Friend>([
        ResultField("fid", .text, "The person's key.") { $0.fid },
        ResultField("name", .text, "Empty when unknown.") { $0.name },
        ResultField("status", .oneOf, "Where the friendship stands.") { $0.status },
        ResultField("starred", .flag, "Whether the friend is a favourite.") { $0.isStarred },
        ResultField("updatedOn", .orNull(.text), "The day, as 2019-08-02; null when unknown.") { $0.updatedOn?.text },
        ResultField("actions", .list(of: .oneOf), "What the row offers.") { $0.actions },
    ])
}

extension Badges {
    static let shape = ResultShape<Badges>([
        ResultField("friends", .orNull(.text), "Friends who have not answered yet.") { $0.friends },
        ResultField("chat", .orNull(.text), "Messages.") { $0.chat },
    ])
}

/// The result of `friends.respond`.
struct RespondAnswer: Sendable {
    let fid: String
    let answer: InvitationAnswer
    /// The new friend; nil after declining.
    let friend: Friend?
    let strings: FriendsStrings

    static let shape = ResultShape<RespondAnswer>([
        ResultField("fid", .text, "Who was answered.") { $0.fid },
        ResultField("action", .oneOf, "What was said.") { $0.answer },
        ResultField("friend", .orNull(.object(Friend.shape)), "The new friend; null after declining.") { $0.friend },
    ])

    var document: Document { FriendsDocument(strings: strings).answer(self) }
}
