import Composition
import DesignSystem
import FeatureKit
import JSON
import Suggestions

/// Fields of a result that `--fields` names: of the result itself, or of its rows.
struct FieldChoice {
    /// The parameter by which a list is asked for fields.
    static let parameter = "fields"

    /// The value of that parameter, for an operation that has it; nil for any other, whose answer is cut here.
    let parameter: JSONValue?
    private let names: [String]

    /// - Throws: a name that no field of the result has.
    init(_ names: [String], of operation: RegisteredOperation) throws(UsageFault) {
        self.names = names
        let isList = operation.parameters.contains { $0.name == Self.parameter }
        parameter = isList ? .array(names.map { .string($0) }) : nil
        let known = Self.names(of: operation)
        for (place, name) in names.enumerated() where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            var corrected = names
            if let nearest = nearestNames(to: name, among: known).first { corrected[place] = nearest }
            throw UsageFault(
                "\(operation.method) has no field “\(sanitized(name))”. It has \(known.joined(separator: ", ")).",
                remedy: corrected == names
                    ? nil : .correction(of: names.joined(separator: ","), to: corrected.joined(separator: ",")))
        }
    }

    /// The fields that can be named: the list's own, or those of the result and of its rows.
    static func names(of operation: RegisteredOperation) -> [String] {
        if let field = operation.parameters.first(where: { $0.name == parameter }) { return field.words }
        var names: [String] = []
        func add(_ schema: JSONValue) {
            for (name, inner) in schema["properties"]?.members?.map({ ($0.key, $0.value) }) ?? [] {
                let rows = inner["items"] ?? inner
                if !names.contains(name) { names.append(name) }
                add(rows)
            }
        }
        add(operation.resultSchema())
        return names
    }

    /// Shows the chosen fields of an answer.
    /// - Returns: nil for a list, which was asked for them.
    func show(_ answer: Answer, _ invocation: Invocation, _ options: RenderOptions) -> ExitStatus? {
        guard parameter == nil else { return nil }
        var writer = JSONWriter()
        answer.writeTelling(&writer)
        guard let document = try? JSONDocument(parsing: writer.bytes) else { return nil }
        let chosen = chosen(of: JSONValue(document.root)) ?? .object([])
        return invocation.show(json: { $0.value(chosen) }, text: { Self.document(chosen).rendered(options) })
    }

    /// The chosen part of a value; nil where nothing of it was chosen.
    private func chosen(of value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let members):
            let kept = members.compactMap { member -> JSONMember? in
                if names.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) { return member }
                return chosen(of: member.value).map { JSONMember(member.key, $0) }
            }
            return kept.isEmpty ? nil : .object(kept)
        case .array(let rows):
            // A row without the field keeps its place.
            let kept = rows.map { chosen(of: $0) }
            return kept.allSatisfy { $0 == nil } ? nil : .array(kept.map { $0 ?? .object([]) })
        default: return nil
        }
    }

    // MARK: Text

    /// Facts as lines, rows as tables.
    private static func document(_ value: JSONValue) -> Document {
        let members = value.members ?? []
        var blocks: [Block] = []
        let facts = members.filter { $0.value.rows == nil }
        if !facts.isEmpty { blocks.append(.keyValues(facts.map { KeyValue($0.key, Inline($0.value.cell)) })) }
        for member in members {
            guard let rows = member.value.rows else { continue }
            if members.count > 1 { blocks.append(.heading(level: 2, Inline(member.key))) }
            blocks.append(block(of: rows))
        }
        return Document(blocks)
    }

    private static func block(of rows: [[JSONMember]]) -> Block {
        if rows.count == 1 { return .keyValues(rows[0].map { KeyValue($0.key, Inline($0.value.cell)) }) }
        var names: [String] = []
        for name in rows.joined().map(\.key) where !names.contains(name) { names.append(name) }
        return .table(
            Table(
                columns: names.map { Column($0, priority: 0) },
                rows: rows.map { row in
                    names.map { name in Inline(row.first { $0.key == name }?.value.cell ?? "") }
                }))
    }
}

extension JSONValue {
    /// The members of each element, for an array of objects.
    fileprivate var rows: [[JSONMember]]? {
        guard let elements = array, !elements.isEmpty else { return members.map { [$0] } }
        let rows = elements.compactMap(\.members)
        return rows.count == elements.count ? rows : nil
    }

    /// The value in a line.
    fileprivate var cell: String {
        if let string { return string }
        if let array, array.allSatisfy({ $0.string != nil }) {
            return array.compactMap(\.string).joined(separator: ", ")
        }
        return String(decoding: serialized(), as: UTF8.self)
    }
}
