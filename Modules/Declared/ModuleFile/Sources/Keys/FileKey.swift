package import Settings

/// A key of a mapping in a module's file, declared once: reading, errors, schema and reference derive from it.
package struct FileKey: Sendable {
    package let name: String
    /// One line of documentation.
    package let doc: String
    package let form: FileForm
    package let isRequired: Bool

    init(_ name: String, _ form: FileForm, required isRequired: Bool = false, _ doc: String) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
        self.doc = doc
    }

    /// Whether a key of a file is this one, to the byte: what equals an ASCII name and is as long has its bytes.
    func isNamed(_ key: String) -> Bool { name.utf8.count == key.utf8.count && name == key }
}

/// Form of a key's value.
package enum FileForm: Sendable {
    /// A scalar, or a list of scalars, as settings have them.
    case value(SettingShape)
    /// Any scalar: what it may be is said by a key beside it.
    case scalar
    /// A list of such.
    case scalars(ClosedRange<Int>)
    /// JMESPath.
    case expression
    /// A path below the endpoint with variables.
    case address
    /// A text with variables.
    case text
    /// Any JSON, whose texts have variables.
    case body
    /// Keys of a table.
    case table(FileTable)
    /// Names of the file's own, each with the keys of a table.
    case named(FileTable)
    /// A sequence of mappings with the keys of a table.
    case list(FileTable)
    /// A name, or keys of a table: `effect: reads`.
    case wordOrTable([String], FileTable)
    /// Names of the file's own, each with an expression, or the keys of a table that say more.
    case namedExpressions(FileTable)
    /// Names of the file's own, each with a text.
    case namedTexts
    /// Names of the file's own, each with any scalar.
    case namedValues
    /// A file's name, a list of pages' files, or one of each step.
    case files
}

/// The keys of one kind of mapping.
package struct FileTable: Sendable {
    /// As sentences name it: `a row type`.
    package let name: String
    package let keys: [FileKey]
    /// Keys of which a mapping has exactly one; empty for most tables.
    package let alternatives: [FileKey]

    init(_ name: String, _ keys: [FileKey], exactlyOneOf alternatives: [FileKey] = []) {
        (self.name, self.keys, self.alternatives) = (name, keys, alternatives)
    }

    var names: [String] { keys.map(\.name) }
}

/// A key whose value is of one of the types that settings have.
struct ValueKey<Value: Sendable>: Sendable {
    let key: FileKey
    let type: SettingType<Value>

    init(_ name: String, _ type: SettingType<Value>, required: Bool = false, _ doc: String) {
        self.type = type
        key = FileKey(name, .value(type.shape), required: required, doc)
    }
}
