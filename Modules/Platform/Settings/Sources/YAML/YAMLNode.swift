/// A node of a YAML text: a scalar, a sequence or a mapping, with its place.
package struct YAMLNode: Sendable {
    enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    var content: Content
    /// Offsets into the text. What an alias stands for keeps the span of its anchor.
    var span: Range<Int>
}

/// One key and its value. A mapping keeps its entries in the order written, duplicates included.
package struct YAMLEntry: Sendable {
    package let key: String
    let keySpan: Range<Int>
    package internal(set) var value: YAMLNode
}

/// A scalar before its type is resolved.
struct YAMLScalar: Sendable {
    var text: String
    /// Written without quotes, so that the core schema gives it a type.
    var isPlain: Bool
    /// The tag written before it, if any.
    var tag: YAMLCoreTag?
    /// Whether a text setting takes it even when it reads as a number: what a flag or a variable says can't be quoted
    /// without quoting the shell's way too.
    var isLoose = false
}

/// The tags of the core schema (YAML 1.2.2, 10.3) that a setting may carry.
enum YAMLCoreTag: Sendable {
    case null, bool, int, float, str, seq, map

    /// The tag libyaml reports: resolved, or `!` for the non-specific tag, which makes a scalar a string.
    init?(resolved tag: String, kind: YAMLKind) {
        switch (tag, kind) {
        case ("tag:yaml.org,2002:null", .scalar): self = .null
        case ("tag:yaml.org,2002:bool", .scalar): self = .bool
        case ("tag:yaml.org,2002:int", .scalar): self = .int
        case ("tag:yaml.org,2002:float", .scalar): self = .float
        case ("tag:yaml.org,2002:str", .scalar), ("!", .scalar): self = .str
        case ("tag:yaml.org,2002:seq", .sequence), ("!", .sequence): self = .seq
        case ("tag:yaml.org,2002:map", .mapping), ("!", .mapping): self = .map
        default: return nil
        }
    }
}

/// The three kinds of node.
enum YAMLKind: Sendable {
    case scalar, sequence, mapping
}
