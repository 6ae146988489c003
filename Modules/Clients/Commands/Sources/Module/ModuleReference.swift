import DesignSystem
import FeatureKit
import JSON
import ModuleFile
import Settings

/// The reference of the keys of a module's file, from their tables.
enum ModuleReference {
    static var document: Document {
        let tables = ModuleFile.tables.flatMap { table -> [Block] in
            let alternatives = table.alternatives.map { "`\($0.name)`" }.joined(separator: ", ")
            let rule = alternatives.isEmpty ? [] : [Block.paragraph(marked("Exactly one of \(alternatives)."))]
            return [.heading(level: 2, Inline(title(table)))] + rule + [.table(rows(of: table))]
        }
        return Document(
            [
                .heading(level: 1, "Modules declared in YAML"),
                .paragraph("Every key of a module's file. galleria module new writes a first one."),
                .list(
                    ordered: false,
                    [
                        "An expression is JMESPath, with \("money(x, 'USD')", .code), \("date(x)", .code), "
                            + "\("plain(html)", .code) and \("split(x, ',')", .code) besides.",
                        "In an address, a query, a header or a body stand \("{params.x}", .code), \("{settings.x}", .code), "
                            + "\("{steps.s.x}", .code), \("{page}", .code), \("{offset}", .code), \("{cursor}", .code), \("{size}", .code).",
                        "At most \(String(ModuleFile.mostOperations)) operations, \(String(ModuleFile.mostFields)) fields a row, "
                            + "\(String(ModuleFile.mostParameters)) parameters, \(String(ModuleFile.mostRequests)) steps.",
                    ]),
            ] + tables)
    }

    /// `a row type` → `Row type`
    private static func title(_ table: FileTable) -> String {
        let name = table.name.split(separator: " ").drop { $0 == "a" || $0 == "an" }.joined(separator: " ")
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static func rows(of table: FileTable) -> Table {
        Table(
            columns: [Column("key", priority: 0), Column("value"), Column("required"), Column("what it says")],
            rows: table.keys.map { key in
                [
                    Inline(key.name, .code), Inline(words(for: key.form)), Inline(key.isRequired ? "yes" : ""),
                    marked(key.doc),
                ]
            })
    }

    /// A sentence whose words between backticks are code.
    private static func marked(_ sentence: String) -> Inline {
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
        return Inline(parts.enumerated().map { Span(String($1), $0 % 2 == 0 ? .body : .code) })
    }

    /// The form of a value, in words.
    private static func words(for form: FileForm) -> String {
        switch form {
        case .value(let shape): shape.words
        case .scalar: "a text, number or flag"
        case .scalars: "a list of texts, numbers or flags"
        case .expression: "an expression"
        case .address: "an address with variables"
        case .text: "a text with variables"
        case .body: "JSON with variables"
        case .table(let table): title(table).lowercased()
        case .named(let table): "names, each \(table.name)"
        case .list(let table): "a list, each \(table.name)"
        case .wordOrTable(let words, let table): (words + [table.name]).joined(separator: " or ")
        case .namedExpressions(let table): "names, each an expression or \(table.name)"
        case .namedTexts: "names, each a text with variables"
        case .namedValues: "names, each a text, number or flag"
        case .files: "a file, or one for each step"
        }
    }
}

extension SettingShape {
    /// The values in words: `1 to 200 characters`.
    fileprivate var words: String {
        switch self {
        case .flag: "true or false"
        case .whole(let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
        case .text(let range): "a text of \(range.lowerBound) to \(range.upperBound) characters"
        case .oneOf(let words): words.joined(separator: ", ")
        case .duration: "a duration, such as 10s"
        case .size: "a size, such as 4MiB"
        case .url: "an address, http or https"
        case .path: "a path"
        case .list(let element, _): "a list of \(element.words)"
        case .optional(let wrapped): wrapped.words
        }
    }
}
