import Composition
import DesignSystem
import FeatureKit
import JSON
import Settings
import Suggestions

/// `galleria modules [NAME]`
@Sendable func modules(_ invocation: Invocation) throws -> ExitStatus {
    let workplace = try invocation.workplace()
    let all = ModuleInformation.all(in: workplace.storefront.router.registry)
    let name = try invocation[Arguments.module]
    let module = all.first { $0.id == name }
    if let name, module == nil {
        throw UsageFault.unknown(
            "module", name, nearest: nearestNames(to: name, among: all.map(\.id)), listing: "modules")
    }
    let document = module?.document ?? ModuleInformation.overview(all)
    return invocation.show(
        json: { ResultFormat.list(of: .object(ModuleInformation.shape)).write(module.map { [$0] } ?? all, &$0) },
        text: { document.rendered(workplace.options) })
}

extension ModuleInformation {
    /// Each module in a line or two: what it gives, and how its screens are opened.
    fileprivate static func overview(_ modules: [ModuleInformation]) -> Document {
        let scheme = "galleria://".count
        return Document([
            .table(
                Table(
                    columns: [
                        Column("module", priority: 0), Column("state", priority: 0),
                        Column("gives", priority: 1, minimumWidth: 20),
                        Column("screens", priority: 1, minimumWidth: 12),
                    ],
                    rows: modules.map { module in
                        let firsts = module.screens.map { screen in
                            String(screen.template.text.dropFirst(scheme).prefix { !"{/?".contains($0) })
                        }
                        return [
                            Inline(module.id, .title),
                            module.isEnabled ? Inline("on", .success) : Inline("off", .warning),
                            Inline(module.isEnabled ? module.doc : "Off: \(module.reason ?? "")."),
                            Inline(
                                firsts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(
                                    separator: ", ")),
                        ]
                    }, emptyText: "No modules.")),
            .paragraph("A module's operations, screens and settings: \("galleria modules NAME", .code)"),
        ])
    }

    /// Everything about one module.
    fileprivate var document: Document {
        var blocks: [Block] = [
            .heading(level: 1, Inline(title, .title)), .paragraph(Inline(doc)),
            .keyValues([
                KeyValue("module", Inline(id, .code)),
                KeyValue("state", Inline(isEnabled ? "on" : "off: \(reason ?? "")")),
            ]),
        ]
        for operation in operations {
            blocks += [
                .heading(level: 2, Inline(operation.method, .code)), .paragraph(Inline(operation.doc)),
                .keyValues(
                    operation.parameters.map { parameter in
                        KeyValue(
                            parameter.name + (parameter.isRequired ? "" : "?"),
                            Inline("\(parameter.doc) \(parameter.expected)"))
                    }),
            ]
        }
        return Document(
            blocks + [
                .heading(level: 2, "screens"),
                .keyValues(
                    screens.map { screen in
                        KeyValue(screen.template.text, Inline(screen.actions.map(\.name).joined(separator: ", ")))
                    }),
                .heading(level: 2, "settings"), .keyValues(settings.map { KeyValue($0.path, Inline($0.doc)) }),
            ])
    }
}
