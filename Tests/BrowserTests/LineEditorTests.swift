import Testing

@testable import Browser

@Suite("A line that is typed") struct LineEditorTests {
    private func typed(_ text: String) -> LineEditor {
        var editor = LineEditor()
        for scalar in text.unicodeScalars { _ = editor.take(.text(String(scalar))) }
        return editor
    }

    @Test("Korean comes as syllables or as jamo; each is one character to take back")
    func korean() {
        var editor = typed("한글")
        #expect(editor.text == "한글" && editor.caret == 2)
        _ = editor.take(.backspace)
        #expect(editor.text == "한" && editor.caret == 1)
        // What macOS pastes: three jamo that are one syllable.
        editor = typed("\u{1112}\u{1161}\u{11AB}")
        #expect(editor.text.count == 1 && editor.caret == 1)
        _ = editor.take(.backspace)
        #expect(editor.text.isEmpty && editor.caret == 0)
        editor = typed("👩‍💻")
        _ = editor.take(.backspace)
        #expect(editor.text.isEmpty)
    }

    @Test("the caret goes about, and keys take away where it stands")
    func editing() {
        var editor = LineEditor("one two")
        for key in [Key.left, .left, .left, .text("x")] { _ = editor.take(key) }
        #expect(editor.text == "one xtwo" && editor.caret == 5)
        _ = editor.take(.delete)
        #expect(editor.text == "one xwo")
        _ = editor.take(.control("w"))
        #expect(editor.text == "one wo" && editor.caret == 4)
        _ = editor.take(.control("k"))
        #expect(editor.text == "one ")
        for key in [Key.home, .backspace, .left] { _ = editor.take(key) }
        #expect(editor.text == "one " && editor.caret == 0)
        _ = editor.take(.end)
        _ = editor.take(.control("u"))
        #expect(editor.text.isEmpty)
        for key in [Key.enter, .up, .control("x")] {
            let isTaken = editor.take(key)
            #expect(!isTaken)
        }
    }

    @Test("what is pasted is one line without controls, and a line has an end")
    func pasted() {
        var editor = LineEditor()
        _ = editor.take(.pasted("a\nb\u{1B}[31mc\u{202E}"))
        #expect(editor.text == "a b[31mc")
        _ = editor.take(.pasted(String(repeating: "z", count: 2000)))
        #expect(editor.text == "a b[31mc")
    }

    @Test("the part around the caret is seen, never half of a wide character", arguments: 1...12)
    func visible(_ columns: Int) {
        var editor = LineEditor("가a나b다c라d")
        for _ in 0...8 {
            let (text, caret) = editor.visible(columns: columns, ambiguous: 1)
            let width = CellLine(text, ambiguous: 1).columns
            #expect(width <= max(columns, 0) && caret <= width && caret < max(columns, 1))
            _ = editor.take(.left)
        }
    }
}
