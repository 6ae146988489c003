import FeatureKit
import Settings

/// The declared settings by the names of their keys, in the order declared.
struct SettingsTree {
    /// A name: a setting, or more names.
    struct Child {
        let name: String
        let node: Node
    }

    /// Node of a name.
    indirect enum Node {
        case setting(SettingDeclaration)
        case names(SettingsTree)
    }

    /// The dotted path above the names; empty for all settings.
    let path: String
    let children: [Child]

    init(_ catalog: SettingsCatalog) {
        self.init(catalog.declarations.map { ($0.components[...], $0) }, path: "")
    }

    private init(_ declarations: [(names: ArraySlice<String>, declaration: SettingDeclaration)], path: String) {
        self.path = path
        var names: [String] = []
        var groups: [String: [(names: ArraySlice<String>, declaration: SettingDeclaration)]] = [:]
        for (rest, declaration) in declarations {
            guard let name = rest.first else { continue }
            if groups[name] == nil { names.append(name) }
            groups[name, default: []].append((rest.dropFirst(), declaration))
        }
        children = names.map { name in
            let group = groups[name] ?? []
            if group.count == 1, let only = group.first, only.names.isEmpty {
                return Child(name: name, node: .setting(only.declaration))
            }
            let below = SettingsTree(group, path: path.isEmpty ? name : "\(path).\(name)")
            return Child(name: name, node: .names(below))
        }
    }

    /// Every setting below.
    var settings: [SettingDeclaration] {
        children.flatMap { child in
            switch child.node {
            case .setting(let declaration): [declaration]
            case .names(let tree): tree.settings
            }
        }
    }
}

extension [ModuleManifest] {
    /// The module whose settings are below `path`.
    func module(at path: String) -> ModuleManifest? { first { "modules.\($0.id)".utf8.elementsEqual(path.utf8) } }
}
