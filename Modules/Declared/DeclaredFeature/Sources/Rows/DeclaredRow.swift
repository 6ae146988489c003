import DesignSystem
import FeatureKit
import JMESPath
import JSON
import ModuleFile
import Values

/// The layout of a declared type of row: its fields, and the screen that shows one.
struct DeclaredRow: Sendable {
    let declaration: RowDeclaration
    let layout: RowLayout

    /// - Parameters:
    ///   - route: of the screen that shows a row; nil where none does.
    ///   - takesKeys: whether lists can be asked for rows by their keys.
    init(_ declaration: RowDeclaration, route: String?, takesKeys: Bool) {
        self.declaration = declaration
        let price = declaration.fields.first { $0.kind == .money }?.name
        var fields: [any RowField] = declaration.fields.map { field in
            Self.field(field, of: declaration, isPrice: field.name == price, takesKeys: takesKeys)
        }
        if let route { fields.append(Field.route(route)) }
        let name = sentence(declaration.name)
        layout = RowLayout(name, plural: Self.plural(name), fields)
    }

    /// `category` → `categories`, `dish` → `dishes`.
    private static func plural(_ name: String) -> String {
        let ending = name.utf8.suffix(2)
        if ending.last == UInt8(ascii: "y"), let before = ending.first, !"aeiou".utf8.contains(before) {
            return String(name.dropLast()) + "ies"
        }
        let hisses = ["s", "x", "z", "ch", "sh"].contains { name.hasSuffix($0) }
        return name + (hisses ? "es" : "s")
    }

    private static func field(
        _ field: RowFieldDeclaration, of row: RowDeclaration, isPrice: Bool, takesKeys: Bool
    ) -> any RowField {
        let name = field.name
        let (isKey, isTitle) = (name == row.key, name == row.title)
        let doc = field.doc ?? sentenceCase(spelledOut(name)) + "."
        var marks: FieldMarks = []
        if field.isFilter || isKey && takesKeys { marks.insert(.filter) }
        if field.isSort { marks.insert(.sort) }
        if !field.isListed, !isKey { marks.insert(.unlisted) }
        let role: FieldRole? = isKey ? .key : isTitle ? .title : nil
        let (path, shape) = (path(of: field), field.from.shape)
        switch field.kind {
        case .text:
            if case .plain = shape { marks.insert(.html) }
            if case .plain = shape, path != nil, !field.isListed, role == nil {
                return Field.prose(name, doc, marks, from: path)
            }
            return read(Field.text(name, doc, role, marks, from: path), field, path)
        case .int: return read(Field.whole(name, doc, role, marks, from: path), field, path)
        case .number:
            // A number that is a key is told apart by its spelling.
            return isKey
                ? read(Field.text(name, doc, role, marks, from: path), field, path)
                : read(Field.number(name, doc, role, marks, from: path), field, path)
        case .bool: return read(Field.flag(name, doc, role, marks, from: path), field, path)
        case .date:
            return role.map { read(Field.date(name, doc, $0, marks, from: path), field, path) }
                ?? read(Field.date(name, doc, marks, from: path), field, path)
        case .money:
            let unit: MoneyUnit =
                switch shape {
                case .money(_, let code): .code(code)
                case .moneyBy(_, let code): .path(code.joined(separator: "."))
                default: .code("")
                }
            return read(Field.money(name, doc, unit, isPrice ? .price : role, marks, from: path), field, path)
        case .duration:
            return read(Field.duration(name, doc, role, marks, from: path), field, path)
        case .url:
            return read(
                Field.link(name, doc, from: path), field, path)
        case .image: return read(Field.picture(name, doc, marks, from: path), field, path)
        }
    }

    /// The field as a path reads it; evaluated where the expression is more than that.
    private static func read<Value>(
        _ made: Field<Value>, _ field: RowFieldDeclaration, _ path: String?
    ) -> Field<Value> {
        if path != nil { return made }
        return made.derived { row, context, steps in
            switch value(of: field, on: row, context, &steps) {
            case nil, .null?: nil
            case .node(let node)?:
                if node.isOfSameDocument(as: row) { .node(node) } else { derived(JMESValue(JSONValue(node))) }
            case let value?: derived(value, context.locale)
            }
        }
    }

    private static func derived(_ value: JMESValue, _ locale: TextLocale = .standard) -> DerivedValue? {
        switch value {
        case .money(let amount, let code): .value(.money(Money(amount, Currency(code, locale))))
        case .date(let day): .value(.date(day))
        case .bool(let flag): .value(.flag(flag))
        case .number(let literal): .number(literal)
        case .text(let text): .text(text)
        case .array, .object:
            // Words of a list stand in one line.
            value.count == 0 ? nil : .text(value.elements.compactMap(\.spelled).joined(separator: ", "))
        case .null, .node: nil
        }
    }

    private static func value(
        of field: RowFieldDeclaration, on row: JSONNode, _ context: RowContext, _ steps: inout Int
    ) -> JMESValue? {
        var budget = JMESSteps(limit: max(0, steps))
        defer { steps = budget.left }
        // A wrong type leaves the field out; `galleria module test` counts such rows.
        return try? field.from.value(of: .node(row), in: RowNames(context), steps: &budget)
    }

    /// The path that a reader of rows follows; nil where the expression is more than that, or a name in it has a meaning there.
    private static func path(of field: RowFieldDeclaration) -> String? {
        let names: [String]
        switch (field.kind, field.from.shape) {
        case (.text, .plain(let path)):
            // A line of plain text is made of HTML here; paragraphs by their field.
            if field.isListed { return nil }
            names = path
        case (.money, .money(let path, _)), (.money, .moneyBy(let path, _)), (.date, .date(let path)): names = path
        case (_, .path(let path)): names = path
        default: return nil
        }
        if case .moneyBy(_, let code) = field.from.shape, !code.allSatisfy(isPlain) { return nil }
        return names.allSatisfy(isPlain) ? names.joined(separator: ".") : nil
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { ".*$".utf8.contains($0) }
    }
}

/// `NewsItem` → `news item`.
func sentence(_ name: String) -> String {
    let words = trimmed(spelledOut(name))
    return words.prefix(1).lowercased() + words.dropFirst()
}
