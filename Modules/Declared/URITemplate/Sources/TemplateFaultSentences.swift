// The one place that words this module's errors.

import Values

extension TemplateFault {
    /// The mistake in one line, without its place.
    package var sentence: String {
        switch reason {
        case .tooLong(let limit): "The template has more than \(limit) bytes."
        case .unclosed: "`{` is not closed."
        case .strayBrace: "`}` closes nothing."
        case .noName: "The braces hold no name."
        case .malformedName: "A name is of letters, digits, `_` and single points."
        case .unknownOperator(let mark): "`\(mark)` is no operator of a template."
        case .refusedOperator(let mark): "`{\(mark)…}` could add to the address: a value stays one segment."
        case .modifier(let mark): "The modifier `\(mark)` is not supported."
        case .forbidden(let scalar): "\(sentenceCase(visibleScalar(scalar))) can't stand in an address."
        case .brokenEncoding: "`%` is followed by two hexadecimal digits."
        case .noLabel(let name): "`\(visibleText(name))` names no parameter."
        case .notAPath: "The address begins with `/`: it is below the endpoint."
        case .fragment: "`#` has no meaning in a request's address."
        case .secondQuery: "The address has its `?` already: go on with `&`."
        case .noQuery: "`{&…}` follows a `?` alone."
        case .pathInQuery: "`{/…}` stands before the `?`."
        case .emptySegment(let name?):
            "`\(visibleText(name))` is empty, and would leave a segment of the address empty."
        case .emptySegment(nil): "A segment of the address is empty."
        case .dotSegment(let name?): "`\(visibleText(name))` would climb in the address: `.` and `..` are refused."
        case .dotSegment(nil): "The address climbs: `.` and `..` are refused."
        case .expansionTooLong(let limit): "The address has more than \(limit) bytes."
        }
    }
}
