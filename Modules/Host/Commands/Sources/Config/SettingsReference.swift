import DesignSystem
import FeatureKit
import JSON
import Settings

/// The reference of all settings, from their declarations.
struct SettingsReference {
    private let declarations: [SettingDeclaration]
    private let sections: [(title: String, doc: String, settings: [SettingDeclaration])]

    /// - Parameter features: whose titles describe their sections.
    init(_ catalog: SettingsCatalog, features: [ModuleManifest]) {
        declarations = catalog.declarations
        var sections: [(title: String, doc: String, settings: [SettingDeclaration])] = []
        for child in SettingsTree(catalog).children {
            switch child.node {
            case .setting(let declaration): sections.append((child.name, "", [declaration]))
            case .names(let tree):
                // Each module is a section of its own.
                let modules = tree.children.compactMap { child -> (String, String, [SettingDeclaration])? in
                    guard case .names(let module) = child.node, let manifest = features.module(at: module.path)
                    else { return nil }
                    return (module.path, manifest.doc, module.settings)
                }
                sections += modules.isEmpty ? [(tree.path, "", tree.settings)] : modules
            }
        }
        self.sections = sections
    }

    var json: JSONValue { .array(declarations.map { .object($0.members) }) }

    var document: Document {
        Document(
            [
                .heading(level: 1, "Settings"),
                .paragraph("Every key that a settings file, a variable or --set may have, with its default."),
                .list(
                    ordered: false,
                    [
                        "A variable is named \("GALLERIA_SET_", .code) and the key, with \("__", .code) for each dot.",
                        "A duration is a whole number with ms, s, m, h or d; a size one with B, kB, KiB, MB, MiB, GB or GiB.",
                        "Any value may be \("${VARIABLE}", .code) or \("${VARIABLE:-default}", .code).",
                        "A running server takes a change \(SettingChange.onReload.rawValue, .emphasis), when a file changes or on SIGHUP, "
                            + "or \(SettingChange.onRestart.rawValue, .emphasis).",
                    ]),
            ]
                + sections.flatMap { section -> [Block] in
                    [.heading(level: 2, Inline(section.title, .code))]
                        + (section.doc.isEmpty ? [] : [.paragraph(Inline(section.doc))]) + [
                            .table(table(section.settings))
                        ]
                })
    }

    private func table(_ settings: [SettingDeclaration]) -> Table {
        Table(
            columns: [
                Column("key", priority: 0), Column("type"), Column("default"), Column("allowed"), Column("change"),
                Column("what it does"),
            ],
            rows: settings.map { setting in
                [
                    Inline(setting.path, .code), Inline(setting.typeDescription), Inline(setting.defaultText, .code),
                    Inline(setting.allowedApart ?? ""), Inline(setting.change.rawValue),
                    Inline(setting.isSecret ? "\(setting.doc) A secret: never shown." : setting.doc),
                ]
            })
    }
}
