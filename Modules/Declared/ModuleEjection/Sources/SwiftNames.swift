/// Names of an ejected feature that stand in Swift.
enum SwiftNames {
    /// Words that are no names without backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]

    /// Words that mean something else as a member even between backticks.
    private static let members: Set<String> = ["self", "init", "Self", "Type", "Protocol"]

    /// Types that an ejected file names: another type of the name would be taken for it.
    private static let types: Set<String> = [
        "Any", "Array", "Character", "Error", "Result", "Row", "Set", "Feature", "FeatureConformance", "FeatureKit",
        "DeclaredFeature", "Field", "HTTPAPI", "ListPart", "Protocol", "RowAction", "RowField", "RowLayout",
        "RowOperation", "SampleReader", "Self", "ShowPart", "String", "TestSupport", "Testing", "Type",
        "UnsafeRawBufferPointer",
    ]

    /// Whether a module may not be called so.
    static func isTaken(module name: String) -> Bool { types.contains(name) }

    /// The enumeration of a type of row.
    static func row(_ name: String) -> String {
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        return types.contains(capital) ? "\(capital)Row" : capital
    }

    /// A field of a row, beside names of the enumeration's own.
    static func field(_ name: String, besides taken: Set<String>) -> String {
        taken.contains(name) || members.contains(name) ? "\(name)Field" : quoted(name)
    }

    /// A call of the API, beside names of the file's own.
    static func call(_ name: String, besides taken: Set<String>) -> String {
        taken.contains(name) || members.contains(name) ? "\(name)Call" : quoted(name)
    }

    private static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// `a story`, `an event`
    static func article(_ words: String) -> String {
        (words.first.map { "aeiouAEIOU".contains($0) } ?? false ? "an " : "a ") + words
    }
}

extension String {
    /// Whether another text stands in this one, byte for byte.
    func has(_ part: String) -> Bool {
        let (bytes, wanted) = (Array(utf8), Array(part.utf8))
        guard wanted.count <= bytes.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
    }
}
