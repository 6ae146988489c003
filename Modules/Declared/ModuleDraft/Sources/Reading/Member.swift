import JSON

/// A member of the rows, as their values show it.
struct Member: Sendable {
    enum Kind: Sendable {
        case text, whole, decimal, flag, object
    }

    let key: String
    /// Kind of its values; of a list that of the elements.
    let kind: Kind
    let isList: Bool
    /// Whether a row is without it.
    let isOptional: Bool
    /// Members of its objects.
    let part: [Member]
}

/// A member that no field is made of, and why.
struct LeftOut: Sendable, Equatable {
    let path: [String]
    let reason: String

    var name: String { path.last.map { $0.isEmpty } ?? true ? "a member without a name" : path.joined(separator: ".") }
}

/// Finds the members of rows.
struct MemberReader {
    /// Members of one object; further ones are left out.
    static let mostMembers = 40
    /// Objects within objects.
    static let deepest = 4

    private(set) var leftOut: [LeftOut] = []

    mutating func members(of objects: [JSONNode], path: [String] = []) -> [Member] {
        var keys: [String] = []
        var values: [String: [JSONNode]] = [:]
        for object in objects {
            for (key, value) in object.members {
                if values[key] == nil {
                    keys.append(key)
                    values[key] = []
                }
                if !value.isNull { values[key]?.append(value) }
            }
        }
        var members: [Member] = []
        for key in keys {
            let inner = path + [key]
            if members.count == Self.mostMembers {
                leave(inner, "there are \(Self.mostMembers) before it")
            } else if key.isEmpty {
                leave(inner, "it has no name")
            } else if let member = member(inner, values[key] ?? [], of: objects.count) {
                members.append(member)
            }
        }
        return members
    }

    private mutating func member(_ path: [String], _ values: [JSONNode], of count: Int) -> Member? {
        var (values, isList) = (values, false)
        let isOptional = values.count < count
        if !values.isEmpty, values.allSatisfy({ $0.kind == .array }) {
            isList = true
            values = values.flatMap { $0.elements.filter { !$0.isNull } }
            if values.contains(where: { $0.kind == .array }) { return leave(path, "it is a list of lists") }
        }
        guard let kind = Self.kind(of: values) else { return leave(path, "its values are of several kinds") }
        var part: [Member] = []
        if kind == .object {
            if path.count >= Self.deepest { return leave(path, "it is nested deeper than \(Self.deepest)") }
            let before = leftOut.count
            part = members(of: values, path: path)
            // Its own members that were left out are said already.
            if part.isEmpty { return leftOut.count > before ? nil : leave(path, "its objects are empty") }
        }
        return Member(key: path[path.count - 1], kind: kind, isList: isList, isOptional: isOptional, part: part)
    }

    @discardableResult
    private mutating func leave(_ path: [String], _ reason: String) -> Member? {
        leftOut.append(LeftOut(path: path, reason: reason))
        return nil
    }

    /// The kind of values that are not null; text without any, nil for kinds that don't go together.
    static func kind(of values: [JSONNode]) -> Member.Kind? {
        var kinds: Set<Member.Kind> = []
        for value in values {
            switch value.kind {
            case .bool: kinds.insert(.flag)
            case .number: kinds.insert(value.integer == nil ? .decimal : .whole)
            case .string: kinds.insert(.text)
            case .object: kinds.insert(.object)
            case .array, .null: return nil
            }
        }
        if kinds.isEmpty { return .text }
        if kinds == [.whole, .decimal] { return .decimal }
        if kinds.contains(.text), kinds.isSubset(of: [.text, .whole, .decimal]) { return .text }
        return kinds.count == 1 ? kinds.first : nil
    }
}

extension JSONNode {
    /// The value at a path of members; nil without it, and for null.
    func value(at path: some Sequence<String>) -> JSONNode? {
        var node = self
        for key in path {
            guard let next = node[key] else { return nil }
            node = next
        }
        return node.isNull ? nil : node
    }

    /// A scalar as people read it; nil for anything else.
    var plainText: String? { string ?? numberText ?? bool.map { $0 ? "true" : "false" } }
}
