/// Shared context of reading every layer.
struct LoadingContext: Sendable {
    let catalog: SettingsCatalog
    let sources: SettingsSources
}

extension Settings {
    /// Loads the settings from all layers, or says everything that is wrong with any of them. A wrong value is wrong
    /// even if a later layer replaces it.
    package static func load(
        catalog: SettingsCatalog, sources: SettingsSources
    ) throws(SettingsReport) -> Settings {
        let loading = LoadingContext(catalog: catalog, sources: sources)
        let base = sources.baseFile.map {
            LayerReader.file(.baseFile, label: $0.path, bytes: $0.bytes, in: loading)
        }
        // By name, so that the answer never depends on the order of the process's variables.
        var entries = sources.variables.compactMap { LayerEntry(variable: $0, value: $1) }
            .sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
            .map { LayerReader.entry($0, in: loading) }
        entries += sources.flags.map { LayerReader.entry(LayerEntry(flag: $0.key, value: $0.value), in: loading) }
        if let name = sources.environmentName { entries.append(EnvironmentChoice.layer(option: name, in: loading)) }

        var texts = defaults(in: loading) + (base.map { [$0] } ?? []) + entries
        let choice = EnvironmentChoice(&texts, in: loading)
        var problems: [SettingProblem] = []
        switch choice.file {
        case .success(let file?):
            let text = LayerReader.file(.environmentFile, label: file.label, bytes: file.bytes, in: loading)
            texts.insert(text, at: texts.count - entries.count)
        case .success(nil): break
        case .failure(let fault): problems.append(SettingProblem(fault))
        }
        problems = texts.flatMap { $0.problems() } + problems
        guard problems.isEmpty else {
            throw SettingsReport(problems: problems, omitted: texts.reduce(0) { $0 + $1.omitted })
        }
        return Settings(catalog: catalog, layers: texts, home: sources.home)
    }

    /// The defaults that variables give.
    private static func defaults(in loading: LoadingContext) -> [LayerText] {
        loading.catalog.declarations.compactMap { declaration in
            guard let name = declaration.variable, loading.sources.variables[name]?.isEmpty == false else { return nil }
            return LayerReader.entry(LayerEntry(default: declaration.path, variable: name), in: loading)
        }
    }
}
