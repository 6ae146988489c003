import Synchronization

/// One setting, declared once in the module that reads it.
///
/// ```swift
/// static let timeout = SettingKey("network.timeout", .duration(.milliseconds(1)...(.seconds(300))),
///     default: .seconds(10), "The longest a whole request may take.")
/// ```
/// Put it in the `SettingsCatalog` by its `declaration`; read it with `settings[timeout]`.
@usableFromInline
package struct SettingKey<Value: Sendable>: Sendable {
    /// The same without its Swift type, for the catalog. In front, where it lies at the same place for all types.
    @usableFromInline
    package let declaration: SettingDeclaration
    /// The value when no layer sets it.
    @usableFromInline
    package let defaultValue: Value
    /// The dotted path, such as `network.timeout`.
    package var path: String { declaration.path }
    /// One line of documentation.
    package var doc: String { declaration.doc }
    /// Whether its value is never shown: not printed, logged or put in an error.
    package var isSecret: Bool { declaration.isSecret }
    /// Effect of another value on a running server.
    package var change: SettingChange { declaration.change }

    /// Declares the setting at `path`: names of ASCII letters and digits joined by dots.
    /// Inlined, since the runtime would be asked for the type of each, at every start.
    /// - Parameter variable: the process's variable that gives the default where it is set, as `${NAME:-}` in a file would.
    @inlinable
    @inline(__always)
    package init(
        _ path: String, _ type: SettingType<Value>, default defaultValue: Value, variable: String? = nil,
        secret isSecret: Bool = false, change: SettingChange = .onReload, _ doc: String
    ) {
        self.defaultValue = defaultValue
        declaration = SettingDeclaration(
            path, type, default: defaultValue, variable: variable, secret: isSecret, change: change, doc)
    }
}

/// Effect of a changed setting on a running server.
@usableFromInline
package enum SettingChange: String, Sendable, CaseIterable {
    /// It takes the new value when the settings are read again.
    case onReload = "on reload"
    /// It goes on with the value it began with.
    case onRestart = "on restart"
}

/// A setting without its Swift type: what help, the reference, the schema and the loader need to know of it. An object, since every
/// start hands those of all modules around.
@usableFromInline
package final class SettingDeclaration: Sendable {
    /// A value that a layer gave: as the module reads it and as YAML on one line.
    struct Given: Sendable {
        let value: any Sendable
        let text: String
    }

    /// The dotted path.
    package let path: String
    /// One line of documentation.
    package let doc: String
    /// Whether its value is never shown.
    package let isSecret: Bool
    /// Effect of another value on a running server.
    package let change: SettingChange
    /// The process's variable that gives the default where it is set.
    let variable: String?
    /// Shape of the values, as data.
    package let shape: SettingShape
    private let rawDefault: any Sendable
    /// Work on values, their Swift type erased.
    private struct Handling {
        let write: (any Sendable) -> String
        let read: (YAMLNode, ValueContext, inout [ValueFault]) -> Given?
        let isSame: (any Sendable, any Sendable) -> Bool
    }
    /// Maker of that, asked when there is a value: of most settings there is none.
    private let handling: @Sendable () -> Handling
    /// Its index in the catalog that was made last: where to look first.
    let lastIndex = Atomic(0)

    /// The default as YAML on one line, as a file would say it.
    package var defaultText: String { variable.map { YAMLWriter.scalar("${\($0):-}") } ?? text(of: rawDefault) }

    /// The default as if a file had given it: with the home directory in place of `~`, which stays where there is none.
    func defaultValue(home: String?) -> any Sendable {
        guard shape == .path, let home, home.utf8.first == UInt8(ascii: "/"),
            let path = rawDefault as? String, path.utf8.starts(with: "~/".utf8)
        else { return rawDefault }
        return home + String(path.dropFirst())
    }

    /// A value of this setting as YAML on one line.
    func text(of value: any Sendable) -> String { handling().write(value) }

    /// The value of a node, or nil after at least one fault was added.
    func read(_ node: YAMLNode, _ context: ValueContext, _ faults: inout [ValueFault]) -> Given? {
        handling().read(node, context, &faults)
    }

    /// Whether two values are one, also where neither may be shown.
    func isSame(_ one: any Sendable, _ other: any Sendable) -> Bool { handling().isSame(one, other) }

    /// Shape of the values in words, such as `a duration such as 10s`.
    package var typeDescription: String { shape.summary }
    /// The allowed values or the range in words, such as `1 to 100`; nil when any value of the type will do.
    package var allowed: String? { shape.allowed }
    /// The name behind the last dot.
    var lastName: String {
        path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }
    /// The names between the dots.
    package var components: [String] {
        path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    @usableFromInline
    init<Value: Sendable>(
        _ path: String, _ type: SettingType<Value>, default defaultValue: Value, variable: String?,
        secret isSecret: Bool, change: SettingChange, _ doc: String
    ) {
        self.path = path
        self.variable = variable
        self.doc = doc
        self.isSecret = isSecret
        self.change = change
        shape = type.shape
        rawDefault = defaultValue
        // A value of another type is none of this setting's: there is no such caller.
        handling = {
            Handling(
                write: { value in (value as? Value).map(type.write) ?? "" },
                read: { node, context, faults in
                    type.read(node, context, &faults).map { Given(value: $0, text: type.write($0)) }
                },
                isSame: { one, other in
                    guard let one = one as? Value, let other = other as? Value else { return false }
                    return type.write(one).utf8.elementsEqual(type.write(other).utf8)
                })
        }
    }
}
