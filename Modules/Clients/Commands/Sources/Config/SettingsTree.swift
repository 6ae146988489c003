import FeatureKit
import Settings

/// The declared settings by the names of their keys, in the order declared.
struct SettingsTree {
    /// Last name of the path; empty for all settings.
    let name: String
    /// Dotted; empty for all settings.
    let path: String
    /// The setting of this path; nil where more names follow.
    let declaration: SettingDeclaration?
    let children: [SettingsTree]

    init(_ catalog: SettingsCatalog) {
        self.init("", path: "", catalog.declarations.map { ($0.components[...], $0) })
    }

    private init(
        _ name: String, path: String, _ declarations: [(names: ArraySlice<String>, declaration: SettingDeclaration)]
    ) {
        (self.name, self.path) = (name, path)
        declaration = declarations.first { $0.names.isEmpty }?.declaration
        var names: [String] = []
        for (rest, _) in declarations { if let name = rest.first, !names.contains(name) { names.append(name) } }
        children = names.map { name in
            let below = declarations.filter { $0.names.first == name }.map { ($0.names.dropFirst(), $0.declaration) }
            return SettingsTree(name, path: path.isEmpty ? name : "\(path).\(name)", below)
        }
    }

    /// Every setting of this path and below.
    var settings: [SettingDeclaration] { declaration.map { [$0] } ?? children.flatMap(\.settings) }
}

extension [ModuleManifest] {
    /// The module whose settings are below `path`.
    func module(at path: String) -> ModuleManifest? { first { "modules.\($0.id)".utf8.elementsEqual(path.utf8) } }
}
