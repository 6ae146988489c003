import DesignSystem
package import JSON
package import Storage
import Synchronization

/// An operation that shows one or several rows by their keys, and the screen of one row that derives from it.
package struct ShowPart: FeaturePart {
    package typealias Fetch = @Sendable (_ key: String, FeatureCall) async throws(Fault) -> Row?

    let name: String
    let title: String
    let doc: String
    let guidance: String
    let layout: RowLayout
    let most: Int
    let example: JSONValue
    let fetch: Fetch
    /// The request for the row of a key, of a part whose rows are asked for by one request each; nil from it for a text that no row has.
    private var request: (@Sendable (_ key: String) -> RowRequest?)?
    private var own: [OwnParameter] = []
    private(set) var head: RowHead?
    private(set) var rule: TextRule?
    /// Whether routes are judged by the rule: else any text is a key there, which the upstream may not know.
    private var judgesRoutes = true
    private var aliases: [String] = []
    private var typing: (name: String, title: String, prompt: String, pause: Duration)?
    private var inner: InnerRows?
    private var route: (template: String, title: String)?
    private var view: String?
    private var isExplained = false
    private var actions: [RowAction] = []
    private(set) var stored: [StateNamespace] = []
    private var check: @Sendable (String) throws(Fault) -> Void = { _ in }
    private var nearest: @Sendable (FeatureCall, String) async throws(Fault) -> [Row] = { _, _ in [] }
    private var absence: (@Sendable (String, FeatureCall) -> Fault)?
    private(set) var completions: (@Sendable (FeatureEnvironment) -> [String: Completion])?

    /// - Parameters:
    ///   - name: of the operation, `show`. Its parameter is the key's filter name, `skus`.
    ///   - title: two to four words.
    ///   - doc: one line: what it gives.
    ///   - guidance: when to use it and when not, for agents.
    ///   - layout: of its rows.
    ///   - most: keys of one call.
    ///   - example: the key of a row of the sample data.
    ///   - fetch: asks the upstream for one row, and makes it of nothing else; nil where there is no such row. Of sample data a
    ///     row is fetched once.
    package init(
        _ name: String = "show", title: String, doc: String, guidance: String = "", of layout: RowLayout,
        most: Int = 10, example: JSONValue, fetch: @escaping Fetch
    ) {
        self.name = name
        self.title = title
        self.doc = doc
        self.guidance = guidance
        self.layout = layout
        self.most = most
        self.example = example
        self.fetch = fetch
    }

    /// The same of rows that one request each asks for: those of sample data are told without a task.
    /// - Parameter asking: the request for a row; nil for a text that is no key.
    package init(
        _ name: String = "show", title: String, doc: String, guidance: String = "", of layout: RowLayout,
        most: Int = 10, example: JSONValue, asking request: @escaping @Sendable (_ key: String) -> RowRequest?
    ) {
        self.init(name, title: title, doc: doc, guidance: guidance, of: layout, most: most, example: example) {
            key, call throws(Fault) in
            guard let request = request(key) else { return nil }
            return try await call.row(request)
        }
        self.request = request
    }

    package var routes: [RouteTemplate] { [route?.template, inner?.route].compactMap { $0.map { RouteTemplate($0) } } }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        registration.add(layout: layout)
        registration.add(operation(environment))
        if isExplained { registration.add(explanation(method: "\(registration.id).\(name)", environment)) }
        guard let route else { return }
        let variable = RouteTemplate(route.template).variables.first ?? layout.keyField.name
        let typing = typing.flatMap { typing in
            rule.map {
                Typing(
                    name: typing.name, title: typing.title, prompt: typing.prompt, pause: typing.pause,
                    variable: variable, rule: $0)
            }
        }
        let part = self
        registration.add(
            RowScreen.definition(
                route.template, title: route.title, of: layout, environment, actions: actions, stored: stored,
                head: head, typing: typing, further: [inner?.select].compactMap(\.self),
                check: { parameters throws(Fault) in
                    let key = parameters[variable] ?? ""
                    // Nothing is typed yet.
                    if typing == nil || !trimmed(key).isEmpty { try part.judge(key, as: variable) }
                }
            ) { call throws(Fault) in try await part.row(call[variable], call) }
            .completing(part.completions?(environment) ?? [:]))
        if let inner { registration.add(screen(of: inner, environment)) }
    }

    /// The row of a key in a route.
    func row(_ key: String, _ call: FeatureCall) async throws(Fault) -> Row {
        let key = self.key(in: key) ?? key
        guard let row = try await fetch(key, call) else { throw await unknown(key, call) }
        return row
    }

    /// Refuses a route's variable that can be no key.
    func judge(_ key: String, as variable: String) throws(Fault) {
        if judgesRoutes, let rule, rule.taken(key) == nil { throw .wrongVariable(variable, rule) }
        try check(key)
    }

    /// The key that a text spells; nil for one that the rule refuses.
    func key(in text: String) -> String? { if let rule { rule.taken(text) } else { text } }

    private func operation(_ environment: FeatureEnvironment) -> Operation<ShowQuestion, RowsAnswer> {
        let fetched = FetchedRows()
        return Operation(
            name, title: title, doc: doc, guidance: guidance, effect: .reads,
            example: [JSONMember(layout.keyField.filterName, [example])], parameters: parameters,
            result: RowsAnswer.shape(of: layout, isList: false, head: head?.layout), view: view,
            route: \.route, present: { $0.details }
        ) { question, _ throws(Fault) in try await answer(question, environment, fetched) }
        .written(by: { answer, markdown in answer.writeDetails(into: &markdown) })
        .answeringAtOnce(from: .sample) { question throws(Fault) in
            guard question.arguments.isEmpty, layout.overlaid.isEmpty || environment.context.state.isReadyForCalls()
            else { return nil }
            var rows: [Row] = []
            rows.reserveCapacity(question.keys.count)
            for key in question.keys {
                guard let row = try rowAtOnce(key, environment, fetched) else { return nil }
                rows.append(row)
            }
            return try told(rows, missing: [], question, environment)
        }
    }

    /// A row that was fetched before, or is one of the sample data; nil where `answer` is to be asked.
    private func rowAtOnce(
        _ key: String, _ environment: FeatureEnvironment, _ fetched: FetchedRows
    ) throws(Fault) -> Row? {
        if let row = fetched.row(key) { return row }
        guard let request else { return nil }
        try check(key)
        guard let request = request(key), let row = FeatureCall(environment, layout).rowAtOnce(request) else {
            return nil
        }
        fetched.keep(row, as: key)
        return row
    }

    private var parameters: ParameterShape<ShowQuestion> {
        let field = layout.keyField
        let routes = KeyRoutes(field.name, [route?.template, inner?.route].compactMap(\.self))
        let format =
            rule.map { ParameterFormat.texts(1...most, each: $0, in: routes) } ?? .keys(1...most, in: routes)
        let keys = Parameter<[String]>.required(
            field.filterName, format, field.doc, examples: [[example]],
            known: ["id", "ids", layout.name, layout.plural, field.name, "\(layout.name)Id"] + aliases)
        let own = own
        return ParameterShape(fields: [keys.field] + own.map(\.field)) { reader throws(WrongParameter) in
            for parameter in own { try parameter.check(reader) }
            return ShowQuestion(keys: try reader.value(keys), arguments: reader.given(own.map(\.field)))
        }
    }

    private func answer(
        _ question: ShowQuestion, _ environment: FeatureEnvironment, _ fetched: FetchedRows
    ) async throws(Fault) -> RowsAnswer {
        let call = FeatureCall(environment, layout, arguments: question.arguments)
        var rows: [Row] = []
        var missing: [String] = []
        /// The first absence that the feature says in words of its own.
        var absent: Fault?
        for key in question.keys { try check(key) }
        for key in question.keys {
            do throws(Fault) {
                if let row = try await fetch(key, call) {
                    rows.append(row)
                    if call.upstream.isFixed, question.arguments.isEmpty { fetched.keep(row, as: key) }
                    continue
                }
            } catch {
                guard error.code == .notFound else { throw error }
                absent = absent ?? error
            }
            missing.append(key)
        }
        if rows.isEmpty, let absent { throw absent }
        if rows.isEmpty, let first = missing.first { throw await unknown(first, call) }
        if !layout.overlaid.isEmpty { await environment.context.state.ready() }
        var answer = try told(rows, missing: missing, question, environment)
        guard let absence else { return answer }
        for key in missing {
            let (meant, rest) = parted(absence(key, call))
            if let meant { answer.advice.append(missing.count > 1 ? "\(Fault.quoted(key)): \(meant)" : meant) }
            if !rest.isEmpty, !answer.advice.contains(rest) { answer.advice.append(rest) }
        }
        return answer
    }

    /// Parts of a fault's hint: the key that was meant, and what is the same for every key that is not there.
    private func parted(_ fault: Fault) -> (meant: String?, rest: String) {
        guard !fault.suggestions.isEmpty, let end = fault.hint.firstIndex(of: "?") else { return (nil, fault.hint) }
        return (String(fault.hint[...end]), trimmed(String(fault.hint[end...].dropFirst())))
    }

    /// The rows as they are told, with what is stored of them now.
    private func told(
        _ rows: [Row], missing: [String], _ question: ShowQuestion, _ environment: FeatureEnvironment
    ) throws(Fault) -> RowsAnswer {
        let overlays = environment.overlays
        let head = try head?.make(FeatureCall(environment, layout, arguments: question.arguments))
        var answer = RowsAnswer(
            layout: layout, head: head, rows: rows.map { $0.overlaid(by: overlays) }, fields: layout.given, total: nil,
            nextCursor: nil, firstIndex: 1, read: nil, missing: missing,
            notice: environment.notice(of: layout))
        answer.boundDetails()
        return answer
    }

    /// There is no such row; names the nearest ones where the feature can find any.
    private func unknown(_ key: String, _ call: FeatureCall) async -> Fault {
        if let absence { return absence(key, call) }
        var rows: [Row] = []
        do throws(Fault) { rows = try await nearest(call, key) } catch { rows = [] }
        return .unknownRow(key, of: layout, among: rows)
    }

    private func explanation(method: String, _ environment: FeatureEnvironment) -> Prompt {
        let field = layout.keyField
        return .explaining(
            layout, method: method,
            arguments: [PromptArgument(field.name, field.doc, isRequired: true, example: example.spelled)]
        ) { given throws(Fault) in
            let row = try await row(given.required(field.name), FeatureCall(environment, layout, arguments: []))
            return Document(row.detail(layout.given))
        }
    }

    // MARK: - Modifiers

    /// A prompt asks for an explanation of a row.
    package consuming func explained() -> Self { with { $0.isExplained = true } }

    /// Each row is a screen as well.
    /// - Parameter route: `galleria://book/{isbn13}`, with a variable named as the key.
    package consuming func screen(_ route: String, title: String) -> Self { with { $0.route = (route, title) } }

    /// Hosts that show interactive views show this one beside the text.
    package consuming func view(_ name: String) -> Self { with { $0.view = name } }

    /// A further action of the screen.
    package consuming func action(_ action: RowAction) -> Self { with { $0.actions.append(action) } }

    /// The row shows what is stored under these names: a change of it, whoever makes it, changes the screen.
    package consuming func showsStored(_ namespaces: StateNamespace...) -> Self { with { $0.stored += namespaces } }

    /// A further parameter of the operation, read by `FeatureCall.value`.
    package consuming func parameter<Value>(_ parameter: Parameter<Value>) -> Self {
        with { $0.own.append(OwnParameter(parameter)) }
    }

    /// Facts that stand before the rows of an answer.
    package consuming func head(
        _ layout: RowLayout, _ make: @escaping @Sendable (FeatureCall) throws(Fault) -> Row
    ) -> Self { with { $0.head = RowHead(layout: layout, make: make) } }

    /// The rule of a key's text: in the schema of the parameter, in routes, and where it is typed.
    /// - Parameters:
    ///   - inRoutes: whether a route with another key is refused.
    ///   - aliases: further names that models give the parameter.
    package consuming func keys(_ rule: TextRule, inRoutes judgesRoutes: Bool = true, knownAs aliases: String...)
        -> Self
    {
        with {
            $0.rule = rule
            $0.judgesRoutes = judgesRoutes
            $0.aliases = aliases
        }
    }

    /// The screen's key is typed, and its row loaded once typing pauses; needs the rule of `keys`.
    /// - Parameters:
    ///   - name: of the action.
    ///   - title: two or three words for people.
    ///   - prompt: what is to be typed, for people.
    package consuming func typed(_ name: String, title: String, _ prompt: String, debounced pause: Duration) -> Self {
        with { $0.typing = (name, title, prompt, pause) }
    }

    /// Each of the rows within a row is a screen as well, to which `select` leads.
    /// - Parameter route: `galleria://forecast/{place}/{date}`: the variable of the row's key first.
    package consuming func inner(_ field: Field<[Row]>, _ route: String, title: String) -> Self {
        with { $0.inner = InnerRows(field: field, route: route, title: title) }
    }

    /// The failure for a key that no row has, where it can say more than the nearest rows.
    package consuming func absent(_ fault: @escaping @Sendable (String, FeatureCall) -> Fault) -> Self {
        with { $0.absence = fault }
    }

    /// Refuses texts that can be no key, before anything is asked.
    package consuming func checking(_ check: @escaping @Sendable (String) throws(Fault) -> Void) -> Self {
        with { $0.check = check }
    }

    /// The rows among which those nearest to a wrong key are looked for.
    package consuming func nearest(
        _ rows: @escaping @Sendable (FeatureCall, String) async throws(Fault) -> [Row]
    ) -> Self {
        with { $0.nearest = rows }
    }

    /// Completes the variables of the screen's route.
    package consuming func completing(_ make: @escaping @Sendable (FeatureEnvironment) -> [String: Completion]) -> Self
    {
        with { $0.completions = make }
    }

    private consuming func with(_ change: (inout Self) -> Void) -> Self {
        var part = self
        change(&part)
        return part
    }
}

/// Rows of sample data by their keys, which are the same as long as the program runs: at most as many as `KeptAnswers` holds.
private final class FetchedRows: Sendable {
    private let known = Mutex<[ExactName: Row]>([:])

    /// The row of a key; nil where it was not fetched.
    func row(_ key: String) -> Row? { known.withLock { $0[ExactName(key)] } }

    func keep(_ row: Row, as key: String) {
        known.withLock { known in
            if known.count >= KeptAnswers.capacity { known.removeAll(keepingCapacity: true) }
            known[ExactName(key)] = row
        }
    }
}

/// The facts that stand before the rows of an answer.
struct RowHead: Sendable {
    let layout: RowLayout
    let make: @Sendable (FeatureCall) throws(Fault) -> Row
}

/// The keys asked for, with the values of the part's own parameters.
private struct ShowQuestion: Sendable {
    let keys: [String]
    let arguments: [JSONMember]
}

extension ParameterReader {
    /// The members that were sent for some fields, as they were sent; null counts as left out.
    func given(_ fields: [ParameterField]) -> [JSONMember] {
        fields.compactMap { field in
            guard let node = object?[field.name], !node.isNull else { return nil }
            return JSONMember(field.name, JSONValue(node))
        }
    }
}
