import Glibc

/// A mapping of the settings whose name is the user's own, such as `modules.keyboards`.
package struct SettingsSection: Sendable, Equatable {
    package let name: String
    /// Its plain values as they are written, by key; those of later layers win. Nothing is put in for `${VAR}`.
    package fileprivate(set) var texts: [String: String]
}

extension SettingsSources {
    /// The mappings below a level in which some layer sets a key: what they declare is known before the catalog that reads them. What
    /// is wrong with a layer is left to the loading.
    /// - Parameters:
    ///   - level: a name at the top, `modules`.
    ///   - key: whose mappings are wanted, `ucp`.
    /// - Returns: by name.
    package func sections(below level: String, having key: String) -> [SettingsSection] {
        guard let catalog = try? SettingsCatalog([]) else { return [] }
        let loading = LoadingContext(catalog: catalog, sources: self)
        let entries =
            variables.compactMap { LayerEntry(variable: $0, value: $1) }
            .sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
            + flags.map { LayerEntry(flag: $0.key, value: $0.value) }
        var texts = baseFile.map { [LayerReader.file(.baseFile, label: $0.path, bytes: $0.bytes, in: loading)] } ?? []
        texts += entries.map { LayerReader.entry($0, in: loading) }
        if let environmentName { texts.append(EnvironmentChoice.layer(option: environmentName, in: loading)) }
        var files = baseFile.map { [$0.bytes] } ?? []
        if case .success(let file?) = EnvironmentChoice(&texts, in: loading).file { files.append(file.bytes) }
        let mayHoldKey =
            files.contains { Self.mayHold(key, $0) }
            || entries.contains { $0.names.contains(key) || Self.mayHold(key, Array($0.value.utf8)) }
        guard mayHoldKey else { return [] }
        var found = SectionFinder(level: level)
        for file in files { found.read(readings.reading(of: file).reading) }
        for entry in entries { found.read(entry) }
        return found.sections.values.filter { $0.texts[key] != nil }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Whether a key may stand in a text of YAML: nearly none has it, and each start reads the file that is shipped. Where it is not
    /// written with its own letters, it is written with a backslash.
    private static func mayHold(_ key: String, _ text: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            place(of: UInt8(ascii: "\\"), in: text) != nil || key.utf8.first.map { holds(key, from: $0, text) } ?? false
        }
    }

    /// Whether a key's letters, the first of which is `first`, stand in a text.
    private static func holds(_ key: String, from first: UInt8, _ text: UnsafeRawBufferPointer) -> Bool {
        var rest = text
        while let place = place(of: first, in: rest) {
            rest = UnsafeRawBufferPointer(rebasing: rest[place...])
            if rest.starts(with: key.utf8) { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        }
        return false
    }

    private static func place(of byte: UInt8, in text: UnsafeRawBufferPointer) -> Int? {
        guard let start = text.baseAddress, let found = memchr(start, Int32(byte), text.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }
}

/// Reads mappings below one level, without a catalog.
private struct SectionFinder {
    let level: String
    var sections: [String: SettingsSection] = [:]

    mutating func read(_ file: YAMLReading) {
        guard case .mapping(let entries)? = file.root?.content else { return }
        for entry in entries where entry.key == level { read(level: entry.value) }
    }

    mutating func read(_ entry: LayerEntry) {
        guard entry.names.first == level else { return }
        if entry.names.count == 3 {
            add(entry.value, entry.names[1], entry.names[2])
        } else if let root = YAMLReader.read(SourceText(Array(entry.value.utf8))).root {
            if entry.names.count == 1 { read(level: root) }
            if entry.names.count == 2 { read(section: root, entry.names[1]) }
        }
    }

    private mutating func read(level node: YAMLNode) {
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries { read(section: entry.value, entry.key) }
    }

    private mutating func read(section node: YAMLNode, _ name: String) {
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries {
            if case .scalar(let scalar) = entry.value.content { add(scalar.text, name, entry.key) }
        }
    }

    private mutating func add(_ text: String, _ name: String, _ key: String) {
        sections[name, default: SettingsSection(name: name, texts: [:])].texts[key] = text
    }
}
