/// A JSON value on its own, to build and to compare; for reading much, a ``JSONNode`` is cheaper.
///
/// Walking one uses recursion: whoever builds values by hand keeps them within ``JSONLimits/deepest`` levels. Values
/// made from documents are.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number whose literal is the plain decimal spelling of an Int.
    case integer(Int)
    /// Any other number, as its literal. Compared as spelled: `1.0` is not `1`.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Members in their order, which counts in comparisons. A name must not come twice.
    case object([JSONMember])

    /// The value at `node`, copied out of its document.
    package init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.bool ?? false)
        case .number:
            let literal = node.numberText ?? "0"
            if node.word.tag == .integer, let value = node.integer, literal.utf8.elementsEqual("\(value)".utf8) {
                self = .integer(value)
            } else {
                self = .number(literal)
            }
        case .string: self = .string(node.string ?? "")
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(node.count)
            for element in node.elements { elements.append(JSONValue(element)) }
            self = .array(elements)
        case .object:
            var members: [JSONMember] = []
            members.reserveCapacity(node.count)
            for (name, value) in node.members { members.append(JSONMember(name, JSONValue(value))) }
            self = .object(members)
        }
    }

    /// Reads `text` strictly, within the standard limits.
    /// - Throws: the first fault of the text.
    package init(parsing text: String) throws(JSONFault) {
        self.init(try JSONDocument(parsing: text).root)
    }

    /// A number in its shortest spelling that reads back as the same binary64; null when it is not finite.
    package static func double(_ value: Double) -> JSONValue {
        value.isFinite ? .number(value.description) : .null
    }

    /// Equal when kind and content are. Strings and names are compared as bytes: composed and decomposed forms differ.
    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one.utf8.elementsEqual(other.utf8)
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }
}

/// One member of a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// The member's name, unescaped.
    package var key: String
    /// The member's value.
    package var value: JSONValue

    /// - Parameters:
    ///   - key: the member's name, unescaped.
    ///   - value: the member's value.
    package init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }

    /// Equal when names are, byte for byte, and values are.
    package static func == (one: JSONMember, other: JSONMember) -> Bool {
        one.key.utf8.elementsEqual(other.key.utf8) && one.value == other.value
    }
}
