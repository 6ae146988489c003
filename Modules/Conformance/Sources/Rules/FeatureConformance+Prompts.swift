import FeatureKit
import JSON

extension FeatureConformance {
    func promptFindings() async throws -> [String] {
        let listing = try harness()
        let prompts = listing.router.registry.prompts.filter { $0.module == id }
        var found = prompts.isEmpty ? ["\(id) has no prompt"] : []
        let tools = Set(listing.router.registry.operations.filter(\.isTool).map(\.toolName))
        for prompt in prompts {
            found += Self.sentence(prompt.doc, of: prompt.name)
            if !(1...40).contains(prompt.title.count) { found.append("\(prompt.name): a title has 1 to 40 characters") }
            var all: [JSONMember] = []
            for argument in prompt.arguments {
                found += Self.sentence(argument.doc, of: "\(prompt.name) \(argument.name)")
                let value = await completed(argument.completion, "\(prompt.name) \(argument.name)", &found)
                if let value = argument.example ?? value { all.append(JSONMember(argument.name, .string(value))) }
            }
            let required = all.filter { member in prompt.argument(member.key)?.isRequired ?? false }
            for arguments in required == all ? [all] : [required, all] {
                found += try await messageFindings(prompt, .object(arguments), tools)
            }
            found += try await refusalFindings(prompt, .object(all))
        }
        return found
    }

    /// Gets the prompt on a fresh host.
    private func messageFindings(
        _ prompt: RegisteredPrompt, _ arguments: JSONValue, _ tools: Set<String>
    ) async throws -> [String] {
        let harness = try harness()
        let name = "\(prompt.name) \(arguments.compact)"
        let messages: [String]
        do throws(Fault) {
            messages = try await harness.prompt(prompt.name, arguments)
        } catch {
            return ["\(name) failed: \(error.text)"]
        }
        var found = messages.isEmpty ? ["\(name) has no message"] : []
        if messages.contains(where: { trimmed($0).isEmpty }) { found.append("\(name) has an empty message") }
        let named = Set(messages.flatMap(Self.toolNames))
        if named.isEmpty { found.append("\(name) names no tool") }
        for tool in named.subtracting(tools).sorted() { found.append("\(name) names \(tool), which is no tool") }
        for value in (arguments.members ?? []).compactMap(\.value.string)
        where !messages.contains(where: { $0.holds(value) }) {
            found.append("\(name) does not say “\(value)”")
        }
        return found
    }

    /// Names of tools between backticks: words of small letters and digits, joined by `_`.
    private static func toolNames(_ message: String) -> [String] {
        let pieces = message.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.dropFirst().dropLast().filter { piece in
            let words = piece.split(separator: "_", omittingEmptySubsequences: false)
            let isWord = { (word: Substring) in
                !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            }
            return words.count > 1 && words.allSatisfy(isWord)
        }.map(String.init)
    }

    /// Wrong arguments are refused by their name, before anything is asked.
    private func refusalFindings(_ prompt: RegisteredPrompt, _ right: JSONValue) async throws -> [String] {
        let harness = try harness()
        var cases: [(field: String, arguments: JSONValue)] = [("zzzzzzzz", right.with("zzzzzzzz", "a"))]
        for argument in prompt.arguments {
            let long = JSONValue.string(String(repeating: "a", count: PromptArgument.longest + 1))
            for wrong in [5, true, ["a"], long] { cases.append((argument.name, right.with(argument.name, wrong))) }
            guard argument.isRequired else { continue }
            for missing in [nil, .null, "", " "] as [JSONValue?] {
                cases.append((argument.name, right.with(argument.name, missing)))
            }
        }
        var found: [String] = []
        for (field, arguments) in cases {
            do throws(Fault) {
                _ = try await harness.prompt(prompt.name, arguments)
                found.append("\(prompt.name) takes \(arguments.compact.prefix(100))")
            } catch {
                if error.code != .invalidArgument || error.field != field {
                    found.append("\(prompt.name) \(arguments.compact.prefix(100)): \(error.text)")
                }
            }
        }
        if !harness.requests.isEmpty { found.append("\(prompt.name) asked its upstream with wrong arguments") }
        return found
    }

    /// Completes a variable after the other, as who types a route does, and opens where that leads.
    func completionFindings() async throws -> [String] {
        var found: [String] = []
        for screen in screens(of: try harness()) where !screen.template.variables.isEmpty {
            var values: [String: String] = [:]
            for variable in screen.template.variables {
                let name = "\(screen.template.text) \(variable)"
                let context = PromptArguments(values.map { ($0.key, $0.value) })
                values[variable] = await completed(screen.completions[variable], name, context: context, &found)
                if screen.completions[variable] == nil { found.append("\(name) does not complete") }
            }
            guard values.count == screen.template.variables.count else { continue }
            let route = screen.template.filled { values[$0] }
            let harness = try harness()
            do throws(Fault) {
                _ = try harness.screens.open(route, style: nil, width: nil)
            } catch {
                found.append("\(route), which was completed, does not open: \(error.text)")
            }
        }
        return found
    }

    /// The first value offered; nil for none, which is a finding where there is a completion.
    private func completed(
        _ completion: Completion?, _ name: String, context: PromptArguments = PromptArguments(),
        _ found: inout [String]
    ) async -> String? {
        guard let completion else { return nil }
        let all = await completion.values(for: CompletionRequest("", context: context))
        guard let first = all.values.first else {
            found.append("\(name) has no value to offer")
            return nil
        }
        if all.values.count > Completion.mostValues || (all.total ?? all.values.count) < all.values.count {
            found.append("\(name): \(all.values.count) values of \(all.total ?? 0)")
        }
        let again = await completion.values(for: CompletionRequest(String(first.prefix(2)), context: context))
        if !again.values.contains(first) { found.append("\(name): “\(first.prefix(2))” does not lead to \(first)") }
        return first
    }
}
