import DesignSystem
import Values

/// A row with all its facts: one a line, then its prose and the rows within it.
struct RowDetail: FactBlock {
    let row: Row
    let places: [Int]
    var heading: String?
    var hasHeading = true
    /// The row before words narrowed the rows within it; nil where none did.
    var whole: Row?

    /// Place of a field in a detail.
    private enum Part {
        case fact
        case prose
        case links
        /// A fact whose text is not its cell's.
        case told
        case row
        case rows
    }

    private var title: String {
        if let title = heading ?? row.title { return title }
        let layout = row.layout
        if layout.hasKey { return row.key }
        if layout.title != nil { return layout.said("no title") }
        return layout.said(sentenceCase(layout.name))
    }

    private var badges: [String] { row.layout.badges.compactMap(row.badgeWord) }

    /// The fields that are told, and where.
    private var parts: [(place: Int, part: Part)] {
        var parts: [(place: Int, part: Part)] = []
        parts.reserveCapacity(places.count)
        let (layout, codec) = (row.layout, row.set.codec)
        for place in places {
            if let part = part(place, layout, codec) { parts.append((place, part)) }
        }
        return parts
    }

    /// - Parameters:
    ///   - layout: of the row: handed on, so that its references are counted once.
    ///   - codec: of the row.
    private func part(_ place: Int, _ layout: RowLayout, _ codec: RowCodec) -> Part? {
        let form = codec.forms[place]
        if form.detail == .nowhere { return nil }
        let slot = row.set.slots[row.index, place]
        if form.tells, let tell = layout.fields[place].tell {
            if tell(row, place) == nil { return nil }
        } else if slot.isMissing {
            return nil
        }
        switch form.detail {
        case .fact:
            if place == layout.discount, layout.reduced.map(places.contains) ?? false { return nil }
            return .fact
        case .prose: return .prose
        case .texts: return row.texts(at: place).allSatisfy { webAddress($0) != nil } ? .links : .told
        case .amounts: return .told
        case .flag: return slot.bits == 0 ? .told : .fact
        case .row: return .row
        case .rows: return .rows
        case .nowhere: return nil
        }
    }

    /// The text of a fact that is not its cell's.
    private func told(_ place: Int) -> Span {
        switch row.layout.fields[place].kind {
        case .texts: Span(row.texts(at: place).joined(separator: ", "))
        case .amounts: Span(row.amounts(place).map(\.text).joined(separator: ", "), .price)
        default: Span("no")
        }
    }

    /// Heading of the rows within the row, with their number where it is marked for that: `invitations (2 of 10)`.
    private func heading(of place: Int) -> String {
        let label = row.layout.label(place)
        let count = row.rowCount(at: place)
        guard row.layout.fields[place].marks.contains(.count), count > 0 else { return label }
        let all = whole?.rowCount(at: place) ?? count
        return "\(label) (\(all == count ? "" : "\(count) of ")\(all))"
    }

    /// Writes the rows within the row, where they are a table.
    /// - Returns: false for any others; nothing is written then.
    private func writesTable(_ place: Int, into markdown: inout MarkdownRenderer) -> Bool {
        let slot = row.slot(place)
        guard slot.kind == .rows else { return false }
        let rows = row.set.groups[slot.whole]
        let inner = rows.layout
        if rows.count == 0 { return false }
        if !rows.writeRanges(of: inner, into: &markdown) { rows.writeTable(of: inner, into: &markdown) }
        return true
    }

    /// The rows within the row, as a part of their own.
    private func inner(_ place: Int) -> [Block] {
        guard case .rows(let inner) = row.layout.fields[place].kind else { return [] }
        let rows = row.rows(at: place)
        return inner.blocks(rows, emptyText: rows.isEmpty ? emptyText(place) : "")
    }

    /// Text in place of rows within the row: where words narrowed them, with how many there are without.
    private func emptyText(_ place: Int) -> String {
        let label = row.layout.fields[place].label
        guard let count = whole?.rowCount(at: place), count > 0 else { return row.layout.said("No \(label).") }
        return row.layout.said("No \(label) match; there are %.")
            .split(separator: "%", omittingEmptySubsequences: false).joined(separator: String(count))
    }

    var blocks: [Block] {
        var blocks: [Block] = hasHeading ? [.heading(level: 1, Inline(title, .title))] : []
        if !badges.isEmpty { blocks.append(.badges(badges.map { Inline($0, .badge) })) }
        var facts: [KeyValue] = []
        var behind: [Block] = []
        for (place, part) in parts {
            let label = row.layout.label(place)
            switch part {
            case .fact: facts.append(KeyValue(label, row.cell(place, among: places)))
            case .told: facts.append(KeyValue(label, Inline([told(place)])))
            case .row: facts += row.rows(at: place).first?.lineFacts ?? []
            case .prose: behind += [.heading(level: 2, Inline(label)), .text(row.text(place) ?? "")]
            case .links:
                for (index, text) in row.texts(at: place).enumerated() {
                    blocks.append(.link(title: "\(label) \(index + 1)", target: text))
                }
            case .rows: behind += [.heading(level: 2, Inline(heading(of: place)))] + inner(place)
            }
        }
        if !facts.isEmpty { blocks.append(.keyValues(facts)) }
        return blocks + behind
    }

    func write(into markdown: inout MarkdownRenderer) { write(row.layout, row.set.codec, into: &markdown) }

    private func write(_ layout: RowLayout, _ codec: RowCodec, into markdown: inout MarkdownRenderer) {
        if hasHeading {
            markdown.part { markdown in
                markdown.mark("# ")
                let slot = layout.title.map(row.slot) ?? .missing
                guard heading == nil, slot.kind == .text else { return markdown.text(title, .title, .heading) }
                row.set.withText(slot) { markdown.text($0, .title, .heading, isPlain: slot.isPlain) }
            }
        }
        if !layout.badges.isEmpty {
            markdown.part { markdown in
                for (index, badge) in badges.enumerated() {
                    if index > 0 { markdown.mark(" ") }
                    markdown.text(badge, .badge, .line)
                }
            }
        }
        if codec.hasTexts { writeLinks(layout, codec, into: &markdown) }
        markdown.part { markdown in
            var (isFirst, number, lacking) = (true, 0, MarkdownCells.besideText)
            while number < places.count {
                markdown.cells(atLeast: lacking) { cells in
                    (lacking, number) = row.set.writeUsualFacts(
                        places, from: number, of: row.index, layout, codec, &isFirst, into: &cells)
                }
                guard number < places.count, lacking == 0 else { continue }
                let place = places[number]
                number &+= 1
                if codec.forms[place].line == .told, place != layout.discount, codec.forms[place].detail == .fact {
                    // Asked once.
                    guard let told = layout.fields[place].tell?(row, place) else { continue }
                    markdown.begin(place, of: layout, codec, &isFirst)
                    markdown.inline(told, .line)
                    continue
                }
                switch part(place, layout, codec) {
                case .fact:
                    markdown.begin(place, of: layout, codec, &isFirst)
                    row.write(place, of: layout, among: places, in: .line, into: &markdown)
                case .told:
                    let span = told(place)
                    markdown.begin(place, of: layout, codec, &isFirst)
                    markdown.text(span.text, span.role, .line)
                case .row: row.rows(at: place).first?.writeLineFacts(into: &markdown, &isFirst)
                default: break
                }
            }
        }
        for place in places where codec.forms[place].detail.isBehind {
            switch part(place, layout, codec) {
            case .prose:
                markdown.subheading(layout.label(place), isPlain: layout.isPlainLabel(place, codec))
                let slot = row.slot(place)
                markdown.part { markdown in row.set.withText(slot) { markdown.prose($0, isPlain: slot.isPlain) } }
            case .rows:
                markdown.subheading(heading(of: place), isPlain: layout.isPlainLabel(place, codec))
                if writesTable(place, into: &markdown) { continue }
                for block in inner(place) { markdown.part(block) }
            default: break
            }
        }
    }
}

extension RowDetail {
    private func writeLinks(_ layout: RowLayout, _ codec: RowCodec, into markdown: inout MarkdownRenderer) {
        for place in places where codec.forms[place].detail == .texts && part(place, layout, codec) == .links {
            let label = layout.label(place)
            for (index, text) in row.texts(at: place).enumerated() {
                markdown.part(.link(title: "\(label) \(index + 1)", target: text))
            }
        }
    }
}

extension MarkdownRenderer {
    /// - Parameter isPlain: whether it stands in Markdown as it is; what stands behind it, a number of rows, always does.
    fileprivate mutating func subheading(_ label: String, isPlain: Bool) {
        part { markdown in
            markdown.mark("## ")
            if isPlain { markdown.plain(label) } else { markdown.text(label, .body, .heading) }
        }
    }

    /// Begins a line of a list of facts.
    mutating func begin(
        _ place: Int, of layout: RowLayout, _ codec: RowCodec, _ isFirst: inout Bool
    ) {
        defer { isFirst = false }
        if let marks = codec.factMarks, marks.count(place) > 0 {
            return marks.with(place) { fact($0, isFirst: isFirst) }
        }
        fact(layout.label(place), isFirst: isFirst, isPlain: layout.isPlainLabel(place, codec))
    }
}

extension Row {
    /// Every fact that fits into a line, by its label.
    fileprivate var lineFacts: [KeyValue] {
        linePlaces.map { KeyValue(layout.label($0), cell($0, among: layout.given)) }
    }

    private var linePlaces: [Int] {
        layout.given.filter { place in
            let slot = slot(place)
            if let tell = layout.fields[place].tell { return tell(self, place).map { !$0.isEmpty } ?? false }
            return switch slot.kind {
            case .missing, .rows, .texts: false
            case .flag: slot.bits == 1
            default: true
            }
        }
    }

    fileprivate func writeLineFacts(into markdown: inout MarkdownRenderer, _ isFirst: inout Bool) {
        let (layout, codec) = (self.layout, set.codec)
        for place in linePlaces {
            markdown.begin(place, of: layout, codec, &isFirst)
            write(place, of: layout, among: layout.given, in: .line, into: &markdown)
        }
    }
}

extension RowSet {
    /// Writes the facts' lines from one on as long as they are what most are: none, a text that means nothing to Markdown, an address,
    /// a whole number, a price. Up to one that has to be looked at, or that does not fit.
    /// - Parameters:
    ///   - layout: of the set.
    ///   - codec: of the set.
    /// - Returns: the bytes that the next line needs, 0 for one that has to be looked at; and the number of its place.
    fileprivate func writeUsualFacts(
        _ places: [Int], from first: Int, of row: Int, _ layout: RowLayout, _ codec: RowCodec,
        _ isFirst: inout Bool, into cells: inout MarkdownCells
    ) -> (lacking: Int, number: Int) {
        guard let marks = codec.factMarks else { return (0, first) }
        return marks.withAll { all in
            var number = first
            while number < places.count {
                let place = places[number]
                let line = codec.forms[place].line
                if line == .none {
                    number &+= 1
                    continue
                }
                let slot = slots[row, place]
                let beginning = marks.part(place, of: all)
                var need = MarkdownCells.besideText &+ beginning.count
                var currency: Unmanaged<Currency>?
                switch slot.kind {
                case .missing where line != .told:
                    number &+= 1
                    continue
                case _ where line == .told || line == .other: return (0, number)
                case .text where line == .link ? slot.isLink : slot.isPlain: need &+= slot.count
                case .whole: break
                case .money:
                    currency = self.currency(slot)
                    guard let currency else { return (0, number) }
                    need &+= currency._withUnsafeGuaranteedRef { $0.room }
                default: return (0, number)
                }
                guard beginning.count > 0 else { return (0, number) }
                guard cells.room >= need else { return (need, number) }
                cells.fact(beginning, isFirst: isFirst)
                isFirst = false
                if let currency {
                    let isOld =
                        place == layout.price && (layout.reduced.map { slots[row, $0].kind != .missing } ?? false)
                    currency._withUnsafeGuaranteedRef {
                        cells.price(slot.amount, of: $0, isOld: isOld, hasBorder: false)
                    }
                } else if slot.kind == .whole {
                    cells.number(slot.whole, line == .code ? .code : .body, hasBorder: false)
                } else if line == .link {
                    withText(slot) { cells.link($0, hasBorder: false) }
                } else {
                    withText(slot) { cells.text($0, line == .code ? .code : .body, hasBorder: false) }
                }
                number &+= 1
            }
            return (0, number)
        }
    }
}
