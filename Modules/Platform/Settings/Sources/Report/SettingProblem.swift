/// One thing wrong with the settings: where, what, and what would be right.
package struct SettingProblem: Sendable, Equatable {
    /// The file's path, `--set`, `--environment`, or the variable's name.
    package let label: String
    /// The line in a file, from 1.
    package let line: Int?
    /// The column in a file, in Unicode scalars from 1: of the key for unknown and duplicate keys, else of the value.
    package let column: Int?
    /// The setting's path as written, when the problem is about one.
    package let path: String?
    /// Problem as data.
    package let kind: SettingProblemKind
    /// The allowed values or range in words.
    package let allowed: String?
    /// Suggested replacement.
    package let suggestion: String?
    /// The line and the place in it, with secrets masked.
    package let excerpt: SettingExcerpt?

    /// The line itself, with secrets masked.
    package var sourceLine: String? { excerpt?.text }

    /// The problem of a file that could not be read at all.
    package init(_ fault: SettingsFileFault) {
        self.init(
            label: fault.path, line: nil, column: nil, path: nil, kind: .file(fault.reason), allowed: nil,
            suggestion: nil, excerpt: nil)
    }

    /// The problem of a file as a whole, or of what it names, in the words of whoever reads it.
    package init(_ sentence: String, in label: String) {
        self.init(
            label: label, line: nil, column: nil, path: nil, kind: .document(sentence), allowed: nil, suggestion: nil,
            excerpt: nil)
    }

    init(
        label: String, line: Int?, column: Int?, path: String?, kind: SettingProblemKind, allowed: String?,
        suggestion: String?, excerpt: SettingExcerpt?
    ) {
        self.label = label
        self.line = line
        self.column = column
        self.path = path
        self.kind = kind
        self.allowed = allowed
        self.suggestion = suggestion
        self.excerpt = excerpt
    }
}

extension SettingProblemKind {
    /// The same without what was written: it stands where a secret may.
    var masked: SettingProblemKind {
        switch self {
        case .yaml(.duplicateKey(_, let line)): .yaml(.duplicateKey(SettingOrigin.mask, firstLine: line))
        case .yaml(.unknownTag): .yaml(.unknownTag(SettingOrigin.mask))
        case .yaml(.undefinedAlias): .yaml(.undefinedAlias(SettingOrigin.mask))
        case .yaml(.aliasOfItself): .yaml(.aliasOfItself(SettingOrigin.mask))
        case .notAMapping(let got): .notAMapping(got.withoutText)
        case .wrongValue(let expected, let got): .wrongValue(expected: expected, got: got.withoutText)
        case .outOfRange(let expected, let got): .outOfRange(expected: expected, got: got.withoutText)
        case .noUnit(let expected, let got): .noUnit(expected: expected, got: got.withoutText)
        case .unknownUnit(let expected, let got): .unknownUnit(expected: expected, got: got.withoutText)
        default: self
        }
    }
}

/// Problems of settings. The sentences are in `SettingSentences.swift`.
package enum SettingProblemKind: Sendable, Equatable {
    /// The text is not the YAML that settings may use.
    case yaml(YAMLFault)
    /// A key that no module declares.
    case unknownKey
    /// A value where keys are expected.
    case notAMapping(GotValue)
    /// A value that is not of the setting's type.
    case wrongValue(expected: SettingShape, got: GotValue)
    /// A value of the right type that is too small, too large, too short or too long.
    case outOfRange(expected: SettingShape, got: GotValue)
    /// A number without its unit.
    case noUnit(expected: SettingShape, got: GotValue)
    /// A unit that does not exist.
    case unknownUnit(expected: SettingShape, got: GotValue)
    /// An address with a user name or password.
    case urlWithUser
    /// An address with a query or fragment.
    case urlWithQuery
    /// An address of a database with a password.
    case urlWithPassword
    /// An address of something else than a PostgreSQL database.
    case notPostgres
    /// A path from `~` when there is no home directory.
    case noHome
    /// A path from another user's home directory.
    case otherHome
    /// `${VAR}` of a variable that is not set, without a default.
    case undefinedVariable(String)
    /// `${` without `}`.
    case unclosedVariable
    /// Something else than a variable's name in `${…}`.
    case badVariableName
    /// The texts that variables were put into grow too long, in bytes.
    case tooMuchInterpolated(limit: Int)
    /// No file and nothing shipped for the environment.
    case unknownEnvironment(String)
    /// A name that can't be an environment's.
    case badEnvironmentName
    /// An environment file that chooses an environment.
    case environmentInEnvironmentFile
    /// A mistake in a file that is not settings, in the words of whoever reads it.
    case document(String)
    /// A file that could not be read.
    case file(SettingsFileFault.Reason)
}
