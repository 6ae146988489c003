import FeatureKit
import Glibc
import Host
import Settings
import StdioTransport
import Suggestions
import Transcripts

/// `galleria serve`
@Sendable func serve(_ invocation: Invocation) -> ExitStatus {
    let name = invocation.value(of: "framing") ?? "auto"
    guard let framing = Framing(rawValue: name) else {
        return invocation.console.fail(.wrong("framing", name, among: Framing.allCases.map(\.rawValue)))
    }
    guard invocation.arguments.isEmpty else {
        return invocation.console.fail(UsageFault(sentence: "serve takes no arguments.", hint: "galleria serve --help"))
    }
    do throws(WorkplaceFault) {
        let restriction = try invocation.restriction()
        let workplace = try invocation.workplace(restriction: restriction, startsModules: false)
        let recorder = try invocation.recorder(of: workplace, restriction)
        let files = invocation.settingsFiles
        return serve(workplace, framing: framing, streams: invocation.console.streams, recorder: recorder) {
            environment in
            [files.basePath?.path, files.environmentPath(environment)].compactMap { $0 }
        }
    } catch {
        return invocation.fail(error)
    }
}

extension Invocation {
    /// Restriction from `--read-only` and `--modules`.
    /// - Throws: wrong usage for a name that no module has.
    func restriction() throws(WorkplaceFault) -> Restriction {
        guard let list = value(of: "modules") else { return Restriction(isReadOnly: has("read-only"), modules: nil) }
        let known = features.map { $0.manifest.id }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        for name in names where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw .usage(
                .unknown("module", name, nearest: nearestNames(to: name, among: known), listing: "galleria modules"))
        }
        return Restriction(isReadOnly: has("read-only"), modules: Set(names))
    }
}

/// - Parameter settingsFiles: where the settings of an environment are looked for.
private func serve(
    _ workplace: Workplace, framing: Framing, streams: StandardStreams, recorder: TranscriptRecorder?,
    settingsFiles: @escaping (_ environment: String) -> [String]
) -> ExitStatus {
    do throws(TransportFault) {
        let transport = try StdioTransport(
            loop: workplace.host.loop, streams: streams, framing: framing,
            limits: workplace.host.transportLimits, log: workplace.log, observer: recorder)
        recorder?.begin()
        let host = workplace.host
        let session = ClientSession(host: host, transport: transport, log: workplace.log) {
            // Any use of the modules makes them: while the client reads its first answer, before it asks for them. Where
            // both share a processor, it is the client's turn first.
            sched_yield()
            _ = host.router
        }
        transport.start(handler: session)
        let watch = watchSettings(of: workplace, settingsFiles, for: session)
        transport.run()
        watch?.stop()
        recorder?.finish()
        return ExitStatus(rawValue: session.exitStatus) ?? .failed
    } catch {
        workplace.log.write(.error, error.sentence)
        return .failed
    }
}

/// Has the session told of changes of the settings' files; nil where the system watches no more files.
private func watchSettings(
    of workplace: Workplace, _ files: @escaping (_ environment: String) -> [String], for session: ClientSession
) -> FileWatch? {
    let host = workplace.host
    do throws(TransportFault) {
        let watch = try FileWatch({ files(host.settings.environment) }, on: host.loop) {
            session.settingsFileChanged()
        }
        watch.start()
        return watch
    } catch {
        workplace.log.write(.warning, "settings are only read again on SIGHUP. \(error.sentence)")
        return nil
    }
}
