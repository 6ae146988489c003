extension JSONValue {
    /// Whether the value is null.
    package var isNull: Bool { self == .null }

    /// The truth value; nil when the value is something else.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The string; nil when the value is something else.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number as an integer when it is one exactly, whatever its spelling, and fits; nil otherwise. Never rounds.
    package var integer: Int? {
        switch self {
        case .integer(let value):
            return value
        case .number(var literal):
            guard Self.isNumber(literal) else { return nil }
            return literal.withUTF8 { ExactInteger.value(of: $0.span.bytes) }
        default:
            return nil
        }
    }

    /// The nearest binary64 number; nil when that is not finite and when the value is something else.
    package var double: Double? {
        switch self {
        case .integer(let value):
            return Double(value)
        case .number(let literal):
            guard Self.isNumber(literal), let value = Double(literal), value.isFinite else { return nil }
            return value
        default:
            return nil
        }
    }

    /// Whether a literal made by hand is one that JSON has; `0x1p3`, for one, is not.
    private static func isNumber(_ literal: String) -> Bool {
        var literal = literal
        return literal.withUTF8 { NumberScan.isNumber($0.span.bytes) }
    }

    /// The elements; nil when the value is not an array.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members in their order; nil when the value is not an object.
    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of this name, compared byte for byte; nil without it and when the value is not an object. Takes time
    /// in proportion to the number of members.
    package subscript(_ name: String) -> JSONValue? {
        members?.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element at `position`, from 0; nil beyond the end and when the value is not an array.
    package subscript(_ position: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}
