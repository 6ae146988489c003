extension YAMLFault {
    /// Problem and remedy.
    var sentence: String {
        switch self {
        case .tooLarge(let limit): "the text is longer than \(limit / 1024 / 1024) MiB; settings never need that much"
        case .notUTF8: "the text is not UTF-8; save it as UTF-8"
        case .controlCharacter(let value):
            "the character U+\(Self.hex(value)) may not stand here; write it as an escape in double quotes"
        case .tab: "a tab can't indent; use spaces"
        case .tooDeep(let limit): "mappings and sequences are nested deeper than \(limit) levels; nest less"
        case .tooManyNodes(let limit):
            "the text has more than \(limit) values, counting what aliases stand for; use fewer"
        case .duplicateKey(let key, let line):
            "the key `\(key.clipped)` is already set on line \(line); keep one of them"
        case .mergeKey: "the merge key `<<` is not supported; write the keys out"
        case .keyNotText: "a key must be a name, not a mapping or a sequence"
        case .secondDocument: "a second document starts here; settings are one document"
        case .tagDirective: "a `%TAG` line is not supported; remove it"
        case .unknownTag(let tag): "the tag `\(Self.shortTag(tag).clipped)` is not supported here; remove it"
        case .undefinedAlias(let name): "the alias `*\(name.clipped)` has no anchor `&\(name.clipped)` before it"
        case .aliasOfItself(let name): "the alias `*\(name.clipped)` stands inside the value it stands for"
        case .syntax(let problem): Self.syntax[problem] ?? "this is not YAML: \(problem)"
        case .outOfMemory: "there is not enough memory to read the text"
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    private static func shortTag(_ tag: String) -> String {
        let core = "tag:yaml.org,2002:"
        return tag.utf8.starts(with: core.utf8) ? "!!\(tag.dropFirst(core.count))" : tag
    }

    /// The parser's commoner complaints in words for people.
    private static let syntax = [
        "could not find expected ':'": "this line has no `:` after its key",
        "did not find expected key": "a key is expected here; check the indentation and the quotes before it",
        "did not find expected ',' or '}'": "this `{…}` needs a `,` or its `}`",
        "did not find expected ',' or ']'": "this `[…]` needs a `,` or its `]`",
        "did not find expected '-' indicator": "a `-` is expected here; check the indentation",
        "did not find expected node content": "a value is expected here",
        "did not find expected <document start>": "the text goes on here after its end; check the indentation",
        "found character that cannot start any token": "a value can't begin with this character; put it in quotes",
        "found unexpected end of stream": "the quotes that open here are never closed",
        "found unexpected document indicator": "a document mark stands inside quotes that are still open",
        "found unknown escape character": "this escape does not exist in double quotes; write `\\\\` for a backslash",
        "mapping values are not allowed in this context":
            "a `:` can't stand here; put the value in quotes, or see whether the line above lacks its own",
        "block sequence entries are not allowed in this context":
            "a `-` can't start an item here; put it on its own line",
        "found incompatible YAML document": "this YAML version is not supported; write `%YAML 1.2`",
    ]
}

extension String {
    /// The text as a sentence may quote it: without control characters, at most 60 scalars.
    var clipped: String {
        let scalars = unicodeScalars.prefix(61).map(\.shown)
        return String(String.UnicodeScalarView(scalars.prefix(60) + (scalars.count > 60 ? ["…"] : [])))
    }
}
