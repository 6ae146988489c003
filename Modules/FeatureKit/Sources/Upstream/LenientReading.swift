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

    /// The day that a value names: `2019-08-02`, `2019/08/02`, `20190802`, a date and time of ISO 8601, or the seconds or
    /// milliseconds since 1970 of an instant, whose day is that of UTC; nil for anything else.
    var looseDay: CivilDate? {
        if let text = string {
            if let seconds = Int(text), text.utf8.count != 8 { return CivilDate(secondsSince1970: seconds, offset: 0) }
            return CivilDate(text.utf8.count > 10 ? String(text.prefix { $0 != "T" && $0 != " " }) : text)
        }
        guard let number = integer else { return nil }
        if let date = CivilDate(String(number)) { return date }
        return CivilDate(secondsSince1970: number.magnitude > 100_000_000_000 ? number / 1000 : number, offset: 0)
    }
}
