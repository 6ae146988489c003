import DesignSystem
import TestSupport
import Testing

@testable import Browser

@Suite("Frames") struct FrameTests {
    private func frame(_ lines: [String], columns: Int = 20, rows: Int = 4, caret: Frame.Caret? = nil) -> Frame {
        let cells = lines.map { CellLine($0, ambiguous: 1).clipped(to: columns) }
        return Frame(columns: columns, lines: cells + Array(repeating: [], count: rows - cells.count), caret: caret)
    }

    /// Expects the terminal to show the frame to the last space, whatever was there before.
    private func expect(_ screen: TerminalScreen, shows frame: Frame, _ note: String = "") {
        for (row, line) in frame.lines.enumerated() {
            var text = line.map(\.text).joined()
            while text.hasSuffix(" ") { text.removeLast() }
            #expect(screen.lines[row] == text, "\(note)")
            var column = 0
            for cell in line {
                if cell.text != " " { #expect(screen.look(row: row, column: column) == cell.look, "\(note)") }
                column += cell.width
            }
        }
        #expect(screen.unknown.isEmpty, "\(note)")
    }

    @Test("a line of text becomes cells with their looks and links")
    func parsing() {
        let line = CellLine("a\u{1B}[1;32m가\u{1B}[0m\u{1B}]8;;http://x\u{1B}\\é\u{1B}]8;;\u{1B}\\", ambiguous: 1)
        #expect(line.map(\.text) == ["a", "가", "é"])
        #expect(line.map(\.look) == ["", "1;32", ""] && line.columns == 4)
        #expect(line.map(\.link) == [nil, nil, "http://x"])
        var screen = TerminalScreen(columns: 20, rows: 1)
        screen.take(FrameUpdate.sequences(from: nil, to: Frame(columns: 20, lines: [line], title: "書")).utf8)
        #expect(screen.links == ["http://x"] && screen.windowTitle == "書" && screen.lines == ["a가é"])
        #expect(CellLine("—", ambiguous: 2).columns == 2)
        #expect(line.reversed.map(\.look) == ["7", "1;7", "7"])
    }

    @Test("a wide character is shown whole or not at all")
    func clipping() {
        let line = CellLine("가나다", ambiguous: 1)
        #expect(line.clipped(to: 6) == line)
        #expect(line.clipped(to: 5).map(\.text) == ["가", "나", " "])
        #expect(line.clipped(to: 1).map(\.text) == [" "])
        #expect(line.clipped(to: 0).isEmpty)
        #expect(line.filled(to: 8, look: "7").columns == 8)
    }

    @Test(
        "a line is broken between words, by columns; what is more ends in …",
        arguments: [
            ("one two three", 8, 2, ["one two", "three"]), ("one two three", 9, 1, ["one two…"]),
            ("대나무 밤부 속싸개", 12, 1, ["대나무 밤부…"]), ("資料庫的十二堂課", 8, 2, ["資料庫的", "十二堂…"]), ("abc", 3, 1, ["abc"]),
            ("", 5, 1, [""]), ("abcdef", 0, 1, [""]),
        ])
    func breaking(_ text: String, _ columns: Int, _ lines: Int, _ expected: [String]) {
        let broken = CellLine(text, ambiguous: 1).broken(to: columns, lines: lines)
        #expect(broken.map { $0.map(\.text).joined() } == expected)
        #expect(broken.allSatisfy { $0.columns <= max(columns, 0) })
    }

    @Test("nothing is written where nothing differs, and else no more than that")
    func minimal() {
        let old = frame(["same", "a row of text", "end"])
        #expect(FrameUpdate.sequences(from: old, to: old).isEmpty)
        let update = FrameUpdate.sequences(from: old, to: frame(["same", "a raw of text", "end"]))
        #expect(update == "\u{1B}[?2026h\u{1B}[2;4Ha\u{1B}[?2026l")
        let shorter = FrameUpdate.sequences(from: old, to: frame(["same", "a row", "end"]))
        #expect(shorter == "\u{1B}[?2026h\u{1B}[2;6H\u{1B}[K\u{1B}[?2026l")
    }

    @Test("a line of the whole width keeps its last column")
    func lastColumn() {
        let (long, other) = (frame(["12345678901234567890"]), frame(["1234567890123456789X"]))
        var screen = TerminalScreen(columns: 20, rows: 4)
        for (old, new) in [(nil, long), (long, other), (other, frame([])), (frame([]), long)] {
            screen.take(FrameUpdate.sequences(from: old, to: new).utf8)
            expect(screen, shows: new)
        }
    }

    @Test("the cursor is seen where a line is typed, and nowhere else")
    func caret() {
        var screen = TerminalScreen(columns: 20, rows: 4)
        let typing = frame(["가"], caret: Frame.Caret(line: 3, column: 7))
        screen.take("\u{1B}[?25l".utf8)
        screen.take(FrameUpdate.sequences(from: nil, to: typing).utf8)
        #expect(screen.modes.contains(25) && screen.row == 3 && screen.column == 7)
        screen.take(FrameUpdate.sequences(from: typing, to: frame(["나"])).utf8)
        #expect(!screen.modes.contains(25))
    }

    @Test("whatever follows whatever, the terminal shows the last frame", arguments: 0..<40)
    func anyFrames(_ seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let pieces = [
            "a", "bc", " ", "가", "나다", "書", "\u{1B}[1m굵게\u{1B}[0m", "\u{1B}[38;5;31mx\u{1B}[0m", "e\u{301}", "🎉", "₩",
        ]
        func frame() -> Frame {
            self.frame(
                (0..<4).map { _ in
                    (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                    }.joined()
                })
        }
        var screen = TerminalScreen(columns: 20, rows: 4)
        var shown: Frame?
        for step in 0..<50 {
            // Most lines stay as they are.
            let drawn = frame()
            let lines = drawn.lines.enumerated().map { index, line in
                Bool.random(using: &generator) ? shown?.lines[index] ?? line : line
            }
            let next = Frame(columns: 20, lines: lines)
            screen.take(FrameUpdate.sequences(from: shown, to: next).utf8)
            shown = next
            expect(screen, shows: next, "seed \(seed), step \(step)")
        }
    }

    @Test("a text is printed over the one before, whatever their lengths")
    func inPlace() {
        var screen = TerminalScreen(columns: 20, rows: 8)
        var before: InPlaceText?
        for text in ["one\ntwo\nthree\n", "one\n2\nthree\n", "one\n", "가\n나\n다\n라\n", "a\nb\nc\nd\ne\nf\ng\n", "one\n"]
        {
            let next = InPlaceText(text)
            screen.take(next.sequences(after: before, rows: 8).replacing("\n", with: "\r\n").utf8)
            before = next
            let shown = screen.lines.filter { !$0.isEmpty }
            #expect(shown == text.split(separator: "\n").map(String.init))
        }
        // Longer than the window, or of unknown place: again from the top.
        screen.take(
            InPlaceText("x\n").sequences(after: InPlaceText(lines: nil), rows: 8).replacing("\n", with: "\r\n").utf8)
        #expect(screen.lines[0] == "x" && screen.unknown.isEmpty)
    }
}
