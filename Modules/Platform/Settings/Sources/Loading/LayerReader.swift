/// Reads one layer's text against the catalog: what it sets, and everything wrong with it.
struct LayerReader {
    private let catalog: SettingsCatalog
    private let sources: SettingsSources
    private var text: LayerText
    private var suggestions: KeySuggestions
    /// Bytes of text that variables were put into.
    private var interpolatedBytes = 0

    private init(_ loading: LoadingContext, _ text: LayerText, _ suggestions: KeySuggestions) {
        catalog = loading.catalog
        sources = loading.sources
        self.text = text
        self.suggestions = suggestions
    }

    /// Reads a file: a mapping of keys, or nothing.
    static func file(
        _ layer: SettingLayer, label: String, bytes: [UInt8], in loading: LoadingContext
    ) -> LayerText {
        let (source, reading) = loading.sources.readings.reading(of: bytes)
        let text = LayerText(layer: layer, label: label, source: source)
        var reader = LayerReader(loading, text, KeySuggestions(loading.catalog))
        reader.reportYAML(reading.faults, shift: 0)
        if let root = reading.root { reader.read(root, at: "") }
        return reader.finished(with: reading.root, entryNames: [])
    }

    /// Reads one entry, a flag or a variable: `lead`, the key's names joined by `separator`, `=`, and a value in YAML.
    static func entry(_ entry: LayerEntry, in loading: LoadingContext) -> LayerText {
        let value = SourceText(Array(entry.value.utf8))
        let text = LayerText(
            layer: entry.layer, label: entry.label, source: SourceText(Array(entry.line.utf8), limit: .max))
        var reader = LayerReader(loading, text, KeySuggestions(loading.catalog, entry))
        let reading = YAMLReader.read(value)
        reader.reportYAML(reading.faults, shift: entry.valueOffset)
        let node =
            entry.value.isEmpty
            ? YAMLNode(content: .scalar(YAMLScalar(text: "", isPlain: true)), span: 0..<0) : reading.root
        let shifted = node?.shifted(by: entry.valueOffset).loosened()
        if let path = reader.path(of: entry), let shifted { reader.read(shifted, at: path) }
        return reader.finished(with: shifted, entryNames: entry.names)
    }

    /// Adds what errors must not show, now that it is known whether there are any: of an entry whose key sounds like a
    /// secret, the whole value.
    private consuming func finished(with root: YAMLNode?, entryNames: [String]) -> LayerText {
        if text.findings.isEmpty { return text }
        if entryNames.contains(where: secrets.looksSecret) {
            text.masks.append(suggestions.valueOffset..<Int.max)
        } else if let root {
            text.masks += secrets.spans(in: root)
        } else {
            let lines = Set(text.findings.map { text.source.position(of: $0.span.lowerBound).line })
            text.masks += lines.flatMap { secrets.spans(in: text.source, line: $0) }
        }
        for (index, finding) in text.findings.enumerated()
        where text.masks.contains(where: { $0.overlaps(finding.span) }) {
            text.findings[index].kind = finding.kind.masked
            text.findings[index].suggestion = nil
        }
        return text
    }

    private var secrets: SecretNames { SecretNames(catalog) }

    private mutating func reportYAML(_ faults: [LocatedYAMLFault], shift: Int) {
        for located in faults {
            let span = located.span.lowerBound + shift..<located.span.upperBound + shift
            text.report(LayerText.Finding(kind: .yaml(located.fault), span: span))
        }
    }

    /// The path of an entry's key in the catalog; reports the first unknown name.
    private mutating func path(of entry: LayerEntry) -> String? {
        var path = ""
        for (index, name) in entry.names.enumerated() {
            guard let child = catalog.child(name, of: path) else {
                reportUnknown(name, below: path, span: entry.span(ofName: index), entry: (entry, index))
                return nil
            }
            path = child
        }
        return path
    }

    private mutating func read(_ node: YAMLNode, at path: String) {
        if let leaf = catalog.index(of: path) { return readValue(node, leaf) }
        switch node.content {
        case .mapping(let entries):
            for entry in entries {
                guard let child = catalog.child(entry.key, of: path) else {
                    if entry.key.utf8.elementsEqual("<<".utf8) || entry.key.isEmpty { continue }
                    reportUnknown(entry.key, below: path, span: entry.keySpan)
                    continue
                }
                read(entry.value, at: child)
            }
        case .scalar(let scalar) where scalar.value == .null:
            // A mapping whose every line is a comment.
            break
        case .scalar, .sequence:
            text.report(
                LayerText.Finding(
                    kind: .notAMapping(GotValue(node).withoutText), span: node.span, path: path,
                    allowed: catalog.names(below: path).joined(separator: ", "),
                    suggestion: suggestions.spaced(node, below: path)))
        }
    }

    /// - Parameters:
    ///   - path: of the level or setting above it.
    ///   - entry: the flag or variable, and which of its names it is.
    private mutating func reportUnknown(
        _ name: String, below path: String, span: Range<Int>,
        entry: (entry: LayerEntry, index: Int)? = nil
    ) {
        let isBelowSecret = catalog.declaration(at: path)?.isSecret ?? false
        let shown = isBelowSecret ? SettingOrigin.mask : secrets.shown(name)
        let isWhole = shown.utf8.elementsEqual(name.utf8)
        if !isWhole {
            let start = isBelowSecret ? span.lowerBound : secrets.hidden(in: name, at: span, isKey: true)?.lowerBound
            text.masks.append((start ?? span.lowerBound)..<(entry == nil ? span.upperBound : Int.max))
            if let (entry, index) = entry, entry.layer == .variable {
                text.label = LayerEntry.prefix + (entry.names[..<index] + [shown]).joined(separator: "__")
            }
        }
        let suggestion =
            text.wantsMore && isWhole
            ? suggestions.suggestion(for: name, below: path, entryName: entry?.index) : nil
        let names = catalog.names(below: path)
        text.report(
            LayerText.Finding(
                kind: .unknownKey, span: span, path: path.isEmpty ? shown : "\(path).\(shown)",
                allowed: names.isEmpty ? nil : names.joined(separator: ", "),
                suggestion: suggestion))
    }

    private mutating func readValue(_ node: YAMLNode, _ index: Int) {
        let declaration = catalog.declarations[index]
        if text.layer == .environmentFile, declaration.path == SettingsCatalog.environment.path {
            text.report(
                LayerText.Finding(kind: .environmentInEnvironmentFile, span: node.span, path: declaration.path))
            return
        }
        var replacing = ValueInterpolation(variables: sources.variables, isLax: sources.lax, spent: interpolatedBytes)
        let replaced = replacing.replace(in: node)
        interpolatedBytes = replacing.spent
        for (kind, span) in replacing.faults {
            text.report(
                LayerText.Finding(
                    kind: kind, span: span, path: declaration.path, suggestion: variableSuggestion(for: kind)))
        }
        guard replacing.isComplete else { return }
        var faults: [ValueFault] = []
        let isMasked = declaration.isSecret || replacing.usesVariable
        guard let given = declaration.read(replaced, ValueContext(home: sources.home), &faults) else {
            report(faults, of: declaration, isMasked: isMasked)
            return
        }
        let place = text.source.position(of: node.span.lowerBound)
        let origin = SettingOrigin(
            layer: text.layer, label: text.label, line: text.isFile ? place.line : nil,
            column: text.isFile ? place.column : nil, valueText: isMasked ? SettingOrigin.mask : given.text)
        text.given.append(
            GivenSetting(
                index: index, value: given.value, origin: origin, span: node.span,
                variableTexts: replacing.variableTexts))
    }

    /// A variable that is set and has nearly the name of one that is not. Names are no secrets; what they hold is.
    private func variableSuggestion(for kind: SettingProblemKind) -> String? {
        guard case .undefinedVariable(let name) = kind, text.wantsMore else { return nil }
        return KeySuggestions.nearest(to: name, among: sources.variables.keys.sorted()).map { "${\($0)}" }
    }

    private mutating func report(_ faults: [ValueFault], of declaration: SettingDeclaration, isMasked: Bool) {
        for fault in faults {
            if fault.hidesValue { text.masks.append(fault.span) }
            let path = declaration.path + (fault.item.map { "[\($0)]" } ?? "")
            text.report(
                LayerText.Finding(
                    kind: fault.problemKind(isMasked: isMasked || fault.hidesValue), span: fault.span, path: path,
                    allowed: fault.isOfDatabase ? nil : fault.expected.allowed,
                    suggestion: isMasked || fault.hidesValue ? nil : ValueSuggestions.suggestion(for: fault)))
        }
    }
}
