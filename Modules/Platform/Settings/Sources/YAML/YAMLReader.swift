/// Result of reading one text: its tree and every YAML fault.
struct YAMLReading: Sendable {
    /// The tree; nil for an empty text, one of comments only, and one that could not be read to its end.
    var root: YAMLNode?
    /// In the order of the text. After a fault that ends the reading there is no tree.
    var faults: [LocatedYAMLFault] = []
}

/// Builds the tree of one text from libyaml's events, within `YAMLLimits`.
///
/// The limits hold in the loop itself: an event past one of them ends the reading, so neither a deep text nor an alias
/// bomb is ever built. Duplicate keys, merge keys and odd tags are noted and the reading goes on, to name them all.
struct YAMLReader {
    /// A mapping or sequence that is still open.
    private struct Frame {
        var isMapping: Bool
        var start: Int
        var anchor: String?
        var items: [YAMLNode] = []
        var entries: [YAMLEntry] = []
        /// The key that waits for its value.
        var key: (text: String, span: Range<Int>)?
        /// First place of each key, by `identity`; made once there are more keys than are compared one by one.
        var seen: [String: Int] = Dictionary()
        /// The nodes and levels built inside, itself included.
        var nodes = 1
        var height = 1
    }

    /// A finished node that aliases may stand for.
    private struct Anchored {
        let node: YAMLNode
        let nodes: Int
        let height: Int
    }

    private let source: SourceText
    private var reading = YAMLReading()
    private var frames: [Frame] = []
    private var anchors: [String: Anchored] = [:]
    private var nodes = 0
    private var documents = 0

    private init(_ source: SourceText) {
        self.source = source
    }

    /// Reads `source`. Never traps and never runs past the limits, whatever the bytes.
    static func read(_ source: SourceText) -> YAMLReading {
        if let (fault, offset) = source.unreadable {
            return YAMLReading(faults: [LocatedYAMLFault(fault: fault, span: offset..<offset + 1)])
        }
        var reader = YAMLReader(source)
        do throws(LocatedFault) {
            try reader.run()
        } catch {
            reader.reading.root = nil
            reader.reading.faults.append(error.located)
        }
        return reader.reading
    }

    /// A fault that ends the reading.
    private struct LocatedFault: Error {
        let located: LocatedYAMLFault

        init(_ fault: YAMLFault, _ span: Range<Int>) {
            located = LocatedYAMLFault(fault: fault, span: span)
        }
    }

    private mutating func run() throws(LocatedFault) {
        guard var events = YAMLEvents(source.bytes) else { throw LocatedFault(.outOfMemory, 0..<0) }
        while true {
            let event: YAMLEvent
            do throws(YAMLSyntaxFault) {
                event = try events.next()
            } catch {
                let located = error.located(in: source)
                throw LocatedFault(located.fault, located.span)
            }
            if case .streamEnd = event.kind { return }
            try take(event)
        }
    }

    private mutating func take(_ event: YAMLEvent) throws(LocatedFault) {
        switch event.kind {
        case .documentStart:
            documents += 1
            if documents > 1 { throw LocatedFault(.secondDocument, event.span.lowerBound..<event.span.lowerBound + 3) }
        case .scalar(let text, let isPlain):
            try count(1, height: 0, at: event.span)
            let tag = coreTag(of: event, .scalar)
            let scalar = YAMLScalar(text: text, isPlain: isPlain && event.tag == nil, tag: tag)
            let node = YAMLNode(content: .scalar(scalar), span: event.span)
            remember(event.anchor, Anchored(node: node, nodes: 1, height: 0))
            place(node, nodes: 1, height: 0)
        case .start(let kind):
            try count(1, height: 1, at: event.span)
            _ = coreTag(of: event, kind)
            frames.append(
                Frame(isMapping: kind == .mapping, start: event.span.lowerBound, anchor: event.anchor))
        case .end:
            close(at: event.span.upperBound)
        case .alias(let name):
            guard let anchored = anchors[name] else {
                let isOpen = frames.contains { $0.anchor == name }
                throw LocatedFault(isOpen ? .aliasOfItself(name) : .undefinedAlias(name), event.span)
            }
            try count(anchored.nodes, height: anchored.height, at: event.span)
            if frames.last?.isMapping == true, frames.last?.key == nil {
                place(YAMLNode(content: anchored.node.content, span: event.span), nodes: 1, height: 0)
            } else {
                place(anchored.node, nodes: anchored.nodes, height: anchored.height)
            }
        case .documentEnd, .streamEnd, .other:
            break
        }
    }

    /// Counts what is about to be built: `new` nodes, `height` levels below the open ones.
    private mutating func count(_ new: Int, height: Int, at span: Range<Int>) throws(LocatedFault) {
        nodes += new
        if nodes > YAMLLimits.nodes { throw LocatedFault(.tooManyNodes(limit: YAMLLimits.nodes), span) }
        if frames.count + height > YAMLLimits.depth { throw LocatedFault(.tooDeep(limit: YAMLLimits.depth), span) }
    }

    private mutating func coreTag(of event: YAMLEvent, _ kind: YAMLKind) -> YAMLCoreTag? {
        guard let written = event.tag else { return nil }
        let tag = YAMLCoreTag(resolved: written, kind: kind)
        if tag == nil {
            let span = event.span.lowerBound..<event.span.lowerBound + 1
            reading.faults.append(LocatedYAMLFault(fault: .unknownTag(written), span: span))
        }
        return tag
    }

    private mutating func remember(_ anchor: String?, _ anchored: Anchored) {
        if let anchor { anchors[anchor] = anchored }
    }

    private mutating func close(at end: Int) {
        guard let frame = frames.popLast() else { return }
        let content: YAMLNode.Content = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
        let node = YAMLNode(content: content, span: frame.start..<max(frame.start, end))
        remember(frame.anchor, Anchored(node: node, nodes: frame.nodes, height: frame.height))
        place(node, nodes: frame.nodes, height: frame.height)
    }

    /// Puts a finished node where the innermost open one wants it: as root, item, key or value.
    private mutating func place(_ node: YAMLNode, nodes: Int, height: Int) {
        let last = frames.count - 1
        guard last >= 0 else {
            reading.root = node
            return
        }
        frames[last].nodes += nodes
        frames[last].height = max(frames[last].height, height + 1)
        if !frames[last].isMapping {
            frames[last].items.append(node)
        } else if let key = frames[last].key {
            frames[last].entries.append(YAMLEntry(key: key.text, keySpan: key.span, value: node))
            frames[last].key = nil
        } else {
            frames[last].key = (keyText(node, in: last), node.span)
        }
    }

    /// - Parameter last: index of the mapping that is open.
    private mutating func keyText(_ node: YAMLNode, in last: Int) -> String {
        guard case .scalar(let key) = node.content else {
            reading.faults.append(LocatedYAMLFault(fault: .keyNotText, span: node.span))
            return ""
        }
        if key.isPlain, key.text == "<<" {
            reading.faults.append(LocatedYAMLFault(fault: .mergeKey, span: node.span))
            return key.text
        }
        if let first = firstPlace(of: key.text, in: last) {
            let line = source.position(of: first).line
            reading.faults.append(LocatedYAMLFault(fault: .duplicateKey(key.text, firstLine: line), span: node.span))
        } else if !frames[last].seen.isEmpty {
            frames[last].seen[Self.identity(of: key.text)] = node.span.lowerBound
        }
        return key.text
    }

    /// Place of the same key before; nil for a new one. A dictionary takes over where there are many keys: a file of ten thousand
    /// must not cost their square.
    private mutating func firstPlace(of key: String, in last: Int) -> Int? {
        if frames[last].entries.count > Self.keysComparedSingly {
            if frames[last].seen.isEmpty {
                for entry in frames[last].entries.reversed() {
                    frames[last].seen[Self.identity(of: entry.key)] = entry.keySpan.lowerBound
                }
            }
            return frames[last].seen[Self.identity(of: key)]
        }
        let same = frames[last].entries.first {
            $0.key.utf8.count == key.utf8.count && $0.key.utf8.elementsEqual(key.utf8)
        }
        return same?.keySpan.lowerBound
    }

    private static let keysComparedSingly = 16

    /// A text that is the same only where the bytes are: to Swift, `K` and the Kelvin sign are the same String.
    private static func identity(of key: String) -> String {
        if key.utf8.allSatisfy({ $0 < 0x80 }) { return key }
        return "\0" + key.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
