import DesignSystem

/// Why a call failed: the stable codes that clients may rely on, whatever the sentence says.
package enum FaultCode: String, Sendable, CaseIterable {
    case invalidArgument = "invalid_argument"
    case notFound = "not_found"
    case moduleDisabled = "module_disabled"
    case upstreamTimeout = "upstream_timeout"
    case upstreamUnavailable = "upstream_unavailable"
    case upstreamRejected = "upstream_rejected"
    case upstreamMalformed = "upstream_malformed"
    case tooLarge = "too_large"
    case blockedAddress = "blocked_address"
    case offline
    case storageFailed = "storage_failed"
    case busy
    case cancelled
    case `internal`
    /// The client lacks what the call needs it for.
    case clientIncapable = "client_incapable"

    /// The number in a JSON-RPC error: the two codes that JSON-RPC 2.0 section 5.1 reserves, application numbers from
    /// 1000 for the rest. A number never changes its meaning.
    package var number: Int {
        switch self {
        case .invalidArgument: -32602
        case .moduleDisabled: -32601
        case .notFound: 1000
        case .upstreamTimeout: 1001
        case .upstreamUnavailable: 1002
        case .upstreamRejected: 1003
        case .upstreamMalformed: 1004
        case .tooLarge: 1005
        case .blockedAddress: 1006
        case .offline: 1007
        case .storageFailed: 1008
        case .busy: 1009
        case .cancelled: 1010
        case .internal: 1011
        case .clientIncapable: 1012
        }
    }
}

/// A failed call: facts for programs (`code`, `field`, `suggestions`), and what happened and what to do next for people.
///
/// `message` and `hint` are whole sentences without secrets, type names or paths outside the user's own settings.
package struct Fault: Error, Sendable, Equatable {
    package var code: FaultCode
    package var message: String
    package var hint: String
    /// The id of the module that failed; nil when the host itself did.
    package var module: String?
    /// Whether the same call may succeed later without any change.
    package var retryable: Bool
    /// The parameter at fault, for `invalidArgument`.
    package var field: String?
    /// Names that were perhaps meant, best first.
    package var suggestions: [String]
    /// Abilities that the client lacks, for `clientIncapable`; by name.
    package var requires: [ClientAbility]

    package init(
        _ code: FaultCode, _ message: String, hint: String, module: String? = nil, retryable: Bool = false,
        field: String? = nil, suggestions: [String] = [], requires: [ClientAbility] = []
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.module = module
        self.retryable = retryable
        self.field = field
        self.suggestions = suggestions
        self.requires = requires
    }

    /// The same fault, laid to `id` when no module is named yet.
    package func attributed(to id: String) -> Fault {
        var fault = self
        if fault.module == nil { fault.module = id }
        return fault
    }

    /// Message and hint in one line, as the text of a failed tool call or a line on a terminal: harmless, whatever an
    /// upstream or a client put into them. A sequence that is never ended in the message takes nothing of the hint.
    package var text: String {
        hint.isEmpty ? sanitized(message) : "\(sanitized(message)) \(sanitized(hint))"
    }

    /// The same as Markdown, for models and the programs that show what these say: nothing in it is markup, so no words
    /// from outside become a link, or a picture whose address tells what was said.
    package var markdown: String {
        String(Document([.paragraph(Inline(text))]).rendered(RenderOptions(style: .markdown)).dropLast())
    }
}
