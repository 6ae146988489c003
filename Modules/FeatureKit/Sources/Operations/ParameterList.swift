package import JSON

/// A parameter that is several objects, each with parameters of its own. One object alone is taken as well, and so is text of JSON,
/// since agents send both.
package struct ParameterList<Item: Sendable>: Sendable {
    package let field: ParameterField
    private let count: ClosedRange<Int>
    private let item: ParameterShape<Item>

    /// - Parameters:
    ///   - count: objects of one call.
    ///   - example: one object.
    package init(
        _ name: String, _ count: ClosedRange<Int>, of item: ParameterShape<Item>, _ doc: String, example: JSONValue
    ) {
        self.count = count
        self.item = item
        let members = item.fields.map { $0.isRequired ? $0.name : "\($0.name)?" }.joined(separator: ", ")
        field = ParameterField(
            name: name, doc: doc, isRequired: true,
            expected: "\(count.lowerBound) to \(count.upperBound) objects of {\(members)}", examples: [[example]],
            schema: [
                "type": "array", "items": item.schema, "minItems": .integer(count.lowerBound),
                "maxItems": .integer(count.upperBound), "description": .string(doc), "examples": [[example]],
            ])
    }

    fileprivate func read(_ node: JSONNode?) throws(WrongParameter) -> [Item] {
        guard let objects = objects(node), count.contains(objects.count) else { throw WrongParameter(name: field.name) }
        var items: [Item] = []
        for (index, object) in objects.enumerated() {
            items.append(try item.read(member: object, at: "\(field.name)[\(index)]"))
        }
        return items
    }

    private func objects(_ node: JSONNode?) -> [JSONNode]? {
        guard var node else { return nil }
        if let text = node.string {
            guard let document = try? JSONDocument(parsing: text) else { return nil }
            node = document.root
        }
        let nodes = node.kind == .object ? [node] : node.kind == .array ? Array(node.elements) : []
        return nodes.allSatisfy { $0.kind == .object } ? nodes : nil
    }
}

extension ParameterReader {
    /// - Throws: the path of what is wrong, `items[0].quantity`.
    package func value<Item>(_ list: ParameterList<Item>) throws(WrongParameter) -> [Item] {
        try list.read(object?[list.field.name])
    }
}

extension ParameterShape {
    /// The parameters of one list.
    package init<Item: Sendable>(_ list: ParameterList<Item>) where Parameters == [Item] {
        self.init(fields: [list.field]) { reader throws(WrongParameter) in try reader.value(list) }
    }

    /// Reads an object within a parameter.
    /// - Parameter path: of the object, `items[0]`.
    fileprivate func read(member object: JSONNode, at path: String) throws(WrongParameter) -> Parameters {
        for member in object.members where !fields.contains(where: { $0.name.utf8.elementsEqual(member.key.utf8) }) {
            let known = fields.map(\.name).joined(separator: ", ")
            throw WrongParameter(
                name: "\(path).\(Fault.bounded(member.key, Fault.longestName))",
                sentence: "\(path) has no member \(Fault.quoted(member.key)), but \(known).")
        }
        switch make(object) {
        case .success(let parameters): return parameters
        case .failure(let wrong):
            let name = wrong.name.isEmpty ? path : "\(path).\(wrong.name)"
            let expected = fields.first { $0.name == wrong.name }?.expected ?? "another value"
            let what = object[wrong.name] == nil ? "is missing:" : "must be"
            throw WrongParameter(name: name, sentence: "\(name) \(what) \(expected).")
        }
    }
}
