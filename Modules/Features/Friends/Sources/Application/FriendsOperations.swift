import DesignSystem
import FeatureKit
import JSON

extension Circle {
    /// `friends.list`
    var listOperation: Operation<ListParameters, FriendsAnswer> {
        Operation(
            "list", title: "List friends", doc: "The user, open invitations, friends, and the tabs' badges.",
            guidance: "query keeps the friends with this in their name; invitations always come. "
                + "Answer invitations with friends_respond.",
            effect: .reads, example: [], parameters: ListParameters.shape, result: FriendsAnswer.shape,
            view: "friends", present: \.document
        ) { parameters, _ throws(Fault) in
            let server = try await api.friends(of: parameters.scenario ?? scenario)
            await storage.ready()
            let (answers, failure) = storage.known()
            return FriendsAnswer(
                page: FriendsPage(server, answers: answers), query: parameters.query ?? "", strings: strings,
                notice: failure?.text)
        }
    }

    /// `friends.respond`
    var respondOperation: Operation<RespondParameters, RespondAnswer> {
        Operation(
            "respond", title: "Answer an invitation", doc: "Accepts or declines the invitation of a person.",
            guidance: "Takes a fid from the invitations of friends_list. The last answer counts.",
            effect: .writes(idempotent: true, destructive: true),
            example: [JSONMember("fid", "001"), JSONMember("action", "accept")], parameters: RespondParameters.shape,
            result: RespondAnswer.shape,
            confirm: { [strings] in $0.action == .decline ? "\(strings.confirmDecline)\($0.fid)" : nil },
            present: \.document
        ) { parameters, _ throws(Fault) in try await respond(parameters.action, to: parameters.fid) }
    }

    private func respond(_ answer: InvitationAnswer, to fid: String) async throws(Fault) -> RespondAnswer {
        var known: Friend?
        // An invitation may be of any list that can be shown: first those of the settings, then the others.
        for scenario in [scenario] + Scenario.allCases.filter({ $0 != self.scenario }) {
            let row = try await api.rows(of: scenario).first { $0.fid.utf8.elementsEqual(fid.utf8) }
            if let row, row.status == .invited {
                try await storage.record(answer, to: fid)
                return self.answer(answer, fid, answer == .accept ? row.accepted : nil)
            }
            known = known ?? row
        }
        // The upstream may have caught up with an earlier answer; giving it again is no mistake.
        await storage.ready()
        let (answers, failure) = storage.known()
        switch (answer, known) {
        case (.accept, let friend?) where friend.status == .friend:
            return self.answer(answer, fid, friend)
        case (.decline, nil) where answers.answer(to: fid) == .decline:
            return self.answer(answer, fid, nil)
        case (.decline, nil) where failure != nil: throw failure ?? .unknownInvitation(fid)
        default: throw .unknownInvitation(fid)
        }
    }

    private func answer(_ answer: InvitationAnswer, _ fid: String, _ friend: Friend?) -> RespondAnswer {
        RespondAnswer(fid: fid, answer: answer, friend: friend, strings: strings)
    }
}

struct ListParameters: Sendable {
    let scenario: Scenario?
    let query: String?

    static var shape: ParameterShape<ListParameters> {
        ParameterShape(
            ListParameters.init,
            Parameter<Scenario?>.optional("scenario", .oneOf, "Which lists to ask for; by default as set."),
            Parameter<String?>.optional("query", .text(0...200), "Part of a friend's name.", examples: ["林"]))
    }
}

struct RespondParameters: Sendable {
    let fid: String
    let action: InvitationAnswer

    static var shape: ParameterShape<RespondParameters> {
        ParameterShape(
            RespondParameters.init, fid,
            Parameter<InvitationAnswer>.required("action", .oneOf, "What to say.", examples: ["accept"]))
    }

    static var fid: Parameter<String> {
        .required("fid", .text(1...fidLength), "Who invited.", examples: ["001"])
    }
}
