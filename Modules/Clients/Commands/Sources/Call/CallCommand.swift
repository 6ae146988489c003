import Composition
import DesignSystem
import FeatureKit

/// `galleria call METHOD …`
@Sendable func call(_ invocation: Invocation) throws -> ExitStatus {
    let method = try invocation[Arguments.method]
    let words = try invocation[Arguments.parameters]
    let workplace = try invocation.workplace()
    return try workplace.run {
        let router = workplace.storefront.router
        guard let operation = router.operation(method: method) else {
            throw RemediedFault.absent(method, words, in: router)
        }
        let fields = try invocation[Options.fields].map { try FieldChoice($0, of: operation) }
        let given = try GivenParameters(words, of: operation, fields: fields?.parameter)
        do throws(Fault) {
            let answer = try await workplace.telling("Waiting for \(method)") { line throws(Fault) in
                try await operation.call(
                    given.node,
                    CallContext(
                        client: invocation.asked(line), program: workplace.storefront.modules,
                        report: { line?.report($0) }))
            }
            let status =
                fields?.show(answer, invocation, workplace.options)
                ?? invocation.show(json: answer.writeTelling) { answer.document().rendered(workplace.options) }
            if let display = workplace.pictures, let picture = answer.picture {
                display.show(picture.bytes, on: invocation.console)
            }
            await workplace.storefront.finishRefreshes()
            return status
        } catch {
            throw given.remedied(error)
        }
    }
}

extension RemediedFault {
    /// There is no such method.
    fileprivate static func absent(_ method: String, _ words: [String], in router: Router) -> RemediedFault {
        let fault = router.absence(ofMethod: method)
        let module = String(method.prefix { $0 != "." })
        let remedy: Remedy? =
            if CommandTable.all.contains(where: { $0.name.utf8.elementsEqual(method.utf8) }) {
                .command(shellLine([method] + words))
            } else if let nearest = fault.suggestions.first {
                .correction(of: method, to: nearest)
            } else if fault.code == .moduleDisabled || fault.field == nil {
                nil
            } else if router.registry.modules.contains(where: { $0.manifest.id == module }) {
                .listing("modules \(module)")
            } else {
                .listing("modules")
            }
        return RemediedFault(fault: fault, remedy: remedy)
    }
}
