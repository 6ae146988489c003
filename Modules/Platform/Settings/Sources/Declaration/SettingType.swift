/// Reader and writer of one kind of setting in YAML. The kinds are the static members.
@usableFromInline
package struct SettingType<Value: Sendable>: Sendable {
    /// Shape of the values, as data.
    package let shape: SettingShape
    /// The value of a node, or nil after at least one fault was added.
    let read: @Sendable (YAMLNode, ValueContext, inout [ValueFault]) -> Value?
    /// The value as YAML on one line; reading that line gives the value again.
    let write: @Sendable (Value) -> String

    init(
        _ shape: SettingShape,
        read: @escaping @Sendable (YAMLNode, ValueContext, inout [ValueFault]) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.shape = shape
        self.read = read
        self.write = write
    }

    /// A kind that is read from one scalar: `parse` gives the value or what is wrong with it.
    init(
        _ shape: SettingShape,
        scalar parse: @escaping @Sendable (YAMLScalar, ValueContext) -> Result<Value, ValueFault.Kind>,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            shape,
            read: { node, context, faults in
                guard case .scalar(let scalar) = node.content else {
                    faults.append(ValueFault(.wrong, shape, node))
                    return nil
                }
                switch parse(scalar, context) {
                case .success(let value): return value
                case .failure(let kind):
                    faults.append(ValueFault(kind, shape, node))
                    return nil
                }
            },
            write: write)
    }
}

/// Context of reading a value, besides its node.
struct ValueContext: Sendable {
    /// The home directory that a leading `~` stands for.
    let home: String?
}

/// Fault of a value, and its place.
struct ValueFault: Sendable {
    /// The reason, beyond "not of this shape".
    enum Kind: Sendable, Equatable, Error {
        /// Not of the type.
        case wrong
        /// Value of the right type outside its bounds.
        case outOfRange
        /// A number where a unit is needed.
        case noUnit
        /// A unit that does not exist.
        case unknownUnit(String)
        /// An address with a user name or password in it.
        case urlWithUser
        /// An address with a query or fragment.
        case urlWithQuery
        /// An address of a database with a password in it.
        case urlWithPassword
        /// An address of something else than a PostgreSQL database.
        case notPostgres
        /// A path from `~` when the home directory is not known.
        case noHome
        /// A path from another user's home.
        case otherHome
    }

    let kind: Kind
    /// True where the sentence says all there is to say of the value's form.
    var isOfDatabase: Bool { kind == .urlWithPassword || kind == .notPostgres }
    /// True where what was written may be a secret, and is shown nowhere.
    var hidesValue: Bool {
        switch kind {
        case .urlWithUser, .urlWithQuery, .urlWithPassword, .notPostgres: true
        default: false
        }
    }
    /// The item of a list that is wrong, from 0.
    var item: Int?
    let expected: SettingShape
    let span: Range<Int>
    let got: GotValue

    init(_ kind: Kind, _ expected: SettingShape, _ node: YAMLNode) {
        self.kind = kind
        self.expected = expected
        span = node.span
        got = GotValue(node)
    }
}

/// Node found in place of the expected value.
package enum GotValue: Sendable, Equatable {
    case nothing
    /// A plain scalar as written: a number, `true`, or text.
    case plain(String)
    /// A scalar that is text, though it may look like something else.
    case text(String)
    case sequence
    case mapping
    /// A value that must not be shown.
    case masked

    init(_ node: YAMLNode) {
        switch node.content {
        case .sequence: self = .sequence
        case .mapping: self = .mapping
        case .scalar(let scalar):
            switch scalar.value {
            case .null: self = .nothing
            case .text(let text): self = .text(text)
            case .bool, .int, .hugeInt, .float: self = .plain(scalar.text)
            }
        }
    }
}

extension YAMLScalar {
    /// The text of a scalar that is text; also of a loose one that reads as a number or a truth value.
    var asText: String? {
        switch value {
        case .text(let text): text
        case .bool, .int, .hugeInt, .float: isLoose ? text : nil
        case .null: isLoose && text.isEmpty ? text : nil
        }
    }
}
