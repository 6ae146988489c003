import DesignSystem
import JSON
import Synchronization

/// A list's screen as it is written and read.
extension ListScreen {
    static func shape(
        of questions: ListQuestions, _ behavior: ListBehavior, own: [ParameterField]
    ) -> ResultShape<ListState> {
        let layout = questions.layout
        var fields: [ResultField<ListState>] = [
            .refresh,
            ResultField(optional: "find", .text, "The words that narrow the rows.") { $0.asked.find },
            ResultField(optional: "sort", .text, "The field that orders the rows.") { $0.asked.sort },
            ResultField(optional: "filter", .embedded, "The conditions that narrow the rows.") { state in
                let members = state.asked.filter
                return members.isEmpty ? nil : EmbeddedObject { $0.value(.object(members)) }
            },
        ]
        if let cover = behavior.cover {
            fields.append(
                ResultField(optional: "cover", .text, "What covers a list that could not be loaded.") { state in
                    state.refresh.failed == .header ? cover : nil
                })
        }
        if let footers = behavior.footers {
            fields.append(
                ResultField(optional: "footer", .text, "What stands under the rows: a page on its way, or the end.") {
                    $0.footer(footers)
                })
        }
        fields.append(ResultField(optional: "notice", .text, "Why something is not known or not saved.") { $0.notice })
        if behavior.hasToast {
            fields.append(
                ResultField(optional: "toast", .object(ListState.Toast.shape), "A failure to show once.") { $0.toast })
        }
        if behavior.scrollsToTop {
            fields += [
                ResultField("scrollToTop", .whole, "Scroll to the first row whenever this rises.") {
                    $0.scrollToTopCount
                },
                ResultField("isScrolled", .flag, "Whether a way back to the top is of use.") { $0.isScrolled },
            ]
        }
        return facts(questions.head, own) + rows(of: layout, method: questions.method) + fields
    }

    /// The facts before the rows, and the list's own parameters as they are, but for those that the facts tell.
    private static func facts(_ head: RowLayout?, _ own: [ParameterField]) -> ResultShape<ListState> {
        let facts = head?.result.fields ?? []
        let asked = own.filter { field in !facts.contains { $0.name == field.name } }
        return ResultShape(
            fields: facts.map {
                ResultFieldDescription(name: $0.name, doc: $0.doc, isOptional: true, schema: $0.schema)
            }
                + asked.map {
                    ResultFieldDescription(name: $0.name, doc: $0.doc, isOptional: true, schema: .parameter($0))
                }
        ) { state, writer in
            if let head = state.facts { head.writeMembers(head.layout.given, into: &writer) }
            for field in asked {
                guard let value = state.arguments.first(where: { $0.key == field.name })?.value else { continue }
                writer.key(field.name)
                writer.value(value)
            }
        }
    }

    /// The fields of the list's answer.
    private static func rows(of layout: RowLayout, method: String) -> ResultShape<ListState> {
        let cursors = KnownCursor(method)
        return ResultShape(
            fields: [
                ResultFieldDescription(
                    name: "items", doc: "The rows.", isOptional: false,
                    schema: .array(of: .row(layout, layout.listed))),
                ResultFieldDescription(
                    name: "total", doc: "Rows in all pages; in a window the rows that match, shown in all.",
                    isOptional: true, schema: .type(.integer)),
                ResultFieldDescription(
                    name: "of", doc: "In a window, rows in all pages where these are others.",
                    isOptional: true, schema: .type(.integer)),
                ResultFieldDescription(
                    name: "from", doc: "In a window, the place of the first of its rows.", isOptional: true,
                    schema: .type(.integer)),
                ResultFieldDescription(
                    name: "nextCursor", doc: "Give it to the operation to go on there.", isOptional: true,
                    schema: .type(.string)),
            ]
        ) { state, writer in
            if !state.omitsItems {
                writer.key("items")
                writer.beginArray()
                for row in state.rows { row.write(layout.listed, into: &writer) }
                writer.endArray()
            }
            let place = state.windowPlace
            if let total = place?.total ?? state.list.total {
                writer.key("total")
                writer.integer(total)
            }
            if let place {
                if let upstream = state.list.total, upstream != place.total {
                    writer.key("of")
                    writer.integer(upstream)
                }
                writer.key("from")
                writer.integer(place.from)
            }
            if let next = state.next {
                writer.key("nextCursor")
                let position = ListPosition(page: next, rows: 0, token: state.list.nextToken)
                writer.string(cursors.text(position, state.arguments))
            }
        }
    }

    func present(_ state: ListState) -> Document {
        let status = state.list.status
        let (layout, head) = (state.layout, state.facts)
        var news: [Block] = []
        if let message = status.message {
            // Its further lines name a gesture, which nobody can make on a text.
            let cover = status.failed == .header ? behavior.cover?.split(separator: "\n").first.map(String.init) : nil
            news.append(
                .notice(
                    .failure, title: Inline(cover ?? message),
                    detail: Inline((cover == nil ? "" : "\(message) ") + layout.said("Send retry to try again."))))
        } else if status.running == .header {
            news.append(.notice(.info, title: Inline(layout.said("Loading…")), detail: nil))
        }
        if let notice = state.notice { news.append(.notice(.warning, title: Inline(notice), detail: nil)) }
        let inForce = state.inForce
        if !inForce.isEmpty { news.append(.paragraph(Inline(inForce, .muted))) }
        var blocks = layout.beginning(title, head, of: state.question.words == nil ? nil : state.head, then: news)
        // Before the first answer there is nothing to say about the rows.
        if !state.list.items.isEmpty
            || (status.running != .header && status.ended != .none && status.failed != .header)
        {
            let rows = state.rows
            let place = state.windowPlace
            // A window without room says nothing of the rows.
            if !rows.isEmpty || place?.total ?? 0 == 0 {
                blocks += layout.listing(rows, after: head, isNarrowed: !state.question.isPlain)
            }
            // Without rows the table says so.
            if !rows.isEmpty {
                let from = place?.from ?? 0
                let matches = state.question.isPlain && state.list.hasMore ? nil : place?.total
                blocks.append(
                    .pageSummary(
                        PageSummary(
                            firstIndex: from + 1, shown: rows.count,
                            total: state.question.isPlain ? state.list.total ?? matches : matches,
                            hasMore: state.list.hasMore || from + rows.count < place?.total ?? 0,
                            currencies: layout.currencies(of: rows, layout.listed))))
            }
        }
        if state.isLoadingMore {
            blocks.append(
                .notice(.info, title: Inline(behavior.footers?.loading ?? "Loading the next page…"), detail: nil))
        } else if let footers = behavior.footers, status.ended == .noMoreData, !state.list.items.isEmpty {
            blocks.append(.paragraph(Inline(footers.end, .muted)))
        }
        return Document(blocks)
    }
}

extension ListState {
    /// Conditions in force, for people: `find “dress” · price ≤ 50 · sorted by price`; empty without any.
    var inForce: String {
        var parts = asked.find.map { ["\(layout.said("find")) “\($0)”"] } ?? []
        for member in asked.filter { parts += condition(member) }
        if let sort = asked.sort {
            let isDescending = sort.utf8.first == UInt8(ascii: "-")
            let place = layout.place(named: isDescending ? String(sort.dropFirst()) : sort)
            parts.append(
                "\(layout.said("sorted by")) \(place.map(layout.label) ?? sort)"
                    + (isDescending ? ", \(layout.said("descending"))" : ""))
        }
        if list.hasMore, asked.find != nil || !asked.filter.isEmpty { parts.append("among \(list.items.count) loaded") }
        return parts.joined(separator: " · ")
    }

    private func condition(_ member: JSONMember) -> [String] {
        let value = member.value
        let bound = String(decoding: value.serialized(), as: UTF8.self)
        switch member.key {
        case "minPrice": return ["\(layout.price.map(layout.label) ?? "price") ≥ \(bound)"]
        case "maxPrice": return ["\(layout.price.map(layout.label) ?? "price") ≤ \(bound)"]
        case "minDiscount": return ["\(layout.discount.map(layout.label) ?? "discount") ≥ \(bound)%"]
        default: break
        }
        guard let place = layout.fields.firstIndex(where: { $0.filterName == member.key }) else { return [] }
        let label = layout.label(place)
        if let isSo = value.bool { return [isSo ? label : "\(layout.said("not")) \(label)"] }
        return ["\(label) " + (value.array ?? []).compactMap(\.string).map(layout.said).joined(separator: ", ")]
    }
}

extension ListState.Toast {
    static let shape = ResultShape<ListState.Toast>([
        ResultField("number", .whole, "Rises by one with each failure.") { $0.number },
        ResultField("message", .text, "The failure's sentence.") { $0.message },
    ])
}

/// The cursor that a list's screens told last: it is told with each change, and seldom another one.
private final class KnownCursor: Sendable {
    private let method: String
    private let known = Mutex<(page: Int, text: String)?>(nil)

    init(_ method: String) { self.method = method }

    /// The cursor of a position.
    func text(_ position: ListPosition, _ arguments: [JSONMember]) -> String {
        // One that holds texts from outside is made each time.
        guard arguments.isEmpty, position.rows == 0, position.token == nil else {
            return position.text(for: method, arguments)
        }
        if let known = known.withLock({ $0 }), known.page == position.page { return known.text }
        let text = position.text(for: method, [])
        known.withLock { $0 = (position.page, text) }
        return text
    }
}
