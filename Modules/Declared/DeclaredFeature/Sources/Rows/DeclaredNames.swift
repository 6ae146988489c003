import FeatureKit
import JMESPath
import JSON
import ModuleFile
import Settings

/// The names that a row's expressions read: `param('query')`, `setting('units')`, `step('spot')`, `reply()`.
struct RowNames: JMESEnvironment {
    private let context: RowContext

    init(_ context: RowContext) { self.context = context }

    func value(of name: JMESName) -> JMESValue? {
        guard let around = context.surroundings else { return nil }
        switch name {
        case .parameter(let name): return around.argument(name)
        case .setting(let name): return around.argument(settingPrefix + name)
        case .step(let name):
            return around.steps.first { $0.name.utf8.elementsEqual(name.utf8) }.map { .node($0.reply) }
        case .reply: return .node(around.reply)
        }
    }

    func plain(_ html: String) -> String { plainText(html: html) }
}

/// Marks values of settings among the arguments of a question: no parameter's name has a dot.
let settingPrefix = "settings."

extension RowSurroundings {
    fileprivate func argument(_ name: String) -> JMESValue? {
        arguments.first { $0.key.utf8.elementsEqual(name.utf8) }.map { JMESValue($0.value) }
    }
}

/// The values that one call's expressions and templates read.
struct CallNames: JMESEnvironment {
    /// Those of parameters that have one, and of the module's own settings, behind ``settingPrefix``.
    let arguments: [JSONMember]
    /// Answers to the steps that were asked, in their order.
    var steps: [(name: String, reply: JSONNode)] = []
    /// The last answer.
    var reply: JSONNode?

    func argument(_ name: String) -> JMESValue? {
        arguments.first { $0.key.utf8.elementsEqual(name.utf8) }.map { JMESValue($0.value) }
    }

    func value(of name: JMESName) -> JMESValue? {
        switch name {
        case .parameter(let name): argument(name)
        case .setting(let name): argument(settingPrefix + name)
        case .step(let name): steps.first { $0.name.utf8.elementsEqual(name.utf8) }.map { .node($0.reply) }
        case .reply: reply.map { .node($0) }
        }
    }

    func plain(_ html: String) -> String { plainText(html: html) }

    /// `{params, settings, steps}`: the current node of templates, and of an answer to steps.
    var root: JMESValue {
        let isSetting: (JSONMember) -> Bool = { $0.key.utf8.starts(with: settingPrefix.utf8) }
        return .object([
            JMESMember(
                "params", .object(arguments.filter { !isSetting($0) }.map { JMESMember($0.key, JMESValue($0.value)) })),
            JMESMember(
                "settings",
                .object(
                    arguments.filter(isSetting).map {
                        JMESMember(String($0.key.dropFirst(settingPrefix.count)), JMESValue($0.value))
                    })),
            JMESMember("steps", .object(steps.map { JMESMember($0.name, .node($0.reply)) })),
        ])
    }
}

extension JMESValue {
    /// A value as a text of one line; nil for null, lists and objects.
    var spelled: String? { numberText ?? string ?? bool.map { $0 ? "true" : "false" } }
}

/// A setting of a declared module.
struct DeclaredSetting: Sendable {
    let name: String
    let isSecret: Bool
    let declaration: SettingDeclaration
    /// The value in force.
    let value: @Sendable (Settings) -> JSONValue
    /// The value where nothing sets it.
    let standard: JSONValue

    init(_ setting: OwnSettingDeclaration, module: String) {
        name = setting.name
        isSecret = setting.kind == .secret
        let path = "modules.\(module).\(setting.name)"
        func made<Value: Sendable>(
            _ type: SettingType<Value>, _ standard: Value, _ json: @escaping @Sendable (Value) -> JSONValue
        ) -> (SettingDeclaration, @Sendable (Settings) -> JSONValue, JSONValue) {
            let key = SettingKey(path, type, default: standard, secret: setting.kind == .secret, setting.doc)
            return (key.declaration, { json($0[key]) }, json(standard))
        }
        let text = setting.defaultText
        (declaration, value, standard) =
            switch setting.kind {
            case .text, .secret: made(.text(0...1000), text ?? "") { .string($0) }
            case .int:
                made(.whole(setting.range ?? .min ... .max), text.flatMap { Int($0) } ?? setting.range?.lowerBound ?? 0)
                {
                    .integer($0)
                }
            case .bool: made(.flag, text == "true") { .bool($0) }
            case .duration:
                made(.duration(.zero...(.seconds(31_536_000))), text.flatMap { Duration(settingText: $0) } ?? .zero) {
                    .integer(Int($0.components.seconds))
                }
            case .size: made(.size(0...(1 << 40)), text.flatMap { bytes(inSize: $0) } ?? 0) { .integer($0) }
            }
    }
}
