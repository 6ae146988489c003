import FeatureKit
import JSON

/// Checks arguments by the schema that the tool shows. Members that it does not name are let through and not read, as the
/// specification wants it of extensions.
enum SchemaCheck {
    /// - Parameter place: of the value, for the sentence.
    /// - Throws: -32602 naming the first thing that is wrong.
    static func check(_ node: JSONNode, by schema: JSONValue, at place: String) throws(FaceError) {
        try type(of: node, by: schema, at: place)
        for member in schema.members ?? [] {
            switch (member.key, member.value) {
            case ("required", .array(let names)):
                for name in names.compactMap(\.string) where node[name] == nil {
                    throw .invalid("\(join(place, name)) is missing.")
                }
            case ("properties", .object(let properties)):
                for property in properties {
                    guard let value = node[property.key] else { continue }
                    try check(value, by: property.value, at: join(place, property.key))
                }
            case ("items", let items):
                for (index, element) in node.elements.enumerated() {
                    try check(element, by: items, at: "\(place)[\(index)]")
                }
            case ("maxItems", .integer(let most)) where node.count > most:
                throw .invalid("\(place) has \(node.count) elements; \(most) is the most.", code: "request_too_large")
            case ("minItems", .integer(let least)) where node.count < least:
                throw .invalid("\(place) needs at least \(least).")
            case ("maxLength", .integer(let most)):
                if node.string?.unicodeScalars.count ?? 0 > most {
                    throw .invalid("\(place) is longer than \(most) characters.", code: "request_too_large")
                }
            case ("minimum", .integer(let least)):
                if let value = node.integer, value < least { throw .invalid("\(place) is \(value), below \(least).") }
            case ("enum", .array(let words)):
                guard let text = node.string, words.contains(.string(text)) else {
                    throw .invalid("\(place) is one of \(words.compactMap(\.string).joined(separator: ", ")).")
                }
            case ("format", .string("uuid")):
                guard isUUID(node.string ?? "") else { throw .invalid("\(place) is no UUID.") }
            default: break
            }
        }
    }

    private static func type(of node: JSONNode, by schema: JSONValue, at place: String) throws(FaceError) {
        let types = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
        let isIt = types.contains { type in
            switch type {
            case "object": node.kind == .object
            case "array": node.kind == .array
            case "string": node.string != nil
            case "integer": node.integer != nil
            case "null": node.isNull
            default: false
            }
        }
        if !isIt { throw .invalid("\(place) is \(found(node)), and has to be \(types.joined(separator: " or ")).") }
    }

    private static func found(_ node: JSONNode) -> String {
        if let text = node.string { return "the text \(Fault.quoted(text, limit: 30))" }
        if node.numberText != nil { return "a number" }
        return node.isNull
            ? "null" : node.kind == .array ? "an array" : node.kind == .object ? "an object" : "true or false"
    }

    private static func join(_ place: String, _ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// True for 36 characters in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
    private static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default:
                    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
                }
            }
    }
}
