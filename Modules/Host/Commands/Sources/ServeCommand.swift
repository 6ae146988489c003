import Core
import Host
import Settings
import StdioTransport
import Suggestions

/// `galleria serve`
@Sendable func serve(_ invocation: Invocation) -> ExitStatus {
    guard let framing = Framing(rawValue: invocation.value(of: "framing") ?? "auto") else {
        return invocation.console.fail(.wrong("framing", expected: "auto, lines or headers"))
    }
    guard invocation.arguments.isEmpty else {
        return invocation.console.fail(UsageFault(sentence: "serve takes no arguments.", hint: "galleria serve --help"))
    }
    do throws(WorkplaceFault) {
        let workplace = try invocation.workplace(
            restriction: try invocation.restriction(), startsModules: false)
        let files = invocation.settingsFiles
        return serve(workplace, framing: framing, streams: invocation.console.streams) { environment in
            [files.basePath?.path, files.environmentPath(environment)].compactMap { $0 }
        }
    } catch {
        return invocation.fail(error)
    }
}

extension Invocation {
    /// What `--read-only` and `--modules` leave of the modules.
    /// - Throws: wrong usage for a name that no module has.
    func restriction() throws(WorkplaceFault) -> Restriction {
        guard let list = value(of: "modules") else { return Restriction(isReadOnly: has("read-only"), modules: nil) }
        let known = features.map { $0.manifest.id }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        for name in names where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw .usage(.unknown("module", name, nearest: nearestNames(to: name, among: known)))
        }
        return Restriction(isReadOnly: has("read-only"), modules: Set(names))
    }
}

/// - Parameter settingsFiles: where the settings of an environment are looked for.
private func serve(
    _ workplace: Workplace, framing: Framing, streams: StandardStreams,
    settingsFiles: @escaping (_ environment: String) -> [String]
) -> ExitStatus {
    do throws(TransportFault) {
        let transport = try StdioTransport(
            loop: workplace.host.loop, streams: streams, framing: framing,
            limits: workplace.host.transportLimits, log: workplace.log)
        let loop = workplace.host.loop
        let rest = LoopConfined(RestOfStart(of: workplace, settingsFiles))
        let session = ClientSession(host: workplace.host, transport: transport, log: workplace.log) {
            rest.value(on: loop).run()
        }
        rest.value(on: loop).session = session
        transport.start(handler: session)
        loop.schedule(after: RestOfStart.patience) { rest.value(on: loop).run() }
        transport.run()
        rest.value(on: loop).end()
        return ExitStatus(rawValue: session.exitStatus) ?? .failed
    } catch {
        workplace.log.write(.error, error.sentence)
        return .failed
    }
}

/// What a client does not wait for: the modules and the watch of the settings' files begin once it has its first
/// answer, or after `patience` where it asks nothing. Touched on the loop's thread only.
private final class RestOfStart {
    static let patience = Duration.milliseconds(50)

    private let host: Host
    private let log: DiagnosticLog
    private let files: (_ environment: String) -> [String]
    /// Told when a file changed.
    weak var session: ClientSession?
    private var watch: FileWatch?
    private var hasBegun = false

    init(of workplace: Workplace, _ files: @escaping (_ environment: String) -> [String]) {
        host = workplace.host
        log = workplace.log
        self.files = files
    }

    func run() {
        guard !hasBegun else { return }
        hasBegun = true
        // Any use of the modules makes them.
        _ = host.router
        watchFiles()
    }

    func end() { watch?.stop() }

    /// Without a watch where the system has no more of them for this user.
    private func watchFiles() {
        do throws(TransportFault) {
            let watch = try FileWatch({ [host, files] in files(host.settings.environment) }, on: host.loop) {
                [weak self] in self?.session?.settingsFileChanged()
            }
            watch.start()
            self.watch = watch
        } catch {
            log.write(.warning, "settings are only read again on SIGHUP. \(error.sentence)")
        }
    }
}
