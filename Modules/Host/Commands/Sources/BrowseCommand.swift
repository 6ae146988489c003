import Browser
import DesignSystem
import FeatureKit
import Host
import Images
import StdioTransport

/// `galleria browse [ROUTE]`
@Sendable func browse(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        let route = invocation.arguments.first ?? "galleria://home"
        let streams = invocation.console.streams
        guard streams.inputIsTerminal, streams.outputIsTerminal else {
            throw .usage(.noScreen("browse needs a terminal to show the screens on and read keys from.", route))
        }
        guard let terminal = invocation.variables["TERM"], !terminal.isEmpty, terminal != "dumb" else {
            throw .usage(.noScreen("This terminal (TERM is dumb or not set) can't show a whole screen.", route))
        }
        let workplace = try invocation.workplace()
        do {
            let session = try TerminalSession(.fullScreen, loop: workplace.host.loop, streams: streams)
            let browser = Browser(
                screens: workplace.host.screens, session: session, loop: workplace.host.loop,
                options: workplace.options, picture: invocation.pictureLines(in: workplace))
            try browser.run(from: route)
            return workplace.run { .done }
        } catch let fault as Fault {
            let status = invocation.console.fail(fault, json: false)
            return workplace.run { status }
        } catch let fault as TransportFault {
            throw .host(fault.sentence)
        } catch {
            throw .host("The terminal can't be used.")
        }
    } catch {
        return invocation.fail(error)
    }
}

extension UsageFault {
    fileprivate static func noScreen(_ sentence: String, _ route: String) -> UsageFault {
        UsageFault(sentence: sentence, hint: "galleria open \(sanitized(route)) prints one screen and ends.")
    }
}

extension Invocation {
    /// The pictures of routes as lines, where the terminal shows colours: half blocks scroll as text does.
    fileprivate func pictureLines(in workplace: Workplace) -> Browser.Picture? {
        guard let display = workplace.pictures else { return nil }
        let host = workplace.host
        return { route, columns, rows in
            guard let picture = try? await host.picture(of: route) else { return nil }
            return display.lines(of: picture.bytes, columns: columns, rows: rows)
        }
    }
}
