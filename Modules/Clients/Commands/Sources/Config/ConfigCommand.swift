import DesignSystem
import FeatureKit
import JSON
import Settings

/// `galleria config check`
@Sendable func checkSettings(_ invocation: Invocation) throws -> ExitStatus {
    let settings = try invocation.settings()
    let environment = settings.hiding(settings.environment)
    return invocation.show(
        json: { $0.value(["ok": true, "environment": .string(environment)]) },
        text: { "The settings are right. Environment: \(environment).\n" })
}

/// `galleria config print`
@Sendable func printSettings(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show(try invocation.settings().printed())
    return .done
}

/// `galleria config reference`: every key, from its declaration, even if the settings are wrong.
@Sendable func settingsReference(_ invocation: Invocation) throws -> ExitStatus {
    let reference = SettingsReference(try invocation.catalog(), features: invocation.features.map { $0.manifest })
    return invocation.show(
        json: { $0.value(reference.json) }, text: { reference.document.rendered(invocation.renderOptions()) })
}

/// `galleria config schema`: the JSON Schema of a settings file, even if the settings are wrong.
@Sendable func settingsSchema(_ invocation: Invocation) throws -> ExitStatus {
    let schema = SettingsSchema(
        tree: SettingsTree(try invocation.catalog()), features: invocation.features.map { $0.manifest })
    invocation.console.show(schema.text)
    return .done
}

/// `galleria config diff ENVIRONMENT OTHER`: the settings that differ between two environments.
@Sendable func diffSettings(_ invocation: Invocation) throws -> ExitStatus {
    let (first, second) = (try invocation[Arguments.environment], try invocation[Arguments.otherEnvironment])
    let one = try invocation.settings(in: first, of: invocation.features)
    let differences = try invocation.settings(in: second, of: invocation.features).differences(from: one).filter {
        $0.declaration.path != SettingsCatalog.environment.path
    }
    let table = Table(
        columns: [Column("key", priority: 0), Column(first, priority: 1), Column(second, priority: 1)],
        rows: differences.map {
            [Inline($0.declaration.path, .code), Inline($0.old.valueText), Inline($0.new.valueText)]
        }, emptyText: "\(first) and \(second) have the same settings.")
    return invocation.show(
        json: {
            $0.value([
                "environments": [.string(first), .string(second)],
                "differences": .array(
                    differences.map { ["key": .string($0.declaration.path), "values": [$0.old.json, $0.new.json]] }),
            ])
        }, text: { Document([.table(table)]).rendered(invocation.renderOptions(one)) })
}

extension SettingValue {
    /// The value as JSON has it.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .flag(let flag): .bool(flag)
        case .whole(let number): .integer(number)
        case .text(let text): .string(text)
        case .list(let items): .array(items.map(\.json))
        }
    }
}

extension SettingOrigin {
    /// Origin of a value, for programs.
    var json: JSONValue {
        .object(given: [
            "value": isMasked ? .string(Self.mask) : SettingValue(yaml: valueText).json, "layer": .string(layer.name),
            "source": .string(label), "line": line.map { .integer($0) }, "column": column.map { .integer($0) },
        ])
    }
}

extension SettingLayer {
    /// Name of the layer for people.
    var name: String {
        switch self {
        case .defaults: "default"
        case .baseFile: "base file"
        case .environmentFile: "environment file"
        case .variable: "variable"
        case .flag: "option"
        }
    }
}

extension SettingProblem {
    /// One thing wrong with the settings: for programs.
    var json: JSONValue {
        .object(given: [
            "source": .string(label), "line": line.map { .integer($0) }, "column": column.map { .integer($0) },
            "key": path.map { .string($0) }, "message": .string(sentence), "allowed": allowed.map { .string($0) },
            "suggestion": suggestion.map { .string($0) },
        ])
    }
}

extension JSONValue {
    /// An object of the members that have a value: nil and null are left out.
    static func object(given members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(
            members.compactMap { name, value in value.flatMap { $0 == .null ? nil : JSONMember(name, $0) } })
    }
}
