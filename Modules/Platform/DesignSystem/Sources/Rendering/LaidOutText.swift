/// A document as text, with the places of its rows: what a client needs that puts a cursor on one.
package struct LaidOutText: Sendable, Equatable {
    /// At least one.
    package var lines: [String] = []
    /// The rows that have an identity, from top to bottom; one shown by two blocks comes twice.
    package var rows: [PlacedRow] = []

    /// The lines, each with a line feed behind it.
    package var text: String { lines.reduce(into: "") { $0 += $1 + "\n" } }

    /// Appends a line without its line feed.
    mutating func append(_ line: String, of row: RowIdentity? = nil) {
        let number = lines.count
        lines.append(line)
        guard let row else { return }
        if let last = rows.indices.last, rows[last].identity == row, rows[last].line + rows[last].lineCount == number {
            rows[last].lineCount += 1
        } else {
            rows.append(PlacedRow(identity: row, line: number, lineCount: 1))
        }
    }
}

extension LaidOutText {
    /// Appends the lines of a part that was laid out by itself.
    /// - Parameter rows: the part's rows where it stands.
    mutating func append(_ part: LaidOutText, rows: [PlacedRow]) {
        lines += part.lines
        self.rows = self.rows.isEmpty ? rows : self.rows + rows
    }

    /// The rows, where the first line is another one.
    func rows(from line: Int) -> [PlacedRow] {
        rows.map { PlacedRow(identity: $0.identity, line: line + $0.line, lineCount: $0.lineCount) }
    }

    /// Puts lines in the place of as many others.
    mutating func replace(from first: Int, with lines: [String]) {
        self.lines.replaceSubrange(first..<first + lines.count, with: lines)
    }
}

/// A row and the lines that it takes.
package struct PlacedRow: Sendable, Equatable {
    package let identity: RowIdentity
    /// The first line, counted from 0.
    package let line: Int
    /// At least 1.
    package fileprivate(set) var lineCount: Int
}

extension Document {
    /// The document as text in one style, and which of its lines are which row.
    ///
    /// - Parameter options: The style and the terminal's properties.
    /// - Returns: The same text as `rendered`. Markdown and HTML, which nobody moves through line by line, tell no rows.
    package func laidOut(_ options: RenderOptions) -> LaidOutText {
        var memory = LayoutMemory()
        return laidOut(options, &memory)
    }

    /// The same, of a document that is laid out again and again.
    /// - Parameter memory: rows that were laid out the last time.
    package func laidOut(_ options: RenderOptions, _ memory: inout LayoutMemory) -> LaidOutText {
        memory.begin(options)
        return switch options.style {
        case .ansi, .plain: TextRenderer(options).render(self, &memory)
        case .markdown, .html:
            LaidOutText(
                lines: rendered(options).utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
                    .map { String(Substring($0)) })
        }
    }
}
