import DesignSystem
import FeatureKit

/// How friends are described to people, in one language; the design system does the layout.
struct FriendsDocument: Sendable {
    let strings: FriendsStrings

    /// The whole page.
    func page(_ answer: FriendsAnswer) -> Document {
        let notices: [Block] = answer.notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? []
        return Document(head(answer.page) + notices + lists(answer))
    }

    /// The user, and the two tabs with their badges.
    func head(_ page: FriendsPage) -> [Block] {
        let (user, badges) = (page.user, page.badges)
        let isMissing = user.kokoID.isEmpty
        return [
            .heading(level: 1, Inline(user.name, .title)),
            .paragraph(Inline(strings.kokoID(user.kokoID), isMissing ? .muted : .body)),
            .badges([tab(strings.friends, badges.friends), tab(strings.chat, badges.chat)]),
        ]
    }

    private func tab(_ title: String, _ badge: String?) -> Inline {
        Inline(badge.map { "\(title) \($0)" } ?? title, .badge)
    }

    /// Invitations and friends; the invitation to add some where there is neither.
    func lists(_ answer: FriendsAnswer) -> [Block] {
        let page = answer.page
        var blocks: [Block] = page.state == .noFriends ? emptyPage : []
        if !page.invitations.isEmpty {
            blocks.append(.heading(level: 2, Inline("\(strings.invitations) \(page.invitations.count)")))
            blocks.append(.paragraph(Inline(strings.invitesYou)))
            blocks.append(table(page.invitations))
        }
        if !page.friends.isEmpty {
            let shown = answer.friends
            let count = shown.count == page.friends.count ? "\(shown.count)" : "\(shown.count)/\(page.friends.count)"
            blocks.append(.heading(level: 2, Inline("\(strings.friends) \(count)")))
            blocks.append(table(shown))
        }
        if page.skipped > 0 {
            blocks.append(.notice(.warning, title: Inline("\(strings.skipped)\(page.skipped)"), detail: nil))
        }
        return blocks
    }

    private var emptyPage: [Block] {
        [
            .heading(level: 2, Inline(strings.emptyTitle)), .text(strings.emptyText),
            .list(
                ordered: false,
                [Inline(strings.addFriend), Inline("\(strings.helpFriendsFindYou) \(strings.setKOKOID)")]),
        ]
    }

    private func table(_ friends: [Friend]) -> Block {
        .table(
            Table(
                columns: [
                    Column("fid", alignment: .leading, priority: 0, minimumWidth: 3),
                    Column("★", alignment: .leading, priority: 0, minimumWidth: 1),
                    Column(strings.name, alignment: .leading, priority: 1, minimumWidth: 8),
                    Column(strings.updated, alignment: .leading, priority: 0, minimumWidth: 10),
                    Column(strings.actions, alignment: .leading, priority: 2, minimumWidth: 8),
                ],
                rows: friends.map { friend in
                    [
                        Inline(friend.fid, .code), Inline(friend.isStarred ? "★" : ""), Inline(friend.name, .title),
                        Inline(friend.updatedOn?.text ?? "—"),
                        Inline(friend.actions.map(strings.label).joined(separator: " · ")),
                    ]
                }, identities: friends.map { RowIdentity($0.fid) }, emptyText: strings.noMatch))
    }

    // MARK: Results and notices

    /// What became of an answer.
    func answer(_ answer: RespondAnswer) -> Document {
        let sentence = answer.answer == .accept ? strings.accepted : strings.declined
        return Document([
            .notice(.success, title: Inline(sentence), detail: nil),
            answer.friend.map { table([$0]) } ?? .keyValues([KeyValue("fid", Inline(answer.fid, .code))]),
        ])
    }

    /// What a screen shows above its rows: what went wrong, what is under way, and the search.
    func notices(_ state: FriendsState) -> [Block] {
        var blocks: [Block] = []
        if let message = state.refresh.message {
            blocks.append(.notice(.failure, title: Inline(message), detail: Inline(strings.tryAgain)))
        }
        if let notice = state.notice { blocks.append(.notice(.warning, title: Inline(notice), detail: nil)) }
        if state.refresh.running == .header {
            blocks.append(.notice(.info, title: Inline(strings.loading), detail: nil))
        }
        return blocks
    }

    /// The search box: what is typed, or its placeholder.
    func search(_ text: String) -> Block {
        .paragraph(
            TextFilter(text).isEmpty
                ? Inline(strings.searchPlaceholder, .muted) : Inline(strings.searching) + Inline(text, .emphasis))
    }
}
