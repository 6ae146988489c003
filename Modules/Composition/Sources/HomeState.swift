import DesignSystem
import FeatureKit
import JSON

/// The modules that are on, as the home screen shows them.
struct HomeState: Sendable, Equatable {
    let modules: [HomeEntry]

    init(_ registry: Registry) {
        modules = ModuleInformation.all(in: registry).filter(\.isEnabled).map(HomeEntry.init)
    }

    static let shape = ResultShape<HomeState>([
        ResultField("modules", .list(of: .object(HomeEntry.shape)), "The modules that are on.") { $0.modules }
    ])

    var document: Document {
        Document([
            .heading(level: 1, "Galleria"),
            .table(
                Table(
                    columns: [
                        // The sentence stays whole: before it is shortened the route goes, then a module takes three lines.
                        Column("module", priority: 1, minimumWidth: 60, rank: .title),
                        Column("route", priority: 0, minimumWidth: 20),
                    ],
                    rows: modules.map(\.row), identities: modules.map { RowIdentity($0.id, route: $0.route) },
                    emptyText: "No module is on.")),
        ])
    }
}

/// One module on the home screen.
struct HomeEntry: Sendable, Equatable {
    let id: String
    let title: String
    let doc: String
    /// Target of `select`; nil for a module without screens.
    let route: String?

    init(_ module: ModuleInformation) {
        id = module.id
        title = module.title
        doc = module.doc
        route = module.mainRoute
    }

    static let shape = ResultShape<HomeEntry>([
        ResultField("id", .text, "The module.") { $0.id },
        ResultField("title", .text, "What it is called.") { $0.title },
        ResultField("doc", .text, "What it offers.") { $0.doc },
        ResultField(optional: "route", .text, "Its main screen.") { $0.route },
    ])

    /// Title and sentence in one cell: side by side they leave a narrow window no room.
    fileprivate var row: [Inline] {
        [Inline([Span(title, .title), Span(": \(doc)")]), Inline(route ?? "", link: route)]
    }
}

extension ModuleInformation {
    /// The route of the first screen that needs no value; where every screen needs some, the first screen's with the
    /// values that the module's own parameters of these names give as examples.
    fileprivate var mainRoute: String? {
        if let fixed = screens.first(where: \.template.isFixed) { return fixed.template.filled([:]) }
        let parameters = operations.flatMap(\.parameters)
        for screen in screens {
            let values = screen.template.variables.compactMap { name in
                parameters.first { $0.name == name }?.examples.first?.string.map { (name, $0) }
            }
            if values.count == screen.template.variables.count {
                return screen.template.filled { name in values.first { $0.0 == name }?.1 }
            }
        }
        return nil
    }
}
