import DesignSystem
import FeatureKit
import Host
import JSON
import Settings

/// `galleria doctor`
@Sendable func doctor(_ invocation: Invocation) -> ExitStatus {
    let console = invocation.console
    if let extra = invocation.arguments.first { return console.fail(.tooMany(extra), json: invocation.wantsJSON) }
    do throws(WorkplaceFault) {
        // Made without pictures and styles of the settings, which may be what is wrong.
        let options: RenderOptions
        do throws(UsageFault) {
            options = try invocation.renderOptions()
        } catch {
            throw .usage(error)
        }
        do throws(WorkplaceFault) {
            let workplace = try invocation.workplace()
            return workplace.run {
                let settings = workplace.host.settings
                var findings = [
                    Finding(
                        .settings, .ok,
                        "right, environment \(settings.environment)\(invocation.files(of: settings))")
                ]
                findings += StateCheck.findings(at: settings[HostSettings.statePath])
                findings += await CacheCheck.findings(workplace.host)
                findings += LibraryCheck.findings()
                if !invocation.has("offline") {
                    let line = ProgressLine(invocation, loop: workplace.host.loop)
                    line?.begin("Asking the servers")
                    findings += await EndpointCheck.findings(invocation.features, settings)
                    line?.end()
                }
                findings += ClientCheck.findings(invocation.variables)
                return show(findings.map { $0.hiding(settings) }, options, invocation)
            }
        } catch {
            // What does not hang on the settings can be looked at all the same.
            var report = ""
            let finding: Finding
            switch error {
            case .settings(let wrong):
                report = wrong.rendered()
                finding = Finding(
                    .settings, .problem, "wrong, so galleria does not start",
                    advice: "galleria config check shows where; galleria --environment sample needs no file.")
            case .host(let sentence): finding = Finding(.settings, .problem, sentence)
            case .usage: throw error
            }
            if !report.isEmpty { console.warn(report) }
            return show(
                [finding] + LibraryCheck.findings() + ClientCheck.findings(invocation.variables), options, invocation)
        }
    } catch {
        return invocation.fail(error)
    }
}

/// Prints the findings.
/// - Returns: failed when there is a problem; warnings alone are no failure.
private func show(_ findings: [Finding], _ options: RenderOptions, _ invocation: Invocation) -> ExitStatus {
    let isWell = !findings.contains { $0.state == .problem }
    if invocation.wantsJSON {
        invocation.console.show(json: { writer in
            writer.beginObject()
            writer.key("ok")
            writer.bool(isWell)
            writer.key("findings")
            ResultFormat.list(of: .object(Finding.shape)).write(findings, &writer)
            writer.endObject()
        })
    } else {
        invocation.console.show(Finding.document(findings).rendered(options))
    }
    return isWell ? .done : .failed
}

extension Invocation {
    /// The base file, if one was found.
    fileprivate func files(of settings: Settings) -> String {
        var files: [String] = []
        for origin in settings.catalog.declarations.flatMap({ settings.origins(of: $0.path) })
        where origin.line != nil && !files.contains(origin.label) { files.append(origin.label) }
        return files.isEmpty ? ", no file: the defaults" : ", from \(files.joined(separator: ", "))"
    }
}
