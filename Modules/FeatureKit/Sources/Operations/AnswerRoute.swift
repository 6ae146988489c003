import DesignSystem

/// The address of the screen that shows an answer of a single item.
package enum AnswerRoute: Sendable {
    /// The screen of a row: its address is written from where its parts lie, without a string.
    case row(Row)
    /// Any other address.
    case address(String)

    /// The screen of a row; nil where its layout has none.
    package init?(_ row: Row) {
        guard row.set.layout.route != nil else { return nil }
        self = .row(row)
    }

    /// The address; nil for a row without a screen.
    package var text: String? {
        switch self {
        case .row(let row): row.route
        case .address(let address): address
        }
    }

    /// Writes the address as it is.
    /// - Returns: false for a row without a screen; nothing is written then.
    func write(into markdown: inout MarkdownRenderer) -> Bool {
        if case .row(let row) = self, row.writePlainRoute(into: &markdown) { return true }
        guard let text else { return false }
        markdown.own(text)
        return true
    }
}

extension Row {
    /// - Returns: false for a row without a screen, and for one whose key does not stand in an address as it is.
    fileprivate func writePlainRoute(into markdown: inout MarkdownRenderer) -> Bool {
        withPlainRoute(of: self.set.layout, between: self.set.codec.routeEnds) { before, key, after in
            markdown.plain(before)
            markdown.plain(key)
            markdown.plain(after)
        }
    }
}
