import JSON

/// Makes an answer of a schema, where the document has no example: each row other values, each text by its format.
struct SchemaSample {
    let description: APIDescription

    private static let deepest = 6
    private static let mostMembers = 40

    /// References that lead to the schema: what refers to itself ends there.
    var inside: Set<String> = []

    /// - Parameter number: of the row, from 1: values of two rows differ.
    func value(of schema: JSONValue?, named name: String = "", number: Int = 1, depth: Int = 0) -> JSONValue? {
        if let reference = schema?["$ref"]?.string {
            if inside.contains(reference) { return nil }
            var inner = self
            inner.inside.insert(reference)
            return inner.value(of: description.resolved(schema), named: name, number: number, depth: depth)
        }
        guard depth < Self.deepest, let schema = description.resolved(schema) else { return nil }
        if let example = schema["example"] ?? schema["examples"]?.array?.first, !example.isNull {
            return varied(example, name, number)
        }
        if let value = schema["const"] { return value }
        if let words = schema["enum"]?.array, !words.isEmpty { return words[(number - 1) % words.count] }
        if let parts = schema["allOf"]?.array { return merged(parts, schema, number, depth) }
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.array {
            return choices.lazy.compactMap { value(of: $0, named: name, number: number, depth: depth + 1) }.first {
                !$0.isNull
            }
        }
        switch Self.type(schema) {
        case "object": return object(schema, number, depth)
        case "array":
            let count = depth == 0 || Self.isObject(description.resolved(schema["items"])) ? 2 : 1
            let items = (1...count).compactMap { value(of: schema["items"], named: name, number: $0, depth: depth + 1) }
            return .array(items)
        case "integer": return .integer((schema["minimum"]?.integer ?? 0) + number)
        case "number": return .number("\(number).5")
        case "boolean": return .bool(number % 2 == 1)
        case "string": return .string(Self.text(schema["format"]?.string, name, number))
        default: return nil
        }
    }

    /// An example for a further row: other numbers, and keys that differ.
    private func varied(_ example: JSONValue, _ name: String, _ number: Int) -> JSONValue {
        if number == 1 { return example }
        if let whole = example.integer { return .integer(whole.addingReportingOverflow(number - 1).partialValue) }
        let isKey = MemberName(name).ends(in: ["id", "code", "sku", "slug", "uuid", "key"])
        return isKey ? example.string.map { .string("\($0)\(number)") } ?? example : example
    }

    static func type(_ schema: JSONValue) -> String {
        let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string].compactMap(\.self)
        return types.first { $0 != "null" }
            ?? (schema["properties"] == nil ? (schema["items"] == nil ? "" : "array") : "object")
    }

    private static func isObject(_ schema: JSONValue?) -> Bool {
        schema.map { type($0) == "object" || $0["allOf"] != nil } ?? false
    }

    private func object(_ schema: JSONValue, _ number: Int, _ depth: Int) -> JSONValue {
        let members = (schema["properties"]?.members ?? []).prefix(Self.mostMembers).compactMap {
            property -> JSONMember? in
            value(of: property.value, named: property.key, number: number, depth: depth + 1).map {
                JSONMember(property.key, $0)
            }
        }
        return .object(members)
    }

    private func merged(_ parts: [JSONValue], _ schema: JSONValue, _ number: Int, _ depth: Int) -> JSONValue {
        var members = object(schema, number, depth).members ?? []
        for part in parts {
            for member in value(of: part, number: number, depth: depth + 1)?.members ?? []
            where !members.contains(where: { $0.key == member.key }) {
                members.append(member)
            }
        }
        return .object(members)
    }

    private static func text(_ format: String?, _ name: String, _ number: Int) -> String {
        let day = "2026-01-\(number < 10 ? "0" : "")\(min(number, 28))"
        switch format {
        case "date": return day
        case "date-time": return "\(day)T09:00:00Z"
        case "uri", "url": return "https://example.com/\(MemberName(name).joined)/\(number)"
        case "uuid": return "00000000-0000-4000-8000-00000000000\(number % 10)"
        case "email": return "\(number)@example.com"
        default: return name.isEmpty ? "text \(number)" : "\(MemberName(name).phrase) \(number)"
        }
    }
}
