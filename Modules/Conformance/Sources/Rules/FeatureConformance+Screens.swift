import FeatureKit
import JSON

extension FeatureConformance {
    func rowFindings() async throws -> [String] {
        var found: [String] = []
        let harness = try harness()
        for route in try await sampleRoutes(&found) {
            found += try await loadFindings(harness, route)
        }
        let names = pictureNames(harness)
        for row in try await sampleResults(&found).flatMap({ Self.rows(in: $0, withOneOf: names) }) {
            found += await pictureFindings(harness, row, names)
        }
        return found
    }

    /// A row's route, where it is that row's alone, leads to the row's picture.
    private func pictureFindings(
        _ harness: FeatureHarness, _ row: JSONValue, _ names: [String]
    ) async -> [String] {
        let route = row["route"]?.string ?? ""
        do throws(Fault) {
            let (definition, values) = try harness.router.screen(at: route)
            if definition.template.isFixed { return [] }
            guard let picture = definition.picture else { return ["\(definition.template.text) has no picture"] }
            let url = try await picture(values)
            let own = names.lazy.compactMap { row[$0]?.string }.first
            return url == own ? [] : ["\(route) has another picture than its row: \(url ?? "none")"]
        } catch {
            return ["\(route) has no picture: \(error.text)"]
        }
    }

    /// Rows that have a route and a picture.
    private static func rows(in value: JSONValue, withOneOf names: [String]) -> [JSONValue] {
        let own = names.contains { value[$0] != nil } && value["route"] != nil ? [value] : []
        return own + (value.members?.map(\.value) ?? value.array ?? []).flatMap { rows(in: $0, withOneOf: names) }
    }

    /// A row's route opens a screen that loads, and its operation answers.
    private func loadFindings(_ harness: FeatureHarness, _ route: String) async throws -> [String] {
        let screen: HarnessScreen
        do {
            screen = try await harness.open(route)
        } catch let fault as Fault {
            return ["\(route) can't be opened: \(fault.text)"]
        }
        let state = try await screen.state
        try await screen.close()
        var found = JSONSchema(["required": ["items"]]).emptyMembers(in: state, at: "the state of \(route)")
        found += state["refresh"].map { Self.refreshFindings($0, route) } ?? []
        let (definition, values) = try harness.router.screen(at: route)
        if let method = matchingMethods[definition.template.text],
            let operation = harness.router.operation(method: method)
        {
            let parameters = definition.template.variables.reduce(operation.requiredParameters) { parameters, name in
                // Where several are shown, one is asked for.
                let known = [name, "\(name)s"].first { operation.parameter($0) != nil }
                return known.map { parameters.with($0, values[name].map { .string($0) }) } ?? parameters
            }
            _ = await result(harness, method, parameters, &found)
        }
        return found
    }

    /// Every route that the rows of the sample lists and the results of the examples hold, in order, each once.
    private func sampleRoutes(_ found: inout [String]) async throws -> [String] {
        var routes: [String] = []
        for route in try await sampleResults(&found).flatMap({ Self.routes(in: $0) }) where !routes.contains(route) {
            routes.append(route)
        }
        return routes
    }

    /// The results of the examples, lists to their ends.
    private func sampleResults(_ found: inout [String]) async throws -> [JSONValue] {
        var results: [JSONValue] = []
        let listing = try harness()
        for operation in operations(of: listing) {
            if operation.parameter("cursor") != nil {
                // A route stands in no table: it is asked for.
                let parameters =
                    operation.answersQuestions
                    ? operation.exampleParameters.with("fields", "all") : operation.exampleParameters
                results += await walk(operation, parameters, &found).map(\.json)
            } else {
                let harness = try harness()
                results.append(await result(harness, operation.method, operation.exampleParameters, &found) ?? .null)
            }
        }
        return results
    }

    private static func routes(in value: JSONValue) -> [String] {
        let own = value["route"]?.string.map { [$0] } ?? []
        let inner = (value.members?.map(\.value) ?? value.array ?? []).flatMap { routes(in: $0) }
        return own + inner
    }

    // MARK: Screens

    func screenFindings() async throws -> [String] {
        var found: [String] = []
        for start in FeatureHarness.Start.allCases {
            for route in try await routesToOpen(&found) {
                let harness = try harness(start: start)
                found += try await screenFindings(harness, route)
            }
        }
        return found
    }

    /// The fixed routes, one filled route of each template, and those of the test.
    private func routesToOpen(_ found: inout [String]) async throws -> [String] {
        let harness = try harness()
        let known = try await sampleRoutes(&found)
        return furtherRoutes
            + screens(of: harness).compactMap { screen in
                let route = self.route(of: screen, harness, known: furtherRoutes + known)
                if route == nil { found.append("\(screen.template.text): no sample leads there; give the kit a route") }
                return route
            }
    }

    /// A route of each screen, found without calling anything where examples lead there.
    func exampleRoutes(of harness: FeatureHarness) async throws -> [String] {
        let screens = screens(of: harness)
        // An example names no row that is found in a list alone: what is called alike may be something else's key.
        var found: [String] = []
        let listed = screens.contains { isOfList($0, harness) } ? try await sampleRoutes(&found) : []
        return screens.compactMap { screen in
            route(of: screen, harness, known: furtherRoutes + (isOfList(screen, harness) ? listed : []))
        }
    }

    /// Whether a screen shows a row that no operation shows alone.
    private func isOfList(_ screen: ScreenDefinition, _ harness: FeatureHarness) -> Bool {
        guard let operation = matchingMethods[screen.template.text].flatMap({ harness.router.operation(method: $0) })
        else { return false }
        return operation.answersQuestions
            && harness.layouts(ofRowsOf: operation).contains { $0.detailTemplate == screen.template }
    }

    private func route(of screen: ScreenDefinition, _ harness: FeatureHarness, known: [String]) -> String? {
        let template = screen.template
        if template.isFixed { return template.filled([:]) }
        return known.first { route in (try? harness.router.screen(at: route))?.0.template == template }
            ?? routeFromExamples(harness, template)
    }

    /// The template filled with the arguments of the operations' examples.
    private func routeFromExamples(_ harness: FeatureHarness, _ template: RouteTemplate) -> String? {
        let arguments = operations(of: harness).flatMap(\.example)
        var values: [String: String] = [:]
        for name in template.variables {
            let value = arguments.first { $0.key == name }?.value
            // Of several keys the first.
            values[name] = (value?.array?.first ?? value).map { $0.string ?? $0.compact }
        }
        return values.count == template.variables.count ? template.filled { values[$0] } : nil
    }

    /// Names of the fields that are pictures.
    private func pictureNames(_ harness: FeatureHarness) -> [String] {
        harness.layouts.values.flatMap { $0 }.flatMap(\.fields).filter { field in
            if case .picture = field.kind { true } else { false }
        }.map(\.name)
    }

    private func screenFindings(_ harness: FeatureHarness, _ route: String) async throws -> [String] {
        let screen = try await harness.open(route)
        let (definition, _) = try harness.router.screen(at: route)
        var found: [String] = []
        if screen.opened["revision"] != 1 { found.append("\(route): the first revision is not 1") }
        if screen.opened["route"]?.string != route { found.append("\(route): the answer has another route") }
        for name in ["title", "state", "text"] where screen.opened[name] == nil {
            found.append("\(route): the answer has no \(name)")
        }
        let actions = screen.opened["actions"]?.array?.compactMap { $0["name"]?.string }
        if actions != definition.actions.map(\.name) { found.append("\(route): the answer lists other actions") }

        let whole = try await screen.whole
        let state = whole["state"] ?? .null
        let changes = screen.changes
        if changes.map(\.revision) != Array(2..<(2 + changes.count)) {
            found.append("\(route): the revisions are \(changes.map(\.revision))")
        }
        if let last = changes.last, last.state != state || whole["revision"]?.integer != last.revision {
            found.append("\(route): the last change told is not the state")
        }
        var pictures = (state["items"]?.array ?? []).compactMap { $0["imageURL"]?.string }
        if let method = matchingMethods[definition.template.text], !method.isEmpty, state["items"] != nil,
            let operation = harness.router.operation(method: method), operation.answersQuestions
        {
            // A screen tells what its table shows; the operation tells what is asked of it, 100 rows at most.
            let count = min(100, max(1, state["items"]?.array?.count ?? 1))
            let asked = operation.requiredParameters.with("fields", "all").with("limit", .integer(count))
            pictures =
                await result(harness, method, asked, &found).map {
                    ListPage($0).rows.compactMap { row in
                        pictureNames(harness).lazy.compactMap { row[$0]?.string }.first
                    }
                } ?? []
        }
        // Rows of one picture fetch it once.
        var known: Set<String> = []
        if harness.prefetched != pictures.filter({ known.insert($0).inserted }) {
            found.append("\(route): the pictures of its rows are not those that are fetched ahead")
        }
        if changes.isEmpty { found.append("\(route): nothing was told of its loading") }
        found += ResultFacts(state).ofScreen.missing(in: whole["text"]?.string ?? "").map {
            "\(route): the text lacks \($0)"
        }
        return found + fieldFindings(harness, definition, route, state)
    }

    /// The state has the fields of the matching operation, and `refresh` when it is a list.
    private func fieldFindings(
        _ harness: FeatureHarness, _ definition: ScreenDefinition, _ route: String, _ state: JSONValue
    ) -> [String] {
        // A row that no operation shows alone.
        if matchingMethods[definition.template.text] == "" {
            let empty = JSONSchema([:]).emptyMembers(in: state, at: "the state of \(route)")
            if !empty.isEmpty { return empty }
            return state["refresh"].map { Self.refreshFindings($0, route) } ?? ["\(route): nothing says how it loads"]
        }
        guard let method = matchingMethods[definition.template.text],
            let operation = harness.router.operation(method: method)
        else { return ["\(route): there is no operation that matches it"] }
        let schema = stateSchema(definition, of: operation, harness)
        var found = JSONSchema(schema).mistakes(in: state, at: "the state of \(route)")
        found += JSONSchema(schema).emptyMembers(in: state, at: "the state of \(route)")
        if let refresh = state["refresh"] {
            found += Self.refreshFindings(refresh, route)
        } else if schema["properties"]?["items"] != nil {
            found.append("\(route): a list without refresh")
        }
        return found
    }

    /// Loading has ended, and well.
    static func refreshFindings(_ refresh: JSONValue, _ route: String) -> [String] {
        let shape = JSONSchema(RefreshStatus.shape.schema).mistakes(in: refresh, at: "refresh of \(route)")
        if !shape.isEmpty { return shape }
        let isLoaded =
            refresh["running"] == "none" && refresh["failed"] == "none" && refresh["message"] == nil
            && (refresh["ended"] == "normal" || refresh["ended"] == "noMoreData")
        return isLoaded ? [] : ["\(route) is not loaded: \(refresh.compact)"]
    }

    // MARK: Actions

    func actionFindings() async throws -> [String] {
        var found: [String] = []
        for route in try await routesToOpen(&found) {
            let harness = try harness()
            let screen = try await harness.open(route)
            let (definition, _) = try harness.router.screen(at: route)
            for action in definition.actions {
                found += await wrongActionFindings(screen, definition, action)
                found += try await rightActionFindings(route, action)
            }
        }
        return found
    }

    private func wrongActionFindings(
        _ screen: HarnessScreen, _ definition: ScreenDefinition, _ action: ActionDescription
    ) async -> [String] {
        var found: [String] = []
        let owner = "\(definition.template.text) \(action.name)"
        let example = Self.example(of: action)
        for wrong in WrongArguments.cases(for: action.parameters, example: example) {
            do throws(Fault) {
                try await screen.send(action.name, wrong.parameters)
                found.append("\(owner) takes \(wrong.why): \(wrong.parameters.compact.prefix(80))")
            } catch {
                found += wrong.findings(in: error, of: owner)
            }
        }
        do throws(Fault) {
            try await screen.send(action.name + "s", example)
            found.append("\(definition.template.text) takes the action \(action.name)s")
        } catch {
            if error.code != .invalidArgument || error.field != "action" || !error.suggestions.contains(action.name) {
                found.append("\(definition.template.text): \(action.name)s is refused without naming \(action.name)")
            }
        }
        return found
    }

    /// With its examples the action is taken or ignored, on a screen of its own.
    private func rightActionFindings(_ route: String, _ action: ActionDescription) async throws -> [String] {
        let harness = try harness()
        let screen = try await harness.open(route)
        do throws(Fault) {
            let answer = try await screen.send(action.name, Self.example(of: action))
            var found: [String] = []
            if answer["accepted"]?.bool == nil || answer["revision"]?.integer == nil {
                found.append("\(route) \(action.name): the answer lacks accepted or revision")
            }
            if let target = answer["route"]?.string, (try? harness.router.screen(at: target)) == nil {
                found.append("\(route) \(action.name) leads to \(target), where there is no screen")
            }
            return found
        } catch {
            return error.code == .invalidArgument ? ["\(route) \(action.name) refuses its example: \(error.text)"] : []
        }
    }

    private static func example(of action: ActionDescription) -> JSONValue {
        .object(
            action.parameters.filter(\.isRequired).compactMap { field in
                field.examples.first.map { JSONMember(field.name, $0) }
            })
    }
}
