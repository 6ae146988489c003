import Core
import Host
import StdioTransport

/// `galleria serve`
@Sendable func serve(_ invocation: Invocation) -> ExitStatus {
    guard let framing = Framing(rawValue: invocation.value(of: "framing") ?? "auto") else {
        return invocation.console.fail(.wrong("framing", expected: "auto, lines or headers"))
    }
    guard invocation.arguments.isEmpty else {
        return invocation.console.fail(UsageFault(sentence: "serve takes no arguments.", hint: "galleria serve --help"))
    }
    do throws(WorkplaceFault) {
        let workplace = try invocation.workplace()
        return serve(workplace, framing: framing, streams: invocation.console.streams)
    } catch {
        return invocation.fail(error)
    }
}

private func serve(_ workplace: Workplace, framing: Framing, streams: StandardStreams) -> ExitStatus {
    do throws(TransportFault) {
        let transport = try StdioTransport(
            loop: workplace.host.loop, streams: streams, framing: framing,
            limits: workplace.host.transportLimits, log: workplace.log)
        let session = ClientSession(host: workplace.host, transport: transport, log: workplace.log)
        transport.start(handler: session)
        transport.run()
        return ExitStatus(rawValue: session.exitStatus) ?? .failed
    } catch {
        workplace.log.write(.error, error.sentence)
        return .failed
    }
}
