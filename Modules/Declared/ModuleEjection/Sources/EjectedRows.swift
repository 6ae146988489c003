import DeclaredFeature
import FeatureKit
import JMESPath
import ModuleFile

/// The types of row of an ejected feature: an enumeration each, whose members are the fields and the layouts.
struct EjectedRows {
    /// Layouts by type and route: a list and the detail of its rows share one.
    private struct Layout {
        let name: String
        let route: String?
    }

    private let rows: [DeclaredRow]
    private var layouts: [String: [Layout]] = [:]
    /// The layout that each operation reads, such as `Story.layout`; nil for one that reads none.
    private(set) var layoutOf: [String: String] = [:]

    init(_ module: ModuleDeclaration, _ plan: ScreenPlan) {
        rows = module.rows.filter { row in module.operations.contains { $0.row == row.name } }.map {
            DeclaredRow($0, in: module)
        }
        for operation in module.operations {
            guard let row = rows.first(where: { $0.declaration.name == operation.row }) else { continue }
            let shows = operation.isList || operation.keyParameter(in: module) != nil
            let route = shows ? plan.details[operation.name] : nil
            let key = row.declaration.name
            let known = layouts[key, default: []].first { $0.route == route }
            let layout =
                known ?? Layout(name: Self.layoutName(layouts[key, default: []].count, operation.name), route: route)
            if known == nil { layouts[key, default: []].append(layout) }
            layoutOf[operation.name] = "\(SwiftNames.row(key)).\(layout.name)"
        }
    }

    private static func layoutName(_ index: Int, _ operation: String) -> String {
        index == 0 ? "layout" : "\(operation)Layout"
    }

    /// The enumerations, a blank line between them.
    var code: String { rows.map(code).joined(separator: "\n") }

    private func code(of row: DeclaredRow) -> String {
        let layouts = layouts[row.declaration.name] ?? []
        let taken = Set(layouts.map(\.name) + ["fields"])
        let names = row.fields.map { SwiftNames.field($0.name, besides: taken) }
        var lines = [
            "/// \(sentence(SwiftNames.article(row.name))).", "enum \(SwiftNames.row(row.declaration.name)) {",
        ]
        for (field, name) in zip(row.fields, names) {
            lines.append(Self.member(name, field.swift))
        }
        lines.append("")
        let plural: [SwiftCode.Argument] =
            row.plural == row.name + "s" ? [] : [SwiftCode.Argument("plural", .text(row.plural))]
        let listed = SwiftCode.array(names.map { .name($0) })
        // Fields that several layouts share stand once.
        if layouts.count > 1 {
            lines.append(Self.member("fields: [any RowField]", listed))
        }
        for layout in layouts {
            let route = layout.route.map { SwiftCode.call("Field.route", [SwiftCode.Argument(nil, .text($0))]) }
            let fields: SwiftCode =
                layouts.count > 1
                ? .name("fields" + (route.map { " + [\($0.inline)]" } ?? ""))
                : .array(names.map { .name($0) } + [route].compactMap(\.self))
            let made = SwiftCode.call(
                "RowLayout", [SwiftCode.Argument(nil, .text(row.name))] + plural + [SwiftCode.Argument(nil, fields)])
            lines.append(Self.member(layout.name, made))
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    private static func member(_ name: String, _ value: SwiftCode) -> String {
        let start = "    static let \(name) = "
        return start + value.rendered(at: 4, after: SwiftCode.length(start))
    }

    private func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}

extension DeclaredField {
    /// `Field.money("price", "The price.", .code("KRW"), .price, .filter, from: "menu.coffee")`
    fileprivate var swift: SwiftCode {
        var arguments: [SwiftCode.Argument] = [.init(nil, .text(name)), .init(nil, .text(doc))]
        var marks = marks
        let function: String
        // What a function says by itself is left out: prose and pictures are unlisted, links take no marks.
        switch form {
        case .text: function = "text"
        case .prose: (function, _) = ("prose", marks.remove(.unlisted))
        case .whole: function = "whole"
        case .number: function = "number"
        case .flag: function = "flag"
        case .date: function = "date"
        case .duration: function = "duration"
        case .link: (function, marks) = ("link", [])
        case .picture: (function, _) = ("picture", marks.remove(.unlisted))
        case .money(let unit):
            function = "money"
            arguments.append(.init(nil, unit.swift))
        }
        let takesRole =
            switch form {
            case .prose, .link, .picture: false
            case .date: role != nil
            default: role != nil || !marks.isEmpty
            }
        if takesRole { arguments.append(.init(nil, .name(role?.swift ?? "nil"))) }
        if !marks.isEmpty { arguments.append(.init(nil, marks.swift)) }
        if let path, path != name { arguments.append(.init("from", .text(path))) }
        let made = SwiftCode.call("Field.\(function)", arguments)
        if path != nil { return made }
        return .chain(made, [.call(".derived", [.init("by", .text(expression.text))])])
    }
}

extension FieldRole {
    /// The roles that declared fields have.
    fileprivate var swift: String {
        switch self {
        case .key: ".key"
        case .title: ".title"
        case .price: ".price"
        default: "nil"
        }
    }
}

extension FieldMarks {
    fileprivate var swift: SwiftCode {
        let all: [(FieldMarks, String)] = [
            (.filter, ".filter"), (.sort, ".sort"), (.unlisted, ".unlisted"), (.html, ".html"),
        ]
        let names = all.filter { contains($0.0) }.map { SwiftCode.name($0.1) }
        return names.count == 1 ? names[0] : .array(names)
    }
}

extension MoneyUnit {
    fileprivate var swift: SwiftCode {
        switch self {
        case .path(let path): .call(".path", [.init(nil, .text(path))])
        case .code(let code): .call(".code", [.init(nil, .text(code))])
        default: .call(".code", [.init(nil, .text(""))])
        }
    }
}
