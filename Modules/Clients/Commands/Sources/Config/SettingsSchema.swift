import FeatureKit
import JSON
import Settings

/// The JSON Schema (2020-12) of a settings file, from the declarations: editors complete and check by it.
///
/// It takes everything that the loader takes. What it can't say (the range of a duration) is in the descriptions.
struct SettingsSchema {
    let tree: SettingsTree
    /// Modules whose docs describe their mappings.
    let features: [ModuleManifest]

    /// The schema as a file has it: indented, with a newline at the end.
    var text: String { value.pretty() + "\n" }

    /// The schema.
    private var value: JSONValue {
        .object(
            [
                JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
                JSONMember("title", "Settings of Galleria"),
                JSONMember(
                    "description", "A base file, or a file of environments/, which may not have `environment`."),
            ] + mapping(tree) + [
                JSONMember("$defs", .object(SettingShape.schemaDefinitions))
            ])
    }

    /// A mapping of keys; null is one whose every line is a comment.
    private func mapping(_ tree: SettingsTree) -> [JSONMember] {
        let properties = tree.children.map { child in
            let doc = features.module(at: child.path).map { [JSONMember("description", .string($0.doc))] } ?? []
            return JSONMember(child.name, .object(child.declaration.map(property) ?? (doc + mapping(child))))
        }
        return [
            JSONMember("type", ["object", "null"]), JSONMember("additionalProperties", false),
            JSONMember("properties", .object(properties)),
        ]
    }

    private func property(_ declaration: SettingDeclaration) -> [JSONMember] {
        let allowed = declaration.allowedApart.map { " Allowed: \($0)." } ?? ""
        let restart = declaration.change == .onRestart ? " A change needs a restart." : ""
        return [
            JSONMember("description", .string("\(declaration.doc)\(allowed)\(restart)")),
            JSONMember("default", declaration.plainDefault.json),
        ] + (declaration.isSecret ? [JSONMember("writeOnly", true)] : []) + declaration.shape.schema
    }
}

extension SettingShape {
    /// JSON Schema of a value, and of a variable in its place where it is one scalar.
    var schema: [JSONMember] {
        let variable: JSONValue = ["$ref": "#/$defs/variable"]
        switch self {
        case .list(let element, let count):
            return [
                JSONMember("type", "array"), JSONMember("minItems", .integer(count.lowerBound)),
                JSONMember("maxItems", .integer(count.upperBound)), JSONMember("items", .object(element.schema)),
            ]
        case .optional(let wrapped):
            return [JSONMember("anyOf", [.object(wrapped.plainSchema), ["type": "null"], variable])]
        default: return [JSONMember("anyOf", [.object(plainSchema), variable])]
        }
    }

    /// The definitions that the schemas of shapes refer to.
    static let schemaDefinitions: [JSONMember] = [
        JSONMember(
            "variable",
            [
                "description": "${VARIABLE} or ${VARIABLE:-default}", "type": "string",
                "pattern": #"\$\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\}"#,
            ])
    ]

    private var plainSchema: [JSONMember] {
        let text = JSONMember("type", "string")
        switch self {
        case .flag: return [JSONMember("type", "boolean")]
        case .whole(let range):
            return [JSONMember("type", "integer")] + Self.bounds(range, "minimum", "maximum")
        case .text(let range): return [text] + Self.bounds(range, "minLength", "maxLength")
        case .oneOf(let words): return [text, JSONMember("enum", .array(words.map { .string($0) }))]
        case .duration, .size, .url:
            return [text] + (pattern.map { [JSONMember("pattern", .string($0))] } ?? [])
        case .path: return [text, JSONMember("minLength", 1)]
        case .list, .optional: return schema
        }
    }

    private static func bounds(_ range: ClosedRange<Int>, _ least: String, _ most: String) -> [JSONMember] {
        (range.lowerBound == .min ? [] : [JSONMember(least, .integer(range.lowerBound))])
            + (range.upperBound == .max ? [] : [JSONMember(most, .integer(range.upperBound))])
    }
}
