import DesignSystem
import JSON

/// The result of a list: some rows, how many there are, and how to go on.
package struct RowsAnswer: Sendable {
    /// Rows that were looked at, where they are not all.
    struct Read: Sendable, Equatable {
        let rows: Int
        /// Nil where the upstream does not say.
        let of: Int?
    }

    let layout: RowLayout
    /// Facts of the whole list; nil for a list without any.
    package let head: Row?
    package let rows: [Row]
    /// The places of the fields that are given.
    let fields: [Int]
    /// Nil where it is not known, and for rows that are no part of a list.
    package var total: Int?
    /// Opaque; nil at the end.
    package let nextCursor: String?
    /// The number, from 1, of the first row in the whole list.
    let firstIndex: Int
    let read: Read?
    /// The keys that were asked for and are not there.
    let missing: [String]
    /// Why what is stored of the rows is not known, or may have changed since.
    let notice: String?
    /// Whether a question narrowed the rows.
    var isNarrowed = false

    /// - Parameters:
    ///   - isList: whether it may be a part of more rows: with `total`, `nextCursor` and `read`.
    ///   - head: the layout of the facts that stand before the rows.
    static func shape(of layout: RowLayout, isList: Bool = true, head: RowLayout? = nil) -> ResultShape<RowsAnswer> {
        let item = layout.schema(layout.given)
        let missing = ResultFieldDescription(
            name: "missing", doc: "Keys asked for that are not there.", isOptional: true,
            schema: ["type": "array", "items": ["type": "string"]])
        let notice = ResultFieldDescription(
            name: "notice", doc: "Why something is not known, or may have changed.", isOptional: true,
            schema: ["type": "string"])
        return ResultShape(
            fields: (head?.result.fields ?? []) + [
                ResultFieldDescription(
                    name: "items", doc: "The rows.", isOptional: false, schema: ["type": "array", "items": item])
            ] + (isList ? part : []) + (isList && !layout.takesKeys ? [] : [missing]) + [notice],
            writeFields: { answer, writer in answer.writeFields(into: &writer) })
    }

    /// The fields of an answer that may be a part of a list.
    private static let part = [
        ResultFieldDescription(
            name: "total", doc: "Rows that match.", isOptional: true, schema: ["type": "integer"]),
        ResultFieldDescription(
            name: "nextCursor", doc: "Give it as cursor to go on.", isOptional: true, schema: ["type": "string"]
        ),
        ResultFieldDescription(
            name: "read", doc: "Rows that were looked at, where that is not all.", isOptional: true,
            schema: [
                "type": "object", "properties": ["rows": ["type": "integer"], "of": ["type": "integer"]],
                "required": ["rows"],
            ]),
    ]

    private func writeFields(into writer: inout JSONWriter) {
        if let head { head.writeMembers(head.layout.given, into: &writer) }
        writer.key("items")
        writer.beginArray()
        for row in rows { row.write(fields, into: &writer) }
        writer.endArray()
        if let total {
            writer.key("total")
            writer.integer(total)
        }
        if let nextCursor {
            writer.key("nextCursor")
            writer.string(nextCursor)
        }
        if let read {
            writer.key("read")
            writer.beginObject()
            writer.key("rows")
            writer.integer(read.rows)
            if let of = read.of {
                writer.key("of")
                writer.integer(of)
            }
            writer.endObject()
        }
        if !missing.isEmpty {
            writer.key("missing")
            writer.beginArray()
            for key in missing { writer.string(key) }
            writer.endArray()
        }
        if let notice {
            writer.key("notice")
            writer.string(notice)
        }
    }

    /// The rows as people read them.
    /// - Parameter title: of the list; its head may have another.
    func document(_ title: String) -> Document {
        var blocks = layout.beginning(title, head) + noticeBlocks
        blocks += layout.listing(rows, fields, after: head, isNarrowed: isNarrowed)
        blocks.append(
            .pageSummary(PageSummary(firstIndex: firstIndex, shown: rows.count, total: total, nextCursor: nextCursor)))
        if let read {
            let all = read.of.map { " of \($0)" } ?? ""
            blocks.append(.paragraph(Inline("Looked through the first \(read.rows)\(all) \(layout.plural).", .muted)))
        }
        return Document(blocks + missingBlocks)
    }

    /// Each row whole.
    var details: Document { Document([.facts(Facts(RowDetails(answer: self)))]) }

    fileprivate var noticeBlocks: [Block] {
        notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? []
    }

    fileprivate var missingBlocks: [Block] {
        missing.isEmpty ? [] : [.paragraph(Inline("Not there: \(missing.joined(separator: ", ")).", .muted))]
    }
}

/// The rows of an answer, each whole.
private struct RowDetails: FactBlock {
    let answer: RowsAnswer

    var blocks: [Block] {
        (answer.head?.facts() ?? []) + answer.rows.flatMap { $0.detail(answer.fields) } + answer.noticeBlocks
            + answer.missingBlocks
    }

    func write(into markdown: inout MarkdownRenderer) {
        if let head = answer.head {
            RowDetail(row: head, places: head.layout.given, hasHeading: false).write(into: &markdown)
        }
        for row in answer.rows { RowDetail(row: row, places: answer.fields).write(into: &markdown) }
        for block in answer.noticeBlocks + answer.missingBlocks { markdown.part(block) }
    }
}
