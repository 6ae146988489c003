import DesignSystem
import JSON

/// The result of a list: some rows, how many there are, and how to go on.
package struct RowsAnswer: Sendable {
    /// How many rows were looked at, where that is not all.
    struct Read: Sendable, Equatable {
        let rows: Int
        /// Nil where the upstream does not say.
        let of: Int?
    }

    let layout: RowLayout
    package let rows: [Row]
    /// The places of the fields that are given.
    let fields: [Int]
    package let total: Int?
    /// Opaque; nil at the end.
    package let nextCursor: String?
    /// The number, from 1, of the first row in the whole list.
    let firstIndex: Int
    let read: Read?
    /// The keys that were asked for and are not there.
    let missing: [String]
    /// Why what is stored of the rows is not known, or may have changed since.
    let notice: String?

    static func shape(of layout: RowLayout) -> ResultShape<RowsAnswer> {
        let item = layout.schema(layout.given, isPicked: true)
        return ResultShape(
            fields: [
                ResultFieldDescription(
                    name: "items", doc: "The rows.", isOptional: false, schema: ["type": "array", "items": item]),
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
                ResultFieldDescription(
                    name: "missing", doc: "Keys asked for that are not there.", isOptional: true,
                    schema: ["type": "array", "items": ["type": "string"]]),
            ] + notice(of: layout), writeFields: { answer, writer in answer.writeFields(into: &writer) })
    }

    /// The field of rows of which something is stored.
    private static func notice(of layout: RowLayout) -> [ResultFieldDescription] {
        layout.overlaid.isEmpty
            ? []
            : [
                ResultFieldDescription(
                    name: "notice", doc: "Why what is stored is not known, or may have changed.", isOptional: true,
                    schema: ["type": "string"])
            ]
    }

    private func writeFields(into writer: inout JSONWriter) {
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
    /// - Parameter title: of the list.
    func document(_ title: String) -> Document {
        var blocks = [
            .heading(level: 1, Inline(title, .title)), notice.map { .notice(.warning, title: Inline($0), detail: nil) },
            layout.table(rows, fields, emptyText: "No \(layout.plural)."),
            .pageSummary(PageSummary(firstIndex: firstIndex, shown: rows.count, total: total, nextCursor: nextCursor)),
        ].compactMap(\.self)
        if let read {
            let all = read.of.map { " of \($0)" } ?? ""
            blocks.append(.paragraph(Inline("Looked through the first \(read.rows)\(all) \(layout.plural).", .muted)))
        }
        if !missing.isEmpty {
            blocks.append(.paragraph(Inline("Not there: \(missing.joined(separator: ", ")).", .muted)))
        }
        return Document(blocks)
    }
}
