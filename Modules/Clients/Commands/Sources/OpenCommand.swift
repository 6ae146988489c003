import Browser
import Composition
import DesignSystem
import FeatureKit
import StdioTransport

/// `galleria open ROUTE`
@Sendable func open(_ invocation: Invocation) throws -> ExitStatus {
    let route = try invocation[Arguments.route]
    let workplace = try invocation.workplace(staysOpen: invocation[Options.watch])
    if invocation[Options.watch] { return try workplace.watch(route) }
    return try workplace.run {
        let storefront = workplace.storefront
        do throws(Fault) {
            let screen = try await workplace.telling("Loading \(route)") { _ throws(Fault) in
                try await storefront.loadedScreen(at: route)
            }
            if let failure = screen.status?.failure { throw failure }
            let status = invocation.show(
                json: { screen.state.write(&$0) }, text: { screen.closedText(invocation.renderOptions()) })
            await workplace.showPicture(of: route)
            return status
        } catch {
            throw await workplace.remedied(error, route)
        }
    }
}

extension Workplace {
    /// The fault of a route with the one that was meant; a template is filled in with values that there are.
    fileprivate func remedied(_ fault: Fault, _ route: String) async -> RemediedFault {
        let typed = invocation.line.words(of: Arguments.route).first ?? route
        let bare = { (route: String) in
            typed.utf8.starts(with: "galleria://".utf8) ? route : String(route.dropFirst("galleria://".count))
        }
        guard fault.code == .notFound || fault.code == .invalidArgument else {
            return RemediedFault(fault: fault, remedy: nil)
        }
        guard let screen = storefront.router.existingScreen(at: route) else {
            for meant in fault.suggestions {
                guard let filled = await filled(meant) else { continue }
                return RemediedFault(fault: fault, remedy: .correction(of: typed, to: bare(filled)))
            }
            return RemediedFault(fault: fault, remedy: .listing("modules"))
        }
        guard let (start, variable, _) = screen.template.typed(route) else {
            return RemediedFault(fault: fault, remedy: nil)
        }
        if let nearest = fault.suggestions.first {
            return RemediedFault(fault: fault, remedy: .correction(of: typed, to: bare(start + nearest)))
        }
        guard fault.code == .invalidArgument, let completion = screen.completions[variable],
            let example = await completion.candidates(for: CompletionRequest("")).first
        else { return RemediedFault(fault: fault, remedy: nil) }
        return RemediedFault(fault: fault, remedy: .addition(bare(start + example.value), instead: typed))
    }

    /// A route, or a template with the first value that completes each variable of its path; nil where none does.
    private func filled(_ route: String) async -> String? {
        guard let screen = storefront.router.registry.screens.first(where: { $0.template.text == route }) else {
            return route
        }
        var values: [String: String] = [:]
        for name in screen.template.pathVariables {
            let context = PromptArguments(values.map { ($0.key, $0.value) })
            let found = await screen.completions[name]?.values(for: CompletionRequest("", context: context)).values
            guard let value = found?.first else { return nil }
            values[name] = value
        }
        return screen.template.filled { values[$0] }
    }

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
