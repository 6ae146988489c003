/// Which row of a table or chart is meant, however the text is laid out.
package struct RowIdentity: Sendable, Equatable {
    /// Name of the row within its kind, such as a sku.
    package var key: String
    /// The `galleria:` address that the row leads to; nil for a row that leads nowhere.
    package var route: String?

    package init(_ key: String, route: String? = nil) {
        self.key = key
        self.route = route
    }
}
