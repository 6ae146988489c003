package import JSON

/// Why an expression can't be read, or has no value, and where. `sentence` (JMESFaultSentences.swift) says it in words.
package struct JMESFault: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case empty
        case tooLong(limit: Int)
        /// More terms within terms.
        case tooDeep(limit: Int)
        case unexpectedCharacter(Unicode.Scalar)
        /// A text, name or literal whose closing mark is missing.
        case unterminated(String)
        /// A literal or a quoted name that is not JSON.
        case malformedLiteral(JSONFault)
        /// An index out of range.
        case malformedNumber
        case unexpected(String, expected: String)
        /// One name twice in `{…}`.
        case repeatedKey(String)
        case quotedFunction(String)
        case unknownFunction(String, nearest: [String])
        case wrongCount(String, expected: Int, orMore: Bool, given: Int)
        /// A slice that goes on by nothing.
        case zeroStep
        /// `&` where no function takes an expression.
        case misplacedReference
        /// `!` on what goes on behind it: `!a.b`.
        case negatedPart
        /// A name that `param`, `setting` or `step` does not know.
        case unknownName(String, String, nearest: [String])
        case secret(String)
        case noReply
        case wrongType(String, argument: Int, expected: String, found: String)
        case wrongValue(String, expected: String)
        /// A result that no number can be.
        case outOfRange(String)
        case tooManySteps(limit: Int)
        /// Values within values, more than JSON may have.
        case valueTooDeep(limit: Int)
    }

    package let reason: Reason
    /// UTF-8 bytes of the expression, from 0.
    package let range: Range<Int>

    package init(_ reason: Reason, at range: Range<Int>) {
        self.reason = reason
        self.range = range
    }

    /// Kinds of mistakes by the specification's own names.
    package enum Kind: String, Sendable {
        case syntax
        case unknownFunction = "unknown-function"
        case invalidArity = "invalid-arity"
        case invalidType = "invalid-type"
        case invalidValue = "invalid-value"
    }

    package var kind: Kind {
        switch reason {
        case .unknownFunction: .unknownFunction
        case .wrongCount: .invalidArity
        case .wrongType: .invalidType
        case .zeroStep, .unknownName, .secret, .noReply, .wrongValue, .outOfRange, .tooManySteps, .valueTooDeep:
            .invalidValue
        default: .syntax
        }
    }

    /// Names that were probably meant, best first.
    package var nearest: [String] {
        switch reason {
        case .unknownFunction(_, let nearest), .unknownName(_, _, let nearest): nearest
        default: []
        }
    }
}
