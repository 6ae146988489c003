/// A stretch of a line in one role, already sanitised.
struct Piece: Equatable {
    var text: String
    var role: TextRole
    /// A safe target.
    var link: String?

    func looksLike(_ other: Piece) -> Bool {
        role == other.role && link == other.link
    }
}

/// One line of a terminal.
struct StyledLine: Equatable {
    private(set) var pieces: [Piece] = []
    /// Display columns.
    private(set) var width = 0
    /// The row that the line belongs to; nil for other lines.
    private(set) var row: RowIdentity?

    static let empty = StyledLine()

    init() {}

    init(_ pieces: [Piece], width: Int) {
        self.pieces = pieces
        self.width = width
    }

    /// The space between columns, between badges and before what wraps.
    static func spaces(_ count: Int) -> StyledLine {
        var line = empty
        line.appendSpaces(count)
        return line
    }

    /// Appends a piece, joined with the one before it when they look alike.
    mutating func append(_ piece: Piece, width: Int) {
        self.width += width
        if let last = pieces.indices.last, pieces[last].looksLike(piece) {
            pieces[last].text += piece.text
        } else {
            pieces.append(piece)
        }
    }

    mutating func append(_ other: StyledLine) {
        var rest = other.width
        for piece in other.pieces {
            append(piece, width: rest)
            rest = 0
        }
    }

    /// A space that looks like its neighbours when they look alike, so that a struck price stays one stroke.
    mutating func appendSpace(before next: Piece) {
        let joins = next.role != .badge && pieces.last.map(next.looksLike) == true
        append(Piece(text: " ", role: joins ? next.role : .body, link: joins ? next.link : nil), width: 1)
    }

    /// The line as one of a row.
    func of(_ row: RowIdentity?) -> StyledLine {
        var line = self
        line.row = row
        return line
    }

    /// Appends spaces between columns.
    mutating func appendSpaces(_ count: Int) {
        if count > 0 { append(Piece(text: String(repeating: " ", count: count), role: .body), width: count) }
    }

    /// Appends a line in `columns` columns.
    mutating func append(_ other: StyledLine, in columns: Int, _ alignment: Alignment) {
        let missing = max(0, columns - other.width)
        let before =
            switch alignment {
            case .leading: 0
            case .trailing: missing
            case .center: missing / 2
            }
        appendSpaces(before)
        append(other)
        appendSpaces(missing - before)
    }

    /// The line in `columns` columns.
    func padded(to columns: Int, _ alignment: Alignment) -> StyledLine {
        if columns <= width { return self }
        var line = StyledLine.empty
        line.append(self, in: columns, alignment)
        return line
    }
}
