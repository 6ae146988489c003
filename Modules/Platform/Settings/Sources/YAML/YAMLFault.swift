/// The bounds of every YAML text that is read. They hold while the tree is built, not after.
package enum YAMLLimits {
    /// Bytes of one text.
    package static let bytes = 1 << 20
    /// Mappings and sequences inside each other.
    package static let depth = 32
    /// Nodes built: scalars, keys, sequences and mappings; an alias counts what it stands for.
    package static let nodes = 10_000
}

/// Fault of a text as YAML. The sentences are in `YAMLSentences.swift`.
package enum YAMLFault: Sendable, Equatable {
    /// The text is over the limit, in bytes.
    case tooLarge(limit: Int)
    /// Bytes that are not UTF-8.
    case notUTF8
    /// A character that YAML forbids unescaped, by its scalar value.
    case controlCharacter(UInt32)
    /// A tab where indentation is expected.
    case tab
    /// Sequences and mappings nest deeper than the limit.
    case tooDeep(limit: Int)
    /// More nodes than the limit, aliases counted by what they stand for.
    case tooManyNodes(limit: Int)
    /// A key that the same mapping already has, first at `line`.
    case duplicateKey(String, firstLine: Int)
    /// The merge key `<<` of YAML 1.1.
    case mergeKey
    /// A mapping or a sequence as a key.
    case keyNotText
    /// A second document in the same text.
    case secondDocument
    /// A `%TAG` line.
    case tagDirective
    /// A tag that is not one of the core schema's, or not one for this kind of node.
    case unknownTag(String)
    /// An alias to an anchor that does not exist (yet).
    case undefinedAlias(String)
    /// An alias inside the node that it stands for.
    case aliasOfItself(String)
    /// Anything else that breaks the grammar, in libyaml's words.
    case syntax(String)
    /// libyaml could not get memory.
    case outOfMemory
}

/// A fault and the scalars it stands at, as offsets into the text.
struct LocatedYAMLFault: Sendable, Equatable {
    let fault: YAMLFault
    let span: Range<Int>
}
