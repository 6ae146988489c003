import Core
import DesignSystem

/// Documents of rows for people; the design system does the layout.
enum @NAME@Documents {
    static let title = Block.heading(level: 1, Inline("@title@", .title))

    /// - Parameter notices: what is said above the rows.
    static func list(_ list: @NAME@List, notices: [Block] = []) -> Document {
        Document {
            title
            notices
            table(list.items)
            if list.total > 0 { Block.paragraph(Inline("\(list.items.count) of \(list.total)", .caption)) }
            if list.skipped > 0 {
                Block.notice(.warning, title: Inline("\(list.skipped) rows can't be read."), detail: nil)
            }
        }
    }

    private static func table(_ rows: [@ENTITY@]) -> Block {
        .table(
            Table(
                columns: [
@columns@
                ],
                rows: rows.map { row in
                    [
@cells@
                    ]
                },
@if id@
                identities: rows.map { row in RowIdentity(@id_text_row@, route: row.route) },
@end@
                emptyText: "Nothing matches."))
    }
@if id@

    /// Everything about one row.
    static func row(_ row: @ENTITY@) -> Document {
        Document {
            Block.heading(level: 1, Inline(@title_text@, .title))
            Block.keyValues(facts(row))
        }
    }

    private static func facts(_ row: @ENTITY@) -> [KeyValue] {
        [
@facts@
        ].filter { !$0.value.isEmpty }
    }
@end@

    /// Notices of a screen during an error or a load.
    static func notices(_ refresh: RefreshStatus) -> [Block] {
        if let message = refresh.message {
            return [.notice(.failure, title: Inline(message), detail: "Send refresh to try again.")]
        }
        return refresh.running == .header ? [.notice(.info, title: "Loading…", detail: nil)] : []
    }
@if more@

    /// Fields without a column of their own.
    private static func more(_ row: @ENTITY@) -> String {
        let parts: [(String, String)] = [
@more@
        ]
        return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
@end@
@summaries@
@if joined@

    private static func joined(_ texts: [String]?) -> String { (texts ?? []).joined(separator: ", ") }
@end@
@if wholes@

    private static func digits(_ number: Int?) -> String { number.map { String($0) } ?? "" }
@end@
@if decimals@

    private static func decimal(_ number: Double?) -> String {
        guard let number else { return "" }
        return Int(exactly: number).map { String($0) } ?? String(number)
    }
@end@
@if flags@

    private static func yesOrNo(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "" }
@end@
}
