/// The part of a terminal that a picture may take.
package struct PictureSpace: Sendable, Equatable {
    /// The most rows of a picture, so that the text around it stays in sight.
    static let mostRows = 20
    /// The most pixels of what is sent, whatever the terminal's size: 1600 × 800.
    static let mostPixels = (width: 1600, height: 800)
    /// A cell where the terminal does not tell its pixels: the ratio is what most fonts have, and rather small, since a
    /// picture that is too small is still whole.
    static let usualCell = (width: 8, height: 16)

    /// Cells.
    let columns: Int
    let rows: Int
    /// Pixels of a cell.
    let cellWidth: Int
    let cellHeight: Int

    /// - Parameters:
    ///   - width: the columns that text may take; nil for those of the terminal.
    ///   - columns: those of the terminal, as are the others (`TIOCGWINSZ`); 0 or nil where it does not say.
    package init(width: Int?, columns: Int?, rows: Int?, pixelWidth: Int?, pixelHeight: Int?) {
        let (wide, high) = (columns ?? 0, rows ?? 0)
        let most = wide > 0 ? wide : 80
        self.columns = max(1, min(width ?? most, most, Self.mostPixels.width))
        // One row less than there are: the prompt follows.
        self.rows = high > 1 ? min(Self.mostRows, high - 1) : high == 1 ? 1 : Self.mostRows
        let cell = (
            width: wide > 0 ? (pixelWidth ?? 0) / wide : 0, height: high > 0 ? (pixelHeight ?? 0) / high : 0
        )
        let isPlausible = (4...64).contains(cell.width) && (cell.width...4 * cell.width).contains(cell.height)
        (cellWidth, cellHeight) = isPlausible ? cell : Self.usualCell
    }

    /// Size of a picture on the terminal: whole, in proportion, and never above its own pixels.
    /// - Parameters:
    ///   - width: of the picture, in pixels, 1 or more; so is `height`.
    ///   - way: with half blocks a column has one pixel and a row two.
    package func extent(of width: Int, _ height: Int, by way: PictureProtocol) -> PictureExtent {
        let (width, height) = (max(1, width), max(1, height))
        // A dot is the smallest thing that is drawn; its sides in the terminal's pixels, twice so that all are whole.
        let dot = way == .blocks ? (width: 2 * cellWidth, height: cellHeight) : (width: 2, height: 2)
        let most = (
            width: 2 * min(columns * cellWidth, Self.mostPixels.width),
            height: 2 * min(rows * cellHeight, Self.mostPixels.height)
        )
        // The smallest of the scales that the space's two sides and the picture's own dots allow, as a fraction.
        let scales = [(most.width, width), (most.height, height), (min(dot.width, dot.height), 1)]
        let scale = scales.reduce((1 << 20, 1)) { $0.0 * $1.1 <= $1.0 * $0.1 ? $0 : $1 }
        func dots(_ side: Int, _ dotSide: Int) -> Int {
            let (whole, part) = (side * scale.0, scale.1 * dotSide)
            return max(1, min(side, (whole + part / 2) / part))
        }
        let (wide, high) = (dots(width, dot.width), dots(height, dot.height))
        func cells(_ count: Int, _ dotSide: Int, _ cellSide: Int) -> Int {
            (count * dotSide + 2 * cellSide - 1) / (2 * cellSide)
        }
        return PictureExtent(
            width: wide, height: high, columns: min(columns, cells(wide, dot.width, cellWidth)),
            rows: min(rows, cells(high, dot.height, cellHeight)))
    }
}

/// The size of a picture on a terminal.
package struct PictureExtent: Sendable, Equatable {
    /// Pixels of what is sent.
    package let width: Int
    package let height: Int
    /// Cells that it covers, the last ones maybe in part.
    package let columns: Int
    package let rows: Int
}
