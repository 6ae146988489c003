import FeatureKit
import JSON

extension FeatureConformance {
    /// A list's screen shows the rows of its operation, page by page and whatever is asked of them; a row's screen shows the row.
    func sameRowFindings() async throws -> [String] {
        try await layoutFindings { list in
            for screen in screens(of: list.harness) {
                let template = screen.template
                if matchingMethods[template.text] == list.operation.method, template.isFixed {
                    try await list.judgeScreen(screen)
                } else if template == list.detailTemplate {
                    try await list.judgeRowScreens(screen)
                }
            }
        }
    }
}

extension LayoutList {
    fileprivate mutating func judgeScreen(_ definition: ScreenDefinition) async throws {
        let listed = await ask([:])
        let route = definition.template.filled([:])
        let screen = try await harness.open(route)
        var shown = try await compareScreen(screen, route, with: listed, isPart: true)
        while try await screen.state["refresh"]?["ended"] == "normal" {
            // As long as any throttle.
            harness.advance(by: .seconds(1))
            try await screen.send("loadMore")
            let more = try await compareScreen(screen, "\(route) after loadMore", with: listed, isPart: true)
            if more.count <= shown.count { break }
            shown = more
        }
        if shown.count != listed.count {
            found.append(
                "\(route) shows \(shown.count) of \(listed.count) rows of \(operation.method) and loads no further")
        }
        let actions = definition.actions
        func parameters(_ name: String) -> [String]? { actions.first { $0.name == name }?.parameters.map(\.name) }
        if answersWords {
            if parameters("find") == nil { found.append("\(route) has no action find") }
            for words in wordQuestions { try await judge(screen, route, [:], find: words) }
            try await judge(screen, route, [:], find: "")
        }
        if parameters("sort") == nil { found.append("\(route) has no action sort") }
        for field in layout.orderingFields {
            for order in [field.name, "-\(field.name)"] { try await judge(screen, route, ["sort": .string(order)]) }
        }
        try await judge(screen, route, [:])
        let conditions = filterConditions
        if parameters("filter") == nil, !conditions.isEmpty { found.append("\(route) has no action filter") }
        let fitting = conditions.filter { condition in
            condition.members.allSatisfy { parameters("filter")?.contains($0.key) ?? false }
        }
        for condition in fitting { try await judge(screen, route, .object(condition.members)) }
        if let last = fitting.last, let order = layout.orderingFields.last {
            let together = last.members + [JSONMember("sort", .string("-\(order.name)"))]
            try await judge(screen, route, .object(together), find: answersWords ? wordQuestions.first : nil)
        }
        try await judge(screen, route, [:], find: "")
        try await screen.close()
    }

    /// Asks the screen and the operation the same, and compares.
    /// - Parameter find: words, empty to find all; nil leaves those in force.
    private mutating func judge(
        _ screen: HarnessScreen, _ route: String, _ question: JSONValue, find: String? = nil
    ) async throws {
        var asked = question
        if let find {
            try await screen.send("find", ["text": .string(find)])
            if !find.isEmpty { asked = asked.with("query", .string(find)) }
        }
        try await screen.send("sort", .object(question["sort"].map { [JSONMember("by", $0)] } ?? []))
        if !filterConditions.isEmpty { try await screen.send("filter", question.with("sort", nil)) }
        let expected = await ask(asked)
        _ = try await compareScreen(screen, "\(route) asked \(asked.compact)", with: expected, isPart: false)
    }

    /// The rows of the screen, compared with those that the operation gives.
    /// - Parameter isPart: whether the screen may show the first of them alone.
    private mutating func compareScreen(
        _ screen: HarnessScreen, _ name: String, with expected: [JSONValue], isPart: Bool
    ) async throws -> [JSONValue] {
        let got = try await screen.state["items"]?.array ?? []
        let expected = isPart ? Array(expected.prefix(max(got.count, 1))) : expected
        compare("\(name), beside \(operation.method),", got, with: expected)
        for (row, whole) in zip(got, expected) where key(row) == key(whole) && row != whole {
            compareValues(of: row, whole, name, layout.listedFields)
            break
        }
        return got
    }

    private mutating func compareValues(
        of row: JSONValue, _ whole: JSONValue, _ name: String, _ fields: [FieldDeclaration]
    ) {
        for field in fields where row[field.name] != whole[field.name] {
            let (shown, given) = (row[field.name]?.compact ?? "none", whole[field.name]?.compact ?? "none")
            found.append(
                "\(name) shows \(field.name) \(shown) of the \(described(whole)), where \(operation.method) has \(given)"
            )
        }
    }

    /// Some rows on their own screens: every value, in the state and in the text.
    fileprivate mutating func judgeRowScreens(_ definition: ScreenDefinition) async throws {
        for row in spread(5) {
            guard let route = layout.route(of: row) else {
                found.append("\(operation.method): the \(described(row)) has no route to \(definition.template.text)")
                continue
            }
            let screen = try await harness.open(route)
            let whole = try await screen.whole
            let state = whole["state"] ?? .null
            let row = layout.completed(row, by: state)
            compareValues(of: state, row, route, layout.givenFields)
            // Its own route leads where the reader is.
            let told = layout.givenFields.filter { $0.role != .route }
            let texts: [String] = told.flatMap { field in field.texts(of: row[field.name] ?? .null) }
            // A line of prose has a mark before it.
            let lines = texts.flatMap { text in text.split(separator: "\n").map(String.init) }
            found += ResultFacts(texts: lines).missing(in: whole["text"]?.string ?? "").map {
                "\(route): the text lacks \($0)"
            }
            try await screen.close()
        }
    }
}
