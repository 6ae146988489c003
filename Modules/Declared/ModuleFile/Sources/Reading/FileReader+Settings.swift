import Settings
import Values

extension FileReader {
    /// The module's own settings, and the auth that names them.
    mutating func readSettings(_ file: Mapping) {
        for entry in identifiers(
            file[ModuleKeys.settings], most: ModuleFile.mostSettings, what: "settings of its own")
        {
            readSetting(entry)
        }
        guard let node = file[ModuleKeys.auth], let auth = mapping(node, AuthKeys.table) else { return }
        let ways = AuthKeys.table.keys.filter { auth[$0] != nil }
        guard ways.count == 1, let way = ways.first, let value = auth[way] else {
            return report(.oneOf(AuthKeys.table.names, in: path(auth)), at: node)
        }
        switch way.name {
        case AuthKeys.header.name:
            module.auth = .header(namedSettings(value, isHeader: true))
        case AuthKeys.query.name: module.auth = .query(namedSettings(value, isHeader: false))
        case AuthKeys.bearer.key.name:
            if let name = setting(value, isSecret: true) { module.auth = .bearer(name) }
        default:
            guard let basic = mapping(value, BasicKeys.table),
                let user = basic[BasicKeys.user.key], let password = basic[BasicKeys.password.key]
            else { return }
            let name = setting(user, isSecret: false)
            let secret = setting(password, isSecret: true)
            if let name, let secret { module.auth = .basic(user: name, password: secret) }
        }
    }

    private mutating func readSetting(_ entry: YAMLEntry) {
        guard let setting = mapping(entry.value, SettingKeys.table, at: entry.keyNode) else { return }
        // Those that every module has.
        if ["data", "enabled", "endpoint", "timeout"].contains(entry.key) {
            report(.takenSettingName(entry.key), at: entry.keyNode)
        }
        let kind = value(setting, SettingKeys.type)
        let range = range(setting, SettingKeys.range)
        if let kind, kind != .int, let node = setting[SettingKeys.range.key] {
            report(.needs(SettingKeys.range.key.name, "the type int", in: path(setting)), at: node)
        }
        var text: String?
        if let node = setting[SettingKeys.defaultValue] {
            if kind == .secret {
                document.mask(node)
                report(.secretDefault(document.path(of: node)), at: node)
            } else {
                text = defaultText(node, kind, range)
            }
        }
        module.settings.append(
            OwnSettingDeclaration(
                name: entry.key, kind: kind ?? .text, doc: value(setting, SettingKeys.doc) ?? "", defaultText: text,
                range: range))
    }

    /// A default, read by the type of its setting.
    private mutating func defaultText(
        _ node: YAMLNode, _ kind: OwnSettingDeclaration.Kind?, _ range: ClosedRange<Int>?
    ) -> String? {
        switch kind {
        case .int: document.value(of: node, as: .whole(range ?? .min ... .max)).map { String($0) }
        case .bool: document.value(of: node, as: .flag).map { $0 ? "true" : "false" }
        case .duration:
            document.value(of: node, as: .duration(.zero...(.seconds(31_536_000)))).flatMap { _ in node.text }
        case .size: document.value(of: node, as: .size(0...(.max))).flatMap { _ in node.text }
        default: document.value(of: node, as: .text(0...1000))
        }
    }

    private mutating func namedSettings(_ node: YAMLNode, isHeader: Bool) -> [AuthDeclaration.NamedSetting] {
        named(node).compactMap { entry in
            if isHeader { expectHeader(entry) }
            return setting(entry.value, isSecret: true).map { name in
                AuthDeclaration.NamedSetting(name: entry.key, setting: name)
            }
        }
    }

    /// RFC 9110, 5.6.2.
    mutating func expectHeader(_ entry: YAMLEntry) {
        let isToken = entry.key.utf8.allSatisfy { byte in
            PercentEncoding.isUnreserved(byte) || "!#$%&'*+^`|".utf8.contains(byte)
        }
        if !isToken || entry.key.utf8.count > 64 { report(.badHeader(entry.key), at: entry.keyNode) }
    }

    /// The name in `settings.NAME`.
    private mutating func setting(_ node: YAMLNode, isSecret: Bool) -> String? {
        guard let text = document.value(of: node, as: .text(1...100)) else { return nil }
        guard text.hasPrefix("settings.") else {
            report(.notASetting(document.path(of: node)), at: node)
            return nil
        }
        let name = String(text.dropFirst("settings.".count))
        guard let setting = module.settings.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            report(.unknown("setting", name), at: node, among: module.settings.map(\.name), meant: name)
            return nil
        }
        if isSecret, setting.kind != .secret {
            report(.notASecret(name), at: node)
            return nil
        }
        return name
    }
}
