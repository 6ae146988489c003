import DesignSystem
import FeatureKit
import JSON

/// Actions of the uppermost screen: found by name, asked for what they need, confirmed, sent, and undone.
extension BrowserModel {
    func followRow() {
        guard let page else { return }
        guard let row = page.row, page.position.selection(in: page.extent(height: window.bodyRows)) != nil else {
            pages[last].position.reveal(page.extent(height: window.bodyRows))
            if page.row == nil { note("there is nothing to open here") }
            return
        }
        if let route = row.route { return follow(route) }
        guard let select = page.action("select"), let known = known(for: select), known.count == select.parameters.count
        else { return note("this row leads nowhere") }
        send(select, known)
    }

    /// Does the first of these actions that the screen has, of the selected row or of the screen's own item.
    func act(_ names: [String]) {
        guard let page, let action = names.lazy.compactMap(page.action).first else { return note(missing(names)) }
        ask(action, given: [])
    }

    /// Sends an action, after the parameters that neither the row nor `given` says were typed. One that turns a flag needs no asking:
    /// the row says which way.
    func ask(_ action: ActionDescription, given: [JSONMember]) {
        guard let page else { return }
        let flags = action.parameters.filter { field in
            field.schema["type"] == "boolean" && field.isRequired && !given.contains { $0.key == field.name }
        }
        let turned = flags.map { JSONMember($0.name, .bool(!page.flag($0.name, for: action))) }
        let named = (known(for: action) ?? []).filter { row in !given.contains { $0.key == row.key } }
        let known = given + turned + named
        if Self.narrowing.contains(action.name), !given.isEmpty { return narrow(action, given) }
        if action.parameters.isEmpty || !given.isEmpty && isEnough(known, for: action) { return confirm(action, known) }
        if action.name == "sort" {
            mode = .menu(Menu(sortingBy: action, on: page))
            return
        }
        if action.name == "filter" {
            mode = .menu(Menu(filteringBy: action, on: page))
            return
        }
        if let prompt = Prompt(action, known: known, on: page) {
            mode = .prompt(prompt)
        } else {
            confirm(action, known)
        }
    }

    /// The actions of a list that narrow or order it.
    private static let narrowing = ["find", "sort", "filter"]

    private func isEnough(_ members: [JSONMember], for action: ActionDescription) -> Bool {
        action.parameters.allSatisfy { field in !field.isRequired || members.contains { $0.key == field.name } }
    }

    /// Sends an action, and asks before where it can't be taken back.
    func confirm(_ action: ActionDescription, _ members: [JSONMember]) {
        if action.confirm == nil { send(action, members) } else { mode = .confirm(action, members) }
    }

    func prompt(for names: [String]) {
        guard let page, let action = names.lazy.compactMap(page.action).first else { return note(missing(names)) }
        guard let prompt = Prompt(action, known: [], on: page, startsEmpty: true) else { return confirm(action, []) }
        mode = .prompt(prompt)
    }

    func type(_ key: Key, into prompt: Prompt) {
        var prompt = prompt
        switch key {
        case .escape, .control("c"): mode = .page
        case .enter:
            guard let page else { return }
            let members = prompt.submit(on: page)
            mode = members == nil ? .prompt(prompt) : .page
            guard let members else { return }
            if prompt.action.name == "filter" {
                return narrow(prompt.action, page.filter(with: prompt.parameter, prompt.editor.text))
            }
            if ["search", "edit", "useScenario"].contains(prompt.action.name) { pages[last].startOver() }
            confirm(prompt.action, members)
        default:
            if prompt.editor.take(key) { mode = .prompt(prompt) }
        }
    }

    func choose(_ key: Key, in menu: Menu) {
        var menu = menu
        switch KeyBinding.command(of: key) {
        case .move(let movement):
            menu.move(movement, height: window.bodyRows - 2)
            mode = .menu(menu)
        case .follow: take(menu, menu.selected)
        default: mode = .page
        }
    }

    func take(_ menu: Menu, _ index: Int) {
        mode = .page
        guard menu.items.indices.contains(index), let page else { return }
        switch menu.items[index].choice {
        case .action(let action): ask(action, given: [])
        case .send(let name, let members):
            if let action = page.action(name) { narrow(action, members) }
        case .filter(let field):
            guard let action = page.action("filter") else { return }
            if let values = Menu(valuesOf: field, for: action, on: page) {
                mode = .menu(values)
            } else {
                mode = .prompt(Prompt(action, known: [], asking: field, on: page))
            }
        }
    }

    func refresh() {
        guard let page else { return }
        if page.document != nil { return note("this is a result; the call gives a new one") }
        if page.screen == nil { return reopen() }
        let again = page.status?.ended == .error && page.has("retry") ? "retry" : "refresh"
        if let action = page.action(again) { send(action, []) } else { note(missing([again])) }
    }

    func loadMore() {
        guard pages[last].asksForMore(), let screen = pages[last].screen else { return }
        do throws(Fault) {
            let outcome = try screens.send(screen, action: "loadMore", parameters: nil).outcome
            if outcome == .ignored { pages[last].gotNoMore() }
            takeReadings()
        } catch {
            pages[last].gotNoMore()
            note(.failure(error))
        }
    }

    /// The parameters that the selected row gives.
    func known(for action: ActionDescription) -> [JSONMember]? {
        guard let page else { return nil }
        // The row's name alone is taken: its other present values are not those asked for.
        return action.parameters.compactMap { field in
            guard field.isRequired, let key = page.row?.key, let value = page.value(of: field.name, for: action),
                value.isNamed(key)
            else { return nil }
            return JSONMember(field.name, value)
        }
    }

    func send(_ action: ActionDescription, _ members: [JSONMember]) {
        guard let page, case .saving(let saving)? = send(action.name, members) else { return }
        guard let reversal = Reversal(of: action, members, saving, on: page) else {
            return note("\(action.title): done")
        }
        reversals = reversals.suffix(Self.mostReversals - 1) + [reversal]
        note("\(action.title): done; u undoes it")
    }

    /// - Returns: nil where it was not taken, or led elsewhere.
    @discardableResult
    func send(_ action: String, _ members: [JSONMember]) -> ActionOutcome? {
        guard let screen = page?.screen else {
            note(Page.Note(text: "closed; r opens it again", isFailure: true))
            return nil
        }
        return send(action, members, to: screen)
    }

    private func send(_ action: String, _ members: [JSONMember], to screen: String) -> ActionOutcome? {
        do throws(Fault) {
            let outcome = try screens.send(screen, action: action, parameters: Self.node(members)).outcome
            takeReadings()
            switch outcome {
            case .accepted, .saving: return outcome
            case .ignored: note("\(spaced(action)): not now")
            case .navigate(let route): follow(route)
            }
        } catch {
            note(.failure(error))
        }
        return nil
    }

    static func node(_ members: [JSONMember]) -> JSONNode? {
        members.isEmpty ? nil : try? JSONDocument(parsing: JSONValue.object(members).serialized()).root
    }

    func missing(_ names: [String]) -> Page.Note {
        Page.Note(text: "this screen has no \(names.map(spaced).joined(separator: " or "))")
    }

    // MARK: Undo

    func undo() {
        guard let reversal = reversals.popLast() else { return note("there is nothing to undo") }
        switch reversal.step {
        case .action(let undo):
            let open = pages.last { $0.route == reversal.route && $0.screen != nil }?.screen
            guard let screen = open ?? (try? screens.open(reversal.route, style: style, width: nil))?.screen else {
                return note(Page.Note(text: "\(reversal.title): its screen can't be opened", isFailure: true))
            }
            if send(undo.action, undo.parameters, to: screen) != nil { note("undone: \(reversal.title)") }
            if open == nil { _ = try? screens.close(screen) }
        case .call(let name, let members):
            guard let operation = router().registry.operations.first(where: { $0.method.hasSuffix(".\(name)") }) else {
                return note(Page.Note(text: "\(reversal.title) can't be undone here", isFailure: true))
            }
            errands.append(.call(operation, members, title: reversal.title, isUndo: true))
        }
    }
}
