/// A frozen snapshot of all settings. It is total: a setting that no layer set has its default.
///
/// Whoever serves a request takes one snapshot and keeps it; a reload makes a new one.
@usableFromInline
package final class Settings: Sendable {
    private struct Entry: Sendable {
        let value: any Sendable
        /// Values of the layers, in force first; without the default.
        let given: [SettingOrigin]
    }

    /// Catalog of all settings.
    package let catalog: SettingsCatalog
    private let entries: [Entry]
    /// Texts of the values in force that are shown nowhere, longest first: what declared secrets hold, and what came from a
    /// variable by `${VAR}`, the variable's own text and the whole value.
    ///
    /// Of what came from a variable only free texts count, of at least ``HiddenTexts/shortest`` bytes: a number or `AUD`
    /// would be found in everything.
    package let hiddenTexts: [String]
    /// Replacement of `~` in a default.
    private let home: String?

    /// The settings when no layer says anything.
    package convenience init(defaultsOf catalog: SettingsCatalog) {
        self.init(catalog: catalog, layers: [])
    }

    /// The settings of `layers`, later wins, over the defaults.
    /// - Parameter home: what `~` stands for in a default.
    init(catalog: SettingsCatalog, layers: [LayerText], home: String? = nil) {
        self.catalog = catalog
        self.home = home
        var hidden = HiddenTexts()
        entries = catalog.declarations.enumerated().map { index, declaration in
            let given = layers.reversed().compactMap { $0.given(index) }
            let value = given.first?.value ?? declaration.defaultValue(home: home)
            hidden.add(value, of: declaration, variableTexts: given.first?.variableTexts ?? [])
            return Entry(value: value, given: given.map(\.origin))
        }
        hiddenTexts = hidden.texts
    }

    /// The value in force; the key's default when the catalog does not know the key.
    ///
    /// Inlined, where the type is known: the runtime would be asked for its optional, 120 times at every start.
    @inlinable
    @inline(__always)
    package subscript<Value: Sendable>(_ key: SettingKey<Value>) -> Value {
        // In two steps: nil is a value of an optional type.
        guard let value = value(of: key.declaration), let value = value as? Value else { return key.defaultValue }
        return value
    }

    /// The value in force of a setting; nil when the catalog does not know it.
    @usableFromInline
    func value(of declaration: SettingDeclaration) -> (any Sendable)? {
        catalog.index(of: declaration).map { entries[$0].value }
    }

    /// The name of the environment whose file is laid on top.
    package var environment: String { self[SettingsCatalog.environment] }

    /// Origins of the value at `path`: in force first, then each overridden one, the default last. Empty for a path
    /// that is not a setting's.
    package func origins(of path: String) -> [SettingOrigin] {
        catalog.index(of: path).map(origins) ?? []
    }

    private func origins(_ index: Int) -> [SettingOrigin] {
        // A default that a variable gives is the default.
        if entries[index].given.last?.layer == .defaults { return entries[index].given }
        let declaration = catalog.declarations[index]
        let text = declaration.text(of: declaration.defaultValue(home: home))
        let origin = SettingOrigin(layer: .defaults, label: "default", line: nil, column: nil, valueText: text)
        return entries[index].given + [origin]
    }

    /// The settings whose values are not those of `other`, secrets included, in the order declared.
    /// - Parameter other: of the same catalog.
    package func differences(from other: Settings) -> [SettingDifference] {
        catalog.declarations.enumerated().compactMap { index, declaration in
            guard let otherIndex = other.catalog.index(of: declaration.path),
                !declaration.isSame(entries[index].value, other.entries[otherIndex].value),
                let new = origins(index).first, let old = other.origins(otherIndex).first
            else { return nil }
            return SettingDifference(declaration: declaration, old: old, new: new)
        }
    }

    /// The settings as YAML, in the order declared; what must not be shown is `‹masked›`. Reading it gives the same
    /// settings again, but for those.
    package func printed() -> String {
        var lines: [String] = []
        printLevel("", depth: 0, into: &lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func printLevel(_ path: String, depth: Int, into lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth)
        for name in catalog.names(below: path) {
            guard let child = catalog.child(name, of: path) else { continue }
            if let leaf = catalog.index(of: child) {
                lines.append("\(indent)\(name): \(printedValue(leaf))")
            } else {
                lines.append("\(indent)\(name):")
                printLevel(child, depth: depth + 1, into: &lines)
            }
        }
    }

    private func printedValue(_ index: Int) -> String {
        guard let origin = origins(index).first else { return "null" }
        return origin.isMasked ? "\"\(SettingOrigin.mask)\"" : origin.valueText
    }
}

/// A setting that has one value in some settings and another in others.
package struct SettingDifference: Sendable {
    package let declaration: SettingDeclaration
    /// Value in force in the others, and its origin.
    package let old: SettingOrigin
    /// Value in force in these, and its origin.
    package let new: SettingOrigin
}

extension SettingOrigin {
    /// Place of the value: `FILE:LINE:COLUMN`, or the label of a flag, a variable or the default.
    package var place: String {
        [label.shown, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
    }
}
