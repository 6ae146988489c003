package import JSON
import Values

/// Upstreams send numbers as text and text as numbers; these read either, and never trap.
extension JSONNode {
    /// Text of at most `TextBound.scalars`; nil for anything else.
    package var boundedText: String? { string.map(TextBound.limited) }

    /// Text of at most `TextBound.scalars`, or a number as its digits; nil for anything else.
    package var looseText: String? { boundedText ?? numberText.map { String($0) } }

    /// A whole number, or text that is one.
    package var looseInteger: Int? { integer ?? string.flatMap { Int($0) } }

    /// The day that a text or number names; nil for anything else.
    var looseDay: CivilDate? {
        string.map { CivilDate(upstreamText: $0) } ?? integer.flatMap { CivilDate(upstreamNumber: $0) }
    }
}
