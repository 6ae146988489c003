/// A YAML file that is not settings, read node by node, with the reports of settings: every mistake at once, each with its
/// line, a caret, what is allowed and what was probably meant.
package struct YAMLDocument: Sendable {
    private var text: LayerText
    private var interpolation: ValueInterpolation
    /// Whether a variable of the process stands in what was read so far: the file says another thing where that has another value.
    package private(set) var usesVariables = false
    /// Everything in the file; nil for an empty one, and one that is not YAML to its end.
    package let root: YAMLNode?
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
        root = reading.root
        for located in reading.faults { text.report(LayerText.Finding(kind: .yaml(located.fault), span: located.span)) }
    }

    /// Whether the file has no mistake so far.
    package var isRight: Bool { text.findings.isEmpty }

    /// Everything that was found wrong; nil without anything.
    package func report() -> SettingsReport? {
        isRight ? nil : SettingsReport(problems: text.problems(), omitted: text.omitted)
    }

    /// Path of a node from the root, with dots, as errors name it: `operations.list.params`, `samples[0].file`. It is looked for
    /// where a mistake is told, so that a right file makes no paths.
    package func path(of node: YAMLNode) -> String {
        var path = ""
        var place = root
        while let outer = place, outer.span != node.span {
            (place, path) = outer.step(towards: node.span, from: path)
        }
        return path
    }

    /// The value of a node; nil after at least one mistake was reported.
    package mutating func value<Value: Sendable>(of written: YAMLNode, as type: SettingType<Value>) -> Value? {
        guard let node = replaced(written) else { return nil }
        var faults: [ValueFault] = []
        if let value = type.read(node, ValueContext(home: nil), &faults) { return value }
        let path = path(of: written)
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

    /// A mistake in a node, in the words of whoever knows what the node is for.
    /// - Parameters:
    ///   - range: of the node's text, in bytes, where only that is wrong.
    ///   - allowed: what would be right, in words.
    ///   - suggestion: what was probably meant.
    package mutating func report(
        _ sentence: String, at node: YAMLNode, _ range: Range<Int>? = nil, allowed: String? = nil,
        suggestion: String? = nil
    ) {
        let span = range.flatMap { self.span(of: $0, in: node) } ?? node.span
        text.report(
            LayerText.Finding(kind: .document(sentence), span: span, allowed: allowed, suggestion: suggestion))
    }

    /// A key that a mapping does not have.
    /// - Parameter names: the keys that it has.
    package mutating func reportUnknown(_ entry: YAMLEntry, among names: [String]) {
        // The merge key is a mistake of YAML, and reported already; so is a key that is no text.
        if entry.key.isEmpty || entry.key.utf8.elementsEqual("<<".utf8) { return }
        text.report(
            LayerText.Finding(
                kind: .unknownKey, span: entry.keySpan, path: path(of: entry.keyNode),
                allowed: names.joined(separator: ", "),
                suggestion: KeySuggestions.nearest(to: entry.key, among: names)))
    }

    /// A node in whose place a mapping of keys is expected.
    /// - Parameter names: the keys that it has; empty where any will do.
    package mutating func reportNoMapping(_ node: YAMLNode, of names: [String]) {
        text.report(
            LayerText.Finding(
                kind: .notAMapping(GotValue(node)), span: node.span, path: path(of: node),
                allowed: names.isEmpty ? nil : names.joined(separator: ", ")))
    }

    /// Hides a node in the lines that are shown.
    package mutating func mask(_ node: YAMLNode) { text.masks.append(node.span) }

    /// The node with `${VAR}` replaced; nil after a mistake.
    private mutating func replaced(_ written: YAMLNode) -> YAMLNode? {
        if case .scalar(let scalar) = written.content, !Interpolation.isNeeded(in: scalar.text) { return written }
        var replacing = ValueInterpolation(
            variables: interpolation.variables, isLax: false, spent: interpolation.spent)
        let node = replacing.replace(in: written)
        interpolation = replacing
        usesVariables = usesVariables || replacing.usesVariable
        if !replacing.faults.isEmpty {
            let path = path(of: written)
            for (kind, span) in replacing.faults { text.report(LayerText.Finding(kind: kind, span: span, path: path)) }
        }
        return replacing.isComplete ? node : nil
    }

    /// Scalars of the file for bytes of a node's text, where the text stands there as it is; nil where it was escaped or folded.
    private func span(of range: Range<Int>, in node: YAMLNode) -> Range<Int>? {
        guard case .scalar(let scalar) = node.content else { return nil }
        let written = Array(scalar.text.unicodeScalars)
        let length = node.span.count
        // In quotes or without; anything longer was written otherwise.
        guard length == written.count || length == written.count + 2 else { return nil }
        let start = node.span.lowerBound + (length - written.count) / 2
        var (offset, first, end) = (0, 0, 0)
        for scalar in written {
            if offset < range.lowerBound { first += 1 }
            if offset < range.upperBound { end += 1 }
            offset += UTF8.width(scalar)
        }
        return start + first..<start + max(end, first + 1)
    }
}

extension YAMLNode {
    /// The node inside that is, or holds, what stands at `span`, and its path; nil where nothing inside does.
    fileprivate func step(towards span: Range<Int>, from path: String) -> (YAMLNode?, String) {
        switch content {
        case .scalar: return (nil, path)
        case .sequence(let items):
            let index = items.firstIndex { $0.holds(span) }
            return index.map { (items[$0], "\(path)[\($0)]") } ?? (nil, path)
        case .mapping(let entries):
            guard let entry = entries.first(where: { $0.keySpan == span || $0.value.holds(span) }) else {
                return (nil, path)
            }
            let name = path.isEmpty ? entry.key : "\(path).\(entry.key)"
            return (entry.keySpan == span ? nil : entry.value, name)
        }
    }

    private func holds(_ span: Range<Int>) -> Bool {
        self.span.lowerBound <= span.lowerBound && span.upperBound <= self.span.upperBound
    }

    /// The keys of a mapping, in their order; nil for anything else.
    package var entries: [YAMLEntry]? { if case .mapping(let entries) = content { entries } else { nil } }

    /// The items of a sequence; nil for anything else.
    package var items: [YAMLNode]? { if case .sequence(let items) = content { items } else { nil } }

    /// The text of a scalar, whatever its type; nil for anything else.
    package var text: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

    /// Whether the node is empty or null.
    package var isNull: Bool { if case .scalar(let scalar) = content { scalar.value == .null } else { false } }

    /// The value of a scalar under the core schema; nil for anything else.
    package var scalar: YAMLPlainValue? {
        guard case .scalar(let scalar) = content else { return nil }
        return switch scalar.value {
        case .null: .null
        case .bool(let value): .flag(value)
        case .int, .hugeInt, .float: .number(scalar.text)
        case .text(let text): .text(text)
        }
    }
}

extension YAMLEntry {
    /// The key as a node, for what is wrong with its name.
    package var keyNode: YAMLNode {
        YAMLNode(content: .scalar(YAMLScalar(text: key, isPlain: true)), span: keySpan)
    }
}

/// A scalar's value: a number keeps its spelling.
package enum YAMLPlainValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
}
