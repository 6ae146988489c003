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
        @Sendable func members() -> String {
            item.fields.map { $0.isRequired ? $0.name : "\($0.name)?" }.joined(separator: ", ")
        }
        field = ParameterField(
            name: name, doc: doc, isRequired: true,
            expected: { "\(count.lowerBound) to \(count.upperBound) objects of {\(members())}" }, examples: [[example]],
            schema: .array(of: item.values, least: count.lowerBound, most: count.upperBound),
            takes: { Self.objects($0, item.fields) != nil }, meant: { _ in [example] })
    }

    fileprivate func read(_ node: JSONNode?) throws(WrongParameter) -> [Item] {
        guard let node, let objects = Self.objects(node, item.fields), count.contains(objects.count) else {
            throw WrongParameter(name: field.name)
        }
        var items: [Item] = []
        for (index, object) in objects.enumerated() {
            items.append(try item.read(member: object, at: "\(field.name)[\(index)]"))
        }
        return items
    }

    /// Objects as sent; the value of the one member that an object needs stands for it.
    private static func objects(_ node: JSONNode, _ fields: [ParameterField]) -> [JSONNode]? {
        var node = node
        if let text = node.string, let document = try? JSONDocument(parsing: text) { node = document.root }
        let needed = fields.filter(\.isRequired)
        var objects: [JSONNode] = []
        for element in node.kind == .array ? Array(node.elements) : [node] {
            if element.kind == .object {
                objects.append(element)
            } else if needed.count == 1, let only = needed.first, element.kind == .string, only.takes(element),
                let document = try? JSONDocument(
                    parsing: JSONValue.object([JSONMember(only.name, JSONValue(element))]).serialized())
            {
                objects.append(document.root)
            } else {
                return nil
            }
        }
        return objects
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
        for member in object.members
        where !member.value.isNull && !fields.contains(where: { $0.name.utf8.elementsEqual(member.key.utf8) }) {
            let nearest = fields.meant(by: member.key)
            let known = fields.map(\.name).joined(separator: ", ")
            throw WrongParameter(
                name: "\(path).\(Fault.bounded(member.key, Fault.longestName))",
                sentence: "\(path) has no member \(Fault.quoted(member.key)), but \(known).",
                hint: fields.meantCall(object).map { "For example \($0)." }
                    ?? nearest.first.map { "Did you mean \($0)?" },
                suggestions: nearest)
        }
        switch make(object) {
        case .success(let parameters): return parameters
        case .failure(let wrong):
            let name = wrong.name.isEmpty ? path : "\(path).\(wrong.name)"
            guard wrong.sentence == nil, let field = fields.first(where: { $0.name == wrong.name }) else { throw wrong }
            guard let sent = object[wrong.name], !sent.isNull else {
                throw WrongParameter(
                    name: name, sentence: "\(name) is missing: \(field.expected).",
                    hint: fields.meantCall(object).map { "For example \($0)." })
            }
            let (meant, hint) = Fault.meant(wrong.name, field, sent)
            throw WrongParameter(
                name: name, sentence: "\(name) must be \(field.expected), not \(Fault.shown(sent)).", hint: hint,
                suggestions: meant)
        }
    }
}
