import FeatureKit
import JSON

/// A list to choose from: the actions of a screen, the fields to sort or to filter by, a field's values.
struct Menu: Sendable {
    struct Item: Sendable {
        let label: String
        var detail = ""
        let choice: Choice
    }

    enum Choice: Sendable {
        case action(ActionDescription)
        /// An action with all of its parameters.
        case send(String, [JSONMember])
        /// A field of the filter, whose value is asked for next.
        case filter(ParameterField)
    }

    let title: String
    let items: [Item]
    var selected = 0

    mutating func move(_ movement: Movement, height: Int) {
        let step =
            switch movement {
            case .down: 1
            case .up: -1
            case .pageDown: height
            case .pageUp: -height
            case .home: -items.count
            case .end: items.count
            }
        selected = min(max(0, selected + step), max(0, items.count - 1))
    }

    /// The first item in sight of a window of so many.
    func top(height: Int) -> Int { min(max(0, selected - height + 1), max(0, items.count - 1)) }
}

extension Menu {
    /// Everything that a screen takes.
    init(actionsOf page: Page) {
        self.init(
            title: "What to do?",
            items: page.actions.map { Item(label: $0.title, detail: $0.doc, choice: .action($0)) })
    }

    /// The fields to sort by, each once: the one in force the other way round.
    init(sortingBy action: ActionDescription, on page: Page) {
        let parameter = action.parameters.first
        let words = parameter?.words ?? []
        let current = page.state["sort"]?.string
        func item(_ field: String) -> Item {
            let (isUp, isDown) = (current == field, current == "-\(field)")
            let next = isUp && words.contains("-\(field)") ? "-\(field)" : field
            return Item(
                label: spaced(field),
                detail: isUp ? "↑ in force; again: downwards" : isDown ? "↓ in force; again: upwards" : "",
                choice: .send(action.name, [JSONMember(parameter?.name ?? "by", .string(next))]))
        }
        var items = words.filter { $0.utf8.first != UInt8(ascii: "-") }.map(item)
        if current != nil {
            items.append(Item(label: "as it came", detail: "no order", choice: .send(action.name, [])))
        }
        self.init(title: "Sort by", items: items)
        selected = items.firstIndex { !$0.detail.isEmpty } ?? 0
    }

    /// The fields to filter by, with the values in force.
    init(filteringBy action: ActionDescription, on page: Page) {
        var items = action.parameters.map { field in
            Item(
                label: field.prompt, detail: page.filtered(field.name).map { "\($0.shown) in force" } ?? "",
                choice: .filter(field))
        }
        if page.state["filter"] != nil {
            items.append(Item(label: "everything", detail: "no filter", choice: .send(action.name, [])))
        }
        self.init(title: "Filter by", items: items)
    }

    /// The values of a field of the filter; nil where it takes any.
    init?(valuesOf field: ParameterField, for action: ActionDescription, on page: Page) {
        let values = Self.values(of: field)
        guard !values.isEmpty else { return nil }
        let isFlag = field.schema["type"] == "boolean"
        var items = values.map { value in
            Item(
                label: isFlag ? (value == "true" ? "yes" : "no") : value,
                choice: .send(action.name, page.filter(with: field, value)))
        }
        items.append(Item(label: "any", choice: .send(action.name, page.filter(with: field, nil))))
        self.init(title: field.prompt, items: items)
    }

    /// The only values that a parameter takes; empty where there are too many.
    static func values(of field: ParameterField) -> [String] {
        if field.schema["type"] == "boolean" { return ["true", "false"] }
        return field.words.isEmpty ? field.schema["items"]?["enum"]?.array?.compactMap(\.string) ?? [] : field.words
    }
}

extension Page {
    /// The value of a field of the filter that is in force.
    func filtered(_ field: String) -> JSONValue? { state["filter"]?[field] }

    /// The filter in force with another value of a field; nil or an empty text takes the field out of it.
    func filter(with field: ParameterField, _ text: String?) -> [JSONMember] {
        let others = (state["filter"]?.members ?? []).filter { $0.key != field.name }
        guard let text, !text.isEmpty else { return others }
        guard field.schema["type"] == "array" else { return others + [JSONMember(field.name, .string(text))] }
        let parts = text.split(separator: ",").map { part in
            String(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        return others + [JSONMember(field.name, .array(parts.map { .string($0) }))]
    }
}

extension JSONValue {
    /// The value as people read it.
    var shown: String {
        if let string { return string }
        if let array { return array.map(\.shown).joined(separator: ", ") }
        return String(decoding: serialized(), as: UTF8.self)
    }
}

/// `minPrice` → `min price`.
func spaced(_ name: String) -> String {
    name.reduce(into: "") { words, letter in
        if letter.isUppercase, words.last?.isLowercase == true { words += " " }
        words += letter.lowercased()
    }
}
