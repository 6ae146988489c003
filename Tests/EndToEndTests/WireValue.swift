/// A JSON value as it was on the wire: numbers keep their text, strings their scalars, members their order.
///
/// The tests read answers with this instead of the JSON module, so that a fault there does not hide itself.
enum WireValue: Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string([Unicode.Scalar])
    case array([WireValue])
    case object([(name: [Unicode.Scalar], value: WireValue)])

    /// Nil if the text is not exactly one JSON value.
    init?(_ text: String) {
        var reader = WireReader(text)
        guard let value = reader.document() else { return nil }
        self = value
    }

    static func == (left: WireValue, right: WireValue) -> Bool {
        left.difference(from: right) == nil && right.difference(from: left) == nil
    }

    /// The member of an object, or nil.
    subscript(name: String) -> WireValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.elementsEqual(name.unicodeScalars) }?.value
    }

    /// The text of a string, or nil.
    var text: String? {
        guard case .string(let scalars) = self else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The elements of an array, or nil.
    var elements: [WireValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// Path of the first value of `self`, taken as a subset, that `other` lacks, such as `error.code`; nil for none.
    ///
    /// Objects may have further members in `other`; arrays must have as many elements; all else must be equal.
    func difference(from other: WireValue, at path: String = "") -> String? {
        switch (self, other) {
        case (.null, .null): return nil
        case (.bool(let left), .bool(let right)) where left == right: return nil
        case (.number(let left), .number(let right)) where left == right: return nil
        case (.string(let left), .string(let right)) where left == right: return nil
        case (.array(let left), .array(let right)) where left.count == right.count:
            for (index, pair) in zip(left, right).enumerated() {
                if let found = pair.0.difference(from: pair.1, at: "\(path)[\(index)]") { return found }
            }
            return nil
        case (.object(let left), .object):
            for member in left {
                let name = String(String.UnicodeScalarView(member.name))
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let value = other[name] else { return place }
                if let found = member.value.difference(from: value, at: place) { return found }
            }
            return nil
        default: return path.isEmpty ? "the value itself" : path
        }
    }
}
