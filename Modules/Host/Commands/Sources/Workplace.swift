import DesignSystem
import FeatureKit
import Glibc
import Host
import JSON
import Settings
import StdioTransport
import Synchronization

/// The host that a command works with, and how its text is rendered.
struct Workplace: Sendable {
    let host: Host
    let options: RenderOptions
    /// Nil where no pictures are shown.
    let pictures: PictureDisplay?
    let log: DiagnosticLog

    /// Runs asynchronous work on the event loop's thread, which is this one, until it has ended and the host is closed.
    func run(_ work: @escaping @Sendable () async -> ExitStatus) -> ExitStatus {
        let outcome = Outcome()
        let loop = host.loop
        Task.immediate(executorPreference: loop) { [host] in
            let status = await work()
            await host.close()
            outcome.status.withLock { $0 = status }
            loop.wake()
        }
        loop.run { outcome.status.withLock { $0 != nil } }
        return outcome.status.withLock { $0 } ?? .failed
    }

    private final class Outcome: Sendable {
        let status = Mutex<ExitStatus?>(nil)
    }
}

/// Why a command can't begin.
enum WorkplaceFault: Error, Sendable {
    case usage(UsageFault)
    case settings(SettingsReport)
    case host(String)
}

extension Invocation {
    /// Loads the settings as files, variables and flags have them; warnings go to standard error.
    func settings() throws(WorkplaceFault) -> Settings { try settings(by: try settingsLoader()) }

    /// Paths of the settings' files.
    var settingsFiles: SettingsFiles {
        SettingsFiles(option: value(of: "config"), variables: variables, home: variables["HOME"])
    }

    typealias SettingsLoader = @Sendable (_ environment: String?) throws(SettingsReport) -> Settings

    func settings(by load: SettingsLoader, environment: String? = nil) throws(WorkplaceFault) -> Settings {
        do throws(SettingsReport) {
            return try load(environment)
        } catch {
            throw .settings(error)
        }
    }

    /// Loader of the settings, for now and for reloads; with a name, under that environment.
    func settingsLoader() throws(WorkplaceFault) -> SettingsLoader {
        var flags: [(key: String, value: String)] = []
        for text in values(of: "set") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = parts.first, !key.isEmpty else {
                throw .usage(.wrong("set", expected: "KEY=VALUE, such as network.data=live"))
            }
            flags.append((String(key), String(parts[1])))
        }
        if let level = value(of: "log-level") { flags.append((HostSettings.logLevel.path, level)) }
        let catalog = try catalog()
        let given = flags
        return { environment throws(SettingsReport) in
            let shipped = ShippedEnvironments.names.map { (name: $0, bytes: ShippedEnvironments.file($0) ?? []) }
            let sources = try settingsFiles.sources(
                shipped: shipped, environmentName: environment ?? value(of: "environment"), flags: given,
                lax: has("lax"), warn: { console.warn("galleria: \($0)") })
            return try Settings.load(catalog: catalog, sources: sources)
        }
    }

    /// Every setting that there is.
    func catalog() throws(WorkplaceFault) -> SettingsCatalog {
        do throws(SettingsCatalogFault) {
            return try HostSettings.catalog(of: features)
        } catch {
            throw .host("the modules declare settings that contradict each other: \(error)")
        }
    }

    /// Rendering options by flags, these settings, variables and terminal.
    func options(_ settings: Settings) throws(WorkplaceFault) -> RenderOptions {
        do throws(UsageFault) {
            return try renderOptions(
                style: settings[HostSettings.style], ambiguousWidth: settings[HostSettings.ambiguousWidth],
                theme: settings[HostSettings.theme],
                scale: TextScale(rawValue: settings[HostSettings.scale]) ?? .standard)
        } catch {
            throw .usage(error)
        }
    }

    /// Makes the host.
    /// - Parameters:
    ///   - restriction: what of the modules is served; all by default.
    ///   - startsModules: whether the modules are made as well; otherwise when they are needed first, and the process
    ///     ends if they can't be made.
    func workplace(restriction: Restriction = .none, startsModules: Bool = true) throws(WorkplaceFault) -> Workplace {
        // Made once: it declares every setting of every module.
        let load = try settingsLoader()
        let settings = try settings(by: load)
        let options = try options(settings)
        let log = DiagnosticLog(level: LogLevel(rawValue: settings[HostSettings.logLevel]) ?? .info)
        do {
            let loop = try EventLoop()
            let host = Host(
                features: features, settings: settings, loadSettings: load, loop: loop,
                screenOptions: options, restriction: restriction, log: log
            ) { fault in
                log.write(.error, fault.sentence)
                _exit(ExitStatus.failed.rawValue)
            }
            if startsModules { try host.start() }
            let pictures = PictureDisplay(self, setting: settings[HostSettings.pictures], options: options)
            return Workplace(host: host, options: options, pictures: pictures, log: log)
        } catch let fault as HostFault {
            throw .host(fault.sentence)
        } catch let fault as TransportFault {
            throw .host(fault.sentence)
        } catch {
            throw .host("The host can't start.")
        }
    }

    /// The looks of a report of settings on standard error; nil where it has no colours.
    private var reportPaint: ((SettingsReportPart, String) -> String)? {
        var options = DesignSystem.renderOptions(
            requested: .auto, width: nil, isTerminal: console.streams.errorIsTerminal, environment: variables,
            terminalColumns: nil, theme: value(of: "theme").flatMap { Theme(rawValue: $0) } ?? .auto)
        guard options.style == .ansi, options.colorDepth != .none else { return nil }
        options.width = nil
        return { [options] part, text in
            let role: TextRole =
                switch part {
                case .mark: .failure
                case .sentence: .title
                case .frame: .muted
                }
            return String(Document([.paragraph(Inline(text, role))]).rendered(options).dropLast())
        }
    }

    /// Tells why a command can't begin.
    func fail(_ fault: WorkplaceFault) -> ExitStatus {
        switch fault {
        case .usage(let fault): return console.fail(fault, json: wantsJSON)
        case .host(let sentence):
            return console.fail(Fault(.internal, sentence, hint: ""), json: wantsJSON)
        case .settings(let report):
            let paint = reportPaint
            console.warn(report.rendered { part, text in paint?(part, text) ?? text })
            if wantsJSON {
                console.show(json: { writer in
                    writer.beginObject()
                    writer.key("error")
                    Fault.shape.write(
                        Fault(
                            .invalidArgument, "The settings are wrong.", hint: report.rendered()), into: &writer)
                    writer.key("problems")
                    writer.value(.array(report.problems.map(\.json)))
                    writer.endObject()
                })
            }
            return .usage
        }
    }
}
