import JSON
import ModuleFile
import Settings

/// The JSON Schema (2020-12) of a module's file, from the tables of its keys: editors complete and check by it.
///
/// It takes everything that the reader takes. What it can't say (names that must be there, expressions) the reader says.
enum ModuleSchema {
    /// The schema as a file has it: indented, with a newline at the end.
    static var text: String { value.pretty() + "\n" }

    private static var value: JSONValue {
        let tables = ModuleFile.tables
        return .object(
            [
                JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
                JSONMember("title", "A module of Galleria"),
                JSONMember(
                    "description", "An HTTP API, declared: galleria module check FILE tells what a schema can't."),
            ] + (tables.first.map(mapping) ?? []) + [
                JSONMember(
                    "$defs",
                    .object(
                        tables.dropFirst().map { JSONMember(name(of: $0), .object(mapping($0))) }
                            + SettingShape.schemaDefinitions + definitions))
            ])
    }

    /// `a row type` → `rowType`
    private static func name(of table: FileTable) -> String {
        let words = table.name.split(separator: " ").drop { $0 == "a" || $0 == "an" }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return ([words.first.map(String.init) ?? ""] + rest).joined()
    }

    private static let definitions: [JSONMember] = [
        JSONMember("scalar", ["type": ["string", "number", "boolean"]]),
        JSONMember(
            "expression", ["description": "JMESPath", "type": "string", "minLength": 1, "maxLength": 1024]),
        JSONMember(
            "address",
            ["description": "A path below the endpoint, with {variables}", "type": "string", "pattern": "^/"]),
        JSONMember("text", ["description": "A text with {variables}", "type": ["string", "number", "boolean"]]),
        JSONMember("name", ["type": "string", "pattern": "^[A-Za-z][A-Za-z0-9]{0,39}$"]),
    ]

    private static func mapping(_ table: FileTable) -> [JSONMember] {
        let required = table.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        var members = [
            JSONMember("type", "object"), JSONMember("additionalProperties", false),
            JSONMember("properties", .object(table.keys.map { JSONMember($0.name, .object(property($0))) })),
        ]
        if !required.isEmpty { members.append(JSONMember("required", .array(required))) }
        if !table.alternatives.isEmpty {
            let ways = table.alternatives.map { key -> JSONValue in ["required": [.string(key.name)]] }
            members.append(JSONMember("oneOf", .array(ways)))
        }
        return members
    }

    private static func property(_ key: FileKey) -> [JSONMember] {
        [JSONMember("description", .string(key.doc))] + schema(of: key.form)
    }

    private static func schema(of form: FileForm) -> [JSONMember] {
        func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
        func reference(_ table: FileTable) -> JSONValue { reference(name(of: table)) }
        func named(_ value: JSONValue, names: JSONValue? = nil) -> [JSONMember] {
            [JSONMember("type", "object")] + (names.map { [JSONMember("propertyNames", $0)] } ?? [])
                + [JSONMember("additionalProperties", value)]
        }
        switch form {
        case .value(let shape): return shape.schema
        case .scalar: return [JSONMember("$ref", "#/$defs/scalar")]
        case .scalars(let count):
            return [
                JSONMember("type", "array"), JSONMember("minItems", .integer(count.lowerBound)),
                JSONMember("maxItems", .integer(count.upperBound)), JSONMember("items", reference("scalar")),
            ]
        case .expression: return [JSONMember("$ref", "#/$defs/expression")]
        case .address: return [JSONMember("$ref", "#/$defs/address")]
        case .text: return [JSONMember("$ref", "#/$defs/text")]
        case .body: return []
        case .table(let table): return [JSONMember("$ref", .string("#/$defs/\(name(of: table))"))]
        case .named(let table): return named(reference(table), names: reference("name"))
        case .list(let table): return [JSONMember("type", "array"), JSONMember("items", reference(table))]
        case .wordOrTable(let words, let table):
            return [JSONMember("anyOf", [["enum": .array(words.map { .string($0) })], reference(table)])]
        case .namedExpressions(let table):
            return named(["anyOf": [reference("expression"), reference(table)]], names: reference("name"))
        case .namedTexts: return named(reference("text"))
        case .namedValues: return named(reference("scalar"))
        case .files: return [JSONMember("anyOf", [["type": "string"], .object(named(["type": "string"]))])]
        }
    }
}
