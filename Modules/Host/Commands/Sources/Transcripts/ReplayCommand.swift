import DesignSystem
import FeatureKit
import Glibc
import Host
import JSON
import Masking
import Settings
import StdioTransport
import Transcripts

/// `galleria replay FILE`
@Sendable func replay(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        guard let path = invocation.arguments.first else {
            throw .usage(.missing("The recording", example: "galleria replay session.jsonl"))
        }
        let patience = try invocation.patience()
        let settings = try invocation.settings()
        let options = try invocation.options(settings)
        let transcript = try invocation.transcript(at: path)
        let plan = ReplayPlan(transcript)
        let redaction = Redaction(of: settings)
        let outcome = try invocation.replay(plan, transcript.header, settings, redaction, patience: patience)
        let report = ReplayReport(
            outcome: outcome, plan: plan, damage: transcript.damage,
            settings: transcript.header.differences(from: settings, redaction))
        if invocation.wantsJSON {
            invocation.console.show(json: { $0.value(report.json) })
        } else {
            invocation.console.show(report.document.rendered(options))
        }
        return outcome.isSame ? .done : .failed
    } catch {
        return invocation.fail(error)
    }
}

extension Invocation {
    fileprivate func patience() throws(WorkplaceFault) -> Duration {
        guard let text = value(of: "timeout") else { return .seconds(10) }
        guard let seconds = Int(text), (1...3_600).contains(seconds) else {
            throw .usage(.wrong("timeout", expected: "a whole number of seconds from 1 to 3600"))
        }
        return .seconds(seconds)
    }

    /// - Throws: wrong usage for a file that is no whole recording, unless part of one will do.
    fileprivate func transcript(at path: String) throws(WorkplaceFault) -> Transcript {
        let bytes = try contents(of: path, named: path, limit: Transcript.longest)
        do throws(TranscriptFault) {
            let transcript = try Transcript(bytes)
            if let damage = transcript.damage, !has("partial") { throw damage }
            return transcript
        } catch {
            throw .usage(UsageFault(sentence: "“\(sanitized(path))”: \(error.sentence)", hint: error.hint))
        }
    }

    fileprivate func replay(
        _ plan: ReplayPlan, _ header: TranscriptHeader, _ settings: Settings, _ redaction: Redaction, patience: Duration
    ) throws(WorkplaceFault) -> ReplayOutcome {
        let server: ReplayedServer
        do throws(ReplayedServerFault) {
            server = try ReplayedServer(
                { state in serverArguments(header, statePath: state) }, temporary: variables["TMPDIR"] ?? "/tmp")
        } catch {
            throw .host(error.sentence)
        }
        var isOver = false
        defer { _ = isOver ? nil : server.end(isOver: false) }
        do throws(TransportFault) {
            let loop = try EventLoop()
            let log = DiagnosticLog(level: LogLevel(rawValue: settings[HostSettings.logLevel]) ?? .info)
            // An answer is as long as it is. Signals are listened to, so that Ctrl-C leaves no folder behind; the other
            // galleria was started before, and gets its own.
            let transport = try StdioTransport(
                loop: loop, input: server.socket, output: server.socket, framing: .headers,
                limits: TransportLimits(messageBytes: Transcript.longest), log: log, listeningTo: [.signals])
            let line = ProgressLine(self, loop: loop)
            line?.begin("Replaying")
            let client = ReplayClient(
                plan, redaction: redaction, isStrict: has("strict"), patience: patience, transport: transport,
                endInput: { server.endInput() },
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
        } catch {
            throw .host(error.sentence)
        }
    }

    /// Arguments of the other galleria: these settings, and the restriction of the recorded one.
    private func serverArguments(_ header: TranscriptHeader, statePath: String) -> [String] {
        let path = String(decoding: JSONValue.string(statePath).serialized(), as: UTF8.self)
        // First, so that a path of the user's own wins.
        var words = ["serve", "--framing=headers", "--set=state.path=\(path)"]
        for (name, value) in options where ["config", "environment", "set", "log-level"].contains(name) {
            words.append("--\(name)=\(value)")
        }
        if header.isReadOnly { words.append("--read-only") }
        if let modules = header.modules { words.append("--modules=\(modules.joined(separator: ","))") }
        return words
    }
}

extension TranscriptHeader {
    /// Settings that differed at the recording, except the state's path.
    fileprivate func differences(from settings: Settings, _ redaction: Redaction) -> [ValueDifference] {
        let recorded = redaction.masked(.object(settings.recorded)).members ?? []
        let now = Dictionary(recorded.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        return self.settings.compactMap { member in
            guard member.key != HostSettings.statePath.path, let value = now[member.key], value != member.value else {
                return nil
            }
            return ValueDifference(path: member.key, old: member.value, new: value)
        }
    }
}
