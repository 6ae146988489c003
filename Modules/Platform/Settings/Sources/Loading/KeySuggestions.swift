import Suggestions

/// What was probably meant by a wrong name or word.
struct KeySuggestions: Sendable {
    private let catalog: SettingsCatalog
    private let entry: LayerEntry?

    init(_ catalog: SettingsCatalog, _ entry: LayerEntry? = nil) {
        self.catalog = catalog
        self.entry = entry
    }

    /// Where an entry's value begins in its line.
    var valueOffset: Int { entry?.valueOffset ?? 0 }

    /// For a name that `branch` does not have: a near one that it has, else the path of a setting of this name
    /// elsewhere. In the name of a flag or variable (at `entryName`) the suggestion is the whole key.
    func suggestion(for name: String, in branch: CatalogBranch, entryName: Int?) -> String? {
        if let near = Self.nearest(to: name, among: branch.names) {
            guard let entry, let entryName else { return near }
            return entry.key(replacing: entryName, with: near)
        }
        let elsewhere = catalog.declarations.filter { $0.components.last?.utf8.elementsEqual(name.utf8) == true }
        guard elsewhere.count == 1, let path = elsewhere.first?.path else { return nil }
        guard let entry, entryName != nil else { return path }
        return entry.key(for: path)
    }

    /// The nearest of `names`, if one is near.
    static func nearest(to name: String, among names: [String]) -> String? {
        name.utf8.count <= 64 ? nearestNames(to: name, among: names, limit: 1).first : nil
    }

    /// For a word that is none of the allowed ones, and for the truth values of YAML 1.1.
    func suggestion(for fault: ValueFault) -> String? {
        guard case .text(let text) = fault.got, text.utf8.count <= 64 else { return nil }
        switch fault.expected.unwrapped {
        case .oneOf(let words): return Self.nearest(to: text, among: words)
        case .flag:
            switch text.lowercased() {
            case "yes", "on", "y", "true": return "true"
            case "no", "off", "n", "false": return "false"
            default: return nil
            }
        case .duration: return unit(of: text, among: Quantity.durations.map(\.unit), fault.kind)
        case .size: return unit(of: text, among: Quantity.sizes.map(\.unit), fault.kind)
        default: return nil
        }
    }

    /// The same number with the unit as it is spelt.
    private func unit(of text: String, among units: [String], _ kind: ValueFault.Kind) -> String? {
        guard case .unknownUnit(let unit) = kind else { return nil }
        let near = units.first { $0.lowercased() == unit.lowercased() }
        return near.map { String(text.dropLast(unit.count)) + $0 }
    }
}

extension SettingShape {
    /// The shape without the choice of null.
    var unwrapped: SettingShape {
        if case .optional(let shape) = self { shape.unwrapped } else { self }
    }
}
