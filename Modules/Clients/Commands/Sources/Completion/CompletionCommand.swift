import Composition
import FeatureKit
import Runtime
import Settings

/// `galleria completion SHELL`
@Sendable func completion(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show(try invocation[Arguments.shell].text)
    return .done
}

/// `galleria complete -- WORD …`: a line for each candidate, its word, a tab, its description. Fails where the shell's
/// own names of files belong.
@Sendable func complete(_ invocation: Invocation) throws -> ExitStatus {
    let typed = invocation[Options.line].map { TypedLine($0) }
    let words = try typed.map { Array($0.words.dropFirst()) } ?? invocation[Arguments.line]
    let workplace = try? invocation.workplace()
    let completion = Completion(commands: CommandTable.all, facts: invocation.completionFacts(workplace))
    let loop = try workplace?.storefront.loop ?? EventLoop()
    let found = try loop.result(within: CompletionFacts.patience) { await completion.candidates(for: words) }
    // Nothing in time is nothing to offer.
    guard let candidates = found ?? [] else { return .failed }
    let lines = candidates.map { candidate in
        let word = typed?.inserted(candidate.word) ?? candidate.word
        return candidate.doc.isEmpty ? "\(word)\n" : "\(word)\t\(candidate.doc)\n"
    }
    invocation.console.show(lines.joined())
    return .done
}

extension Invocation {
    /// Facts under the settings in force; without settings, those that need no settings.
    fileprivate func completionFacts(_ workplace: Workplace?) -> CompletionFacts {
        var facts = CompletionFacts()
        facts.environments = ShippedEnvironments.names
        facts.settings = (try? ProgramSettings.catalog(of: features))?.declarations ?? []
        if let registry = workplace?.storefront.router.registry {
            facts.modules = ModuleInformation.all(in: registry)
            facts.operations = registry.operations
        }
        return facts
    }
}
