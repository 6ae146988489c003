import Settings
import Values

extension FileReader {
    /// The module's own settings, and the auth that names them.
    mutating func readSettings(_ file: Mapping) {
        let path = ModuleKeys.settings.name
        for entry in identifiers(
            file[ModuleKeys.settings], path, most: ModuleFile.mostSettings, what: "settings of its own")
        {
            readSetting(entry, "\(path).\(entry.key)")
        }
        guard let part = file[ModuleKeys.auth], let auth = mapping(part, ModuleKeys.auth.name, AuthKeys.table) else {
            return
        }
        let ways = AuthKeys.table.keys.filter { auth[$0] != nil }
        guard ways.count == 1, let way = ways.first, let value = auth[way] else {
            return report(.oneOf(AuthKeys.table.names, in: auth.path), at: part)
        }
        let path2 = auth.path(of: way)
        switch way.name {
        case AuthKeys.header.name:
            module.auth = .header(namedSettings(value, path2, isHeader: true))
        case AuthKeys.query.name: module.auth = .query(namedSettings(value, path2, isHeader: false))
        case AuthKeys.bearer.key.name:
            if let name = setting(value, path2, isSecret: true) { module.auth = .bearer(name) }
        default:
            guard let basic = mapping(value, path2, BasicKeys.table),
                let user = basic[BasicKeys.user.key], let password = basic[BasicKeys.password.key]
            else { return }
            let name = setting(user, basic.path(of: BasicKeys.user.key), isSecret: false)
            let secret = setting(password, basic.path(of: BasicKeys.password.key), isSecret: true)
            if let name, let secret { module.auth = .basic(user: name, password: secret) }
        }
    }

    private mutating func readSetting(_ entry: YAMLPart.Entry, _ path: String) {
        guard let setting = mapping(entry.value, path, SettingKeys.table, at: entry.keyPart) else { return }
        // Those that every module has.
        if ["data", "enabled", "endpoint", "timeout"].contains(entry.key) {
            report(.takenSettingName(entry.key), at: entry.keyPart)
        }
        let kind = value(setting, SettingKeys.type)
        let range = range(setting, SettingKeys.range)
        if let kind, kind != .int, let part = setting[SettingKeys.range.key] {
            report(.needs(SettingKeys.range.key.name, "the type int", in: path), at: part)
        }
        var text: String?
        if let part = setting[SettingKeys.defaultValue] {
            let name = setting.path(of: SettingKeys.defaultValue)
            if kind == .secret {
                document.mask(part)
                report(.secretDefault(name), at: part)
            } else {
                text = defaultText(part, name, kind, range)
            }
        }
        module.settings.append(
            OwnSettingDeclaration(
                name: entry.key, kind: kind ?? .text, doc: value(setting, SettingKeys.doc) ?? "", defaultText: text,
                range: range))
    }

    /// A default, read by the type of its setting.
    private mutating func defaultText(
        _ part: YAMLPart, _ path: String, _ kind: OwnSettingDeclaration.Kind?, _ range: ClosedRange<Int>?
    ) -> String? {
        switch kind {
        case .int: document.value(of: part, path, as: .whole(range ?? .min ... .max)).map { String($0) }
        case .bool: document.value(of: part, path, as: .flag).map { $0 ? "true" : "false" }
        case .duration:
            document.value(of: part, path, as: .duration(.zero...(.seconds(31_536_000)))).flatMap { _ in part.text }
        case .size: document.value(of: part, path, as: .size(0...(.max))).flatMap { _ in part.text }
        default: document.value(of: part, path, as: .text(0...1000))
        }
    }

    private mutating func namedSettings(
        _ part: YAMLPart, _ path: String, isHeader: Bool
    ) -> [AuthDeclaration.NamedSetting] {
        named(part, path).compactMap { entry in
            if isHeader { expectHeader(entry) }
            return setting(entry.value, "\(path).\(entry.key)", isSecret: true).map { name in
                AuthDeclaration.NamedSetting(name: entry.key, setting: name)
            }
        }
    }

    /// RFC 9110, 5.6.2.
    mutating func expectHeader(_ entry: YAMLPart.Entry) {
        let isToken = entry.key.utf8.allSatisfy { byte in
            PercentEncoding.isUnreserved(byte) || "!#$%&'*+^`|".utf8.contains(byte)
        }
        if !isToken || entry.key.utf8.count > 64 { report(.badHeader(entry.key), at: entry.keyPart) }
    }

    /// The name in `settings.NAME`.
    private mutating func setting(_ part: YAMLPart, _ path: String, isSecret: Bool) -> String? {
        guard let text = document.value(of: part, path, as: .text(1...100)) else { return nil }
        guard text.hasPrefix("settings.") else {
            report(.notASetting(path), at: part)
            return nil
        }
        let name = String(text.dropFirst("settings.".count))
        guard let setting = module.settings.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            report(.unknown("setting", name), at: part, among: module.settings.map(\.name), meant: name)
            return nil
        }
        if isSecret, setting.kind != .secret {
            report(.notASecret(name), at: part)
            return nil
        }
        return name
    }
}
