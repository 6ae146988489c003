import DesignSystem
package import FeatureKit
import FriendsSamples
import HTTP
import JSON
import Settings
import Storage

/// KOKO friends: the user, invitations to answer, friends to search, and three scenarios of them.
package let friends = Feature(
    "friends", title: "Friends", doc: "KOKO friends, some starred, and invitations.",
    endpoint: "https://dimanyen.github.io", settings: [Scenario.setting.declaration, Language.setting.declaration],
    sample: { request in samples.lazy.compactMap { $0.answer(request) }.first },
    parts: [
        MadePart(routes: [route]) { environment in
            let words = environment.context.settings[Language.setting].words
            let page = FriendsPage(words)
            let responding = Responding(page, words)
            let list = ListPart(
                "list", title: "List friends",
                doc: "The user, all open invitations, friends and people asked, 20 a call.",
                guidance: "Starred come first, then the newest. query narrows invitations and friends, "
                    + "filters friends alone. Answer invitations with friends_respond.",
                of: page.friend, paging: .whole
            ) { _, call throws(Fault) in try await page.load(try Scenario.asked(call), call) }
            return [
                list.heading(page.head.said("KOKO friends")).head(page.head).view("friends").arranged(page.arranged)
                    .screen(route).parameter(Scenario.parameter).joinsRefresh().showsStored(Answer.namespace)
                    .asks(
                        AskAction(
                            "useScenario", "Shows another scenario.",
                            Parameter<Scenario>.required(
                                "scenario", .oneOf, "Which lists to ask for.", examples: ["friendsOnly"]))
                    )
                    .action(responding.action(.accept, "Accepts an invitation."))
                    .action(
                        responding.action(
                            .decline, "Declines an invitation.", confirm: "Decline this invitation?")
                    )
                    .action(responding.forgetting),
                responding.operation, prompt(page, environment),
            ]
        }
    ])

private let route = "galleria://friends{?scenario}"

/// The upstream's five documents, which have its shape.
private let samples = [
    SampleAnswer("man.json") { .init(start: friends_sample_man, count: friends_sample_man_size) },
    SampleAnswer("friend1.json") { .init(start: friends_sample_friend1, count: friends_sample_friend1_size) },
    SampleAnswer("friend2.json") { .init(start: friends_sample_friend2, count: friends_sample_friend2_size) },
    SampleAnswer("friend3.json") { .init(start: friends_sample_friend3, count: friends_sample_friend3_size) },
    SampleAnswer("friend4.json") { .init(start: friends_sample_friend4, count: friends_sample_friend4_size) },
]

private let guide = """
    `friends_list` shows the open invitations and the friends. For each invitation say who invites, since when if that is \
    told, and whether the same name is among the friends already. Then ask for each: accept or decline?

    Answer with `friends_respond`, which takes the fids of the rows, only what was decided. In the end call `friends_list` \
    with the same scenario, and tell who is still waiting. If there are no invitations, name the friends who were invited \
    and have not answered yet.
    """

/// `friends_who_to_answer`: the page, and what to ask about each invitation.
private func prompt(_ page: FriendsPage, _ environment: FeatureEnvironment) -> Prompt {
    Prompt(
        "whoToAnswer", title: "Whom to answer", doc: "Go through the open invitations, and answer those decided.",
        arguments: [
            PromptArgument(
                "scenario", "Which lists to ask for; by default as set.", isRequired: false,
                complete: .oneOf(Scenario.self))
        ], guide: guide
    ) { arguments throws(Fault) in
        let call = environment.call(
            page.friend, arguments["scenario"].map { [JSONMember("scenario", .string($0))] } ?? [])
        let scenario = try Scenario.asked(call)
        let loaded = try await page.load(scenario, call)
        await call.state.ready()
        let (rows, head) = page.arranged(call.overlaid(loaded))
        let notice = call.trouble.map { [Block.notice(.warning, title: Inline($0), detail: nil)] } ?? []
        return [
            .paragraphs(
                "Help me with my open invitations; there are \(head?[page.invitations].count ?? 0) of them.",
                "My friends page follows, with scenario \(scenario.rawValue).", guide),
            .screen(
                route: RouteTemplate(route).filled(["scenario": scenario.rawValue]),
                Document(
                    page.friend.beginning(page.head.said("KOKO friends"), head, then: notice)
                        + page.friend.listing(rows, after: head))),
        ]
    }
}
