import Browser
import Composition
import DesignSystem
import FeatureKit
import Images
import Runtime
import StdioTransport

/// `galleria browse [ROUTE]`
@Sendable func browse(_ invocation: Invocation) throws -> ExitStatus {
    let route = try invocation[Arguments.firstRoute] ?? "galleria://home"
    let streams = invocation.console.streams
    guard streams.inputIsTerminal, streams.outputIsTerminal else {
        throw UsageFault.noScreen("browse needs a terminal to show the screens on and read keys from.", route)
    }
    guard let terminal = invocation.variables["TERM"], !terminal.isEmpty, terminal != "dumb" else {
        throw UsageFault.noScreen("This terminal (TERM is dumb or not set) can't show a whole screen.", route)
    }
    let workplace = try invocation.workplace()
    return try workplace.onTerminal(.fullScreen) { session in
        let browser = Browser(
            screens: workplace.storefront.screens, session: session, loop: workplace.storefront.loop,
            options: workplace.options,
            picture: workplace.pictureLines)
        try browser.run(from: route)
        return .done
    }
}

extension UsageFault {
    fileprivate static func noScreen(_ sentence: String, _ route: String) -> UsageFault {
        UsageFault(sentence, remedy: .command(shellLine(["open", route])))
    }
}

extension Workplace {
    /// The pictures of routes as lines, where the terminal shows colours: half blocks scroll as text does.
    fileprivate var pictureLines: Browser.Picture? {
        guard let display = pictures else { return nil }
        return { [storefront] route, columns, rows in
            guard let picture = try? await storefront.picture(of: route) else { return nil }
            return display.lines(of: picture.bytes, columns: columns, rows: rows)
        }
    }
}
