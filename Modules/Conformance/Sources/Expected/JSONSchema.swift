package import JSON

/// A checker for the part of JSON Schema that our shapes are declared in: `type` (one or several), `properties`,
/// `required`, `additionalProperties: false`, `items`, `enum`, `pattern`, bounds of numbers and of lengths.
///
/// Other members, such as `description`, say nothing here.
package struct JSONSchema: Sendable {
    private let schema: JSONValue

    package init(_ schema: JSONValue) {
        self.schema = schema
    }

    /// Violations of the schema in `value`, one sentence each; empty for a valid one.
    package func mistakes(in value: JSONValue, at path: String = "result") -> [String] {
        let types = schema["type"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
        if !types.isEmpty, !types.contains(where: { Self.is(value, of: $0) }) {
            return ["\(path) is not of the type \(types.joined(separator: " or "))"]
        }
        var found: [String] = []
        if let allowed = schema["enum"]?.array, !allowed.contains(value) { found.append("\(path) is not in its enum") }
        found += bounds(of: value, at: path)
        if let members = value.members { found += mistakes(in: members, at: path) }
        if let elements = value.array, let items = schema["items"] {
            for (index, element) in elements.enumerated() {
                found += JSONSchema(items).mistakes(in: element, at: "\(path)[\(index)]")
            }
        }
        return found
    }

    /// Members that clients are promised, whatever is in them: a list's rows, what is typed.
    private static let alwaysTold = ["bag", "badges", "invitations", "items", "text"]

    /// Members that say nothing: null anywhere, an empty text, list or object where the schema does not require the member.
    package func emptyMembers(in value: JSONValue, at path: String = "result") -> [String] {
        if let elements = value.array {
            let items = JSONSchema(schema["items"] ?? [:])
            return elements.enumerated().flatMap { items.emptyMembers(in: $1, at: "\(path)[\($0)]") }
        }
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        return (value.members ?? []).flatMap { member -> [String] in
            let place = "\(path).\(member.key)"
            let isEmpty =
                [JSONValue.string(""), [], [:]].contains(member.value) && !required.contains(member.key)
                && !Self.alwaysTold.contains(member.key)
            if member.value.isNull || isEmpty {
                return ["\(place) is \(member.value.compact) in place of being left out"]
            }
            let own = schema["properties"]?[member.key] ?? [:]
            return JSONSchema(own).emptyMembers(in: member.value, at: place)
        }
    }

    private func bounds(of value: JSONValue, at path: String) -> [String] {
        var found: [String] = []
        if let number = value.double {
            if let least = schema["minimum"]?.double, number < least { found.append("\(path) is under \(least)") }
            if let most = schema["maximum"]?.double, number > most { found.append("\(path) is over \(most)") }
        }
        if let length = value.string?.unicodeScalars.count {
            if let least = schema["minLength"]?.integer, length < least { found.append("\(path) is too short") }
            if let most = schema["maxLength"]?.integer, length > most { found.append("\(path) is too long") }
        }
        if let count = value.array?.count {
            if let least = schema["minItems"]?.integer, count < least { found.append("\(path) has too few elements") }
            if let most = schema["maxItems"]?.integer, count > most { found.append("\(path) has too many elements") }
        }
        if let text = value.string, let pattern = schema["pattern"]?.string,
            SchemaPattern(pattern)?.isFound(in: text) != true
        {
            found.append("\(path) does not match \(pattern)")
        }
        return found
    }

    private func mistakes(in members: [JSONMember], at path: String) -> [String] {
        var found: [String] = []
        let properties = schema["properties"]
        for name in (schema["required"]?.array ?? []).compactMap(\.string)
        where !members.contains(where: { $0.key == name }) {
            found.append("\(path) has no \(name)")
        }
        for member in members {
            if let own = properties?[member.key] {
                found += JSONSchema(own).mistakes(in: member.value, at: "\(path).\(member.key)")
            } else if schema["additionalProperties"] == false {
                found.append("\(path) has the unknown member \(member.key)")
            }
        }
        return found
    }

    private static func `is`(_ value: JSONValue, of type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object): true
        case ("integer", _): value.integer != nil
        case ("number", .integer), ("number", .number): true
        default: false
        }
    }

    // MARK: Portability

    /// Schema features that some host of MCP would refuse: unions and references anywhere, several types at the top or,
    /// in the schema of parameters, anywhere.
    package func portabilityMistakes(isInput: Bool, at path: String = "schema") -> [String] {
        var found = schema["type"] == "object" ? [] : ["\(path) is not of the one type object"]
        Self.walk(schema, at: path) { node, path in
            for word in ["anyOf", "oneOf", "allOf", "$ref", "$defs", "not"] where node[word] != nil {
                found.append("\(path) uses \(word)")
            }
            if node["type"] == nil { found.append("\(path) has no type") }
            if isInput, node["type"]?.array != nil { found.append("\(path) has several types") }
        }
        return found
    }

    private static func walk(_ schema: JSONValue, at path: String, _ visit: (JSONValue, String) -> Void) {
        visit(schema, path)
        for member in schema["properties"]?.members ?? [] { walk(member.value, at: "\(path).\(member.key)", visit) }
        if let items = schema["items"] { walk(items, at: "\(path)[]", visit) }
    }
}
