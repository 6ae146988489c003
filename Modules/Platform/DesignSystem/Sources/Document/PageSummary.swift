import Values

/// Which part of a list is shown, and how to get the next: `showing 1–20 of 118, next: cursor=…`.
package struct PageSummary: Sendable, Equatable {
    /// The number of the first item shown, counted from 1.
    package var firstIndex: Int
    /// Number of items shown.
    package var shown: Int
    /// Total number of items, where the source reports it.
    package var total: Int?
    /// The cursor of the next page; nil at the end.
    package var nextCursor: String?
    /// False at the end; true where there is more, with or without a cursor that says where.
    package var hasMore: Bool
    /// ISO 4217 codes of the prices shown; empty where there are none.
    package var currencies: [String]

    package init(
        firstIndex: Int = 1, shown: Int, total: Int? = nil, nextCursor: String? = nil, hasMore: Bool? = nil,
        currencies: [String] = []
    ) {
        self.currencies = currencies
        self.hasMore = hasMore ?? (nextCursor != nil)
        self.firstIndex = firstIndex
        self.shown = shown
        self.total = total
        self.nextCursor = nextCursor
    }

    /// The sentence without the cursor, which each renderer adds in a form that survives its escaping.
    var sentence: String {
        var text = ByteBuffer()
        writeSentence(to: &text)
        return text.text
    }

    func writeSentence(to text: inout ByteBuffer) {
        guard shown > 0 else {
            return text.append(hasMore ? "nothing on this page" as StaticString : "nothing to show")
        }
        for (index, code) in currencies.enumerated() {
            text.append(index == 0 ? "prices in " as StaticString : ", ")
            text.append(code)
        }
        if !currencies.isEmpty { text.append(", " as StaticString) }
        text.append("showing " as StaticString)
        text.append(decimal: firstIndex)
        if shown > 1 {
            let (last, overflow) = firstIndex.addingReportingOverflow(shown - 1)
            text.append("–" as StaticString)
            text.append(decimal: overflow ? Int.max : last)
        }
        if let total {
            text.append(" of " as StaticString)
            text.append(decimal: total)
        }
        if !hasMore { text.append(" (end)" as StaticString) }
    }
}
