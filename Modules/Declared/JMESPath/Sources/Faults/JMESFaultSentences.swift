// The one place that words this module's errors.
import JSON
import Values

extension JMESFault {
    /// The mistake in one line, without its place and without `nearest`.
    package var sentence: String {
        switch reason {
        case .empty: "The expression is empty."
        case .tooLong(let limit): "The expression has more than \(limit) bytes."
        case .tooDeep(let limit): "The expression nests more than \(limit) levels."
        case .unexpectedCharacter(let scalar): "\(sentenceCase(visibleScalar(scalar))) has no meaning here."
        case .unterminated(let what): "\(sentenceCase(what)) is not closed."
        case .malformedLiteral(let fault): fault.sentence
        case .malformedNumber: "The number is not a whole number in range."
        case .unexpected(let found, let expected): "Expected \(expected), found \(Self.marked(found))."
        case .repeatedKey(let name): "The name `\(visibleText(name))` comes twice."
        case .quotedFunction(let name): "A function's name has no quotes: `\(visibleText(name))(…)`."
        case .unknownFunction(let name, _): "There is no function `\(visibleText(name))`."
        case .wrongCount(let name, let expected, let orMore, let given):
            "`\(name)` takes \(orMore ? "at least " : "")\(Self.counted(expected)), not \(given)."
        case .zeroStep: "A slice can't go on by 0."
        case .misplacedReference: "`&` stands only before the argument of a function such as `sort_by`."
        case .negatedPart: "`!` stands before one name: brackets hold more, as in `!(a.b)`."
        case .unknownName(let function, let name, _): "\(Self.subject(function)) is named `\(visibleText(name))`."
        case .secret(let name): "The setting `\(visibleText(name))` is secret: no expression can read it."
        case .noReply: "`reply()` has a value in a row's expressions alone."
        case .wrongType(let function, let argument, let expected, let found):
            "Argument \(argument) of `\(function)` is \(expected), not \(found)."
        case .wrongValue(let function, let expected): "`\(function)` takes \(expected)."
        case .outOfRange(let function): "The result of `\(function)` is out of range."
        case .tooManySteps(let limit): "Evaluation takes more than \(limit) steps."
        case .valueTooDeep(let limit): "The value nests more than \(limit) levels."
        }
    }

    private static func subject(_ function: String) -> String {
        switch function {
        case "param": "No parameter"
        case "setting": "No setting"
        default: "No step"
        }
    }

    private static func counted(_ count: Int) -> String {
        switch count {
        case 0: "no argument"
        case 1: "1 argument"
        default: "\(count) arguments"
        }
    }

    /// A token's name as it is, its spelling as code.
    private static func marked(_ token: String) -> String {
        token.utf8.contains(0x20) ? token : "`\(token)`"
    }
}
