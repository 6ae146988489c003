import TestSupport
import Testing

@testable import DesignSystem

@Suite("Line breaking") struct LineBreakerTests {
    private func lines(_ text: String, _ width: Int?, ambiguous: Int = 1, role: TextRole = .body) -> [String] {
        var breaker = LineBreaker(width: width, ambiguousWidth: ambiguous)
        return breaker.lines(of: [Piece(text: text, role: role)]).map { $0.pieces.map(\.text).joined() }
    }

    @Test(
        "lines break between words, at ideographs, and inside words only when they must",
        arguments: [
            ("", 10, [""]), ("   ", 10, [""]), ("one two three", 7, ["one two", "three"]),
            ("one two", 100, ["one two"]),
            ("one  two   three", 100, ["one two three"]), ("  one", 10, ["one"]), ("one two", 3, ["one", "two"]),
            ("unbreakable", 4, ["unbr", "eaka", "ble"]), ("a unbreakable b", 5, ["a", "unbre", "akabl", "e b"]),
            ("한국어 책 제목", 9, ["한국어 책", "제목"]), ("한국어책", 5, ["한국", "어책"]), ("權威指南從入門", 6, ["權威指", "南從入", "門"]),
            ("權威指南。", 8, ["權威指", "南。"]), ("看「書」吧", 6, ["看", "「書」", "吧"]), ("DevOps結合", 8, ["DevOps結", "合"]),
            ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 4, ["👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧"]), ("🇰🇷🇹🇼", 3, ["🇰🇷", "🇹🇼"]), ("e\u{301}e\u{301}", 1, ["e\u{301}", "e\u{301}"]),
            ("한국", 1, ["한", "국"]), ("a\u{A0}b\u{3000}c", 3, ["a b", "c"]),
        ])
    func breaks(_ text: String, _ width: Int, _ expected: [String]) {
        #expect(lines(text, width) == expected)
    }

    @Test("an address is not broken, but goes to a line of its own")
    func addresses() {
        let address = "https://itbook.store/books/9781617294136"
        #expect(lines("see \(address) now", 10) == ["see", address, "now"])
        #expect(lines("<\(address)>", 10) == ["<\(address)>"])
        #expect(lines("galleria://book/9781617294136", 10) == ["galleria://book/9781617294136"])
        var breaker = LineBreaker(width: 10, ambiguousWidth: 1)
        breaker.breaksAddresses = true
        #expect(breaker.lines(of: [Piece(text: address, role: .body)]).allSatisfy { $0.width <= 10 })
    }

    @Test("without a width there is one line")
    func unbounded() {
        #expect(lines(String(repeating: "word ", count: 100), nil).count == 1)
    }

    @Test("a badge keeps its spaces")
    func badges() {
        #expect(lines(" New in ", 20, role: .badge) == [" New in "])
    }

    @Test("ambiguous characters count as asked")
    func ambiguous() {
        #expect(lines("αβγδ", 4) == ["αβγδ"])
        #expect(lines("αβγδ", 4, ambiguous: 2) == ["αβ", "γδ"])
    }

    @Test("a space belongs to the look around it, and to none between looks")
    func spaces() {
        var breaker = LineBreaker(width: 80, ambiguousWidth: 1)
        let same = breaker.lines(of: [Piece(text: "a b", role: .oldPrice)])
        #expect(same == [StyledLine([Piece(text: "a b", role: .oldPrice)], width: 3)])
        breaker = LineBreaker(width: 80, ambiguousWidth: 1)
        let other = breaker.lines(of: [Piece(text: "a ", role: .price), Piece(text: "b", role: .oldPrice)])
        #expect(other.first?.pieces.map(\.role) == [.price, .body, .oldPrice])
    }

    @Test("T3: widths of lines are true and within bounds, and nothing is lost", arguments: [16, 17, 40, 80])
    func laws(_ width: Int) {
        for text in HostileText.all.map(\.text) + DisplayWidthTests.cases.map(\.text) + HostileText.lures {
            let clean = sanitized(text + " " + text)
            var breaker = LineBreaker(width: width, ambiguousWidth: 1)
            breaker.breaksAddresses = true
            let lines = breaker.lines(of: [Piece(text: clean, role: .body)])
            let texts = lines.map { $0.pieces.map(\.text).joined() }
            for (line, text) in zip(lines, texts) {
                #expect(line.width == displayWidth(text), "\(text.debugDescription)")
                #expect(line.width <= width)
            }
            #expect(texts.joined().filter { !$0.isWhitespace } == clean.filter { !$0.isWhitespace })
        }
    }

    @Test(
        "lines are padded on the side that their alignment asks",
        arguments: [(Alignment.leading, "ab   "), (.trailing, "   ab"), (.center, " ab  ")])
    func padding(_ alignment: Alignment, _ expected: String) {
        let line = StyledLine([Piece(text: "ab", role: .body)], width: 2).padded(to: 5, alignment)
        #expect(line.pieces.map(\.text).joined() == expected)
        #expect(line.width == 5)
        #expect(line.padded(to: 3, alignment) == line)
    }
}

@Suite("Column widths") struct ColumnWidthTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        /// Priority and minimum of each column.
        let columns: [(Int, Int)]
        let natural: [Int]
        let available: Int?
        let expected: [Int]?
    }

    static let cases = [
        Case(description: "fits", columns: [(0, 0), (1, 10)], natural: [13, 40], available: 53, expected: [13, 40]),
        Case(description: "unbounded", columns: [(1, 1)], natural: [5_000], available: nil, expected: [5_000]),
        Case(
            description: "the only one shrinks", columns: [(0, 0), (1, 10)], natural: [13, 40], available: 50,
            expected: [13, 37]),
        Case(
            description: "the highest number first", columns: [(1, 10), (2, 10)], natural: [40, 40], available: 70,
            expected: [40, 30]),
        Case(
            description: "comfort before minimum", columns: [(1, 10), (2, 10)], natural: [40, 40], available: 60,
            expected: [36, 24]),
        Case(
            description: "then the minimum", columns: [(1, 10), (2, 10)], natural: [40, 40], available: 40,
            expected: [24, 16]),
        Case(
            description: "then everybody's minimum", columns: [(1, 10), (2, 10)], natural: [40, 40], available: 20,
            expected: [10, 10]),
        Case(
            description: "doesn't fit", columns: [(1, 10), (2, 10)], natural: [40, 40], available: 19, expected: nil),
        Case(
            description: "equals share", columns: [(1, 4), (1, 4)], natural: [60, 30], available: 60,
            expected: [30, 30]),
        Case(
            description: "priority 0 never shrinks", columns: [(0, 1), (0, 1)], natural: [13, 9], available: 20,
            expected: nil),
        Case(
            description: "a minimum above the content", columns: [(1, 30), (1, 4)], natural: [10, 40], available: 40,
            expected: [10, 30]),
        Case(description: "negative room", columns: [(1, 4)], natural: [10], available: -3, expected: nil),
        Case(description: "never below two columns", columns: [(1, 0)], natural: [10], available: 1, expected: nil),
        Case(
            description: "two columns hold a wide character", columns: [(1, -5)], natural: [10], available: 2,
            expected: [2]),
        Case(description: "no columns", columns: [], natural: [], available: 10, expected: []),
    ]

    @Test("columns give way by priority", arguments: cases)
    func widths(_ sample: Case) {
        let columns = sample.columns.map { Column("x", priority: $0, minimumWidth: $1) }
        #expect(columnWidths(columns, natural: sample.natural, available: sample.available) == sample.expected)
    }
}
