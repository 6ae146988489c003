/// A YAML file that is not settings, read part by part, with the reports of settings: every mistake at once, each with its
/// line, a caret, what is allowed and what was probably meant.
package struct YAMLDocument: Sendable {
    private var text: LayerText
    private var interpolation: ValueInterpolation
    /// Everything in the file; nil for an empty one, and one that is not YAML to its end.
    package let root: YAMLPart?
    /// The path of the file, as errors name it.
    package var label: String { text.label }

    /// - Parameters:
    ///   - bytes: of the file, at most ``YAMLLimits/bytes``.
    ///   - label: its path, as errors name it.
    ///   - variables: of the process, for `${VAR}` in its texts.
    package init(_ bytes: [UInt8], label: String, variables: [String: String]) {
        let source = SourceText(bytes)
        text = LayerText(layer: .baseFile, label: label, source: source)
        interpolation = ValueInterpolation(variables: variables, isLax: false, spent: 0)
        let reading = YAMLReader.read(source)
        root = reading.root.map(YAMLPart.init)
        for located in reading.faults { text.report(LayerText.Finding(kind: .yaml(located.fault), span: located.span)) }
    }

    /// Whether the file has no mistake so far.
    package var isRight: Bool { text.findings.isEmpty }

    /// Everything that was found wrong; nil without anything.
    package func report() -> SettingsReport? {
        isRight ? nil : SettingsReport(problems: text.problems(), omitted: text.omitted)
    }

    /// The value of a part; nil after at least one mistake was reported.
    /// - Parameter path: of the part, with dots, as errors name it.
    package mutating func value<Value: Sendable>(
        of part: YAMLPart, _ path: String, as type: SettingType<Value>
    ) -> Value? {
        guard let node = replaced(part, path) else { return nil }
        var faults: [ValueFault] = []
        if let value = type.read(node, ValueContext(home: nil), &faults) { return value }
        for fault in faults {
            let name = path + (fault.item.map { "[\($0)]" } ?? "")
            text.report(
                LayerText.Finding(
                    kind: fault.problemKind(isMasked: interpolation.usesVariable), span: fault.span, path: name,
                    allowed: fault.expected.allowed,
                    suggestion: interpolation.usesVariable ? nil : ValueSuggestions.suggestion(for: fault)))
        }
        return nil
    }

    /// A mistake in a part, in the words of whoever knows what the part is for.
    /// - Parameters:
    ///   - range: of the part's text, in bytes, where only that is wrong.
    ///   - allowed: what would be right, in words.
    ///   - suggestion: what was probably meant.
    package mutating func report(
        _ sentence: String, at part: YAMLPart, _ range: Range<Int>? = nil, allowed: String? = nil,
        suggestion: String? = nil
    ) {
        let span = range.flatMap { self.span(of: $0, in: part) } ?? part.node.span
        text.report(
            LayerText.Finding(kind: .document(sentence), span: span, allowed: allowed, suggestion: suggestion))
    }

    /// A key that a mapping does not have.
    /// - Parameter names: the keys that it has.
    package mutating func reportUnknown(_ entry: YAMLPart.Entry, _ path: String, among names: [String]) {
        // The merge key is a mistake of YAML, and reported already; so is a key that is no text.
        if entry.key.isEmpty || entry.key.utf8.elementsEqual("<<".utf8) { return }
        text.report(
            LayerText.Finding(
                kind: .unknownKey, span: entry.keySpan, path: path, allowed: names.joined(separator: ", "),
                suggestion: KeySuggestions.nearest(to: entry.key, among: names)))
    }

    /// A part in whose place a mapping of keys is expected.
    /// - Parameter names: the keys that it has; empty where any will do.
    package mutating func reportNoMapping(_ part: YAMLPart, _ path: String, of names: [String]) {
        text.report(
            LayerText.Finding(
                kind: .notAMapping(GotValue(part.node)), span: part.node.span, path: path,
                allowed: names.isEmpty ? nil : names.joined(separator: ", ")))
    }

    /// Hides a part in the lines that are shown.
    package mutating func mask(_ part: YAMLPart) { text.masks.append(part.node.span) }

    /// The part with `${VAR}` replaced; nil after a mistake.
    private mutating func replaced(_ part: YAMLPart, _ path: String) -> YAMLNode? {
        var replacing = ValueInterpolation(
            variables: interpolation.variables, isLax: false, spent: interpolation.spent)
        let node = replacing.replace(in: part.node)
        interpolation = replacing
        for (kind, span) in replacing.faults { text.report(LayerText.Finding(kind: kind, span: span, path: path)) }
        return replacing.isComplete ? node : nil
    }

    /// Scalars of the file for bytes of a part's text, where the text stands there as it is; nil where it was escaped or folded.
    private func span(of range: Range<Int>, in part: YAMLPart) -> Range<Int>? {
        guard case .scalar(let scalar) = part.node.content else { return nil }
        let written = Array(scalar.text.unicodeScalars)
        let length = part.node.span.count
        // In quotes or without; anything longer was written otherwise.
        guard length == written.count || length == written.count + 2 else { return nil }
        let start = part.node.span.lowerBound + (length - written.count) / 2
        var (offset, first, end) = (0, 0, 0)
        for scalar in written {
            if offset < range.lowerBound { first += 1 }
            if offset < range.upperBound { end += 1 }
            offset += UTF8.width(scalar)
        }
        return start + first..<start + max(end, first + 1)
    }
}

/// A part of a YAML file: a scalar, a sequence or a mapping, with its place.
package struct YAMLPart: Sendable {
    let node: YAMLNode

    init(_ node: YAMLNode) { self.node = node }

    /// One key of a mapping, and its value.
    package struct Entry: Sendable {
        package let key: String
        package let value: YAMLPart
        let keySpan: Range<Int>

        /// The key as a part, for what is wrong with its name.
        package var keyPart: YAMLPart {
            YAMLPart(YAMLNode(content: .scalar(YAMLScalar(text: key, isPlain: true)), span: keySpan))
        }
    }

    /// The keys of a mapping, in their order; nil for anything else.
    package var entries: [Entry]? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.map { Entry(key: $0.key, value: YAMLPart($0.value), keySpan: $0.keySpan) }
    }

    /// The items of a sequence; nil for anything else.
    package var items: [YAMLPart]? {
        guard case .sequence(let items) = node.content else { return nil }
        return items.map(YAMLPart.init)
    }

    /// The text of a scalar, whatever its type; nil for anything else.
    package var text: String? {
        if case .scalar(let scalar) = node.content { scalar.text } else { nil }
    }

    /// Whether the part is empty or null.
    package var isNull: Bool {
        if case .scalar(let scalar) = node.content { scalar.value == .null } else { false }
    }

    /// The value of a scalar under the core schema; nil for anything else.
    package var scalar: YAMLPlainValue? {
        guard case .scalar(let scalar) = node.content else { return nil }
        return switch scalar.value {
        case .null: .null
        case .bool(let value): .flag(value)
        case .int, .hugeInt, .float: .number(scalar.text)
        case .text(let text): .text(text)
        }
    }
}

/// A scalar's value: a number keeps its spelling.
package enum YAMLPlainValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
}
