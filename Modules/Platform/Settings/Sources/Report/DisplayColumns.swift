/// Width of a text in terminal columns, well enough to put a caret under a place in a settings file.
///
/// Layout proper is another module's; this one must not know it. Wide are East Asian Wide and Fullwidth (UAX 11) and
/// what is shown as an emoji; a grapheme counts once.
enum DisplayColumns {
    static func count(_ text: String) -> Int {
        text.reduce(0) { $0 + count($1) }
    }

    private static func count(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        let isWide = character.unicodeScalars.contains {
            $0.properties.isEmojiPresentation || $0.value == 0xFE0F || isWideBlock($0.value)
        }
        return isWide ? 2 : 1
    }

    private static func isWideBlock(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
