import Testing

@testable import DesignSystem

@Suite("Range scale") struct RangeScaleTests {
    static func row(_ low: Double, _ mark: Double, _ high: Double, label: String = "day") -> RangeRow {
        func value(_ number: Double) -> RangeValue { RangeValue(number, "\(number)°") }
        return RangeRow(label: Inline(label), low: value(low), mark: value(mark), high: value(high))
    }

    private static func picture(_ rows: [RangeRow], columns: Int, glyphs: RangeGlyphs = .drawn) -> [String] {
        let chart = RangeChart(titles: .init(label: "", low: "", mark: "", high: ""), unit: "°", rows: rows)
        guard let picture = RangePicture(chart, columns: columns, glyphs: glyphs) else { return [] }
        return rows.map { String(picture.bar(of: $0).map(\.glyph)) }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let values: (Double, Double)
        var intervals = 4
        let ticks: [Int]
    }

    static let cases = [
        Case(testDescription: "a warm week", values: (24.64, 38.5), ticks: [20, 25, 30, 35, 40]),
        Case(testDescription: "fewer ticks for less room", values: (24.64, 38.5), intervals: 2, ticks: [20, 30, 40]),
        Case(testDescription: "about zero", values: (-3.2, 4.1), ticks: [-5, 0, 5]),
        Case(testDescription: "below zero", values: (-46.3, -40.1), ticks: [-48, -46, -44, -42, -40]),
        Case(testDescription: "one round value", values: (8, 8), ticks: [8, 9]),
        Case(testDescription: "one value", values: (8.2, 8.2), ticks: [8, 9]),
        Case(testDescription: "zero", values: (0, 0), ticks: [0, 1]),
        Case(testDescription: "round ends stay", values: (20, 30), intervals: 2, ticks: [20, 25, 30]),
        Case(testDescription: "no room at all", values: (-1, 1), intervals: -5, ticks: [-1, 0, 1]),
        Case(
            testDescription: "the largest values", values: (-1e12, 1e12), intervals: 2,
            ticks: [-1_000_000_000_000, 0, 1_000_000_000_000]),
    ]

    @Test("the ends are round, and so are the ticks between", arguments: cases)
    func roundEnds(_ sample: Case) throws {
        let rows = [Self.row(sample.values.0, sample.values.0, sample.values.1)]
        let scale = try #require(RangeScale(rows, intervals: sample.intervals))
        #expect(scale.ticks == sample.ticks)
        #expect(scale.lower == sample.ticks.first.map(Double.init))
        #expect(scale.upper == sample.ticks.last.map(Double.init))
        #expect(scale.fraction(scale.lower) == 0 && scale.fraction(scale.upper) == 1)
    }

    @Test("every value of every row is on the scale")
    func common() throws {
        let rows = [Self.row(-3, 1, 5), Self.row(7, 9, 12.5), Self.row(-8.5, -8, -7)]
        let scale = try #require(RangeScale(rows, intervals: 5))
        #expect(scale.lower <= -8.5 && scale.upper >= 12.5)
        for row in rows {
            #expect(try #require(scale.fraction(row.low.value)) < #require(scale.fraction(row.high.value)))
        }
    }

    @Test("H9: numbers that have no place on a scale are left out and trap nothing")
    func oddNumbers() throws {
        let odd: [Double] = [.nan, .infinity, -.infinity, 1e13, -1e300, .greatestFiniteMagnitude]
        for number in odd {
            #expect(RangeScale([Self.row(number, number, number)], intervals: 4) == nil)
            let rows = [Self.row(1, number, 3), Self.row(number, 2, 3), Self.row(1, 2, 3)]
            let scale = try #require(RangeScale(rows, intervals: 4))
            #expect(scale.fraction(number) == nil)
            #expect(scale.lower == 1 && scale.upper == 3)
            let bars = Self.picture(rows, columns: 9)
            #expect(bars[0] == "╺━━━━━━━╸")
            #expect(bars[1] == "┊   ┊   ┊")
            #expect(bars[2] == "╺━━━●━━━╸")
        }
        let tiny = try #require(RangeScale([Self.row(.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude)], intervals: 4))
        #expect(tiny.ticks == [0, 1])
    }

    @Test("bars begin and end at the middle of a value's cell, the mark hides nothing of its row")
    func bars() {
        #expect(
            Self.picture([Self.row(0, 5, 10), Self.row(2, 5, 8), Self.row(0, 0, 0), Self.row(10, 10, 10)], columns: 11)
                == ["╺━━━━●━━━━╸", "┊ ╺━━●━━╸ ┊", "●    ┊    ┊", "┊    ┊    ●"])
    }

    @Test("half cells tell values apart that share a cell")
    func halves() {
        let bars = Self.picture([Self.row(0, 0, 100), Self.row(0, 0, 95), Self.row(0, 0, 90)], columns: 11)
        #expect(bars == ["●━━━━━━━━━╸", "●━━━━━━━━━┊", "●━━━━━━━━╸┊"])
    }

    @Test("a row whose low is above its high is drawn all the same")
    func swapped() {
        #expect(Self.picture([Self.row(8, 5, 2), Self.row(0, 5, 10)], columns: 11)[0] == "┊ ╺━━●━━╸ ┊")
    }

    @Test("in ASCII every cell is one column, also where drawing is ambiguous in width")
    func ascii() {
        let bars = Self.picture([Self.row(0, 5, 10), Self.row(2, 5, 8)], columns: 11, glyphs: .ascii)
        #expect(bars == ["=====O=====", ": ===O=== :"])
        #expect(bars.allSatisfy { displayWidth($0, ambiguous: 2) == 11 })
    }

    @Test("one column is enough for a mark")
    func oneColumn() {
        #expect(Self.picture([Self.row(1, 2, 3)], columns: 1) == ["●"])
        #expect(Self.picture([Self.row(1, 2, 3)], columns: -4) == ["●"])
    }
}
