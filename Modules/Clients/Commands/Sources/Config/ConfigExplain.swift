import DesignSystem
import JSON
import Settings
import Suggestions

/// `galleria config explain [KEY]`: the source of the value in force, and of each that it overrode. With a prefix of keys, or
/// without any: each key in short.
@Sendable func explainSettings(_ invocation: Invocation) throws -> ExitStatus {
    let name = try invocation[Arguments.setting]
    let settings = try invocation.settings()
    let options = invocation.renderOptions(settings)
    if let name, let declaration = settings.catalog.declaration(at: name) {
        return invocation.show(
            json: { $0.value(declaration.explanation(settings)) },
            text: { declaration.explained(settings).rendered(options) })
    }
    let all = settings.catalog.declarations
    let declarations = name.map { name in all.filter { $0.path.utf8.starts(with: "\(name).".utf8) } } ?? all
    if declarations.isEmpty, let name {
        throw UsageFault.unknownSetting(SecretNames(settings.catalog).shown(name), among: all.map(\.path))
    }
    return invocation.show(
        json: { $0.value(.array(declarations.map { $0.explanation(settings) })) },
        text: { Document([table(of: declarations, settings)]).rendered(options) })
}

private func table(of declarations: [SettingDeclaration], _ settings: Settings) -> Block {
    .table(
        Table(
            columns: [Column("key", priority: 0), Column("value", priority: 1), Column("set by", priority: 2)],
            rows: declarations.map { declaration in
                let origin = settings.origins(of: declaration.path).first
                return [
                    Inline(declaration.path, .code), Inline(origin?.valueText ?? ""),
                    Inline(origin?.place ?? "", .muted),
                ]
            }))
}

extension SettingDeclaration {
    /// Everything about the setting, and who said its value.
    fileprivate func explained(_ settings: Settings) -> Document {
        let origins = settings.origins(of: path)
        let overridden = origins.dropFirst().map { [Inline($0.valueText), $0.told] }
        return Document {
            Block.heading(level: 1, Inline(path, .title))
            Block.paragraph(Inline(doc))
            if let origin = origins.first {
                Block.keyValues([
                    KeyValue("value", Inline(origin.valueText, .title)), KeyValue("set by", origin.told),
                ])
            }
            if !overridden.isEmpty {
                Block.heading(level: 2, "overrode")
                Block.table(Table(columns: [Column("value"), Column("set by")], rows: overridden))
            }
            Block.heading(level: 2, "may be")
            Block.keyValues(facts)
        }
    }

    private var facts: [KeyValue] {
        [KeyValue("type", Inline(typeDescription))]
            + (allowedApart.map { [KeyValue("allowed", Inline($0))] } ?? [])
            + (isSecret ? [KeyValue("secret", "its value is never shown")] : [])
            + [KeyValue("change", Inline("taken \(change.rawValue)"))]
    }

    /// The allowed values where the type does not say them.
    var allowedApart: String? {
        switch shape {
        case .flag, .oneOf, .optional(.oneOf): nil
        default: allowed
        }
    }

    /// The setting without its value, for programs.
    var members: [JSONMember] {
        JSONValue.object(given: [
            "key": .string(path), "doc": .string(doc), "type": .string(typeDescription),
            "allowed": allowed.map { .string($0) }, "default": plainDefault.json, "secret": .bool(isSecret),
            "change": .string(change.rawValue),
        ]).members ?? []
    }

    /// The same with everybody who said its value, in force first.
    fileprivate func explanation(_ settings: Settings) -> JSONValue {
        .object(members + [JSONMember("origins", .array(settings.origins(of: path).map(\.json)))])
    }
}

extension SettingOrigin {
    /// Origin of the value, and its layer.
    fileprivate var told: Inline {
        layer == .defaults
            ? "the default\(label == "default" ? "" : " \(label)")" : "\(place) \("(\(layer.name))", .muted)"
    }
}

extension UsageFault {
    /// No setting has this key, and none begins with it.
    fileprivate static func unknownSetting(_ name: String, among paths: [String]) -> UsageFault {
        let lastName = { (path: String) in path.split(separator: ".").last.map(String.init) ?? path }
        // People remember the end of a key; the shortest of several is the most general.
        let ending = { (last: String) in
            let levels = { (path: String) in path.split(separator: ".").count }
            let found = paths.filter { lastName($0).utf8.elementsEqual(last.utf8) }
            return Set(found.map(levels)).sorted().flatMap { level in found.filter { levels($0) == level } }
        }
        var meant = Array(nearestNames(to: name, among: paths + prefixes(of: paths)).prefix(1))
        if meant.isEmpty { meant = ending(lastName(name)) }
        if meant.isEmpty, let near = nearestNames(to: lastName(name), among: paths.map(lastName)).first {
            meant = ending(near)
        }
        meant = Array(meant.prefix(3))
        return UsageFault(
            unknown("setting", name, nearest: []).sentence,
            hint: meant.count > 1 ? "Did you mean \(meant.joined(separator: " or "))?" : "",
            remedy: meant.isEmpty
                ? .listing("config explain") : meant.count == 1 ? .correction(of: name, to: meant[0]) : nil)
    }

    /// The names above the paths, such as `modules.catalog`.
    private static func prefixes(of paths: [String]) -> [String] {
        var found: [String] = []
        for path in paths {
            for dot in path.indices where path[dot] == "." {
                let prefix = String(path[..<dot])
                if !found.contains(prefix) { found.append(prefix) }
            }
        }
        return found
    }
}
