import Testing

@testable import DesignSystem

/// Size of pictures on a terminal.
@Suite("Picture space") struct PictureSpaceTests {
    private func space(
        width: Int? = nil, columns: Int = 80, rows: Int = 50, pixelWidth: Int = 0, pixelHeight: Int = 0
    ) -> PictureSpace {
        PictureSpace(
            width: width, columns: columns, rows: rows, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }

    @Test(
        "at most the width of the text and of the terminal, twenty rows, and room for the prompt",
        arguments: [
            (nil, 80, 50, 80, 20), (40, 80, 50, 40, 20), (200, 80, 50, 80, 20), (nil, 80, 10, 80, 9),
            (nil, 0, 0, 80, 20), (30, 0, 0, 30, 20), (0, 80, 24, 1, 20), (nil, 1, 1, 1, 1),
            (nil, 65_535, 65_535, 1600, 20),
        ] as [(Int?, Int, Int, Int, Int)])
    func cells(_ width: Int?, _ columns: Int, _ rows: Int, _ expectedColumns: Int, _ expectedRows: Int) {
        let space = space(width: width, columns: columns, rows: rows)
        #expect(space.columns == expectedColumns && space.rows == expectedRows)
    }

    @Test(
        "the cell is what the terminal says, or the usual one where that can't be",
        arguments: [
            (800, 1000, 10, 20), (720, 1000, 9, 20), (0, 0, 8, 16), (80, 50, 8, 16), (80_000, 50_000, 8, 16),
            (800, 0, 8, 16), (2000, 1000, 8, 16), (800, 800, 10, 16), (400, 1050, 8, 16), (-800, -1000, 8, 16),
        ])
    func cell(_ pixelWidth: Int, _ pixelHeight: Int, _ width: Int, _ height: Int) {
        let space = space(pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        #expect(space.cellWidth == width && space.cellHeight == height)
    }

    struct Case: Sendable {
        let picture: (Int, Int)
        let way: PictureProtocol
        let pixels: (Int, Int)
        let cells: (Int, Int)
    }

    @Test(
        "proportions are kept, and nothing is blown up",
        arguments: [
            // 80 × 20 cells of 8 × 16: 640 × 320 pixels, or 80 × 40 half blocks.
            Case(picture: (240, 320), way: .kitty, pixels: (240, 320), cells: (30, 20)),
            Case(picture: (480, 640), way: .sixel, pixels: (240, 320), cells: (30, 20)),
            Case(picture: (240, 320), way: .blocks, pixels: (30, 40), cells: (30, 20)),
            Case(picture: (1280, 64), way: .iterm2, pixels: (640, 32), cells: (80, 2)),
            Case(picture: (1280, 64), way: .blocks, pixels: (80, 4), cells: (80, 2)),
            Case(picture: (16, 16), way: .kitty, pixels: (16, 16), cells: (2, 1)),
            Case(picture: (16, 15), way: .blocks, pixels: (16, 15), cells: (16, 8)),
            Case(picture: (1, 1), way: .blocks, pixels: (1, 1), cells: (1, 1)),
            Case(picture: (16_384, 1), way: .sixel, pixels: (640, 1), cells: (80, 1)),
            Case(picture: (1, 16_384), way: .blocks, pixels: (1, 40), cells: (1, 20)),
            Case(picture: (0, -1), way: .kitty, pixels: (1, 1), cells: (1, 1)),
        ])
    func extent(_ sample: Case) {
        let extent = space().extent(of: sample.picture.0, sample.picture.1, by: sample.way)
        #expect((extent.width, extent.height) == sample.pixels)
        #expect((extent.columns, extent.rows) == sample.cells)
    }

    @Test("half blocks are not square where the cell is not 1 : 2")
    func oddCells() {
        // Cells of 10 × 30: a half block is 10 × 15.
        let extent = space(pixelWidth: 800, pixelHeight: 1500).extent(of: 600, 600, by: .blocks)
        #expect((extent.width, extent.height) == (60, 40))
        #expect((extent.columns, extent.rows) == (60, 20))
    }

    @Test("whatever the sizes are, the picture stays within its space and its own pixels")
    func bounds() {
        let sides = [1, 2, 3, 7, 100, 999, 16_384]
        for way in PictureProtocol.allCases {
            for (columns, rows, cellWidth, cellHeight) in [
                (80, 24, 8, 16), (1, 1, 8, 16), (3, 50, 7, 13), (400, 100, 64, 64), (4000, 3, 20, 43),
            ] {
                let space = space(
                    columns: columns, rows: rows, pixelWidth: columns * cellWidth, pixelHeight: rows * cellHeight)
                for width in sides {
                    for height in sides {
                        let extent = space.extent(of: width, height, by: way)
                        #expect((1...space.columns).contains(extent.columns))
                        #expect((1...space.rows).contains(extent.rows))
                        #expect((1...min(width, 1600)).contains(extent.width))
                        #expect((1...min(height, 800)).contains(extent.height))
                        if way == .blocks { #expect(extent.width <= columns && extent.height <= 2 * extent.rows) }
                    }
                }
            }
        }
    }
}
