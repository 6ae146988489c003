import Values

/// One block of an answer that a document does not say: an operation whose answer is such blocks gives them to clients of
/// MCP exactly so, without structured content beside them.
package enum AnswerContent: Sendable, Equatable {
    /// As it is, not as Markdown.
    case text(String)
    case picture(AnswerMedia)
    case sound(AnswerMedia)
    /// A resource with its contents.
    case resource(ResourceContents)
}

/// A picture or a sound, as clients take it.
package struct AnswerMedia: Sendable, Equatable {
    package let mimeType: String
    /// The bytes by RFC 4648 section 4, with padding.
    package let base64: String

    package init(mimeType: String, base64: String) {
        self.mimeType = mimeType
        self.base64 = base64
    }
}

/// The content at an address.
package struct ResourceContents: Sendable, Equatable {
    package enum Body: Sendable, Equatable {
        case text(String)
        /// Bytes, by RFC 4648 section 4, with padding.
        case base64(String)
    }

    package let uri: String
    package let mimeType: String
    package let body: Body

    package init(uri: String, mimeType: String, _ body: Body) {
        self.uri = uri
        self.mimeType = mimeType
        self.body = body
    }
}
