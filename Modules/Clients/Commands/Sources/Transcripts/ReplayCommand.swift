import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON
import Masking
import Runtime
import Settings
import StdioTransport
import Transcripts

/// `galleria replay FILE`
@Sendable func replay(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try invocation.settings()
    let transcript = try invocation.transcript(at: try invocation[Arguments.recording])
    let plan = ReplayPlan(transcript)
    let redaction = Redaction(of: settings)
    let outcome = try invocation.replay(plan, transcript.header, settings, redaction)
    let report = ReplayReport(
        outcome: outcome, plan: plan, damage: transcript.damage,
        settings: transcript.header.differences(from: settings, redaction))
    let status = invocation.show(
        json: { $0.value(report.json) }, text: { report.document.rendered(invocation.renderOptions(settings)) })
    return outcome.isSame ? status : .failed
}

extension Invocation {
    /// - Throws: wrong usage for a file that is no whole recording, unless part of one will do.
    fileprivate func transcript(at path: String) throws(UsageFault) -> Transcript {
        let bytes = try contents(of: path, limit: Transcript.longest)
        do throws(TranscriptFault) {
            let transcript = try Transcript(bytes)
            if let damage = transcript.damage, !self[Options.partial] { throw damage }
            return transcript
        } catch {
            throw UsageFault("“\(sanitized(path))”: \(error.sentence)", hint: error.hint)
        }
    }

    fileprivate func replay(
        _ plan: ReplayPlan, _ header: TranscriptHeader, _ settings: Settings, _ redaction: Redaction
    ) throws -> ReplayOutcome {
        let server = try ReplayedServer(
            { state in serverArguments(header, statePath: state) }, temporary: variables["TMPDIR"] ?? "/tmp")
        var isOver = false
        defer { _ = isOver ? nil : server.end(isOver: false) }
        let loop = try EventLoop()
        let log = DiagnosticLog(level: LogLevel(rawValue: settings[ProgramSettings.logLevel]) ?? .info)
        // An answer is as long as it is. Signals are listened to, so that Ctrl-C leaves no folder behind; the other
        // galleria was started before, and gets its own.
        let transport = try StdioTransport(
            loop: loop, input: server.socket, output: server.socket, framing: .headers,
            limits: TransportLimits(messageBytes: Transcript.longest), log: log, listeningTo: [.signals])
        let line = ProgressLine(self, loop: loop)
        line?.begin("Replaying")
        let client = ReplayClient(
            plan, redaction: redaction, isStrict: self[Options.strict], patience: .seconds(self[Options.timeout]),
            transport: transport, endInput: { server.endInput() },
            progress: { sent in line?.update("Replaying: message \(sent) of \(plan.messages)") })
        transport.start(handler: client)
        client.begin()
        transport.run()
        line?.end()
        var outcome = client.outcome
        isOver = true
        let mishap = server.end(isOver: outcome.mishap == nil)
        outcome.mishap = outcome.mishap ?? mishap
        return outcome
    }

    /// Arguments of the other galleria: these settings, and the restriction of the recorded one.
    private func serverArguments(_ header: TranscriptHeader, statePath: String) -> [String] {
        let path = String(decoding: JSONValue.string(statePath).serialized(), as: UTF8.self)
        // First, so that a path of the user's own wins.
        var words = ["serve", "--\(Options.framing.name)=headers", "--\(Options.set.name)=state.path=\(path)"]
        words += given([Options.config, Options.environment, Options.set, Options.logLevel])
        if header.isReadOnly { words.append("--\(Options.readOnly.name)") }
        if let modules = header.modules { words.append("--\(Options.modules.name)=\(modules.joined(separator: ","))") }
        return words
    }
}

extension ReplayedServerFault: Explained {
    var fault: Fault { Fault(.internal, sentence, hint: "") }
}

extension TranscriptHeader {
    /// Settings that differed at the recording, except the state's path.
    fileprivate func differences(from settings: Settings, _ redaction: Redaction) -> [ValueDifference] {
        let recorded = redaction.masked(.object(settings.recorded)).members ?? []
        let now = Dictionary(recorded.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        return self.settings.compactMap { member in
            guard member.key != ProgramSettings.statePath.path, let value = now[member.key], value != member.value
            else {
                return nil
            }
            return ValueDifference(path: member.key, old: member.value, new: value)
        }
    }
}
