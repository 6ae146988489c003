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

    static let empty = StyledLine()

    init() {}

    init(_ pieces: [Piece], width: Int) {
        self.pieces = pieces
        self.width = width
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
        let space = Piece(text: " ", role: .body)
        append(pieces.last.map { $0.looksLike(next) } == true ? Piece(text: " ", role: next.role, link: next.link) : space, width: 1)
    }

    /// The line in `columns` columns.
    func padded(to columns: Int, _ alignment: Alignment) -> StyledLine {
        let missing = columns - width
        guard missing > 0 else { return self }
        let before =
            switch alignment {
            case .leading: 0
            case .trailing: missing
            case .center: missing / 2
            }
        var line = StyledLine()
        line.appendSpaces(before)
        line.append(self)
        line.appendSpaces(missing - before)
        return line
    }

    mutating func appendSpaces(_ count: Int) {
        if count > 0 { append(Piece(text: String(repeating: " ", count: count), role: .body), width: count) }
    }
}
