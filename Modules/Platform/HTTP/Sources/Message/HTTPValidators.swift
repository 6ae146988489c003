/// Validators for a conditional request (RFC 9110 section 8.8).
package struct HTTPValidators: Sendable, Hashable {
    /// `ETag`, to the byte.
    package var entityTag: String?
    /// `Last-Modified`, to the byte.
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Those among an answer's fields.
    /// - Parameter earlier: those in force, which an answer without them leaves as they are.
    package init(_ fields: [HTTPField], earlier: HTTPValidators = HTTPValidators()) {
        entityTag = fields.first { $0.isNamed("ETag") }?.value ?? earlier.entityTag
        lastModified = fields.first { $0.isNamed("Last-Modified") }?.value ?? earlier.lastModified
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The fields that ask for it only if it changed (RFC 9110 section 13.1). A validator that may not stand in a field
    /// was no valid one and is left out; without any, the whole comes again.
    package var conditions: [HTTPField] {
        [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.flatMap { try? HTTPField(name: name, value: $0) }
        }
    }
}
