import DesignSystem
import FeatureKit
import Host
import JSON
import Settings
import Suggestions

/// `galleria modules [NAME]`
@Sendable func modules(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        let workplace = try invocation.workplace()
        var modules = ModuleInformation.all(in: workplace.host.router.registry)
        if let name = invocation.arguments.first {
            guard let module = modules.first(where: { $0.id == name }) else {
                throw .usage(
                    .unknown(
                        "module", name, nearest: nearestNames(to: name, among: modules.map(\.id)),
                        listing: "galleria modules"))
            }
            if !invocation.wantsJSON {
                invocation.console.show(module.document.rendered(workplace.options))
                return .done
            }
            modules = [module]
        }
        if invocation.wantsJSON {
            invocation.console.show(json: { writer in
                ResultFormat.list(of: .object(ModuleInformation.shape)).write(modules, &writer)
            })
        } else {
            invocation.console.show(Document([ModuleInformation.table(modules)]).rendered(workplace.options))
        }
        return .done
    } catch {
        return invocation.fail(error)
    }
}

extension ModuleInformation {
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
        blocks += [.heading(level: 2, "screens")]
        blocks.append(
            .keyValues(
                screens.map { screen in
                    KeyValue(screen.template.text, Inline(screen.actions.map(\.name).joined(separator: ", ")))
                }))
        blocks += [
            .heading(level: 2, "settings"), .keyValues(settings.map { KeyValue($0.path, Inline($0.doc)) }),
        ]
        return Document(blocks)
    }
}
