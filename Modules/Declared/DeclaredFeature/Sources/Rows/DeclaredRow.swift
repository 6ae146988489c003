import DesignSystem
package import FeatureKit
package import JMESPath
import JSON
package import ModuleFile
import Values

/// A declared type of row: FeatureKit's fields that it has.
package struct DeclaredRow: Sendable {
    package let declaration: RowDeclaration
    /// Name of one row, in words; `plural` is that of several.
    package let name: String
    package let plural: String
    package let fields: [DeclaredField]

    package init(_ declaration: RowDeclaration, in module: ModuleDeclaration) {
        self.declaration = declaration
        // A list's own parameter of the key's name means something else than keys to be found.
        let takesKeys = !module.operations.contains { operation in
            operation.isList && operation.row == declaration.name
                && operation.parameters.contains { $0.name == declaration.key }
        }
        let price = declaration.fields.first { $0.kind == .money }?.name
        fields = declaration.fields.map { field in
            DeclaredField(field, of: declaration, isPrice: field.name == price, takesKeys: takesKeys)
        }
        name = sentence(declaration.name)
        plural = Self.plural(name)
    }

    /// - Parameter route: of the screen that shows a row; nil where none does.
    func layout(route: String?) -> RowLayout {
        RowLayout(name, plural: plural, fields.map(\.made) + (route.map { [Field.route($0)] } ?? []))
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
}

/// A declared field, and the one of FeatureKit's that it is.
package struct DeclaredField: Sendable {
    /// The function of `Field` that makes it.
    package enum Form: Sendable {
        case text, prose, whole, number, flag, date, duration, link, picture
        case money(MoneyUnit)
    }

    package let name: String
    package let doc: String
    package let form: Form
    package let role: FieldRole?
    package let marks: FieldMarks
    /// Path of its member in the upstream's row; nil where the value is that of the expression.
    package let path: String?
    package let expression: JMESExpression

    init(_ field: RowFieldDeclaration, of row: RowDeclaration, isPrice: Bool, takesKeys: Bool) {
        name = field.name
        expression = field.from
        let (isKey, isTitle) = (name == row.key, name == row.title)
        doc = field.doc ?? sentenceCase(spelledOut(name)) + "."
        var marks: FieldMarks = []
        if field.isFilter || isKey && takesKeys { marks.insert(.filter) }
        if field.isSort { marks.insert(.sort) }
        if !field.isListed, !isKey { marks.insert(.unlisted) }
        let role: FieldRole? = isKey ? .key : isTitle ? .title : nil
        let (path, shape) = (Self.path(of: field), field.from.shape)
        self.path = path
        if field.kind == .text, case .plain = shape { marks.insert(.html) }
        self.marks = marks
        var own = role
        switch field.kind {
        case .text:
            let isProse = if case .plain = shape { path != nil && !field.isListed && role == nil } else { false }
            form = isProse ? .prose : .text
        case .int: form = .whole
        // A number that is a key is told apart by its spelling.
        case .number: form = isKey ? .text : .number
        case .bool: form = .flag
        case .date: form = .date
        case .money:
            let unit: MoneyUnit =
                switch shape {
                case .money(_, let code): .code(code)
                case .moneyBy(_, let code): .path(code.joined(separator: "."))
                default: .code("")
                }
            form = .money(unit)
            if isPrice { own = .price }
        case .duration: form = .duration
        case .url: form = .link
        case .image: form = .picture
        }
        self.role = own
    }

    /// The field as a layout takes it.
    var made: any RowField {
        switch form {
        case .text: read(Field.text(name, doc, role, marks, from: path))
        case .prose: read(Field.prose(name, doc, marks, from: path))
        case .whole: read(Field.whole(name, doc, role, marks, from: path))
        case .number: read(Field.number(name, doc, role, marks, from: path))
        case .flag: read(Field.flag(name, doc, role, marks, from: path))
        case .date:
            read(
                role.map { Field.date(name, doc, $0, marks, from: path) } ?? Field.date(name, doc, marks, from: path))
        case .duration: read(Field.duration(name, doc, role, marks, from: path))
        case .link: read(Field.link(name, doc, from: path))
        case .picture: read(Field.picture(name, doc, marks, from: path))
        case .money(let unit): read(Field.money(name, doc, unit, role, marks, from: path))
        }
    }

    private func read<Value>(_ made: Field<Value>) -> Field<Value> {
        path == nil ? made.derived(by: expression) : made
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

extension Field {
    /// The same field, whose value an expression derives from the upstream's row: `join(', ', tags)`. `param('query')`,
    /// `step('spot')` and `reply()` are what is around the row.
    /// - Parameter expression: a wrong one ends the process at its first start, with the mistake.
    package func derived(by expression: String) -> Self { derived(by: compiled(expression)) }

    func derived(by expression: JMESExpression) -> Self {
        derived { row, context, steps in
            var budget = JMESSteps(limit: max(0, steps))
            defer { steps = budget.left }
            // A wrong type leaves the field out; `galleria module test` counts such rows.
            switch try? expression.value(of: .node(row), in: RowNames(context), steps: &budget) {
            case nil, .null?: return nil
            case .node(let node)?:
                return node.isOfSameDocument(as: row) ? .node(node) : DerivedValue(JMESValue(JSONValue(node)))
            case let value?: return DerivedValue(value, context.locale)
            }
        }
    }
}

extension DerivedValue {
    fileprivate init?(_ value: JMESValue, _ locale: TextLocale = .standard) {
        switch value {
        case .money(let amount, let code): self = .value(.money(Money(amount, Currency(code, locale))))
        case .date(let day): self = .value(.date(day))
        case .bool(let flag): self = .value(.flag(flag))
        case .number(let literal): self = .number(literal)
        case .text(let text): self = .text(text)
        case .array, .object:
            if value.count == 0 { return nil }
            // Words of a list stand in one line.
            self = .text(value.elements.compactMap(\.spelled).joined(separator: ", "))
        case .null, .node: return nil
        }
    }
}

/// `NewsItem` → `news item`.
func sentence(_ name: String) -> String {
    let words = trimmed(spelledOut(name))
    return words.prefix(1).lowercased() + words.dropFirst()
}
