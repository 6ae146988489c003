import DesignSystem
package import FeatureKit
import HTTP
import JMESPath
import JSON
package import ModuleFile
import Settings
import Values

extension Feature {
    /// A feature that a module's file declares.
    /// - Parameters:
    ///   - module: as it was read.
    ///   - samples: reads the files of its samples, at the first request that they answer.
    package init(_ module: ModuleDeclaration, samples: @escaping SampleReader) {
        self.init(head: module, samples: samples) { module }
    }

    /// A feature that a module's file declares, of which the head alone was read.
    /// - Parameter whole: the whole declaration, asked for when the feature is made or its samples are asked; from any thread.
    package init(
        head: ModuleDeclaration, samples: @escaping SampleReader, whole: @escaping @Sendable () -> ModuleDeclaration
    ) {
        let api = HTTPAPI(head, samples: samples)
        self.init(
            api, doc: head.doc, operations: { api.operations(of: whole()) }, parts: { DeclaredParts(whole(), api).all })
    }
}

extension ModuleDeclaration {
    /// The method whose rows each screen shows, by the screen's template.
    package var screenMethods: [String: String] {
        let plan = ScreenPlan(self)
        var methods: [String: String] = [:]
        for (name, route) in plan.details { if methods[route] == nil { methods[route] = "\(id).\(name)" } }
        for (list, show) in plan.shows { if let route = plan.details[list] { methods[route] = "\(id).\(show)" } }
        for (name, route) in plan.routes { methods[route] = "\(id).\(name)" }
        return methods
    }

    /// Methods of lists that have a `query` of their own: the upstream searches.
    package var searches: Set<String> {
        Set(
            operations.filter { $0.isList && $0.parameters.contains { $0.name == "query" } }
                .map { "\(id).\($0.name)" })
    }
}

/// The routes of a module's screens: the first list is the module's own address, a detail lies below its list.
package struct ScreenPlan {
    /// By the operation's name; with the variables of its own parameters.
    package private(set) var routes: [String: String] = [:]
    /// Routes of details, by the name of the list or of the operation that shows one.
    package private(set) var details: [String: String] = [:]
    /// The operation that shows a row of a list, by the list's name.
    package private(set) var shows: [String: String] = [:]
    /// Further actions, by the operation whose screen has them.
    package private(set) var actions: [String: [String]] = [:]

    package init(_ module: ModuleDeclaration) {
        let lists = module.operations.filter(\.isList)
        let details = module.operations.filter { $0.keyParameter(in: module) != nil }
        for screen in module.screens {
            actions[screen.from, default: []] += screen.actions
            if lists.contains(where: { $0.name == screen.from }) {
                routes[screen.from] = screen.route
            } else {
                self.details[screen.from] = screen.route
            }
        }
        for (index, list) in lists.enumerated() {
            let base = index == 0 ? "galleria://\(module.id)" : "galleria://\(module.id)/\(list.name)"
            let key = module.rows.first { $0.name == list.row }?.key ?? ""
            let names = list.parameters.map(\.name).joined(separator: ",")
            if routes[list.name] == nil { routes[list.name] = names.isEmpty ? base : "\(base){?\(names)}" }
            // The detail of the same key, unless an earlier list has it.
            let same = details.filter { $0.row == list.row && $0.keyParameter(in: module)?.name == key }
            let show = same.first { !shows.values.contains($0.name) }
            if let show {
                shows[list.name] = show.name
                if self.details[show.name] == nil { self.details[show.name] = "\(base)/{\(key)}" }
                self.details[list.name] = self.details[show.name]
            } else {
                let shared = same.first
                self.details[list.name] = shared.flatMap { self.details[$0.name] } ?? "\(base)/{\(key)}"
                if shared != nil { shows[list.name] = shared?.name }
            }
        }
        for (index, show) in details.enumerated() where self.details[show.name] == nil {
            let base = index == 0 && lists.isEmpty ? "galleria://\(module.id)" : "galleria://\(module.id)/\(show.name)"
            self.details[show.name] = "\(base)/{\(show.keyParameter(in: module)?.name ?? "")}"
        }
    }
}

extension ScreenPlan {
    /// The first list whose rows an operation shows; nil for one that is no detail of a list.
    package func list(of operation: OperationDeclaration, in module: ModuleDeclaration) -> String? {
        module.operations.first { $0.isList && shows[$0.name] == operation.name }?.name
    }
}

extension OperationDeclaration {
    /// True if it gives rows, and changes nothing.
    package var isList: Bool {
        guard effect == .reads, case .items? = result else { return false }
        return true
    }

    /// The parameter that is the key of the one row that it gives; nil for any other operation.
    package func keyParameter(in module: ModuleDeclaration) -> ParameterDeclaration? {
        guard effect == .reads, case .item? = result, let row = module.rows.first(where: { $0.name == self.row }) else {
            return nil
        }
        return parameters.first { $0.isRequired && $0.name.utf8.elementsEqual(row.key.utf8) }
    }
}
