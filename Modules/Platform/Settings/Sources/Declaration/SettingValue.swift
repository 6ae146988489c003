/// A setting's value without its type: for whoever writes it in another language than YAML.
package enum SettingValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case whole(Int)
    case text(String)
    case list([SettingValue])

    /// Value of a YAML text, such as `defaultText` of a declaration or `valueText` of an origin.
    package init(yaml: String) {
        guard let node = YAMLReader.read(SourceText(Array(yaml.utf8))).root else {
            self = .text(yaml)
            return
        }
        self.init(node)
    }

    private init(_ node: YAMLNode) {
        switch node.content {
        case .sequence(let items): self = .list(items.map { SettingValue($0) })
        // No setting is a mapping.
        case .mapping: self = .null
        case .scalar(let scalar):
            switch scalar.value {
            case .null: self = .null
            case .bool(let flag): self = .flag(flag)
            case .int(let number): self = .whole(number)
            case .text(let text): self = .text(text)
            case .hugeInt, .float: self = .text(scalar.text)
            }
        }
    }
}

extension SettingDeclaration {
    /// The value when no layer sets it.
    package var plainDefault: SettingValue { SettingValue(yaml: defaultText) }
}

extension SettingShape {
    /// A regular expression (ECMA 262) of the texts that values are; nil where the shape is more than a text's form.
    package var pattern: String? {
        switch self {
        case .duration: "^[0-9]+(\(Quantity.durations.map(\.unit).joined(separator: "|")))$"
        case .size: "^[0-9]+(\(Quantity.sizes.map(\.unit).joined(separator: "|")))$"
        case .url: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+(/[^?#]*)?$"
        case .flag, .whole, .text, .oneOf, .path, .list, .optional: nil
        }
    }
}
