/// Meaning of a run of text. Renderers decide its look; no feature names a colour.
@usableFromInline
package enum TextRole: String, Sendable, CaseIterable {
    case body, title, headline, caption
    /// The price to pay.
    case price
    /// A price that no longer holds: struck through, or "was …" where nothing can be struck through.
    case oldPrice
    case discount, badge
    case success, warning, failure
    case muted, code, emphasis
    /// A drawing of what the text beside it says, which styles of words alone leave out. Its spaces are kept.
    case drawing
}

/// A run of text with one meaning. The text and the link are untrusted: every renderer sanitises and escapes them.
package struct Span: Sendable, Equatable {
    /// One line of text; line breaks in it become spaces.
    package var text: String
    package var role: TextRole
    /// Target of the link. Only `http`, `https` and `galleria` become links, others are shown as text (T5).
    package var link: String?

    package init(_ text: String, _ role: TextRole = .body, link: String? = nil) {
        self.text = text
        self.role = role
        self.link = link
    }
}

/// One line of text, made of spans: `"by \(book.authors, .emphasis)"`.
package struct Inline: Sendable, Equatable {
    package var spans: [Span]

    package init(_ spans: [Span]) {
        self.spans = spans
    }

    package init(_ text: String, _ role: TextRole = .body, link: String? = nil) {
        spans = [Span(text, role, link: link)]
    }

    /// The spans' texts in a row, as they came: neither sanitised nor styled.
    package var plainText: String {
        spans.map(\.text).joined()
    }

    /// True if no run has text.
    package var isEmpty: Bool {
        spans.allSatisfy(\.text.isEmpty)
    }

    package static func + (left: Inline, right: Inline) -> Inline {
        Inline(left.spans + right.spans)
    }

    package static func += (left: inout Inline, right: Inline) {
        left.spans += right.spans
    }
}

extension Inline: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(text)
    }

    package init(stringInterpolation interpolation: Interpolation) {
        spans = interpolation.spans
    }

    /// Collects the spans of an interpolated literal.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var spans: [Span] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            spans.reserveCapacity(interpolationCount * 2 + 1)
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { spans.append(Span(literal)) }
        }

        /// A span with a role and, if given, a link.
        package mutating func appendInterpolation(_ text: String, _ role: TextRole = .body, link: String? = nil) {
            spans.append(Span(text, role, link: link))
        }

        package mutating func appendInterpolation(_ number: Int, _ role: TextRole = .body) {
            spans.append(Span(String(number), role))
        }

        /// Another line, with its own spans.
        package mutating func appendInterpolation(_ inline: Inline) {
            spans += inline.spans
        }
    }
}
