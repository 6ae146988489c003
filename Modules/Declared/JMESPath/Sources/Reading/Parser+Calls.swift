import JSON
import Suggestions

extension Parser {
    /// A function's arguments, behind its name.
    mutating func call(_ name: Token) throws(JMESFault) -> Int {
        guard let function = JMESFunction(rawValue: name.text) else {
            let nearest = nearestNames(to: name.text, among: JMESFunction.allCases.lazy.map(\.rawValue))
            throw JMESFault(.unknownFunction(name.text, nearest: nearest), at: name.range)
        }
        try take(.openParenthesis)
        var arguments: [Int] = []
        if next.kind != .closeParenthesis {
            while true {
                arguments.append(try argument(arguments.count, of: function))
                if next.kind != .comma { break }
                _ = take()
            }
        }
        try take(.closeParenthesis)
        let count = function.arguments.count
        guard function.isVariadic ? arguments.count >= count : arguments.count == count else {
            let end = tokens[0..<tokens.count].last { $0.range.upperBound <= next.range.lowerBound }?.range.upperBound
            throw JMESFault(
                .wrongCount(name.text, expected: count, orMore: function.isVariadic, given: arguments.count),
                at: name.range.lowerBound..<max(name.range.upperBound, end ?? 0))
        }
        if let form = try nameForm(function, arguments, at: name) { return try add(form, from: name.range.lowerBound) }
        if function == .money, case .literal(let code) = terms[arguments[1]].form, code.currencyCode == nil {
            throw JMESFault(.wrongValue(name.text, expected: "a currency such as 'USD'"), at: terms[arguments[1]].range)
        }
        return try add(.call(function, arguments), from: name.range.lowerBound)
    }

    /// One argument; an expression of its own behind `&`, where the function evaluates it.
    private mutating func argument(_ place: Int, of function: JMESFunction) throws(JMESFault) -> Int {
        let token = next
        let wanted = function.argument(place)
        if token.kind == .reference {
            _ = take()
            let part = try expression()
            let reference = try add(.reference(part), from: token.range.lowerBound)
            guard wanted == .reference else {
                throw JMESFault(
                    .wrongType(function.rawValue, argument: place + 1, expected: wanted.name, found: "an expression"),
                    at: terms[reference].range)
            }
            return reference
        }
        let part = try expression()
        guard wanted != .reference else {
            throw JMESFault(
                .wrongType(function.rawValue, argument: place + 1, expected: wanted.name, found: "a value"),
                at: terms[part].range)
        }
        return part
    }

    /// The name that `param('name')` and its like read; nil for other functions.
    private func nameForm(
        _ function: JMESFunction, _ arguments: [Int], at token: Token
    ) throws(JMESFault) -> Term.Form? {
        let known: [String]
        switch function {
        case .param: known = scope.parameters
        case .setting: known = scope.settings
        case .step: known = scope.steps
        case .reply:
            guard scope.hasReply || scope.isOpen else { throw JMESFault(.noReply, at: token.range) }
            return .name(.reply)
        default: return nil
        }
        let argument = terms[arguments[0]]
        guard case .literal(let value) = argument.form, let name = value.string else {
            throw JMESFault(.wrongValue(token.text, expected: "a name in quotes"), at: argument.range)
        }
        func has(_ names: [String]) -> Bool { names.contains { $0.utf8.elementsEqual(name.utf8) } }
        if function == .setting, has(scope.secrets) { throw JMESFault(.secret(name), at: argument.range) }
        guard has(known) || scope.isOpen else {
            let nearest = nearestNames(to: name, among: known)
            throw JMESFault(.unknownName(token.text, name, nearest: nearest), at: argument.range)
        }
        switch function {
        case .param: return .name(.parameter(name))
        case .setting: return .name(.setting(name))
        default: return .name(.step(name))
        }
    }
}
