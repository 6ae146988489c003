import Composition
import FeatureKit
import Settings

/// `galleria completion SHELL`
@Sendable func completion(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show(try invocation[Arguments.shell].text)
    return .done
}

/// `galleria complete -- WORD …`: a line for each candidate, its word, a tab, its description. Fails where the shell's
/// own names of files belong.
@Sendable func complete(_ invocation: Invocation) throws -> ExitStatus {
    let completion = Completion(commands: CommandTable.all, facts: invocation.completionFacts)
    guard let candidates = completion.candidates(for: try invocation[Arguments.line]) else { return .failed }
    let lines = candidates.map { $0.doc.isEmpty ? "\($0.word)\n" : "\($0.word)\t\($0.doc)\n" }
    invocation.console.show(lines.joined())
    return .done
}

extension Invocation {
    /// Facts under the settings in force; without settings, those that need no settings.
    fileprivate var completionFacts: CompletionFacts {
        var facts = CompletionFacts()
        facts.environments = ShippedEnvironments.names
        facts.settings = (try? ProgramSettings.catalog(of: features))?.declarations ?? []
        if let registry = try? workplace().storefront.router.registry {
            facts.modules = ModuleInformation.all(in: registry)
            facts.operations = registry.operations
        }
        return facts
    }
}
