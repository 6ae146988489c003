/// The handshake revisions of the Model Context Protocol that are served, oldest first.
package enum MCPRevision: String, Sendable, CaseIterable, Comparable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"

    package static let latest = MCPRevision.november2025

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Batches are a MUST in 2025-03-26, allowed by JSON-RPC in 2024-11-05, and gone since 2025-06-18.
    package var allowsBatches: Bool { self <= .march2025 }
    /// Tool annotations came with 2025-03-26.
    package var hasAnnotations: Bool { self >= .march2025 }
    /// The capability `completions` came with 2025-03-26; `completion/complete` is older.
    package var hasCompletionsCapability: Bool { self >= .march2025 }
    /// The `message` of a progress notification came with 2025-03-26.
    package var hasProgressMessage: Bool { self >= .march2025 }
    /// `title`, `outputSchema` and `structuredContent` came with 2025-06-18.
    package var hasStructuredContent: Bool { self >= .june2025 }
}
