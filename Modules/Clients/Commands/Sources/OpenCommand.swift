import Browser
import Composition
import DesignSystem
import FeatureKit
import StdioTransport

/// `galleria open ROUTE`
@Sendable func open(_ invocation: Invocation) throws -> ExitStatus {
    let route = try invocation[Arguments.route]
    let workplace = try invocation.workplace()
    if invocation[Options.watch] { return try workplace.watch(route) }
    return try workplace.run {
        let screen = try await workplace.telling("Loading \(route)") { _ throws(Fault) in
            try await workplace.storefront.loadedScreen(at: route)
        }
        let status = invocation.show(json: { screen.state.write(&$0) }, text: { screen.text })
        if screen.status?.ended == .error { return .failed }
        await workplace.showPicture(of: route)
        return status
    }
}

extension Workplace {
    /// Prints a screen whenever it changes, until the user has enough.
    fileprivate func watch(_ route: String) throws -> ExitStatus {
        try onTerminal(.lines) { session in
            let canMove =
                invocation.console.streams.outputIsTerminal
                && !["", "dumb"].contains(invocation.variables["TERM", default: ""])
            let watch = ScreenWatch(
                screens: storefront.screens, session: session,
                form: invocation[Options.json] ? .json : canMove ? .inPlace : .oneAfterAnother,
                period: invocation[Options.every].map { .seconds($0) }, followsWidth: invocation[Options.width] == nil)
            return try watch.run(route) ? .done : .failed
        }
    }
}
