/// Breaks runs of text into lines of at most `width` columns, between words and never inside a grapheme cluster.
///
/// Lines break at spaces (a row of spaces counts as one) and around ideographs and kana, except where punctuation
/// would start or end a line (a small part of UAX #14). A word wider than a line is broken between clusters, unless
/// it is an address. Linear in the text's length.
struct LineBreaker {
    /// Display columns; nil for one line without end.
    let width: Int?
    let ambiguousWidth: Int
    /// Whether words too wide for a line are broken even when they are addresses.
    var breaksAddresses = false

    private var lines: [StyledLine] = []
    private var line = StyledLine()
    private var word = StyledLine()
    private var isSpaceDue = false
    private var last: Character?

    init(width: Int?, ambiguousWidth: Int) {
        self.width = width
        self.ambiguousWidth = ambiguousWidth
    }

    /// The lines of the runs: at least one, perhaps empty.
    ///
    /// - Parameter runs: Sanitised, one-line pieces; badges and drawings keep their spaces.
    mutating func lines(of runs: [Piece]) -> [StyledLine] {
        if let line = unbroken(runs), line.width <= width ?? Int.max { return [line] }
        for run in runs { take(run) }
        endWord()
        lines.append(line)
        return lines
    }

    /// The runs as one line, where no space of them gives way or takes another look: nearly all cells. Nil for others.
    private func unbroken(_ runs: [Piece]) -> StyledLine? {
        var line = StyledLine()
        for (index, run) in runs.enumerated() {
            if run.role.keepsSpaces || run.text.isEvenlySpaced && !(run.text.isEmpty && runs.count > 1) {
                // As it is.
            } else if run.text == " ", run.role == .body, run.link == nil, index > 0, index + 1 < runs.count {
                // A space between two, which looks like both where these look alike.
                let (before, after) = (runs[index - 1], runs[index + 1])
                let isPlain = after.role == .badge || !before.looksLike(after) || run.looksLike(after)
                guard before.text != " ", isPlain else { return nil }
            } else {
                return nil
            }
            if !run.text.isEmpty { line.append(run, width: displayWidth(run.text, ambiguous: ambiguousWidth)) }
        }
        return line
    }

    private mutating func take(_ run: Piece) {
        if run.role == .badge {
            if let last, let first = run.text.first, word.width > 0, allowsBreak(between: last, and: first) {
                endWord()
            }
            word.append(run, width: displayWidth(run.text, ambiguous: ambiguousWidth))
            last = run.text.last ?? last
            return
        }
        if run.text.isPrintableASCII && !run.role.keepsSpaces {
            return takeASCII(run)
        }
        for character in run.text {
            if character.isWhitespace && !run.role.keepsSpaces {
                endWord()
                isSpaceDue = true
            } else {
                if let last, word.width > 0, allowsBreak(between: last, and: character) { endWord() }
                let columns = displayWidth(of: character, ambiguous: ambiguousWidth)
                word.append(Piece(text: String(character), role: run.role, link: run.link), width: columns)
            }
            last = character
        }
    }

    private mutating func takeASCII(_ run: Piece) {
        var start = run.text.startIndex
        while start < run.text.endIndex {
            let end = run.text[start...].utf8.firstIndex(of: UInt8(ascii: " ")) ?? run.text.endIndex
            if start < end {
                if let last, word.width > 0, allowsBreak(between: last, and: run.text[start]) { endWord() }
                let part = String(run.text[start..<end])
                word.append(Piece(text: part, role: run.role, link: run.link), width: part.utf8.count)
                last = part.last
            }
            guard end < run.text.endIndex else { return }
            endWord()
            isSpaceDue = true
            last = " "
            start = run.text.utf8.index(after: end)
        }
    }

    private mutating func endWord() {
        guard let first = word.pieces.first else { return }
        let limit = width ?? Int.max
        let space = isSpaceDue && !line.pieces.isEmpty ? 1 : 0
        if word.width > limit - line.width - space {
            if !line.pieces.isEmpty {
                lines.append(line)
                line = StyledLine()
            }
            if word.width > limit && mayBreak(first) { return breakWord(limit) }
        } else if space == 1 {
            line.appendSpace(before: first)
        }
        line.append(word)
        word = StyledLine()
        isSpaceDue = false
    }

    private func mayBreak(_ first: Piece) -> Bool {
        breaksAddresses || !isAddress(first.text.drop { $0 == "<" })
    }

    private mutating func breakWord(_ limit: Int) {
        for piece in word.pieces {
            let whole = displayWidth(piece.text, ambiguous: ambiguousWidth)
            if piece.role == .badge, whole <= limit {
                if line.width + whole > limit {
                    lines.append(line)
                    line = StyledLine()
                }
                line.append(piece, width: whole)
                continue
            }
            for character in piece.text {
                let columns = displayWidth(of: character, ambiguous: ambiguousWidth)
                if line.width + columns > limit && line.width > 0 {
                    lines.append(line)
                    line = StyledLine()
                }
                line.append(Piece(text: String(character), role: piece.role, link: piece.link), width: columns)
            }
        }
        word = StyledLine()
        isSpaceDue = false
    }
}

extension TextRole {
    /// Whether the text is laid out as it is, its spaces included.
    var keepsSpaces: Bool { self == .badge || self == .drawing }
}

/// Whether a line may end between two characters that no space parts.
private func allowsBreak(between left: Character, and right: Character) -> Bool {
    (isIdeographic(left) || isIdeographic(right)) && !neverStartsLine.contains(right) && !neverEndsLine.contains(left)
}

/// Ideographs, kana and their punctuation; Hangul breaks at its spaces.
func isIdeographic(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD: true
    default: false
    }
}

private let neverStartsLine: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "？", "！", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々", "ゝ", "ゞ", "ぁ", "ぃ",
    "ぅ",
    "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", "%", "％", ",", ".", ":", ";", "?", "!",
    ")", "]",
    "}", "…", "”", "’",
]
private let neverEndsLine: Set<Character> = [
    "（", "［", "｛", "「", "『", "【", "〈", "《", "〔", "(", "[", "{", "“", "‘", "$", "＄", "￥", "￦",
]
