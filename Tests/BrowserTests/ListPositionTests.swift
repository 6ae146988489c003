import TestSupport
import Testing

@testable import Browser

@Suite("Places in a list") struct ListPositionTests {
    /// A title and an empty line, then rows of one or two lines, then two lines.
    private func extent(rows count: Int, height: Int) -> ListPosition.Extent {
        var rows: [Range<Int>] = []
        for index in 0..<count {
            let first = rows.last?.upperBound ?? 2
            rows.append(first..<first + (index % 3 == 0 ? 2 : 1))
        }
        return ListPosition.Extent(lineCount: (rows.last?.upperBound ?? 2) + 2, rows: rows, height: height)
    }

    private func selecting(_ extent: ListPosition.Extent) -> ListPosition {
        var position = ListPosition()
        position.follow(nil, from: nil, in: extent)
        return position
    }

    @Test("one key, one row; the lines above the first one stay in sight")
    func rows() {
        let extent = extent(rows: 9, height: 6)
        var position = selecting(extent)
        #expect(position.selected == 0 && position.top == 0)
        position.move(.down, in: extent)
        #expect(position.selected == 1 && position.top == 0)
        for _ in 0..<20 { position.move(.down, in: extent) }
        #expect(position.selected == 8 && position.top == extent.lineCount - 6)
        for _ in 0..<20 { position.move(.up, in: extent) }
        #expect(position.selected == 0 && position.top == 0)
        let isAtEnd = position.move(.end, in: extent)
        #expect(isAtEnd && position.selected == 8)
        position.move(.home, in: extent)
        #expect(position == selecting(extent))
    }

    @Test("a text without rows goes by lines and pages")
    func lines() {
        let extent = ListPosition.Extent(lineCount: 50, rows: [], height: 10)
        var position = selecting(extent)
        #expect(position.selected == nil)
        position.move(.down, in: extent)
        #expect(position.top == 1)
        position.move(.pageDown, in: extent)
        #expect(position.top == 10)
        let isAtEnd = position.move(.end, in: extent)
        #expect(isAtEnd && position.top == 40)
        position.move(.up, in: extent)
        #expect(position.top == 39)
    }

    @Test("a row far below is come to by lines, and keys then reach it")
    func farRows() {
        let extent = ListPosition.Extent(lineCount: 60, rows: [0..<1, 50..<51], height: 10)
        var position = selecting(extent)
        for _ in 0..<60 { position.move(.down, in: extent) }
        #expect(position.selected != nil && position.top == 50)
        for _ in 0..<80 { position.move(.up, in: extent) }
        #expect(position.selected == 0 && position.top == 0)
    }

    @Test("the row keeps its line on the screen while rows come above it")
    func following() {
        let (old, new) = (extent(rows: 9, height: 6), extent(rows: 18, height: 6))
        var position = selecting(old)
        for _ in 0..<5 { position.move(.down, in: old) }
        let place = old.rows[5].lowerBound - position.top
        position.follow(14, from: old.rows[5], in: new)
        #expect(position.selected == 14 && new.rows[14].lowerBound - position.top == place)
        position.follow(nil, from: nil, in: extent(rows: 3, height: 6))
        #expect(position.selected == 2)
        position.follow(nil, from: nil, in: extent(rows: 0, height: 6))
        #expect(position.selected == nil && position.top == 0)
    }

    @Test("a wheel moves the text and leaves the row, also while rows come")
    func wheel() {
        let extent = extent(rows: 20, height: 6)
        var position = selecting(extent)
        let isAtEnd = position.scroll(9, in: extent)
        #expect(!isAtEnd && position.top == 9 && position.selected == 0 && position.selection(in: extent) == nil)
        position.follow(0, from: extent.rows[0], in: self.extent(rows: 40, height: 6))
        #expect(position.top == 9 && position.selected == 0)
        let end = position.scroll(100, in: extent)
        #expect(end && position.top == extent.lineCount - 6)
        position.select(3, in: extent)
        #expect(position.selected == 3 && position.selection(in: extent) != nil)
    }

    @Test(
        "whatever is pressed in whatever list, what is selected is a row and something is in sight", arguments: 0..<60)
    func anyMoves(_ seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        var extent = self.extent(
            rows: Int.random(in: 0...30, using: &generator), height: Int.random(in: 1...12, using: &generator))
        var position = selecting(extent)
        let movements: [Movement] = [.up, .down, .down, .pageUp, .pageDown, .home, .end]
        for _ in 0..<200 {
            if Int.random(in: 0..<10, using: &generator) == 0 {
                extent = self.extent(rows: Int.random(in: 0...30, using: &generator), height: extent.height)
                position.follow(nil, from: nil, in: extent)
            }
            position.move(movements[Int.random(in: 0..<movements.count, using: &generator)], in: extent)
            #expect(position.top >= 0 && position.top <= max(0, extent.lineCount - extent.height))
            if extent.rows.isEmpty {
                #expect(position.selected == nil)
            } else {
                #expect(position.selected.map { extent.rows.indices.contains($0) } ?? false)
            }
        }
        // However one stands, so many keys go from one end to the other.
        position.move(.home, in: extent)
        for _ in 0...(extent.lineCount + extent.rows.count) { position.move(.down, in: extent) }
        #expect(extent.rows.isEmpty || position.selected == extent.rows.count - 1)
    }
}
