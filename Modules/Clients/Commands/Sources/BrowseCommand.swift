import Browser
import Composition
import DesignSystem
import FeatureKit
import Images
import JSON
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
    let workplace = try invocation.workplace(staysOpen: true, tables: .lines)
    return try workplace.onTerminal(.fullScreen) { session in
        let browser = Browser(
            screens: workplace.storefront.screens, session: session, loop: workplace.storefront.loop,
            options: workplace.options, ports: workplace.browserPorts)
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
    fileprivate var browserPorts: Browser.Ports {
        Browser.Ports(
            picture: pictures.map { picture(by: $0) }, router: { storefront.router },
            complete: { words in await completions(of: words) }, call: call)
    }

    private func picture(by display: PictureDisplay) -> Browser.Picture {
        { route, columns, rows in
            guard let picture = try? await storefront.picture(of: route) else { return nil }
            // Half blocks scroll as text does, whatever else the terminal knows.
            return display.lines(of: picture.bytes, columns: columns, rows: rows)
        }
    }

    /// Words that complete a line behind `:`, as the command line of `open` or `call` has them.
    private func completions(of words: [String]) async -> [CompletedWord] {
        var facts = CompletionFacts()
        facts.modules = ModuleInformation.all(in: storefront.router.registry)
        facts.operations = storefront.router.registry.operations
        let completion = Completion(commands: CommandTable.all, facts: facts)
        var offered: [CompletedWord] = []
        for command in words.count > 1 ? ["call"] : ["open", "call"] {
            let candidates = await completion.candidates(for: [command] + words) ?? []
            offered += candidates.map { CompletedWord($0.word, $0.doc) }
        }
        return offered
    }

    private func call(_ operation: RegisteredOperation, _ parameters: JSONNode?) async throws(Fault) -> Document {
        try await operation.call(parameters, CallContext(program: storefront.modules)).document()
    }
}
