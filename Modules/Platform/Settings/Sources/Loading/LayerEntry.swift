/// A flag or a variable that sets one key: the line it is shown as, and where its parts are.
struct LayerEntry: Sendable {
    let layer: SettingLayer
    /// `--set`, `--environment` or the variable's name.
    let label: String
    /// Text before the key.
    let lead: String
    /// The key's names.
    let names: [String]
    /// Text between names.
    let separator: String
    /// The value, in YAML.
    let value: String

    /// `--set KEY=VALUE`.
    init(flag key: String, value: String) {
        self.init(.flag, label: "--set", lead: "--set ", key: key, separator: ".", value: value)
    }

    /// The variable `name`, if it is one of ours.
    init?(variable name: String, value: String) {
        guard name.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let key = String(decoding: name.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        self.init(.variable, label: name, lead: Self.prefix, key: key, separator: "__", value: value)
    }

    /// The default that the variable `name` gives to the setting at `path`.
    init(default path: String, variable name: String) {
        self.init(.defaults, label: "${\(name):-}", lead: "", key: path, separator: ".", value: "\"${\(name):-}\"")
    }

    /// Prefix of the variables' names.
    static let prefix = "GALLERIA_SET_"

    private init(
        _ layer: SettingLayer, label: String, lead: String, key: String, separator: String, value: String
    ) {
        self.layer = layer
        self.label = label
        self.lead = lead
        self.separator = separator
        self.value = value
        names = Self.split(Array(key.utf8), by: Array(separator.utf8))
    }

    /// The entry as one line, `--set KEY=VALUE` or `NAME=VALUE`.
    var line: String { "\(lead)\(names.joined(separator: separator))=\(value)" }

    /// Offset of the value in `line`, in scalars.
    var valueOffset: Int { line.unicodeScalars.count - value.unicodeScalars.count }

    /// The scalars of `line` that the name at `index` takes.
    func span(ofName index: Int) -> Range<Int> {
        let before = names[..<index].reduce(lead.unicodeScalars.count) {
            $0 + $1.unicodeScalars.count + separator.unicodeScalars.count
        }
        return before..<before + names[index].unicodeScalars.count
    }

    /// The whole key with the name at `index` replaced.
    func key(replacing index: Int, with name: String) -> String {
        let key = (names[..<index] + [name] + names[(index + 1)...]).joined(separator: separator)
        return layer == .variable ? lead + key : key
    }

    /// The whole key that stands for `path`.
    func key(for path: String) -> String {
        let key = path.split(separator: ".").joined(separator: separator)
        return layer == .variable ? lead + key : key
    }

    private static func split(_ bytes: [UInt8], by separator: [UInt8]) -> [String] {
        var parts: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: separator) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
