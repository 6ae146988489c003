/// Which row of a table or chart is meant, however the text is laid out.
package struct RowIdentity: Sendable, Equatable {
    /// Name of the row within its kind, such as a sku.
    package var key: String
    private let before: String
    private let after: String
    /// True for a row with a route.
    let leadsOn: Bool

    /// The `galleria:` address that the row leads to; nil for a row that leads nowhere. Made when it is asked for: most styles show
    /// none.
    package var route: String? { leadsOn ? before.isEmpty ? after : before + key + after : nil }

    package init(_ key: String, route: String? = nil) {
        self.key = key
        (before, after, leadsOn) = ("", route ?? "", route != nil)
    }

    /// A row whose address is its key between two texts.
    /// - Parameter before: not empty.
    package init(_ key: String, between before: String, and after: String) {
        self.key = key
        (self.before, self.after, leadsOn) = (before, after, true)
    }
}
