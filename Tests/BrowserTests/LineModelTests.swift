import Conformance
import Testing

@testable import Browser

/// The line that is typed, against a list of characters that does the same in the plainest way.
@Suite("A line that is typed, against a model") struct LineModelTests {
    /// Characters and the number of them before the caret.
    private struct Model {
        var characters: [Character] = []
        var caret = 0

        mutating func take(_ key: Key) {
            switch key {
            case .text(let text), .pasted(let text):
                let new = text.map { $0 == "\n" || $0 == "\t" ? " " : $0 }
                guard characters.count + new.count <= LineEditor.limit else { return }
                characters.insert(contentsOf: new, at: caret)
                caret += new.count
            case .backspace where caret > 0:
                caret -= 1
                characters.remove(at: caret)
            case .delete where caret < characters.count, .control("d") where caret < characters.count:
                characters.remove(at: caret)
            case .left, .control("b"): caret = max(0, caret - 1)
            case .right, .control("f"): caret = min(characters.count, caret + 1)
            case .home, .control("a"): caret = 0
            case .end, .control("e"): caret = characters.count
            case .control("u"):
                characters.removeFirst(caret)
                caret = 0
            case .control("k"): characters.removeLast(characters.count - caret)
            case .control("w"):
                while caret > 0, characters[caret - 1] == " " { take(.backspace) }
                while caret > 0, characters[caret - 1] != " " { take(.backspace) }
            default: break
            }
        }
    }

    private static let keys: [Key] = [
        .text("a"), .text("é"), .text("서"), .text(" "), .pasted("two words"), .pasted("x\ny\tz"), .pasted("👩‍💻"),
        .backspace, .delete,
        .left, .left, .right, .home, .end, .control("a"), .control("b"), .control("d"), .control("e"), .control("f"),
        .control("k"), .control("u"), .control("w"), .up, .enter, .control("x"),
    ]

    @Test("every key does to the line what it does to the characters", arguments: 0..<20)
    func model(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        var (editor, model) = (LineEditor(), Model())
        for step in 0..<400 {
            let key = Self.keys.randomElement(using: &random) ?? .left
            _ = editor.take(key)
            model.take(key)
            #expect(Array(editor.text) == model.characters && editor.caret == model.caret, "step \(step): \(key)")
        }
    }

    @Test("marks that join what was apart leave the caret within the line, wherever it stands")
    func joining() {
        var random = SeededGenerator("marks")
        let parts = [
            "e", "\u{301}", "\u{200D}", "👩", "💻", "\u{1112}", "\u{1161}", "\u{11AB}", "🇦", "🇺", "\u{FE0F}", " ",
        ]
        for _ in 0..<200 {
            var editor = LineEditor()
            for _ in 0..<60 {
                let key =
                    Bool.random(using: &random)
                    ? .text(parts.randomElement(using: &random) ?? "e")
                    : [Key.left, .right, .backspace, .delete, .control("w")].randomElement(using: &random) ?? .left
                let before = editor
                _ = editor.take(key)
                #expect((0...editor.text.count).contains(editor.caret), "\(before) \(key)")
                let (text, column) = editor.visible(columns: 7, ambiguous: 1)
                #expect(editor.text.contains(text) && column < 7, "\(before) \(key)")
            }
        }
    }

    @Test("a line is full at its limit, and takes nothing in part")
    func limit() {
        var editor = LineEditor(String(repeating: "a", count: LineEditor.limit - 2))
        _ = editor.take(.pasted("bcd"))
        #expect(editor.text.count == LineEditor.limit - 2)
        _ = editor.take(.pasted("bc"))
        #expect(editor.text.hasSuffix("abc") && editor.caret == LineEditor.limit)
        // A mark is no character more.
        _ = editor.take(.text("\u{301}"))
        #expect(editor.text.count == LineEditor.limit && editor.text.hasSuffix("ć"))
    }
}
