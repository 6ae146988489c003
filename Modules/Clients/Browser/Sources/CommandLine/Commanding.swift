import DesignSystem
import FeatureKit
import JSON

/// The line behind `:`: a route, a method with its parameters, or an action of the screen by its name or title.
extension BrowserModel {
    /// The most lines of the history.
    private static let mostLines = 200

    func type(_ key: Key, into line: CommandLine) -> Effect {
        var line = line
        switch key {
        case .escape, .control("c"): mode = .page
        case .backspace where line.editor.text.isEmpty: mode = .page
        case .enter:
            mode = .page
            return run(line.editor.text)
        case .tab where line.completions.isEmpty: complete(line)
        case .tab, .backTab:
            line.complete(key == .tab ? 1 : -1)
            mode = .command(line)
        default:
            if line.take(key) { mode = .command(line) }
        }
        return .none
    }

    private func complete(_ line: CommandLine) {
        let words = line.words
        if words.count > 1, let (action, _) = action(in: Array(words.dropLast())) {
            var offered = line
            offered.offer(parameterWords(of: action, typed: words.last ?? "", before: words))
            mode = .command(offered)
        } else {
            errands.append(.complete(words: words))
        }
    }

    /// Takes the words that the program completes a line with; those that come too late are left out.
    func take(completions: [CompletedWord], for words: [String]) {
        guard case .command(var line) = mode, line.words == words else { return }
        let actions = words.count > 1 ? [] : (page?.actions ?? []).map { CompletedWord($0.name, $0.title) }
        line.offer(actions + completions)
        mode = .command(line)
        if line.completions.isEmpty, line.words == words { note("nothing completes this") }
    }

    private func parameterWords(of action: ActionDescription, typed: String, before: [String]) -> [CompletedWord] {
        guard let equals = typed.firstIndex(of: "=") else {
            return action.parameters.filter { field in !before.contains { $0.hasPrefix("\(field.name)=") } }
                .map { CompletedWord("\($0.name)=", $0.prompt) }
        }
        guard let field = action.parameters.first(where: { $0.name == typed[..<equals] }) else { return [] }
        return Menu.values(of: field).map { CompletedWord("\(field.name)=\($0)") }
    }

    /// Does what a line says.
    func run(_ text: String) -> Effect {
        let words = commandWords(text)
        guard let first = words.first else { return .none }
        pages[last].note = nil
        if history.last != text { history = history.suffix(Self.mostLines - 1) + [text] }
        if words == ["q"] || words == ["quit"] { return .quit }
        let route = self.route(in: text)
        if first.utf8.starts(with: "galleria:".utf8) || router().existingScreen(at: route) != nil {
            follow(route)
        } else if let (action, rest) = action(in: words) {
            ask(action, given: members(rest, for: action.parameters))
        } else if let operation = router().operation(method: first) {
            note("waiting for \(first) …")
            errands.append(
                .call(operation, members(words.dropFirst(), for: operation.parameters), title: text, isUndo: false))
        } else if first.contains(".") {
            note(.failure(router().absence(ofMethod: first)))
        } else {
            note(
                Page.Note(
                    text: "“\(first)” is no route, method or action of this screen; Tab shows them", isFailure: true))
        }
        return .none
    }

    private func route(in text: String) -> String {
        let scheme = "galleria://"
        let path = text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
        return scheme + path.map { $0 == " " ? "%20" : String($0) }.joined()
    }

    /// The action whose name, or title in any case, a line begins with, and the words behind it.
    private func action(in words: [String]) -> (ActionDescription, ArraySlice<String>)? {
        let actions = page?.actions ?? []
        if let action = actions.first(where: { $0.name == words.first }) { return (action, words.dropFirst()) }
        for count in stride(from: words.count, to: 0, by: -1) {
            let title = words.prefix(count).joined(separator: " ").lowercased()
            if let action = actions.first(where: { $0.title.lowercased() == title }) {
                return (action, words.dropFirst(count))
            }
        }
        return nil
    }

    /// `key=value` as parameters; other words are the first required one's.
    private func members(_ words: ArraySlice<String>, for fields: [ParameterField]) -> [JSONMember] {
        var members: [JSONMember] = []
        var bare: [String] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), fields.contains(where: { $0.name == word[..<equals] }) else {
                bare.append(word)
                continue
            }
            // Text: each parameter reads text as what its schema says.
            members.append(JSONMember(String(word[..<equals]), .string(String(word[word.index(after: equals)...]))))
        }
        let free = fields.filter { field in !members.contains { $0.key == field.name } }
        guard !bare.isEmpty else { return members }
        let field = free.first(where: \.isRequired) ?? free.first
        return members + [JSONMember(field?.name ?? bare[0], .string(bare.joined(separator: " ")))]
    }

    // MARK: Results

    /// Takes the result of a call.
    func take(_ result: Result<Document, Fault>, of title: String, isUndo: Bool) {
        switch result {
        case .success where isUndo: note("undone: \(title)")
        case .success(let document):
            pages[last].note = nil
            show(document, title: commandWords(title).first ?? title, route: ":" + title)
        case .failure(let fault): note(.failure(fault))
        }
    }
}
