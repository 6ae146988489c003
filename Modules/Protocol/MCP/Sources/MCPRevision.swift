/// The revisions of the Model Context Protocol that are served, oldest first.
package enum MCPRevision: String, Sendable, CaseIterable, Comparable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// Those that begin with `initialize`.
    package static let handshake: [MCPRevision] = [.november2024, .march2025, .june2025, .november2025]
    /// Those whose every request says its revision in `_meta`.
    package static let stateless: [MCPRevision] = [.july2026]

    /// The latest that one can shake hands on.
    package static let latestHandshake = MCPRevision.november2025

    /// True if no request depends on an earlier one; results then carry their type.
    package var isStateless: Bool { self >= .july2026 }

    package static func < (left: Self, right: Self) -> Bool { left.age < right.age }

    /// Place among all: to compare the texts took 90 instructions, several times a request.
    private var age: Int {
        switch self {
        case .november2024: 0
        case .march2025: 1
        case .june2025: 2
        case .november2025: 3
        case .july2026: 4
        }
    }

    /// Batches are a MUST in 2025-03-26, allowed by JSON-RPC in 2024-11-05, and gone since 2025-06-18.
    package var allowsBatches: Bool { self <= .march2025 }
    /// Tool annotations came with 2025-03-26.
    package var hasAnnotations: Bool { self >= .march2025 }
    /// Sounds as content came with 2025-03-26.
    package var hasAudio: Bool { self >= .march2025 }
    /// The capability `completions` came with 2025-03-26; `completion/complete` is older.
    package var hasCompletionsCapability: Bool { self >= .march2025 }
    /// The `message` of a progress notification came with 2025-03-26.
    package var hasProgressMessage: Bool { self >= .march2025 }
    /// `icons`, and `description` and `websiteUrl` of an implementation, came with 2025-11-25.
    package var hasIcons: Bool { self >= .november2025 }
    /// The capability `extensions` came with 2026-07-28; those written for 2025-11-25, such as MCP Apps, use it there.
    package var hasExtensions: Bool { self >= .november2025 }
    /// `title` beside `name` came with 2025-06-18.
    package var hasTitles: Bool { self >= .june2025 }
    /// `elicitation/create` came with 2025-06-18.
    package var hasElicitation: Bool { self >= .june2025 }
    /// `outputSchema` and `structuredContent` came with 2025-06-18.
    package var hasStructuredContent: Bool { self >= .june2025 }
}
