import FeatureKit
import Host
import Settings
import Suggestions

/// `galleria completion bash | zsh | fish`
@Sendable func completion(_ invocation: Invocation) -> ExitStatus {
    let names = ShellScript.allCases.map(\.rawValue)
    if let extra = invocation.arguments.dropFirst().first { return invocation.console.fail(.tooMany(extra)) }
    guard let name = invocation.arguments.first else {
        return invocation.console.fail(.missing("The shell", example: "galleria completion bash"))
    }
    guard let script = ShellScript(rawValue: name) else {
        return invocation.console.fail(
            .unknown(
                "shell", name, nearest: nearestNames(to: name, among: names).map { "completion \($0)" },
                listing: "galleria completion --help"))
    }
    invocation.console.show(script.text)
    return .done
}

/// `galleria complete -- WORD …`: a line for each candidate, its word, a tab, what it is.
@Sendable func complete(_ invocation: Invocation) -> ExitStatus {
    let completion = Completion(commands: CommandTable.all, facts: invocation.completionFacts)
    let lines = completion.candidates(for: invocation.arguments).map { candidate in
        candidate.doc.isEmpty ? "\(candidate.word)\n" : "\(candidate.word)\t\(candidate.doc)\n"
    }
    invocation.console.show(lines.joined())
    return .done
}

extension Invocation {
    /// Facts under the settings in force; without settings, those that need no settings.
    fileprivate var completionFacts: CompletionFacts {
        var facts = CompletionFacts()
        facts.environments = ShippedEnvironments.names
        facts.settings = (try? HostSettings.catalog(of: features))?.declarations ?? []
        if let registry = try? workplace().host.router.registry {
            facts.modules = ModuleInformation.all(in: registry)
            facts.operations = registry.operations
        }
        return facts
    }
}
