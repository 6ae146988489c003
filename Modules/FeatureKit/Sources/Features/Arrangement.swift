package import DesignSystem
import Values

/// Arrangement of a list's one page: its rows, their order, and the facts before them.
package typealias Arrangement = @Sendable (RowPage) -> (rows: [Row], head: Row?)

extension RowPage {
    /// The page with what is stored of its rows now.
    func overlaid(by overlays: Overlays) -> RowPage { RowPage(rows.overlaid(by: overlays), head: head, notice: notice) }
}

extension FeatureCall {
    /// A page with what is stored of its rows at this moment.
    package func overlaid(_ page: RowPage) -> RowPage { page.overlaid(by: environment.overlays) }
}

extension ListPart {
    /// The rows that are shown, their order and the facts before them follow from the whole page with what is stored of its rows: when
    /// that changes, they follow without a load. For lists of one page.
    /// - Parameter arrange: must be quick.
    package consuming func arranged(_ arrange: @escaping Arrangement) -> Self { with { $0.behavior.arrange = arrange } }
}

/// The page of an arranged list, as it was loaded.
struct ArrangedPage: Sendable {
    private(set) var page: RowPage
    let arrange: Arrangement

    /// Rows and head as they are shown.
    var shown: (rows: [Row], head: Row?) { arrange(page) }

    /// - Returns: whether anything stored of the rows is another.
    mutating func lay(_ overlays: Overlays) -> Bool {
        let now = page.overlaid(by: overlays)
        let isSame = zip(now.rows.rows, page.rows.rows).allSatisfy { $0.hasOverlays(of: $1) }
        if !isSame { page = now }
        return !isSame
    }
}

extension RowLayout {
    /// Blocks before the rows of a list: its title and the facts of its head.
    /// - Parameter news: what is said of the list, before any rows, those of the head as well.
    package func beginning(_ title: String, _ head: Row?, then news: [Block] = []) -> [Block] {
        beginning(title, head, of: nil, then: news)
    }

    /// - Parameters:
    ///   - whole: the head before words narrowed its rows.
    ///   - withRows: whether the head's own rows are told.
    func beginning(
        _ title: String, _ head: Row?, of whole: Row?, then news: [Block], withRows: Bool = true
    ) -> [Block] {
        guard let head else {
            let heading = Block.heading(level: 1, Inline(title, .title))
            return news.isEmpty ? [heading] : [heading] + news
        }
        let heading = head.title ?? title
        let rows = head.layout.given.filter { if case .rows = head.layout.fields[$0].kind { true } else { false } }
        if news.isEmpty && withRows || rows.isEmpty { return head.detail(nil, heading: heading, of: whole) + news }
        return head.detail(head.layout.given.filter { !rows.contains($0) }, heading: heading) + news
            + (withRows ? head.facts(rows, of: whole) : [])
    }

    /// The table of a list's rows, under a heading where the head ends in other rows.
    /// - Parameter isNarrowed: whether a question narrows the rows.
    package func listing(
        _ rows: [Row], _ places: [Int]? = nil, after head: Row? = nil, isNarrowed: Bool = false
    ) -> [Block] {
        let table = Block.facts(Facts(rowTable(rows, places ?? listed, isNarrowed: isNarrowed)))
        guard let head, head.layout.fields.contains(where: { if case .rows = $0.kind { true } else { false } }) else {
            return [table]
        }
        return [.heading(level: 2, Inline(said(sentenceCase(plural)))), table]
    }

    /// The table of a list's rows, with a sentence in place of none.
    private func rowTable(_ rows: [Row], _ places: [Int], isNarrowed: Bool) -> RowTable {
        RowTable(layout: self, rows: rows, places: places, emptyText: noMatch(rows, isNarrowed))
    }

    /// The same as Markdown.
    func writeTable(_ rows: [Row], _ places: [Int], isNarrowed: Bool, into markdown: inout MarkdownRenderer) {
        rows.writeTable(columns(places), self, emptyText: noMatch(rows, isNarrowed), into: &markdown)
    }

    /// The sentence that no rows match; nil where there are some, or where there are none at all.
    private func noMatch(_ rows: [Row], _ isNarrowed: Bool) -> String? {
        rows.isEmpty && isNarrowed ? said("No " + plural + " match.") : nil
    }
}
