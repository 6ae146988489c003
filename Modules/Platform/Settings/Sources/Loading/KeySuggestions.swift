import Suggestions

/// Suggestions for a wrong name or word.
struct KeySuggestions: Sendable {
    private let catalog: SettingsCatalog
    private let entry: LayerEntry?

    init(_ catalog: SettingsCatalog, _ entry: LayerEntry? = nil) {
        self.catalog = catalog
        self.entry = entry
    }

    /// Offset of an entry's value in its line.
    var valueOffset: Int { entry?.valueOffset ?? 0 }

    /// For a name that the level at `path` does not have: a near one that it has, else the path of a setting of this name
    /// elsewhere. In the name of a flag or variable (at `entryName`) the suggestion is the whole key.
    func suggestion(for name: String, below path: String, entryName: Int?) -> String? {
        if let near = Self.nearest(to: name, among: catalog.names(below: path)) {
            guard let entry, let entryName else { return near }
            return entry.key(replacing: entryName, with: near)
        }
        if entryName == nil, let nested = nested(name, below: path) { return nested }
        let elsewhere = catalog.declarations.filter { $0.lastName.utf8.elementsEqual(name.utf8) }
        // Of several the most general, if there is one such.
        let level = elsewhere.map(\.components.count).min()
        let general = elsewhere.filter { $0.components.count == level }
        guard general.count == 1, let path = general.first?.path else { return nil }
        guard let entry, entryName != nil else { return path }
        return entry.key(for: path)
    }

    /// For a value where keys are expected that is a key whose colon has no space behind it.
    func spaced(_ node: YAMLNode, below path: String) -> String? {
        guard case .scalar(let scalar) = node.content, let colon = scalar.text.utf8.firstIndex(of: UInt8(ascii: ":")),
            catalog.child(String(scalar.text[..<colon]), of: path) != nil
        else { return nil }
        // What follows may be a secret.
        return "\(scalar.text[..<colon]): …"
    }

    /// The nearest of `names`, if one is near.
    static func nearest(to name: String, among names: [String]) -> String? {
        name.utf8.count <= 64 ? nearestNames(to: name, among: names, limit: 1).first : nil
    }

    /// For a key with dots in a file, where each name is a level of its own: the same key nested.
    func nested(_ name: String, below path: String) -> String? {
        let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (2...8).contains(names.count) else { return nil }
        var end = path
        for name in names {
            guard let child = catalog.child(name, of: end) else { return nil }
            end = child
        }
        let outer = names.dropLast().map { "\($0): { " }.joined()
        return "\(outer)\(names.last ?? ""): …\(String(repeating: " }", count: names.count - 1))"
    }
}

extension SettingShape {
    /// The shape without the choice of null.
    var unwrapped: SettingShape {
        if case .optional(let shape) = self { shape.unwrapped } else { self }
    }
}
