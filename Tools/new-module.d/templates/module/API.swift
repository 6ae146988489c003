import Core
import HTTP
import JSON

/// The upstream: one request, and what its answer means.
struct @NAME@API: Sendable {
    let upstream: Upstream
@if secret@
    /// A secret: sent to the endpoint, told to nobody else.
    let key: String
@end@

    static let path: [String] = [@path@]

    /// `@address@`
    /// - Throws: `upstream_malformed` for an answer of another shape.
    func rows() async throws(Fault) -> @NAME@Rows {
        try await upstream.json(Self.path@query@) { reply throws(Fault) in
            guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
@if single@
            guard let row = @ENTITY@(upstream: reply.document.root) else {
                throw .unexpectedAnswer(@what@, module: upstream.module)
            }
            return @NAME@Rows(all: [row], skipped: 0)
@else@
@if below@
            guard let rows = reply.document.root@rows@, rows.kind == .array else {
                throw .unexpectedAnswer(@what@, module: upstream.module)
            }
@else@
            let rows = reply.document.root
            guard rows.kind == .array else { throw .unexpectedAnswer(@what@, module: upstream.module) }
@end@
            let all = rows.elements.compactMap(@ENTITY@.init(upstream:))
            return @NAME@Rows(all: all, skipped: rows.count - all.count)
@end@
        }
    }
@if id@

    /// One row, looked up in the list.
    /// - Throws: `not_found` where there is none.
    func row(_ @id_param@: @id_type@) async throws(Fault) -> @ENTITY@ {
@if id_text@
        let row = try await rows().all.first { $0.@id_code@.utf8.elementsEqual(@id_param@.utf8) }
@else@
        let row = try await rows().all.first { $0.@id_code@ == @id_param@ }
@end@
        guard let row else { throw .unknown@ENTITY@(@id_text_param@) }
        return row
    }
@end@
}
@if id@

extension Fault {
    /// No row has this `@id_name@`.
    static func unknown@ENTITY@(_ text: String) -> Fault {
        Fault(
            .notFound, "There is no @singular@ with the @id_param@ \(quoted(text)).",
            hint: "@module@.list gives the @id_param@ of each.", module: @NAME@.id, field: "@id_param@")
    }
@if id_whole@

    /// A route whose `@id_param@` is no number.
    static func notA@ENTITY@(_ text: String) -> Fault {
        Fault(
            .invalidArgument, "\(quoted(text)) is no @id_param@: it is a whole number.",
            hint: "@module@.list gives the @id_param@ of each.", module: @NAME@.id, field: "@id_param@")
    }
@end@
}
@end@
