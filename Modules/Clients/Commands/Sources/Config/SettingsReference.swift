import DesignSystem
import FeatureKit
import JSON
import Settings

/// The reference of all settings, from their declarations.
struct SettingsReference {
    private let catalog: SettingsCatalog
    private let sections: [(title: String, doc: String, settings: [SettingDeclaration])]

    /// - Parameter features: whose docs describe their sections.
    init(_ catalog: SettingsCatalog, features: [ModuleManifest]) {
        self.catalog = catalog
        sections = SettingsTree(catalog).children.flatMap { tree in
            // Each module is a section of its own.
            let modules = tree.children.compactMap { child in
                features.module(at: child.path).map { (child.path, $0.doc, child.settings) }
            }
            return modules.isEmpty ? [(tree.path, "", tree.settings)] : modules
        }
    }

    var json: JSONValue { .array(catalog.declarations.map { .object($0.members) }) }

    var document: Document {
        let tables = sections.flatMap { section -> [Block] in
            [.heading(level: 2, Inline(section.title, .code))]
                + (section.doc.isEmpty ? [] : [.paragraph(Inline(section.doc))]) + [.table(table(section.settings))]
        }
        return Document(
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
            ] + tables)
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
