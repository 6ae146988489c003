/// Which environment is laid on top of the base file, and its file.
struct EnvironmentChoice {
    /// The file to read; the default environment needs none.
    private(set) var file: Result<(label: String, bytes: [UInt8])?, SettingsFileFault> = .success(nil)

    /// Looks the choice up in `texts`, where the last one counts, and reports there a name that leads to no file.
    init(_ texts: inout [LayerText], in loading: LoadingContext) {
        let key = SettingsCatalog.environment
        guard let index = loading.catalog.index(of: key.path) else { return }
        let chooser = texts.lastIndex { $0.given(index) != nil }
        let given = chooser.flatMap { texts[$0].given(index) }
        let name = given?.value as? String ?? key.defaultValue
        func report(_ kind: SettingProblemKind, suggestion: String?) {
            guard let chooser, let given else { return }
            let shipped = loading.sources.shippedEnvironments
            texts[chooser].report(
                LayerText.Finding(
                    kind: kind, span: given.span, path: key.path,
                    allowed: shipped.isEmpty ? nil : shipped.joined(separator: ", "), suggestion: suggestion))
        }
        guard Self.isName(name) else {
            report(.badEnvironmentName, suggestion: nil)
            return
        }
        do throws(SettingsFileFault) {
            let found = try loading.sources.environmentFile(name)
            file = .success(found)
            if found == nil, name != key.defaultValue {
                let isMasked = given?.origin.isMasked == true
                let near = KeySuggestions.nearest(to: name, among: loading.sources.shippedEnvironments)
                report(.unknownEnvironment(isMasked ? SettingOrigin.mask : name), suggestion: isMasked ? nil : near)
            }
        } catch {
            file = .failure(error)
        }
    }

    /// `--environment NAME` as a layer of its own.
    static func layer(option name: String, in loading: LoadingContext) -> LayerText {
        let lead = "--environment "
        let source = SourceText(Array("\(lead)\(name)".utf8), limit: .max)
        var text = LayerText(layer: .flag, label: "--environment", source: source)
        guard let index = loading.catalog.index(of: SettingsCatalog.environment.path) else { return text }
        let span = lead.unicodeScalars.count..<source.scalarCount
        let origin = SettingOrigin(
            layer: .flag, label: text.label, line: nil, column: nil, valueText: YAMLWriter.scalar(name))
        text.given = [GivenSetting(index: index, value: name, origin: origin, span: span)]
        return text
    }

    /// A name becomes part of a path: letters, digits, `-` and `_` only.
    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}
