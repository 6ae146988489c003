import JSON

/// An answer of an upstream, in which the rows were found.
struct Example: Sendable {
    let document: JSONDocument
    /// Members that lead to the rows; nil where the answer is itself the one row.
    let path: [String]?
    /// Whether the rows are the members of an object, in place of a list's elements.
    let isKeyed: Bool
    /// The member of each element that is the row itself: GraphQL's `node`.
    let inner: String?
    /// The rows, at most ``mostRows``.
    let rows: [JSONNode]
    let members: [Member]
    let leftOut: [LeftOut]

    /// The longest answer, in bytes.
    static let mostBytes = 32 * 1_024 * 1_024
    /// Rows that are looked at.
    static let mostRows = 20_000

    /// - Throws: why nothing can be made of the answer.
    init(_ body: [UInt8]) throws(DraftRefusal) {
        guard body.count <= Self.mostBytes else { throw .tooLong(body.count, limit: Self.mostBytes) }
        do throws(JSONFault) {
            document = try JSONDocument(parsing: body)
        } catch {
            throw .notJSON(error, place: Self.place(of: error.offset, in: body), looksLikeHTML: Self.isHTML(body))
        }
        let found = try RowSearch.rows(of: document.root)
        path = found.path
        isKeyed = found.isKeyed
        let elements: [JSONNode]
        if found.path == nil {
            elements = [found.node]
        } else if found.isKeyed {
            elements = found.node.members.map(\.value)
        } else {
            elements = found.node.elements.filter { $0.kind == .object }
        }
        let isEdges = elements.allSatisfy { edge in
            edge["node" as StaticString]?.kind == .object
                && edge.members.allSatisfy { $0.key == "node" || $0.key == "cursor" }
        }
        inner = found.path != nil && !found.isKeyed && isEdges ? "node" : nil
        rows = Array((isEdges ? elements.compactMap { $0["node" as StaticString] } : elements).prefix(Self.mostRows))
        var reader = MemberReader()
        members = reader.members(of: rows)
        leftOut = reader.leftOut
    }

    /// Place of the rows, as an expression on the answer.
    var itemsExpression: String {
        let place = Expression.path(path ?? [])
        if isKeyed { return "values(\(place))" }
        return inner.map { "\(place == "@" ? "" : place)[].\(Expression.path([$0]))" } ?? place
    }

    /// The node that holds the rows.
    var rowsNode: JSONNode? { document.root.value(at: path ?? []) }

    /// Line and column of a byte, from 1; columns count scalars.
    static func place(of offset: Int, in body: [UInt8]) -> (line: Int, column: Int) {
        let before = body.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private static func isHTML(_ body: [UInt8]) -> Bool {
        body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}

/// Finds the rows of an answer: the longest list of objects of the outermost level that has one, else objects by id.
enum RowSearch {
    typealias Found = (path: [String]?, node: JSONNode, isKeyed: Bool)

    private static let deepest = 4

    static func rows(of root: JSONNode) throws(DraftRefusal) -> Found {
        if isRows(root) { return ([], root, false) }
        if root.kind == .array, root.count == 0 { throw .noRow }
        guard root.kind == .object else { throw .noRows }
        var level: [(path: [String], node: JSONNode)] = [([], root)]
        for depth in 0..<deepest {
            var found: [Found] = level.flatMap { place in
                place.node.members.filter { isRows($0.value) }.map { (place.path + [$0.key], $0.value, false) }
            }
            if found.isEmpty {
                found = level.filter { isKeyed($0.node, least: depth == 0 ? 2 : 3) }.map { ($0.path, $0.node, true) }
            }
            if var best = found.first {
                for next in found.dropFirst() where next.node.count > best.node.count { best = next }
                return best
            }
            level = level.flatMap { place in
                place.node.members.filter { $0.value.kind == .object }.map { (place.path + [$0.key], $0.value) }
            }
        }
        // An envelope without rows is no row.
        if hasEmptyList(root, depth: 0) { throw .noRow }
        return (nil, root, false)
    }

    private static func isRows(_ node: JSONNode) -> Bool {
        node.kind == .array && node.elements.contains { $0.kind == .object }
    }

    /// Whether an object's members are rows: objects of mostly the same members, with a text in each.
    private static func isKeyed(_ node: JSONNode, least: Int) -> Bool {
        guard node.kind == .object, node.count >= least, node.members.allSatisfy({ $0.value.kind == .object }) else {
            return false
        }
        let rows = node.members.map(\.value)
        var counts: [String: (all: Int, texts: Int)] = [:]
        for row in rows {
            for (key, value) in row.members {
                counts[key, default: (0, 0)].all += 1
                if value.kind == .string { counts[key]?.texts += 1 }
            }
        }
        let shared = counts.values.filter { $0.all == rows.count }
        return 2 * shared.count >= counts.count && shared.contains { $0.texts == rows.count }
    }

    /// Whether an object is an envelope whose list has no element: one of a name that means rows, or beside numbers and flags
    /// alone.
    private static func hasEmptyList(_ node: JSONNode, depth: Int) -> Bool {
        if node.count == 0 { return depth == 0 }
        let hasText = node.members.contains { $0.value.kind == .string }
        return node.members.contains { key, value in
            switch value.kind {
            case .array: value.count == 0 && (!hasText || RowWords.nameless.contains(MemberName(key).joined))
            case .object: depth < deepest && hasEmptyList(value, depth: depth + 1)
            default: false
            }
        }
    }
}
