import Composition
import DesignSystem
import FeatureKit
import JSON
import Runtime
import Settings

/// `galleria doctor`
@Sendable func doctor(_ invocation: Invocation) throws -> ExitStatus {
    do {
        let workplace = try invocation.workplace()
        return try workplace.run {
            let settings = workplace.storefront.settings
            var findings = [
                Finding(.settings, .ok, "right, environment \(settings.environment)\(files(of: settings))")
            ]
            findings += StateCheck.findings(at: StatePlace(settings))
            findings += await CacheCheck.findings(workplace.storefront)
            findings += LibraryCheck.findings()
            if !invocation[Options.offline] {
                findings += await workplace.telling("Asking the servers") { _ in
                    await EndpointCheck.findings(invocation.features, settings)
                        + ShopCheck.findings(invocation.shops, workplace)
                }
            }
            findings += ClientCheck.findings(invocation.variables)
            return show(findings.map { $0.hiding(settings) }, invocation)
        }
    } catch {
        // Checks that need no settings go on.
        var finding = Finding(.settings, .problem, error.fault.message)
        if let report = error as? SettingsReport {
            invocation.console.warn(report.rendered())
            finding = Finding(
                .settings, .problem, "wrong, so galleria does not start",
                advice: "galleria config check shows where; galleria --environment sample needs no file.")
        }
        let status = show([finding] + LibraryCheck.findings() + ClientCheck.findings(invocation.variables), invocation)
        return error is SettingsReport ? .usage : status
    }
}

/// Prints the findings, rendered without the settings, which may be what is wrong.
/// - Returns: failed when there is a problem; warnings alone are no failure.
func show(_ findings: [Finding], _ invocation: Invocation) -> ExitStatus {
    let isWell = !findings.contains { $0.state == .problem }
    let status = invocation.show(
        json: { writer in
            writer.beginObject()
            writer.key("ok")
            writer.bool(isWell)
            writer.key("findings")
            ResultFormat.list(of: .object(Finding.shape)).write(findings, &writer)
            writer.endObject()
        }, text: { Finding.document(findings).rendered(invocation.renderOptions()) })
    return isWell ? status : .failed
}

/// The files that set something.
private func files(of settings: Settings) -> String {
    var files: [String] = []
    for origin in settings.catalog.declarations.flatMap({ settings.origins(of: $0.path) })
    where origin.line != nil && !files.contains(origin.label) { files.append(origin.label) }
    return files.isEmpty ? ", no file: the defaults" : ", from \(files.joined(separator: ", "))"
}
