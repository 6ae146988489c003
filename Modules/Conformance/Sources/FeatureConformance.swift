package import FeatureKit
import HTTP
import JSON
package import Storage

/// Laws of every feature, proved from its declarations and its sample data alone. Each feature's tests run it:
///
/// ```swift
/// @Test("conforms", arguments: FeatureConformance.Rule.allCases)
/// func conforms(_ rule: FeatureConformance.Rule) async throws {
///     try await FeatureConformance(Feature(BookShelf.self), screens: ["galleria://shelf": "bookShelf.shelf"]).check(rule)
/// }
/// ```
package struct FeatureConformance: Sendable {
    /// One thing to prove; `allCases` is the whole contract.
    package enum Rule: String, Sendable, CaseIterable, CustomStringConvertible {
        case declarations = "everything has its name, documentation and example"
        case schemas = "W14: schemas are objects that every host takes"
        case samples = "each example answers from samples, as its schemas say"
        case text = "text carries the facts of the result and is shorter than its JSON"
        case arguments = "W13 W14: a wrong argument is refused by its name, before anything is asked"
        case numbersAsText = "text that is a whole number, true or false is taken for one"
        case paging = "a list goes to its end by cursor, each row once"
        case cursors = "a cursor of another list, or none at all, is refused"
        case fieldTexts = "each value of a row's JSON stands in its text"
        case projections = "the fields that are asked for come, with the key, and no others"
        case filters = "a filter gives the rows that meet it, and no others"
        case sorts = "an order is total and stable, rows without a value last"
        case queries = "words find the rows that have them all, whatever their case, accents and width"
        case walks = "a list is walked in answers of any size, its question kept"
        case sameRows = "a screen shows the rows of its operation, whatever is asked of both"
        case keyCompletions = "the keys that are offered are those of rows"
        case rows = "each row of a sample list can be shown, and its picture found by its route"
        case screens =
            "each screen opens and loads, with its operation's fields, revisions by one, and its rows' pictures"
        case deltas = "what the deltas of a screen lead to is what `screen.state` tells"
        case actions = "each action is there and refuses wrong parameters"
        case prompts = "each prompt takes its arguments, refuses others, and names tools that exist"
        case completions = "each variable of a route completes, to a route that opens"
        case spoiledAnswers = "H9 W1: whatever the upstream answers, there is a result of the schema or a fault"
        case hostileTexts = "T1 T2: no text of the upstream reaches a reader as control, framing or tool"
        case generatedCalls = "W13 W14: a right call is never refused, a wrong one always, by its name"
        case naughtyTexts = "W14 H7: each parameter takes or refuses any text, as its schema says"
        case disabled = "C7: switched off, the feature is absent and says so"

        /// Sentence of what is proved.
        package var description: String { rawValue }
    }

    /// The one to prove.
    package let feature: Feature
    /// Those whose screens its rows lead to.
    package let companions: [Feature]
    /// The method whose fields a screen's state has, by the screen's template.
    package let matchingMethods: [String: String]
    /// Routes beyond those that the kit finds by itself, such as those with a query.
    package let furtherRoutes: [String]

    /// Methods of lists whose `query` their upstream answers.
    package let searches: Set<String>

    /// State that is stored before each proof.
    package let stored: [StateChange]

    /// Bodies that the upstream answers with once each; those whose names begin with `n_` are no JSON.
    package var documents: [(name: String, bytes: [UInt8])] = []

    /// - Parameters:
    ///   - feature: the feature to prove.
    ///   - screens: for each of its screens' templates the method of the matching operation.
    ///   - routes: routes to open besides the fixed ones and those that rows and examples lead to.
    ///   - searches: methods of lists whose `query` is their own: what it finds is the upstream's to say.
    ///   - companions: features whose screens the rows of this one lead to.
    ///   - stored: what the examples of its operations need, such as something that can be taken away.
    package init(
        _ feature: Feature, screens: [String: String], routes: [String] = [], searches: Set<String> = [],
        companions: [Feature] = [], stored: [StateChange] = []
    ) {
        self.stored = stored
        self.feature = feature
        self.companions = companions
        self.matchingMethods = screens
        self.furtherRoutes = routes
        self.searches = searches
    }

    /// Violations of a rule, one sentence each.
    package func findings(_ rule: Rule) async throws -> [String] {
        switch rule {
        case .declarations: try declarationFindings()
        case .schemas: try schemaFindings()
        case .samples: try await sampleFindings()
        case .text: try await textFindings()
        case .arguments: try await argumentFindings()
        case .numbersAsText: try await numberAsTextFindings()
        case .paging: try await pagingFindings()
        case .cursors: try await cursorFindings()
        case .fieldTexts: try await fieldTextFindings()
        case .projections: try await projectionFindings()
        case .filters: try await filterFindings()
        case .sorts: try await sortFindings()
        case .queries: try await queryFindings()
        case .walks: try await walkFindings()
        case .sameRows: try await sameRowFindings()
        case .keyCompletions: try await keyCompletionFindings()
        case .rows: try await rowFindings()
        case .screens: try await screenFindings()
        case .deltas: try await deltaFindings()
        case .actions: try await actionFindings()
        case .prompts: try await promptFindings()
        case .completions: try await completionFindings()
        case .spoiledAnswers: try await spoiledAnswerFindings()
        case .hostileTexts: try await hostileTextFindings()
        case .generatedCalls: try await generatedCallFindings()
        case .naughtyTexts: try await naughtyTextFindings()
        case .disabled: try await disabledFindings()
        }
    }

    // MARK: What the rules share

    /// The feature and its companions over their samples, fresh: no rule sees what another did.
    /// - Parameter store: shared by harnesses that play processes of one state.
    func harness(
        store: InMemoryStateStore? = nil, start: FeatureHarness.Start = .immediate,
        disabled: Set<String> = []
    ) throws -> FeatureHarness {
        try FeatureHarness(
            [feature] + companions, client: { SampleHTTPClient($0.sample) },
            store: store ?? InMemoryStateStore(holding: stored), start: start,
            disabled: disabled)
    }

    /// Schema of a screen's state: that of its operation's result, or of the one row where it shows one.
    func stateSchema(
        _ definition: ScreenDefinition, of operation: RegisteredOperation, _ harness: FeatureHarness
    ) -> JSONValue {
        let schema = operation.resultSchema()
        // A row of a list that no operation shows alone is found in the list.
        let isOfList = harness.layouts(ofRowsOf: operation).contains { $0.detailTemplate == definition.template }
        let isOne =
            !definition.template.variables.isEmpty && (schema["properties"]?["total"] == nil || isOfList)
        return isOne ? schema["properties"]?["items"]?["items"] ?? schema : schema
    }

    var id: String { feature.manifest.id }

    func operations(of harness: FeatureHarness) -> [RegisteredOperation] {
        harness.router.registry.operations.filter { $0.module == id }
    }

    func screens(of harness: FeatureHarness) -> [ScreenDefinition] {
        harness.router.registry.screens.filter { $0.module == id }
    }

    /// The result of a call; nil for a failed one, whose reason is added to the findings.
    func result(
        _ harness: FeatureHarness, _ method: String, _ parameters: JSONValue, _ found: inout [String]
    ) async -> JSONValue? {
        do throws(Fault) {
            return try await harness.call(method, parameters)
        } catch {
            found.append("\(method) \(parameters.compact) failed: \(error.text)")
            return nil
        }
    }
}

extension RegisteredOperation {
    /// The example as params.
    var exampleParameters: JSONValue { .object(example) }

    /// Required parameters as the example has them.
    var requiredParameters: JSONValue {
        .object(example.filter { member in parameter(member.key)?.isRequired ?? false })
    }

    func parameter(_ name: String) -> ParameterField? { parameters.first { $0.name == name } }
}

extension JSONValue {
    /// On one line, for findings.
    var compact: String { String(decoding: serialized(), as: UTF8.self) }

    /// The object with one member set, replaced or, for nil, left out.
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        var members = (self.members ?? []).filter { $0.key != name }
        if let value { members.append(JSONMember(name, value)) }
        return .object(members)
    }
}

extension [String] {
    /// The findings without what says the same of a fourth case, and without the end of a long list: what is tried a
    /// thousand times fails a thousand times.
    var thinned: [String] {
        var counts: [Substring: Int] = [:]
        return Array(
            filter { finding in
                let reason = finding.afterLastColon.prefix { !"“\"(".contains($0) }
                counts[reason, default: 0] += 1
                return counts[reason, default: 0] <= 3
            }.prefix(60))
    }
}

extension String {
    /// The text after its last `: `, or all of it.
    fileprivate var afterLastColon: Substring {
        var place = endIndex
        while let colon = self[..<place].lastIndex(of: ":") {
            let rest = self[index(after: colon)...]
            if rest.first == " " { return rest.dropFirst() }
            place = colon
        }
        return self[...]
    }
}
