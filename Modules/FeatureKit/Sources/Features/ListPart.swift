import DesignSystem
package import JSON
package import Storage

/// A list operation, and the list screen that derives from it.
package struct ListPart: FeaturePart {
    let name: String
    let title: String
    let doc: String
    let guidance: String
    let layout: RowLayout
    let paging: Paging
    let fetch: ListQuestions.Fetch
    private var stored: StoredPage.Make?
    private(set) var route: String?
    private(set) var detailRoute: String?
    private(set) var view: String?
    private(set) var show: (name: String, example: JSONValue)?
    private(set) var summary: String?
    private var one: ShowPart.Fetch?
    private(set) var own: [OwnParameter] = []
    private(set) var ownExample: [JSONMember] = []
    /// Values of the list's own parameters where its screen's route says none.
    private var standing: [JSONMember] = []
    private(set) var head: RowLayout?
    private(set) var makeHead: (@Sendable (FeatureCall) throws(Fault) -> Row)?
    var behavior = ListBehavior()

    /// - Parameters:
    ///   - name: of the operation, `list`.
    ///   - title: two to four words.
    ///   - doc: one line: what it gives.
    ///   - guidance: when to use it and when not, for agents.
    ///   - layout: of its rows.
    ///   - paging: how the upstream counts its pages.
    ///   - fetch: asks the upstream for one page.
    package init(
        _ name: String, title: String, doc: String, guidance: String = "", of layout: RowLayout, paging: Paging,
        fetch: @escaping @Sendable (PageRequest, FeatureCall) async throws(Fault) -> RowPage
    ) {
        self.name = name
        self.title = title
        self.doc = doc
        self.guidance = guidance
        self.layout = layout
        self.paging = paging
        self.fetch = fetch
    }

    /// A list of what is stored, which asks no upstream: it is answered without a task once the state was read.
    /// - Parameter stored: all rows, of the state alone.
    package init(
        _ name: String, title: String, doc: String, guidance: String = "", of layout: RowLayout,
        stored: @escaping @Sendable (FeatureCall) throws(Fault) -> RowPage
    ) {
        self.init(
            name, title: title, doc: doc, guidance: guidance, of: layout, paging: .whole
        ) { _, call throws(Fault) in
            await call.state.ready()
            return try stored(call)
        }
        self.stored = stored
    }

    package var routes: [RouteTemplate] { [route, detailRoute].compactMap { $0.map { RouteTemplate($0) } } }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        let method = "\(registration.id).\(name)"
        let kept = behavior.kept.map { kept in
            KeptList(
                key: StateKey(namespace: kept.namespace, key: kept.key), parameter: kept.parameter, layout: layout,
                environment: environment)
        }
        let questions = ListQuestions(
            method: method, layout: layout, strategy: paging.strategy(environment.context.settings),
            environment: environment, fetch: fetch, one: one, head: head, makeHead: makeHead, kept: kept,
            stored: kept == nil && behavior.arrange == nil && own.isEmpty ? stored.map { StoredPage($0) } : nil,
            arranged: behavior.arrange.map(ArrangedList.init))
        let operation = questions.kept == nil ? questions : questions.ofKept
        let heading = behavior.heading ?? title
        let isPlain = isPlainMarkdown(heading)
        registration.add(layout: layout)
        let list = Operation(
            name, title: title, doc: doc, guidance: guidance, effect: .reads, example: ownExample,
            parameters: QuestionParameters(layout, method: method, own: own, environment.rows).shape,
            result: RowsAnswer.shape(of: layout, head: head), view: view, present: { $0.document(heading) }
        ) { question, context throws(Fault) in try await operation.answer(question, context) }
        .written(by: { answer, markdown in answer.write(heading, isPlain: isPlain, into: &markdown) })
        // A question whose rows are not at hand, though others are, reads its parameters twice.
        registration.add(
            list.answeringAtOnce(where: { operation.hasRowsAtHand }) { question throws(Fault) in
                try operation.answerAtOnce(question)
            })
        if let show {
            registration.add(showOperation(show.name, example: show.example, questions))
        }
        if let summary { registration.add(summaryPrompt(summary, questions, title: heading, standing)) }
        // A row's route says nothing of the list's own parameters.
        defer { if let detailRoute { registration.add(RowScreen.definition(detailRoute, questions.with(standing))) } }
        guard let route else { return }
        let behavior = behavior
        registration.add(
            ListScreen.definition(
                route, title: heading, doc: doc, questions, behavior, own: own, standing: standing))
    }

    // MARK: - Modifiers
    // Each takes the part over: copies counted some 900 references at every start.

    /// The list is a screen as well.
    package consuming func screen(_ route: String) -> Self { with { $0.route = route } }

    /// The list is a screen as well.
    /// - Parameter arguments: values of the list's own parameters where the route says none.
    package consuming func screen(_ route: String, asking arguments: [JSONMember]) -> Self {
        with {
            $0.route = route
            $0.standing = arguments
        }
    }

    /// Each row is a screen of its own, found in the list: the upstream has no address for one.
    package consuming func detail(_ route: String) -> Self { with { $0.detailRoute = route } }

    /// Some rows can be asked for whole, by their keys.
    /// - Parameter example: the key of a row of the sample data.
    package consuming func show(_ name: String = "show", example: JSONValue) -> Self {
        with { $0.show = (name, example) }
    }

    /// The upstream has an address for one row as well: rows asked for by key are found although the list is too long to be read.
    package consuming func one(_ fetch: @escaping ShowPart.Fetch) -> Self { with { $0.one = fetch } }

    /// A prompt asks for a summary of the list.
    package consuming func summary(_ name: String = "sumUp") -> Self { with { $0.summary = name } }

    /// A parameter of the list itself, read by `FeatureCall.value`. One named `query` replaces the search through the rows: the
    /// upstream searches.
    /// - Parameter example: its value in the example of the operation; required for a required one.
    package consuming func parameter<Value>(_ parameter: Parameter<Value>, example: JSONValue? = nil) -> Self {
        with {
            $0.own.append(OwnParameter(parameter))
            if let example { $0.ownExample.append(JSONMember(parameter.field.name, example)) }
        }
    }

    /// Facts of the whole list, given by its pages; they stand before the rows.
    package consuming func head(_ layout: RowLayout) -> Self { with { $0.head = layout } }

    /// Facts of the whole list, made of its own parameters alone; they stand before the rows.
    package consuming func head(
        _ layout: RowLayout, _ make: @escaping @Sendable (FeatureCall) throws(Fault) -> Row
    ) -> Self {
        with {
            $0.head = layout
            $0.makeHead = make
        }
    }

    /// The rows of the last question are kept in the state: the operation answers with them, and the screen begins with them.
    /// - Parameter parameter: the list's own parameter whose questions are kept; no parameter of the operation.
    package consuming func keepsLast(_ parameter: String, in namespace: StateNamespace, key: String) -> Self {
        with { $0.behavior.kept = ListBehavior.Kept(parameter: parameter, namespace: namespace, key: key) }
    }

    /// The action `find` has a second name.
    package consuming func finds(as name: String) -> Self { with { $0.behavior.typing = name } }

    /// Hosts that show interactive views show this one beside the text.
    package consuming func view(_ name: String) -> Self { with { $0.view = name } }

    /// Heading of the list for people; the operation's title without it.
    package consuming func heading(_ text: String) -> Self { with { $0.behavior.heading = text } }

    /// Text in place of the list after its first page failed.
    package consuming func cover(_ text: String) -> Self { with { $0.behavior.cover = text } }

    /// Texts under the rows while a page is loading, and at the end.
    package consuming func footers(loading: String, end: String) -> Self {
        with { $0.behavior.footers = ListBehavior.Footers(loading: loading, end: end) }
    }

    /// An action of the screen that asks the list again, with another value of one of its own parameters.
    package consuming func asks(_ action: AskAction) -> Self { with { $0.behavior.asks.append(action) } }

    /// A further action of the screen.
    package consuming func action(_ action: RowAction) -> Self { with { $0.behavior.actions.append(action) } }

    /// A further page is loaded at most once in an interval.
    package consuming func throttled(_ interval: Duration) -> Self { with { $0.behavior.throttle = interval } }

    /// A failed page is told once, by a message that passes.
    package consuming func toast() -> Self { with { $0.behavior.hasToast = true } }

    /// The list can be sent to its top.
    package consuming func scrollsToTop() -> Self { with { $0.behavior.scrollsToTop = true } }

    /// The rows show what is stored under these names: a change of it, whoever makes it, changes the screen.
    package consuming func showsStored(_ namespaces: StateNamespace...) -> Self {
        with { $0.behavior.stored += namespaces }
    }

    /// A refresh while the first page is being loaded joins that load, and asks for nothing.
    package consuming func joinsRefresh() -> Self { with { $0.behavior.joinsRefresh = true } }

    /// A failed first page empties the list.
    package consuming func emptiesOnFailedHeader() -> Self { with { $0.behavior.emptiesOnFailedHeader = true } }

    consuming func with(_ change: (inout Self) -> Void) -> Self {
        var part = self
        change(&part)
        return part
    }
}

/// Behaviour of one list's screen besides that of every list's.
struct ListBehavior: Sendable {
    struct Footers: Sendable {
        let loading: String
        let end: String
    }

    /// The question whose rows are kept, and where.
    struct Kept: Sendable {
        let parameter: String
        let namespace: StateNamespace
        let key: String
    }

    var kept: Kept?
    var typing: String?
    var heading: String?
    var cover: String?
    var footers: Footers?
    var actions: [RowAction] = []
    var asks: [AskAction] = []
    var throttle: Duration?
    var hasToast = false
    var scrollsToTop = false
    var emptiesOnFailedHeader = false
    var joinsRefresh = false
    var arrange: Arrangement?
    var stored: [StateNamespace] = []
}
