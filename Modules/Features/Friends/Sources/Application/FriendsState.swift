import DesignSystem
import FeatureKit

/// The state of the page of friends.
struct FriendsState: LoadingState {
    private(set) var scenario: Scenario
    /// The upstream's rows as they last came; nil before the first and after the scenario changed.
    private(set) var server: ServerFriends?
    /// The same with the user's answers over them.
    private(set) var page: FriendsPage? { didSet { answer = makeAnswer() } }
    /// The page as it is narrowed: looked for once for all who read the state.
    private var answer: FriendsAnswer
    private(set) var answers = InvitationAnswers()
    /// What is typed; narrows the friends.
    var text = "" { didSet { answer = makeAnswer() } }
    private(set) var refresh = RefreshStatus()
    /// Why an answer could not be kept, or taken back.
    var savingNotice: String?
    /// Why answers are not known, or may be others by now.
    private var storedNotice: String?
    /// What of both is told.
    var notice: String? { savingNotice ?? storedNotice }
    /// Rises with every load; what an older one brings is dropped.
    private(set) var generation = 0
    private let strings: FriendsStrings

    init(scenario: Scenario, strings: FriendsStrings) {
        self.scenario = scenario
        self.strings = strings
        answer = Self.answer(page: nil, query: "", strings: strings)
    }

    /// Begins to load, unless that is under way: then this joins it.
    /// - Returns: the load to run; nil when one is running already.
    mutating func begin() -> Int? {
        guard refresh.running == .none else { return nil }
        generation += 1
        refresh.running = .header
        savingNotice = nil
        return generation
    }

    /// Begins another scenario: the rows and what was typed go, and what a running load brings is dropped.
    mutating func begin(_ scenario: Scenario) -> Int? {
        self.scenario = scenario
        server = nil
        page = nil
        text = ""
        refresh = RefreshStatus()
        return begin()
    }

    /// Takes the rows of a load.
    mutating func finish(_ generation: Int, with server: ServerFriends) {
        guard generation == self.generation else { return }
        self.server = server
        refresh = RefreshStatus()
        refresh.ended = .normal
        layAnswersOver()
    }

    /// Notes that a load failed: the rows and the answers stay.
    mutating func fail(_ generation: Int, _ fault: Fault) {
        guard generation == self.generation else { return }
        refresh.fail(.header, fault)
    }

    /// Takes the answers as they now are.
    /// - Parameter failure: why they are not known, or may be others by now.
    /// - Returns: nil when nothing changed.
    mutating func show(_ answers: InvitationAnswers, failure: Fault?) -> Bool? {
        guard answers != self.answers || failure?.text != storedNotice else { return nil }
        self.answers = answers
        storedNotice = failure?.text
        layAnswersOver()
        return true
    }

    private mutating func layAnswersOver() {
        page = server.map { FriendsPage($0, answers: answers) }
    }

    // MARK: Writing

    private func makeAnswer() -> FriendsAnswer { Self.answer(page: page, query: text, strings: strings) }

    /// Before rows came, a page of nobody; `state` tells the difference.
    private static func answer(page: FriendsPage?, query: String, strings: FriendsStrings) -> FriendsAnswer {
        let nobody = ServerFriends(user: User(name: "", kokoID: ""), rows: [], skipped: 0)
        return FriendsAnswer(
            page: page ?? FriendsPage(nobody, answers: InvitationAnswers()), query: query, strings: strings)
    }

    static let shape =
        ResultShape<FriendsState>([
            ResultField("state", .orNull(.oneOf), "What the page turned out to be; null before.") { $0.page?.state }
        ])
        + ResultShape(FriendsAnswer.fields).flattened { $0.answer } + [
            ResultField("scenario", .oneOf, "Which lists are asked for.") { $0.scenario },
            ResultField("text", .text, "What is typed.") { $0.text },
            .refresh,
            ResultField(optional: "notice", .text, "A failure beside the list.") { $0.notice },
        ]

    var document: Document {
        let description = FriendsDocument(strings: strings)
        let notices = description.notices(self)
        guard let page else { return Document([.heading(level: 1, Inline(strings.friends, .title))] + notices) }
        let search = page.friends.isEmpty ? [] : [description.search(text)]
        return Document(description.head(page) + notices + search + description.lists(answer))
    }
}
