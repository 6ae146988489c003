import DesignSystem
import JSON
import Settings
import Suggestions

/// `config explain KEY`: where the value in force was said, and each that it overrode. With the beginning of keys, or
/// with none: all of them, in short.
func explain(_ name: String?, _ invocation: Invocation) throws(WorkplaceFault) {
    let (settings, options) = try invocation.settingsAndOptions()
    if let name, let declaration = settings.catalog.declaration(at: name) {
        if invocation.wantsJSON {
            invocation.console.show(json: { $0.value(declaration.explanation(settings)) })
        } else {
            invocation.console.show(declaration.explained(settings).rendered(options))
        }
        return
    }
    let all = settings.catalog.declarations
    let declarations = name.map { name in all.filter { $0.path.utf8.starts(with: "\(name).".utf8) } } ?? all
    if declarations.isEmpty, let name {
        throw .usage(.unknownSetting(SecretNames(settings.catalog).shown(name), among: all.map(\.path)))
    }
    if invocation.wantsJSON {
        invocation.console.show(json: { $0.value(.array(declarations.map { $0.explanation(settings) })) })
    } else {
        invocation.console.show(Document([table(of: declarations, settings)]).rendered(options))
    }
}

/// `config diff ENVIRONMENT ENVIRONMENT`: the settings whose values are not the same in both.
func differ(_ first: String, _ second: String, _ invocation: Invocation) throws(WorkplaceFault) {
    let load = try invocation.settingsLoader()
    let one = try invocation.settings(by: load, environment: first)
    let other = try invocation.settings(by: load, environment: second)
    let differences = other.differences(from: one).filter {
        $0.declaration.path != SettingsCatalog.environment.path
    }
    if invocation.wantsJSON {
        invocation.console.show(json: {
            $0.value([
                "environments": [.string(first), .string(second)],
                "differences": .array(
                    differences.map {
                        [
                            "key": .string($0.declaration.path), "values": [$0.old.json, $0.new.json],
                        ]
                    }),
            ])
        })
        return
    }
    let table = Table(
        columns: [
            Column("key", priority: 0), Column(first, priority: 1), Column(second, priority: 1),
        ],
        rows: differences.map { difference in
            [
                Inline(difference.declaration.path, .code), Inline(difference.old.valueText),
                Inline(difference.new.valueText),
            ]
        }, emptyText: "\(first) and \(second) have the same settings.")
    invocation.console.show(Document([.table(table)]).rendered(try invocation.options(one)))
}

extension Invocation {
    /// The settings in force, and how text is rendered under them.
    fileprivate func settingsAndOptions() throws(WorkplaceFault) -> (Settings, RenderOptions) {
        let settings = try settings()
        return (settings, try options(settings))
    }
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
        [
            JSONMember("key", .string(path)), JSONMember("doc", .string(doc)),
            JSONMember("type", .string(typeDescription)), JSONMember("allowed", allowed.map { .string($0) } ?? .null),
            JSONMember("default", plainDefault.json), JSONMember("secret", .bool(isSecret)),
            JSONMember("change", .string(change.rawValue)),
        ]
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
        let last = name.split(separator: ".").last.map(String.init) ?? name
        // People remember the end of a key; the shortest of several is the most general.
        func ending(in last: String) -> [String] {
            let found = paths.filter { $0.split(separator: ".").last?.utf8.elementsEqual(last.utf8) == true }
            let levels = Set(found.map { $0.split(separator: ".").count }).sorted()
            return levels.flatMap { level in found.filter { $0.split(separator: ".").count == level } }
        }
        let ends = paths.compactMap { $0.split(separator: ".").last.map(String.init) }
        var meant = Array(nearestNames(to: name, among: paths + beginnings(of: paths)).prefix(1))
        if meant.isEmpty { meant = ending(in: last) }
        if meant.isEmpty, let near = nearestNames(to: last, among: ends).first { meant = ending(in: near) }
        meant = Array(meant.prefix(3))
        return UsageFault(
            sentence: unknown("setting", name, nearest: []).sentence,
            hint: meant.isEmpty
                ? "galleria config explain lists them all." : "Did you mean \(meant.joined(separator: " or "))?")
    }

    private static func beginnings(of paths: [String]) -> [String] {
        var found: [String] = []
        for path in paths {
            let names = path.split(separator: ".")
            for count in 1..<max(names.count, 1) {
                let beginning = names.prefix(count).joined(separator: ".")
                if !found.contains(beginning) { found.append(beginning) }
            }
        }
        return found
    }
}
