extension SettingProblem {
    /// Problem and remedy, in one line without a full stop.
    package var sentence: String {
        let name = path.map { $0.isEmpty ? "the text" : "`\($0.clipped)`" } ?? "the text"
        switch kind {
        case .yaml(let fault): return fault.sentence
        case .unknownKey: return "unknown key \(name)"
        case .notAMapping(let got):
            return "\(name) must be a mapping of keys, not \(got == .sequence ? got.words : "a single value")"
        case .wrongValue(let expected, .nothing): return "\(name) has no value; it must be \(expected.summary)"
        case .wrongValue(let expected, let got): return "\(name) must be \(expected.summary), not \(got.words)"
        case .outOfRange(_, .sequence): return "\(name) has too few or too many items"
        case .outOfRange(.text, let got): return "\(name) is too short or too long with \(got.words)"
        case .outOfRange(_, let got): return "\(name) is out of range with \(got.quoted)"
        case .noUnit(let expected, let got): return "\(name) must be \(expected.summary); \(got.words) has no unit"
        case .unknownUnit(let expected, let got):
            return "\(name) must be \(expected.summary); the unit of \(got.quoted) does not exist"
        case .urlWithUser: return "\(name) must be an address without a user name or password"
        case .urlWithQuery: return "\(name) must be an address without a `?` or `#` part"
        case .urlWithPassword: return "\(name) \(DatabaseAddress.passwordRefusal(neighbour("password")))"
        case .notPostgres: return "\(name) must be `postgresql://USER@HOST/DATABASE`"
        case .noHome: return "\(name) starts at the home directory, which is not known; set HOME or write the full path"
        case .otherHome: return "\(name) starts at another user's home directory; write the full path"
        case .undefinedVariable(let variable):
            return "\(name) needs the variable `\(variable.clipped)`, which is not set; set it, or write "
                + "`${\(variable.clipped):-default}`"
        case .unclosedVariable: return "\(name) has a `${` without its `}`; write `$${` if it is meant as it stands"
        case .badVariableName:
            return "\(name) has a `${…}` that is not a variable's name, with or without `:-default`; "
                + "write `$${` for a plain `${`"
        case .tooMuchInterpolated(let limit):
            return "variables make the settings longer than \(limit / 1024 / 1024) MiB; put less into them"
        case .unknownEnvironment(let environment):
            return "`environment` names `\(environment.clipped)`, which is neither shipped nor beside the base file"
        case .badEnvironmentName: return "\(name) must be a name of letters, digits, `-` and `_`, at most 64"
        case .environmentInEnvironmentFile:
            return "\(name) can't stand in the file of an environment, which is chosen already; remove it"
        case .document(let sentence): return sentence
        case .file(let reason): return reason.sentence
        }
    }
}

extension SettingProblem {
    /// The setting `name` beside this one.
    private func neighbour(_ name: String) -> String {
        let parts = (path ?? "").split(separator: ".").dropLast().map(String.init)
        return (parts + [name]).joined(separator: ".").clipped
    }
}

extension GotValue {
    /// The value as a sentence names it.
    var words: String {
        switch self {
        case .nothing: "nothing"
        case .plain(let text): "`\(text.clipped)`"
        case .text(""): "the empty text"
        case .text(let text): "the text `\(text.clipped)`"
        case .sequence: "a sequence"
        case .mapping: "a mapping"
        case .masked: "the value given"
        }
    }

    /// The value alone, where its type is not in question.
    var quoted: String {
        if case .text(let text) = self { "`\(text.clipped)`" } else { words }
    }

    /// The same without what was written: where keys are expected, it may be anything.
    var withoutText: GotValue {
        switch self {
        case .plain, .text: .masked
        case .nothing, .sequence, .mapping, .masked: self
        }
    }
}

extension ValueFault {
    /// The fault as facts of a problem; the value is left out when it must not be shown.
    func problemKind(isMasked: Bool) -> SettingProblemKind {
        let got = isMasked ? GotValue.masked : got
        switch kind {
        case .wrong: return .wrongValue(expected: expected, got: got)
        case .outOfRange: return .outOfRange(expected: expected, got: got)
        case .noUnit: return .noUnit(expected: expected, got: got)
        case .unknownUnit: return .unknownUnit(expected: expected, got: got)
        case .urlWithUser: return .urlWithUser
        case .urlWithQuery: return .urlWithQuery
        case .urlWithPassword: return .urlWithPassword
        case .notPostgres: return .notPostgres
        case .noHome: return .noHome
        case .otherHome: return .otherHome
        }
    }
}
