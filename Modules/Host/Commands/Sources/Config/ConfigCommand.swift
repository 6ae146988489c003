import DesignSystem
import FeatureKit
import JSON
import Settings
import Suggestions

/// `galleria config check | print | explain | diff | reference | schema`
@Sendable func config(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        guard let word = invocation.arguments.first else {
            throw .usage(.missing("What to do", example: "galleria config check"))
        }
        guard let action = ConfigAction(rawValue: word) else {
            throw .usage(
                .unknown(
                    "config command", word, nearest: ConfigAction.nearest(to: word).map { "config \($0)" },
                    listing: "galleria config --help"))
        }
        let rest = Array(invocation.arguments.dropFirst())
        if let extra = rest.dropFirst(action.arguments).first { throw .usage(.tooMany(extra)) }
        switch action {
        case .check: try check(invocation)
        case .print: invocation.console.show(try invocation.settings().printed())
        case .explain: try explain(rest.first, invocation)
        case .diff:
            guard rest.count == 2 else {
                throw .usage(.missing("An environment", example: "galleria config diff sample production"))
            }
            try differ(rest[0], rest[1], invocation)
        case .reference: try reference(invocation)
        case .schema: try schema(invocation)
        }
        return .done
    } catch {
        return invocation.fail(error)
    }
}

/// Actions of `config`.
private enum ConfigAction: String, CaseIterable {
    case check, print, explain, diff, reference, schema

    /// Maximum number of arguments.
    var arguments: Int {
        switch self {
        case .check, .print, .reference, .schema: 0
        case .explain: 1
        case .diff: 2
        }
    }

    static func nearest(to word: String) -> [String] { nearestNames(to: word, among: allCases.map(\.rawValue)) }
}

private func check(_ invocation: Invocation) throws(WorkplaceFault) {
    let settings = try invocation.settings()
    if invocation.wantsJSON {
        invocation.console.show(json: {
            $0.value(["ok": true, "environment": .string(settings.hiding(settings.environment))])
        })
    } else {
        invocation.console.show("The settings are right. Environment: \(settings.hiding(settings.environment)).\n")
    }
}

/// `config reference`: every key, from its declaration. Wrong settings don't matter to it.
private func reference(_ invocation: Invocation) throws(WorkplaceFault) {
    let reference = SettingsReference(try invocation.catalog(), features: invocation.features.map { $0.manifest })
    if invocation.wantsJSON {
        invocation.console.show(json: { $0.value(reference.json) })
    } else {
        invocation.console.show(reference.document.rendered(try invocation.plainOptions()))
    }
}

/// `config schema`: the JSON Schema of a settings file.
private func schema(_ invocation: Invocation) throws(WorkplaceFault) {
    let schema = SettingsSchema(try invocation.catalog(), features: invocation.features.map { $0.manifest })
    invocation.console.show(schema.text)
}

extension Invocation {
    /// Rendering options of a command without settings.
    fileprivate func plainOptions() throws(WorkplaceFault) -> RenderOptions {
        do throws(UsageFault) {
            return try renderOptions()
        } catch {
            throw .usage(error)
        }
    }
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
        .object([
            JSONMember("value", isMasked ? .string(Self.mask) : SettingValue(yaml: valueText).json),
            JSONMember("layer", .string(layer.name)), JSONMember("source", .string(label)),
            JSONMember("line", line.map { .integer($0) } ?? .null),
            JSONMember("column", column.map { .integer($0) } ?? .null),
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
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        func number(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
        return [
            "source": .string(label), "line": number(line), "column": number(column), "key": text(path),
            "message": .string(sentence), "allowed": text(allowed), "suggestion": text(suggestion),
        ]
    }
}
