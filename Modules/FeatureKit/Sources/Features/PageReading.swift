import JSON

/// Makes a page of an upstream's answer, as ``FeatureCall/rows(_:segments:_:at:total:orNone:orNull:byKey:isOne:page:secrets:refusing:)``
/// is told.
final class PageReading: Sendable {
    private let layout: RowLayout
    private let context: RowContext
    private let module: String
    private let path: [String]
    private let member: String
    private let total: String?
    private let (orNone, orNull, byKey, isOne): (Bool, Bool, Bool, Bool)
    private let page: TokenPage?
    private let secrets: Set<String>

    init(
        _ layout: RowLayout, _ context: RowContext, module: String, _ path: [String], _ member: String, total: String?,
        orNone: Bool, orNull: Bool, byKey: Bool, isOne: Bool, _ page: TokenPage?, _ secrets: Set<String>
    ) {
        (self.layout, self.context, self.module) = (layout, context, module)
        (self.path, self.member, self.total) = (path, member, total)
        (self.orNone, self.orNull, self.byKey, self.isOne) = (orNone, orNull, byKey, isOne)
        (self.page, self.secrets) = (page, secrets)
    }

    /// - Throws: `upstream_rejected` for a status that is no success, `upstream_malformed` for an answer without the array.
    @inline(never)
    func page(in reply: UpstreamReply) throws(Fault) -> RowPage {
        guard reply.isSuccess else { throw .rejected(reply.status, module: module) }
        let root = reply.document.root
        if isOne {
            guard let object = node(root, at: member), object.kind == .object,
                let row = layout.read(row: object, context)
            else { throw .unexpectedAnswer(member.isEmpty ? layout.name : member, module: module) }
            var page = RowPage(rows: row.set, total: 1, received: 1)
            page.reuse = reply.reuse
            return page
        }
        let array = orNone ? arrayOrNone(root, at: member) : node(root, at: member)
        let kind: JSONNode.Kind = byKey ? .object : .array
        guard let array, array.kind == kind || orNone || orNull && array.isNull else {
            throw .unexpectedAnswer(member.isEmpty ? "list" : member, module: module)
        }
        let count = total.flatMap { node(root, at: $0)?.looseInteger }.flatMap { $0 >= 0 ? $0 : nil }
        var read = RowPage(
            rows: byKey ? layout.read(membersOf: array, context) : layout.read(array, context), total: count,
            received: array.kind == kind ? array.count : 0)
        read.reuse = reply.reuse
        read.token = try page?.next(in: root, path, secrets: secrets, module: module)
        return read
    }
}

/// The array at a path. Without one: the last node on the way to it, if that is null, has no such member, or is an empty array
/// in the place of an object; else nil.
private func arrayOrNone(_ root: JSONNode, at path: String) -> JSONNode? {
    guard root.kind == .object else { return nil }
    var place = root
    for name in parts(of: path, UInt8(ascii: ".")) {
        guard place.kind == .object else { return place.kind == .array && place.count == 0 ? place : nil }
        guard let next = place[name], !next.isNull else { return place }
        place = next
    }
    return place.kind == .array ? place : nil
}
