/// Why a template can't be read or filled in, and where. `sentence` (TemplateFaultSentences.swift) says it in words.
package struct TemplateFault: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case tooLong(limit: Int)
        case unclosed
        case strayBrace
        /// An expression without a variable.
        case noName
        case malformedName
        /// Operators that RFC 6570 keeps for later.
        case unknownOperator(Unicode.Scalar)
        /// Operators by which a value could add segments or parameters.
        case refusedOperator(Unicode.Scalar)
        /// Modifiers of level 4.
        case modifier(Unicode.Scalar)
        /// A character that no URI may hold.
        case forbidden(Unicode.Scalar)
        /// A `%` without two digits.
        case brokenEncoding
        /// An expression that names no parameter.
        case noLabel(String)
        case notAPath
        case fragment
        case secondQuery
        case noQuery
        case pathInQuery
        /// A variable's name; nil for the template's own.
        case emptySegment(String?)
        case dotSegment(String?)
        case expansionTooLong(limit: Int)
    }

    package let reason: Reason
    /// UTF-8 bytes of the template, from 0.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }
}
