import FeatureKit
import Foundation
import JMESPath
import JSON
import ModuleFile
import Settings
import Testing

/// The files of Config/gallery, and what their samples give.
enum Gallery {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Config/gallery").standardizedFileURL

    /// Names of the modules, sorted.
    static let ids: [String] = files(in: folder).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }

    /// Names of a folder's files, sorted; none where there is no such folder.
    static func files(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    static func module(_ id: String) throws -> ModuleDeclaration {
        switch ModuleFile.read(Array(try text("\(id).yaml").utf8), label: "\(id).yaml", id: id) {
        case .success(let module): return module
        case .failure(let report):
            Issue.record("\(report.rendered())")
            throw report
        }
    }

    static let modules: [ModuleDeclaration] = ids.compactMap { try? module($0) }

    static func document(_ name: String) throws -> JSONNode {
        try JSONDocument(parsing: Array(try text(name).utf8)).root
    }
}

/// A call of which the samples have the answer: all of its pages, in order.
struct SampledCall {
    let module: ModuleDeclaration
    let operation: OperationDeclaration
    let parameters: [(name: String, value: String)]
    let pages: [SampledPage]

    /// The calls of a module's samples, in the order of the file.
    static func all(of module: ModuleDeclaration) throws -> [SampledCall] {
        var calls: [SampledCall] = []
        for sample in module.samples {
            let operation = try #require(module.operations.first { $0.name == sample.operation })
            let isSame = { (call: SampledCall) in
                call.operation.name == sample.operation
                    && call.parameters.map(\.name) == sample.parameters.map(\.name)
                    && call.parameters.map(\.value) == sample.parameters.map(\.value)
            }
            let page = try SampledPage(sample, operation, module)
            if let place = calls.firstIndex(where: isSame) {
                let call = calls[place]
                calls[place] = SampledCall(
                    module: module, operation: operation, parameters: call.parameters, pages: call.pages + [page])
            } else {
                calls.append(
                    SampledCall(module: module, operation: operation, parameters: sample.parameters, pages: [page]))
            }
        }
        return calls
    }

    var row: RowDeclaration? { module.rows.first { $0.name == operation.row } }

    func rows() throws -> [SampledRow] { try pages.flatMap { try $0.rows() } }
}

/// One answer, and the names that expressions on it read.
struct SampledPage: JMESEnvironment {
    let operation: OperationDeclaration
    /// The current node of `items`, `total` and the like.
    let reply: JMESValue
    private let values: [JMESName: JMESValue]
    private let row: RowDeclaration?

    init(_ sample: SampleDeclaration, _ operation: OperationDeclaration, _ module: ModuleDeclaration) throws {
        self.operation = operation
        row = module.rows.first { $0.name == operation.row }
        var values: [JMESName: JMESValue] = [:]
        var parameters: [JMESMember] = []
        for parameter in operation.parameters {
            let given = sample.parameters.first { $0.name == parameter.name }?.value ?? parameter.defaultText
            guard let given else { continue }
            let value = parameter.kind == .int || parameter.kind == .number ? JMESValue.number(given) : .text(given)
            values[.parameter(parameter.name)] = value
            parameters.append(JMESMember(parameter.name, value))
        }
        for setting in module.settings { values[.setting(setting.name)] = setting.defaultText.map { .text($0) } }
        switch sample.files {
        case .one(let name): reply = .node(try Gallery.document(name))
        case .steps(let names):
            var steps: [JMESMember] = []
            for (id, name) in names {
                steps.append(JMESMember(id, .node(try Gallery.document(name))))
                values[.step(id)] = steps.last?.value
            }
            reply = .object([JMESMember("params", .object(parameters)), JMESMember("steps", .object(steps))])
        }
        values[.reply] = reply
        self.values = values
    }

    func value(of name: JMESName) -> JMESValue? { values[name] }

    func plain(_ html: String) -> String { plainText(html: html) }

    /// The value of an expression on the answer.
    func value(_ expression: JMESExpression) throws -> JMESValue {
        var steps = JMESSteps()
        return try expression.value(of: reply, in: self, steps: &steps)
    }

    /// The rows of the answer, each with the values of its fields.
    func rows() throws -> [SampledRow] {
        guard let row, let result = operation.result else { return [] }
        let nodes: [JMESValue]
        switch result {
        case .items(let items):
            let list = try value(items)
            try #require(list.kind == .array, "\(items.text)")
            nodes = Array(list.elements)
        case .item(let item):
            let node = try value(item)
            try #require(node.kind == .object, "\(item.text)")
            nodes = [node]
        }
        return try nodes.map { node in
            var steps = JMESSteps()
            return SampledRow(
                declaration: row,
                values: try row.fields.map { try $0.from.value(of: node, in: self, steps: &steps) })
        }
    }
}

struct SampledRow {
    let declaration: RowDeclaration
    /// In the order of the fields; null and the empty text are no value.
    let values: [JMESValue]

    /// A field's value in words; nil without one.
    func text(of name: String?) -> String? {
        guard let place = declaration.fields.firstIndex(where: { $0.name == name }) else { return nil }
        let text = values[place].string ?? values[place].numberText
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Names of fields whose value is not of their type.
    var mistyped: [String] {
        zip(declaration.fields, values).filter { field, value in
            !(value.isNull || value.string == "") && !Self.fits(value, field.kind)
        }.map(\.0.name)
    }

    /// Names of fields without a value.
    var missing: [String] {
        zip(declaration.fields, values).filter { $0.1.isNull || $0.1.string == "" }.map(\.0.name)
    }

    private static func fits(_ value: JMESValue, _ kind: RowFieldDeclaration.Kind) -> Bool {
        switch kind {
        case .text: value.kind == .string
        case .int: value.numberText.flatMap { Int($0) } != nil
        case .number, .duration: value.kind == .number
        case .bool: value.kind == .boolean
        case .money: if case .money = value { true } else { false }
        case .date: if case .date = value { true } else { false }
        case .url, .image: value.string.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
        }
    }
}
