import FeatureKit
import JSON
import Settings
import Storage

/// Answers to invitations: `friends.respond`, and the actions of the screen.
struct Responding: Sendable {
    let page: FriendsPage
    private let answer: RowLayout
    private let result: RowLayout
    private let answers: Field<[Row]>

    private static let action = Field.word("action", "What was said.", Answer.allCases.map(\.rawValue))

    init(_ page: FriendsPage, _ words: [String: String]) {
        self.page = page
        answer = RowLayout("answer", [Friend.fid, Friend.name, Self.action], words: words)
        answers = .rows("items", "Who was answered.", of: answer, label: "answers")
        result = RowLayout("answers", [answers, FriendsPage.friendsNow, page.invitations], words: words)
    }

    private static let example: JSONValue = [Friend.fid.name: "001", action.name: "accept"]

    private static let fid = Parameter.required(
        Friend.fid.name, .key(in: KeyRoutes(Friend.fid.name, []), longest: Friend.longestKey), "Who invited.",
        examples: ["001"], prompt: "Whose invitation?", known: ["id", "friend", "friendId"]
    )

    /// `friends.respond`
    var operation: any FeaturePart {
        RowOperation(
            "respond", title: "Answer invitations", doc: "Accepts or declines several invitations, all or none.",
            guidance:
                "Takes fids from the invitations of friends_list. Gives the number of friends and "
                + "the invitations still open. updatedOn stays as it was.",
            effect: .writes(idempotent: true, destructive: true),
            example: [JSONMember("answers", [Self.example])],
            ParameterShape(
                ParameterList(
                    "answers", 1...50,
                    of: ParameterShape(
                        { (fid: $0, answer: $1) }, Self.fid,
                        Parameter<Answer>.required(
                            Self.action.name, .oneOf, "What to say.", examples: ["accept"],
                            known: ["answer", "response", "reply", "decision"])),
                    "Whom to answer, and what.", example: Self.example)),
            of: result,
            confirm: { answers in
                let declined = answers.filter { $0.answer == .decline }.map(\.fid).joined(separator: ", ")
                return declined.isEmpty ? nil : page.friend.said("Decline these invitations? fid: ") + declined
            }
        ) { answers, call throws(Fault) in
            // An invitation may be of any list that can be shown: first those of the settings, then the others.
            let first = call.settings[Scenario.setting]
            var rows = try await page.load(first, call).rows.rows
            if !answers.allSatisfy({ row($0.fid, among: rows).flatMap(Status.init) == .invited }) {
                for other in Scenario.allCases where other != first {
                    rows += try await page.load(other, call).rows.rows
                }
            }
            let answered = try await respond(answers, among: rows, call) { "answers[\($0)].\(Friend.fid.name)" }
            let people = call.overlaid(RowPage(page.friend.set(of: Friend.merged(rows))))
            return result.row { result in
                result.set(
                    self.answers,
                    answer.rows(of: answered) { answered, row in
                        row.set(Friend.fid, answered.row.key)
                        row.set(Friend.name, answered.row[Friend.name])
                        row.set(Self.action, answered.answer.rawValue)
                    })
                func now(_ status: Status) -> [Row] {
                    people.rows.rows.filter { $0[Friend.status] == status.rawValue }
                }
                result.set(FriendsPage.friendsNow, now(.friend).count)
                result.set(page.invitations, page.friend.set(of: now(.invited)))
            }
        }
    }

    /// Answers an invitation that the screen has loaded.
    /// - Parameter confirm: the question that the user is asked before it is sent.
    func action(_ answer: Answer, _ doc: String, confirm: String? = nil) -> RowAction {
        RowAction(
            answer.rawValue, title: page.friend.said(answer == .accept ? "Accept" : "Decline"), doc,
            confirm: confirm.map { page.friend.said($0) }, takenBackBy: Self.forget, ParameterShape({ $0 }, Self.fid)
        ) { fid, call throws(Fault) in
            _ = try await respond([(fid, answer)], among: call.shown, call) { _ in Friend.fid.name }
        }
    }

    private static let forget = "forgetAnswers"
    private static let forgotten = Parameter<String?>.optional(
        Friend.fid.name, .text(1...Friend.longestKey), "Whose answer; every answer without it.",
        prompt: "Whose answer? Empty for all")

    /// Takes back one answer, or every answer: the invitations are open again.
    var forgetting: RowAction {
        RowAction(
            Self.forget, title: page.friend.said("Forget answers"),
            "Takes back the answer to one person, or every answer: the invitations are open again.",
            effect: .writes(idempotent: true, destructive: true),
            confirm: page.friend.said("Take back answers? The invitations are open again."),
            ParameterShape({ $0 }, Self.forgotten)
        ) { fid, call throws(Fault) in
            do throws(StorageFailure) {
                if let fid {
                    try await call.state.commit([Answer.forgetting(fid)])
                } else {
                    try await call.state.readyToWrite()
                    let given = try await call.state.entries(in: Answer.namespace, limit: StateLimits.changes)
                    try await call.state.commit(given.map { Answer.forgetting($0.key) })
                }
            } catch {
                throw call.fault(error)
            }
        }
    }

    /// Keeps answers, all or none; the same answer again changes nothing, and of several to one person the last counts.
    /// - Parameters:
    ///   - rows: as the upstream has them; of one person several where several lists were read.
    ///   - field: the parameter of an answer, by its number.
    /// - Returns: who was answered, each once.
    /// - Throws: `not_found` for whoever has no open invitation.
    private func respond(
        _ answers: [(fid: String, answer: Answer)], among rows: [Row], _ call: FeatureCall, field: (Int) -> String
    ) async throws(Fault) -> [(row: Row, answer: Answer)] {
        try await call.readyToWrite()
        var answered: [(row: Row, answer: Answer)] = []
        var changes: [StateChange] = []
        for (index, (fid, answer)) in answers.enumerated() {
            guard let row = row(fid, among: rows) else {
                throw .unknownRow(fid, of: page.friend, among: rows, field: field(index))
            }
            let given = try given(to: fid, call)
            guard Status(row) == .invited, given == nil || given == answer else {
                throw .noInvitation(row, given, call, field: field(index))
            }
            if answers[(index + 1)...].contains(where: { $0.fid.utf8.elementsEqual(fid.utf8) }) { continue }
            answered.append((row, answer))
            if given == nil { changes.append(answer.change(of: fid)) }
        }
        do throws(StorageFailure) {
            if !changes.isEmpty { try await call.state.commit(changes) }
        } catch {
            throw call.fault(error)
        }
        return answered
    }

    private func given(to fid: String, _ call: FeatureCall) throws(Fault) -> Answer? {
        do throws(StorageFailure) { return try Answer.given(to: fid, call.state) } catch { throw call.fault(error) }
    }

    /// The row of a person: their invitation where there is one.
    private func row(_ fid: String, among rows: [Row]) -> Row? {
        let theirs = rows.filter { $0.key.utf8.elementsEqual(fid.utf8) }
        return theirs.first { Status($0) == .invited } ?? theirs.first
    }
}

extension Fault {
    /// A person without an open invitation.
    fileprivate static func noInvitation(
        _ row: Row, _ given: Answer?, _ call: FeatureCall, field: String
    ) -> Fault {
        let standing =
            switch (Status(row), given) {
            case (.invited, .accept): "is a friend: the invitation was accepted"
            case (.invited, _): "was declined"
            case (.inviting, _): "was invited by the user, and has not answered"
            default: "is a friend"
            }
        let name = row.title.map { quoted($0) } ?? "the person"
        return Fault(
            .notFound, "\(quoted(row.key)) has no open invitation: \(name) \(standing).",
            hint: "friends.list gives the open invitations; forgetAnswers on galleria://friends takes answers back.",
            module: call.upstream.module, field: field)
    }
}
