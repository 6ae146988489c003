import HTTP
import JSON

/// The request for one row: where it stands, and how its answer is judged.
package struct RowRequest: Sendable {
    /// Path below the endpoint, and the further segments of it, which are escaped.
    let path: String
    let segments: [String]
    let query: [HTTPQueryItem]
    private let member: String
    private let key: String?
    private let required: String?
    private let refusing: @Sendable (UpstreamReply) -> Fault?

    /// - Parameters:
    ///   - path: below the endpoint; what varies must be given as `segments`, which are escaped.
    ///   - member: the path of the object in the answer; empty where the answer is the object.
    ///   - key: of the row, where another one than was asked for is a fault.
    ///   - required: the name of a member without which a success is no answer.
    ///   - refusing: the fault of an answer that is an error of the upstream's own, whatever its status; `not_found` is no row.
    package init(
        _ path: String, segments: [String], _ query: KeyValuePairs<String, String> = [:], at member: String = "",
        withKey key: String? = nil, requiring required: String? = nil,
        refusing: @escaping @Sendable (UpstreamReply) -> Fault? = { _ in nil }
    ) {
        (self.path, self.segments, self.member) = (path, segments, member)
        (self.key, self.required) = (key, required)
        self.query = query.map { HTTPQueryItem(name: $0.key, value: $0.value) }
        self.refusing = refusing
    }

    /// Parts of the path, decoded.
    var parts: [String] { FeatureKit.parts(of: path, UInt8(ascii: "/")) + segments }

    /// The row in an answer; nil for an object without the key.
    func row(
        in reply: UpstreamReply, _ layout: RowLayout, _ context: RowContext, _ module: String
    ) throws(Fault) -> Row? {
        if let fault = refusing(reply) { throw fault }
        guard reply.isSuccess else { throw .rejected(reply.status, module: module) }
        if let required, reply.document.root[required] == nil { throw .unexpectedAnswer(required, module: module) }
        guard let object = node(reply.document.root, at: member), object.kind == .object else {
            throw .unexpectedAnswer(member.isEmpty ? layout.name : member, module: module)
        }
        let row = layout.read(row: object, context)
        if let row, let key, !row.key.utf8.elementsEqual(key.utf8) {
            throw .unexpectedAnswer("\(layout.name) with this \(layout.keyField.name)", module: module)
        }
        return row
    }
}
