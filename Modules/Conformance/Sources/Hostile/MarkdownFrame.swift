/// Frame of the texts in Markdown: the lines that a text from outside must not be able to add (T2).
struct MarkdownFrame {
    private var lines: [String: [String]] = [:]
    /// The numbers of bars that the rows of tables have.
    private var bars: Set<Int> = []

    init(_ markdown: String) {
        for line in markdown.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let kind = Self.kind(of: line) else { continue }
            lines[kind, default: []].append(String(Substring(line)))
            if kind == "row" { bars.insert(Self.bars(in: line)) }
        }
    }

    /// The frame of both texts: of each kind the lines of the one that has more.
    func joined(with other: MarkdownFrame) -> MarkdownFrame {
        var both = self
        both.lines.merge(other.lines) { $1.count > $0.count ? $1 : $0 }
        both.bars.formUnion(other.bars)
        return both
    }

    /// Lines that this text has beyond one with harmless texts in the same places.
    func breaches(of tame: MarkdownFrame) -> [String] {
        lines.compactMap { kind, lines -> String? in
            let known = tame.lines[kind, default: []]
            guard lines.count > known.count else { return nil }
            let labels = Set(known.map { $0.prefix { $0 != ":" } })
            let new = lines.first { !labels.contains($0.prefix { $0 != ":" }) } ?? lines.last ?? ""
            return "adds a \(kind): \(new.debugDescription.prefix(100))"
        }.sorted()
            + (bars.isSubset(of: tame.bars) ? [] : ["adds a cell"])
    }

    /// Kind of a line by its first bytes; nil for prose, which is quoted or follows a label of ours.
    private static func kind(of line: Substring.UTF8View) -> String? {
        let starts = [
            ("#", "heading"), ("|", "row"), ("```", "fence"), ("~~~", "fence"), ("- ", "item"), ("* ", "item"),
            ("+ ", "item"), ("**", "notice"), ("[", "link"), ("<", "element"), ("---", "rule"), ("===", "rule"),
        ]
        let start = starts.first { line.starts(with: $0.0.utf8) }?.1
        let digits = line.prefix { (0x30...0x39).contains($0) }
        let isNumbered =
            !digits.isEmpty && [". ", ") "].contains { line.dropFirst(digits.count).starts(with: $0.utf8) }
        return start ?? (isNumbered ? "item" : nil)
    }

    /// The bars that no backslash escapes.
    private static func bars(in line: Substring.UTF8View) -> Int {
        var (count, isEscaped) = (0, false)
        for byte in line {
            if byte == UInt8(ascii: "|"), !isEscaped { count += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return count
    }
}
