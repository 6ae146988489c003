import DesignSystem
import FeatureKit

extension Circle {
    /// `friends_who_to_answer`
    var answerPrompt: Prompt {
        Prompt(
            "whoToAnswer", title: "Whom to answer",
            doc: "Go through the open invitations and answer them one by one.",
            arguments: [
                PromptArgument(
                    "scenario", "Which lists to ask for; by default as set.", isRequired: false,
                    complete: .oneOf(Scenario.self))
            ]
        ) { arguments throws(Fault) in
            let scenario = try scenario(named: arguments["scenario"])
            let server = try await api.friends(of: scenario)
            await storage.ready()
            let (answers, failure) = storage.known()
            let page = FriendsPage(server, answers: answers)
            let answer = FriendsAnswer(page: page, query: "", strings: strings, notice: failure?.text)
            return [
                .paragraphs(
                    "Help me with my open invitations; there are \(page.invitations.count) of them.",
                    "My friends page follows. For each invitation say who invites me, since when if that is told, and "
                        + "whether the same name is among my friends already. Then ask me for each: accept or decline?",
                    "Answer with `friends_respond`, which takes the fid of the row, only what I decided; the last "
                        + "answer counts. In the end call `friends_list` with scenario \(scenario.rawValue) and tell "
                        + "me who is still waiting. If there are no invitations, name the friends I invited who have "
                        + "not answered yet."),
                .screen(route: Friends.route(scenario), answer.document),
            ]
        }
    }

    /// - Parameter name: from outside; nil for the scenario of the settings.
    /// - Throws: `invalid_argument` for any other name.
    func scenario(named name: String?) throws(Fault) -> Scenario {
        guard let name else { return scenario }
        // Bytes, not characters: a look-alike is another name.
        let known = Scenario.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
        guard let known else { throw .unknownScenario(name) }
        return known
    }
}
