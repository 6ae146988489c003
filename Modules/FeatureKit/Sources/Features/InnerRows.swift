import JSON

/// A screen for each of the rows within a row, such as a day of a forecast: the row with that one alone.
struct InnerRows: Sendable {
    let field: Field<[Row]>
    let route: String
    let title: String

    var layout: RowLayout? { if case .rows(let layout) = field.declaration.kind { layout } else { nil } }

    /// Opens the screen of a row within the row that is shown.
    var select: ScreenAction<RowScreen>? {
        guard let layout else { return nil }
        let doc = "Opens the screen of \(withArticle(layout.name))."
        return ScreenAction("select", title: "Open", doc, layout.keyParameter) { screen, key throws(Fault) in
            let inner = screen.state.current.row.flatMap { self.row(key, of: $0) }
            guard let route = inner?.route else { throw .notAmongTheRows(key, of: layout) }
            return .navigate(route: route)
        }
    }

    func row(_ key: String, of row: Row) -> Row? { row[field].first { $0.key.utf8.elementsEqual(key.utf8) } }

    /// The row with the one row within it that has a key.
    func narrowed(_ row: Row, to key: String) throws(Fault) -> Row {
        guard let inner = self.row(key, of: row) else {
            throw layout.map { .unknownRow(key, of: $0, among: row[field]) } ?? .notAmongTheRows(key, of: row.layout)
        }
        return row.changing { $0.set(field, inner.alone) }
    }
}

extension ShowPart {
    /// The screen of a row within a row: `galleria://forecast/{place}/{date}`, the outer key first.
    func screen(of inner: InnerRows, _ environment: FeatureEnvironment) -> ScreenDefinition {
        let variables = RouteTemplate(inner.route).variables
        let (outer, key) = (variables.first ?? "", variables.last ?? "")
        let load: RowScreen.Load = { call throws(Fault) in
            try inner.narrowed(try await self.row(call[outer], call), to: call[key])
        }
        let check: @Sendable (RouteParameters) throws(Fault) -> Void = { parameters throws(Fault) in
            try judge(parameters[outer] ?? "", as: outer)
            let isDate = if case .date = inner.layout?.keyField.kind { true } else { false }
            if isDate, TextRule.date.taken(parameters[key] ?? "") != parameters[key] {
                throw .wrongVariable(key, .date)
            }
        }
        let inside = Completion { request throws(Fault) in
            guard let place = request.context[outer].flatMap(key(in:)) else { return [] }
            let call = FeatureCall(environment, layout, arguments: [JSONMember(outer, .string(place))])
            return Candidates(try await row(place, call)[inner.field].map { Candidate($0.key, about: $0.title ?? "") })
        }
        return RowScreen.definition(
            inner.route, title: inner.title, of: layout, environment, stored: stored, head: head, check: check,
            load: load
        ).withPicture { parameters throws(Fault) in
            try check(parameters)
            let arguments = variables.map { JSONMember($0, .string(parameters[$0] ?? "")) }
            let row = try await load(FeatureCall(environment, layout, arguments: arguments))
            return inner.layout?.picture.flatMap { row[inner.field].first?.text($0) }
        }.completing((completions?(environment) ?? [:]).merging([key: inside]) { first, _ in first })
    }
}
