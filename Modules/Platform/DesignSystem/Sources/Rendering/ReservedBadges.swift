/// Badges of a table's columns that come and go while it is shown, such as a like: a table is laid out as if no row had them, with room for
/// them where there is some. When one comes or goes, only its own row is laid out again.
struct ReservedBadges {
    /// Badges of each column as they are shown, and the columns that each takes with the space before it.
    private let badges: [[(text: String, width: Int)]]
    /// Columns that all badges of a column take.
    let widths: [Int]

    init(_ columns: [Column], _ renderer: TextRenderer) {
        badges = columns.map { column in
            column.reservedBadges.map { word in
                let cell = renderer.pieces(of: Inline(word, .badge), namesTargets: false)
                return (cell.map(\.text).joined(), 1 + renderer.wholeLine(cell).width)
            }
        }
        widths = badges.map { $0.reduce(0) { $0 + $1.width } }
    }

    /// Columns that the badges take in a cell.
    func width(in cell: [Piece], of column: Int) -> Int {
        badges[column].reduce(0) { width, badge in
            cell.contains { $0.role == .badge && $0.text == badge.text } ? width + badge.width : width
        }
    }

    /// Widths of columns, none less than its widest badge.
    func raised(_ widths: [Int]) -> [Int] {
        zip(widths, badges).map { width, badges in badges.reduce(width) { max($0, $1.width - 1) } }
    }

    /// Widths of columns with room for the badges, as far as so many columns last; nil for any number.
    func roomed(_ widths: [Int], within left: Int?) -> [Int] {
        var left = left
        return zip(widths, self.widths).map { width, wanted in
            let room = max(0, min(wanted, left ?? wanted))
            left = left.map { $0 - room }
            return width + room
        }
    }
}
