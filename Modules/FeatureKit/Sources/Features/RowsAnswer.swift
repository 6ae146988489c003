import DesignSystem
import JSON
import Synchronization
import Values

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
    /// The same before words narrowed its rows.
    var wholeHead: Row?
    package fileprivate(set) var rows: [Row]
    /// The places of the fields that are given.
    let fields: [Int]
    /// Nil where it is not known, and for rows that are no part of a list.
    package var total: Int?
    /// Opaque; nil at the end.
    package fileprivate(set) var nextCursor: String?
    /// The number, from 1, of the first row in the whole list.
    let firstIndex: Int
    let read: Read?
    /// The keys that were asked for and are not there.
    let missing: [String]
    /// Why what is stored of the rows is not known, or may have changed since.
    fileprivate(set) var notice: String?
    /// Rows of each value of a field, in place of the rows; nil for an answer of rows.
    private(set) var counts: RowCounts?
    /// Whether a question narrowed the rows.
    var isNarrowed = false
    /// Sentences for whoever asked for what is not there: what may have been meant, what could be loosened.
    var advice: [String] = []

    /// - Parameters:
    ///   - isList: whether it may be a part of more rows: with `total`, `nextCursor` and `read`.
    ///   - head: the layout of the facts that stand before the rows.
    static func shape(of layout: RowLayout, isList: Bool = true, head: RowLayout? = nil) -> ResultShape<RowsAnswer> {
        var fields = head?.result.fields ?? []
        fields.reserveCapacity(fields.count + 7)
        fields.append(
            ResultFieldDescription(
                name: "items", doc: "The rows.", isOptional: false,
                schema: .array(of: .row(layout, layout.given))))
        if isList {
            if layout.fields.contains(where: \.isCountable) { fields.append(counts) }
            fields += part
        }
        if !isList || layout.takesKeys { fields.append(missingKeys) }
        fields.append(noticeOfRows)
        return ResultShape(fields: fields, writeFields: { answer, writer in answer.writeFields(into: &writer) })
    }

    private static let missingKeys = ResultFieldDescription(
        name: "missing", doc: "Keys asked for that are not there.", isOptional: true, schema: .array(of: .type(.string))
    )

    private static let noticeOfRows = ResultFieldDescription(
        name: "notice", doc: "Why something is not known, or may have changed.", isOptional: true,
        schema: .type(.string))

    private static let counts = ResultFieldDescription(
        name: "counts", doc: "Rows of each value, most first; without a value those that have none.", isOptional: true,
        schema: .array(
            of: .object([
                ResultFieldDescription(
                    name: "value", doc: "The value.", isOptional: true, schema: .type(.string)),
                ResultFieldDescription(
                    name: "rows", doc: "Rows that have it.", isOptional: false, schema: .type(.integer)),
            ])))

    /// The fields of an answer that may be a part of a list.
    private static let part = [
        ResultFieldDescription(
            name: "total", doc: "Rows that match.", isOptional: true, schema: .type(.integer)),
        ResultFieldDescription(
            name: "nextCursor", doc: "Give it as cursor to go on.", isOptional: true, schema: .type(.string)
        ),
        ResultFieldDescription(
            name: "read", doc: "Rows that were looked at, where that is not all.", isOptional: true,
            schema: .object([
                ResultFieldDescription(
                    name: "rows", doc: "Rows that were looked at.", isOptional: false, schema: .type(.integer)),
                ResultFieldDescription(
                    name: "of", doc: "Rows that there are.", isOptional: true, schema: .type(.integer)),
            ])),
    ]

    private func writeFields(into writer: inout JSONWriter) {
        if let head { head.writeMembers(head.layout.given, into: &writer) }
        writer.key("items")
        writer.beginArray()
        rows.write(fields, into: &writer)
        writer.endArray()
        if let counts {
            writer.key("counts")
            counts.write(into: &writer)
        }
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

    /// Counts rows by the values of a field.
    mutating func count(_ rows: FoundRows, by place: Int) {
        let counts = RowCounts(rows, by: place)
        self.counts = counts
        if counts.left > 0 { advice.append("\(counts.left) more values have fewer.") }
    }

    /// The rows as people read them.
    /// - Parameter title: of the list; its head may have another.
    func document(_ title: String) -> Document {
        // Counts stand in place of all rows.
        var blocks = layout.beginning(title, head, of: wholeHead, then: noticeBlocks, withRows: counts == nil)
        if let counts, !counts.counts.isEmpty {
            blocks.append(counts.table(layout))
            blocks.append(.paragraph(Inline("\(total ?? 0) \(layout.plural) in all.", .muted)))
        } else if !rows.isEmpty || missing.isEmpty {
            // The missing keys are the whole answer: an empty table would repeat it.
            blocks += layout.listing(rows, fields, after: head, isNarrowed: isNarrowed)
        }
        if let summary { blocks.append(.pageSummary(summary)) }
        return Document(blocks + lastBlocks)
    }

    /// The same as Markdown: most answers are a heading, a table and its summary, which are written without a document of them.
    /// - Parameters:
    ///   - title: as that of `document`.
    ///   - isPlain: what `isPlainMarkdown` says of it.
    func write(_ title: String, isPlain: Bool, into markdown: inout MarkdownRenderer) {
        guard head == nil, counts == nil else {
            for block in document(title).blocks { markdown.part(block) }
            return
        }
        markdown.part { markdown in
            markdown.mark("# ")
            markdown.text(title, .title, .heading, isPlain: isPlain)
        }
        for block in noticeBlocks { markdown.part(block) }
        if !rows.isEmpty || missing.isEmpty {
            layout.writeTable(rows, fields, isNarrowed: isNarrowed, into: &markdown)
        }
        if let summary { markdown.part { $0.pageSummary(summary) } }
        for block in lastBlocks { markdown.part(block) }
    }

    /// The sentence under the rows; nil where there is nothing to say.
    private var summary: PageSummary? {
        if rows.isEmpty, nextCursor == nil { return nil }
        return PageSummary(
            firstIndex: firstIndex, shown: rows.count, total: total, nextCursor: nextCursor,
            currencies: layout.currencies(of: rows, fields))
    }

    private var lastBlocks: [Block] {
        guard let read else { return missingBlocks }
        let all = read.of.map { " of \($0)" } ?? ""
        let looked = Inline("Looked through the first \(read.rows)\(all) \(layout.plural).", .muted)
        return [.paragraph(looked)] + missingBlocks
    }

    /// The screen of its row; nil for none and for several, and for one without a screen.
    var route: AnswerRoute? { rows.count == 1 ? rows.first.flatMap { AnswerRoute($0) } : nil }

    /// Each row whole.
    var details: Document { Document([.facts(Facts(RowDetails(answer: self)))]) }

    /// The same as Markdown.
    func writeDetails(into markdown: inout MarkdownRenderer) {
        if let head { RowDetail(row: head, places: head.layout.given, hasHeading: false).write(into: &markdown) }
        for row in rows { RowDetail(row: row, places: fields).write(into: &markdown) }
        for block in noticeBlocks { markdown.part(block) }
        for block in missingBlocks { markdown.part(block) }
    }

    fileprivate var noticeBlocks: [Block] {
        notice.map { [.notice(.warning, title: Inline($0), detail: nil)] } ?? []
    }

    fileprivate var missingBlocks: [Block] {
        if missing.isEmpty && advice.isEmpty { return [] }
        let missing = missing.isEmpty ? [] : ["Not there: \(missing.joined(separator: ", "))."]
        return (missing + advice).map { .paragraph(Inline($0, .muted)) }
    }
}

extension RowLayout {
    /// The currencies of rows' prices, as they come; none where no price is among the fields.
    func currencies(of rows: [Row], _ fields: [Int]) -> [String] {
        guard let price, fields.contains(price) || reduced.map(fields.contains) ?? false else { return [] }
        var codes: [String] = []
        var last: (set: ObjectIdentifier, currency: UnsafeMutableRawPointer)?
        for index in rows.indices {
            rows.withSet(of: index) { set, row in
                // Nearly always that of the row before.
                if set.currencies.count == 1, last?.set == ObjectIdentifier(set) { return }
                guard let currency = set.currency(set.slots[row, price]) else { return }
                let isSame = last?.currency == currency.toOpaque()
                last = (ObjectIdentifier(set), currency.toOpaque())
                if isSame { return }
                let code = currency.takeUnretainedValue().code
                if !codes.contains(code) { codes.append(code) }
            }
        }
        return codes
    }
}

// MARK: - The bounds of an answer

extension RowsAnswer {
    /// Bytes of an answer's text, and of its JSON. Behind the text come its route and whether it is sample data.
    static let mostBytes = 40_000
    private static let mostRoom = mostBytes - 500

    /// Leaves the answer as many rows as it has room for: it ends earlier with a cursor.
    /// - Parameter cursor: goes on behind so many of the rows.
    mutating func bound(_ cursor: (Int) -> String?) {
        // Nearly every answer is far below; one that may not be is written to be measured.
        if !isSurelyBounded(rows.count) { shorten(cursor) }
    }

    // Never a part of its caller, which copies each answer then: 430 instructions.
    @inline(never)
    private mutating func shorten(_ cursor: (Int) -> String?) {
        self = shortened {
            $0.document("")
        } ending: { answer, count in
            answer.nextCursor = cursor(count)
        }
    }

    /// The same for rows that are shown whole: the keys of those that are left out are told.
    mutating func boundDetails() {
        if isSurelyBounded(rows.count) { return }
        self = shortened(\.details) { [rows, notice] answer, count in
            let keys = rows[count...].map(\.key).joined(separator: ", ")
            let left = "The answer is full: ask for the others by themselves: \(keys)."
            answer.notice = [notice, left].compactMap(\.self).joined(separator: " ")
        }
    }

    private func shortened(
        _ document: (RowsAnswer) -> Document, ending: (inout RowsAnswer, Int) -> Void
    ) -> RowsAnswer {
        var count = rows.count
        while true {
            var answer = self
            if count < rows.count {
                answer.rows = Array(rows.prefix(count))
                ending(&answer, count)
            }
            var writer = JSONWriter(reserving: Self.mostBytes)
            answer.writeFields(into: &writer)
            let text = document(answer).rendered(RenderOptions(style: .markdown)).utf8.count
            let bytes = max(writer.bytes.count, text)
            if bytes <= Self.mostRoom || count <= 1 { return answer }
            count = max(1, min(count - 1, count * Self.mostRoom / bytes))
        }
    }

    /// Whether the first rows can't be too long, however their texts have to be escaped.
    private func isSurelyBounded(_ count: Int) -> Bool {
        let places = head.map { $0.layout.given } ?? []
        var room =
            Self.mostRoom - ListPosition.usual - (head.map { $0.set.mostBytes(of: $0.index, places, $0.layout) } ?? 0)
        let layout = self.layout
        let count = min(count, rows.count)
        if isBoundedBySets(count, room) { return true }
        let codec = layout.codec
        let names = fields == layout.given ? codec.mostGivenNameBytes : codec.keys.mostBytes(fields)
        for index in 0..<count {
            room -= rows.withSet(of: index) { set, row in
                set.layout === layout
                    ? names + set.mostValueBytes(of: row, fields, layout) : set.mostBytes(of: row, fields, set.layout)
            }
            if room < 0 { return false }
        }
        return true
    }
}

extension RowsAnswer {
    /// Whether the first rows are not too long if each were as long as the longest of its set. Rows that a question finds come from
    /// many sets, which are kept: to look at each of their values took 5,000 instructions of an answer of 20.
    private func isBoundedBySets(_ count: Int, _ room: Int) -> Bool {
        guard fields == layout.listed else { return false }
        var room = room
        for index in 0..<count {
            let most = rows.withSet(of: index) { set, _ in set.layout === layout ? set.mostListedBytes : nil }
            guard let most else { return false }
            room -= most
            if room < 0 { return false }
        }
        return true
    }
}

extension RowSet {
    /// A bound of the bytes of any row with the fields that lists give; nil for who asks first: most sets are made for one answer, and
    /// not asked again.
    fileprivate var mostListedBytes: Int? {
        let known = widest.load(ordering: .relaxed)
        if known > 0 { return known }
        if known == 0 {
            widest.store(-1, ordering: .relaxed)
            return nil
        }
        let layout = layout
        let names = codec.keys.mostBytes(layout.listed)
        let most = (0..<count).reduce(0) { max($0, mostValueBytes(of: $1, layout.listed, layout)) } &+ names
        widest.store(most, ordering: .relaxed)
        return most
    }
}

// The layout is handed on, so that its references are counted once.
extension RowSet {
    /// A bound of the bytes of some fields of a row, as text and as JSON.
    fileprivate func mostBytes(of row: Int, _ places: [Int], _ layout: RowLayout) -> Int {
        codec.keys.mostBytes(places) &+ mostValueBytes(of: row, places, layout)
    }

    fileprivate func mostValueBytes(of row: Int, _ places: [Int], _ layout: RowLayout) -> Int {
        var sum = 0
        for place in places {
            let slot = slots[row, place]
            switch slot.kind {
            case .missing: sum &+= place == layout.route ? 300 : 4
            case .text, .number: sum &+= (slot.isClean && slot.isPlain ? 1 : 6) &* slot.count
            case .texts: sum &+= texts[slot.whole].reduce(0) { $0 + 6 * $1.utf8.count + 24 }
            case .rows:
                let inner = groups[slot.whole]
                let layout = inner.layout
                let names = inner.codec.mostGivenNameBytes
                for row in 0..<inner.count { sum &+= names &+ inner.mostValueBytes(of: row, layout.given, layout) }
            default: sum &+= 40
            }
        }
        return sum
    }
}

/// The rows of an answer, each whole.
private struct RowDetails: FactBlock {
    let answer: RowsAnswer

    var blocks: [Block] {
        (answer.head?.facts() ?? []) + answer.rows.flatMap { $0.detail(answer.fields) } + answer.noticeBlocks
            + answer.missingBlocks
    }

    func write(into markdown: inout MarkdownRenderer) { answer.writeDetails(into: &markdown) }
}
