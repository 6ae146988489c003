import JSON

/// JSON Schemas that say a type alone. Each is made once: a list of tools has hundreds of them.
extension JSONValue {
    static let textSchema: JSONValue = ["type": "string"]
    static let wholeSchema: JSONValue = ["type": "integer"]
    static let numberSchema: JSONValue = ["type": "number"]
    static let flagSchema: JSONValue = ["type": "boolean"]
    static let textsSchema = arraySchema(of: textSchema)

    /// The schema of an array.
    /// - Parameter element: the schema of each of its elements.
    static func arraySchema(of element: JSONValue) -> JSONValue {
        .object([JSONMember("type", "array"), JSONMember("items", element)])
    }
}
