/// One part of a document, in reading order. Blocks that say nothing (an empty list, an empty text) are left out.
package indirect enum Block: Sendable, Equatable {
    /// A heading; levels outside 1…3 count as the nearest of them.
    case heading(level: Int, Inline)
    case paragraph(Inline)
    /// Prose from outside (a description, a memo), with paragraphs of its own. It is indented or quoted on every line,
    /// so that it can pose neither as another block nor as the program speaking (T2).
    case text(String)
    case list(ordered: Bool, [Inline])
    /// Facts with labels, the values lined up.
    case keyValues([KeyValue])
    case table(Table)
    case rangeChart(RangeChart)
    case barChart(BarChart)
    case badges([Inline])
    case notice(NoticeKind, title: Inline, detail: Inline? = nil)
    /// A link that is shown with its target wherever the target can't be followed from the title alone.
    case link(title: String, target: String)
    case pageSummary(PageSummary)
    case divider
    /// Blocks made of facts, such as the rows of a list.
    case facts(Facts)
}

/// A fact and its label.
package struct KeyValue: Sendable, Equatable {
    package var label: String
    package var value: Inline

    package init(_ label: String, _ value: Inline) {
        self.label = label
        self.value = value
    }
}

/// Kind of a notice. Every style shows it in words or signs, never by colour alone.
package enum NoticeKind: String, Sendable, CaseIterable {
    case info, success, warning, failure
}
