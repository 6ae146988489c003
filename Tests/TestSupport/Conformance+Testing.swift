@_exported public import Conformance
package import FeatureKit
import Foundation
package import JSON
package import Testing

/// The conformance kit in the hands of Swift Testing: findings are issues of the test that called.
extension FeatureConformance {
    /// Proves one rule, with JSONTestSuite among the answers of the upstream: each finding is an issue of the test that called.
    package func check(_ rule: Rule, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var kit = self
        kit.documents = try JSONTestSuite.names("").map { ($0, try JSONTestSuite.bytes($0)) }
        for finding in try await kit.findings(rule) {
            Issue.record(Comment(rawValue: finding), sourceLocation: sourceLocation)
        }
    }

    /// As `check`, by the program that `GALLERIA_LAWS` names where it is set: the release build's, which takes a tenth of the time.
    /// - Parameter making: options by which that program makes the feature, for one that it does not have.
    package func checkAsBuilt(
        _ rule: Rule, making: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        guard let program = ProcessInfo.processInfo.environment["GALLERIA_LAWS"] else {
            return try await check(rule, sourceLocation: sourceLocation)
        }
        for finding in try LawProgram(program, making: making).findings(rule, of: self) {
            Issue.record(Comment(rawValue: finding), sourceLocation: sourceLocation)
        }
    }

    /// Proves all rules, for a test that wants them as one.
    package func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for rule in Rule.allCases { try await check(rule, sourceLocation: sourceLocation) }
    }
}

extension FeatureConformance.Rule: CustomTestStringConvertible {
    package var testDescription: String { rawValue }
}

extension ManualExecutor {
    /// Runs jobs, also those that they queue, until there is none; an issue when there is no end.
    package func runAll(sourceLocation: SourceLocation = #_sourceLocation) {
        if !run() { Issue.record("The work never comes to rest.", sourceLocation: sourceLocation) }
    }
}

extension JSONValue {
    /// The value as a client sends it; an issue and null for one that is not JSON.
    package var node: JSONNode? {
        do throws(Fault) {
            return try parsed()
        } catch {
            Issue.record("\(error.message)")
            return nil
        }
    }
}

/// Calls that must fail or complete in a test.
extension FeatureHarness {
    /// Lets all work run until it has ended or waits for the test, and publishes what changed on screens.
    package func settle(sourceLocation: SourceLocation = #_sourceLocation) {
        if let trouble = settled() { Issue.record("\(trouble)", sourceLocation: sourceLocation) }
    }

    /// The fault of an operation that must fail; an issue and nil when it does not.
    package func fault(
        _ method: String, _ parameters: JSONValue? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Fault? {
        do throws(Fault) {
            let result = try await call(method, parameters)
            Issue.record("\(method) should fail but answered \(result.pretty())", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// The fault of a prompt that must fail; an issue and nil when it does not.
    package func promptFault(
        _ name: String, _ arguments: JSONValue? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Fault? {
        do throws(Fault) {
            let messages = try await prompt(name, arguments)
            Issue.record("\(name) should fail but gave \(messages)", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Completions of a prompt's argument; an issue when there is nothing to complete.
    package func completed(
        _ name: String, _ argument: String, _ typed: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async -> CompletedValues {
        guard let completion = router.prompt(name)?.argument(argument)?.completion else {
            Issue.record("\(argument) of \(name) does not complete", sourceLocation: sourceLocation)
            return CompletedValues([])
        }
        return await completion.values(for: CompletionRequest(typed))
    }

    /// Completions of a variable of a screen's route; an issue when there is nothing to complete.
    /// - Parameter context: the variables that are known already.
    package func completed(
        route template: String, _ variable: String, _ typed: String = "",
        context: [(name: String, value: String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async -> CompletedValues {
        let screen = router.registry.screens.first { $0.template.text == template }
        guard let completion = screen?.completions[variable] else {
            Issue.record("\(variable) of \(template) does not complete", sourceLocation: sourceLocation)
            return CompletedValues([])
        }
        return await completion.values(for: CompletionRequest(typed, context: PromptArguments(context)))
    }
}
