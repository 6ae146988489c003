import Composition
import FeatureKit
import Runtime
import Server
import Settings
import StdioTransport
import Suggestions
import Transcripts

/// `galleria serve`
@Sendable func serve(_ invocation: Invocation) throws -> ExitStatus {
    let restriction = try invocation.restriction()
    let workplace = try invocation.workplace(restriction: restriction, startsModules: false, staysOpen: true)
    let recorder = try invocation.recorder(of: workplace, restriction)
    let storefront = workplace.storefront
    try invocation.checkFace(of: storefront)
    do throws(DescriptorFault) {
        let transport = try StdioTransport(
            loop: storefront.loop, streams: invocation.console.streams, framing: invocation[Options.framing],
            limits: storefront.transportLimits, log: workplace.log, observer: recorder)
        recorder?.begin()
        let session = ClientSession(
            storefront: storefront, transport: transport, log: workplace.log, tasks: invocation.tasks,
            servesUCP: invocation[Options.face] == .ucp)
        transport.start(handler: session)
        if invocation.console.streams.inputIsTerminal {
            invocation.console.warn("galleria: waiting for JSON-RPC messages on standard input; Ctrl-D ends.")
        }
        let watch = watchSettings(of: workplace, for: session)
        // No answer waits for either. Any use of the modules makes them; here they are while the client asks nothing.
        storefront.loop.whenIdle {
            _ = storefront.router
            watch?.start()
        }
        transport.run()
        watch?.stop()
        recorder?.finish()
        return ExitStatus(rawValue: session.exitStatus) ?? .failed
    } catch {
        workplace.log.write(.error, error.sentence)
        return .failed
    }
}

extension Invocation {
    /// - Throws: wrong usage for `--face ucp` where there is no catalogue to offer.
    fileprivate func checkFace(of storefront: Storefront) throws(UsageFault) {
        guard self[Options.face] == .ucp, let (reason, remedy) = storefront.catalogIsOff else { return }
        throw UsageFault(
            "--face ucp offers the module catalog, and that is off: \(reason).",
            hint: remedy ?? "Switch it on: --set modules.catalog.enabled=true")
    }

    /// Restriction from `--read-only` and `--modules`.
    /// - Throws: wrong usage for a name that no module has.
    func restriction() throws(UsageFault) -> Restriction {
        let known = features.map { $0.manifest.id }
        let names = self[Options.modules]
        for name in names ?? [] where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw .unknown("module", name, nearest: nearestNames(to: name, among: known), listing: "modules")
        }
        return Restriction(isReadOnly: self[Options.readOnly], modules: names.map { Set($0) })
    }
}

/// A watch that tells the session of changes of the settings' files, from its start on; nil where the system watches no more files.
private func watchSettings(of workplace: Workplace, for session: ClientSession) -> FileWatch? {
    let storefront = workplace.storefront
    let files = workplace.invocation.settingsFiles
    let modules = workplace.invocation.declaredModules
    do throws(DescriptorFault) {
        return try FileWatch(
            {
                [files.basePath?.path, files.environmentPath(storefront.settings.environment)].compactMap { $0 }
                    + modules.watched
            }, on: storefront.loop
        ) { session.settingsFileChanged() }
    } catch {
        workplace.log.write(.warning, "settings are only read again on SIGHUP. \(error.sentence)")
        return nil
    }
}
