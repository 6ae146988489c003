/// A letter as strokes: capitals are 7 high and stand on y = 7.
struct Glyph {
    let outlines: [Outline]
    /// Units to the right of which nothing is.
    let width: Float

    private init(_ outlines: [Outline]) {
        self.outlines = outlines
        width = outlines.map(\.horizontal.upperBound).max() ?? 0
    }

    /// `A M0 7…` declares a letter; `á a´` one with a mark, which `´ M…` declares about x = 0, for small letters.
    static func read(_ line: Substring, into glyphs: inout [Unicode.Scalar: Glyph]) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let name = parts[0].unicodeScalars.first else { return }
        let marked = parts[1].unicodeScalars.filter { $0 != " " }
        guard marked.count == 2, let letter = marked.first, let mark = marked.last, let base = glyphs[letter],
            let sign = glyphs[mark]
        else {
            glyphs[name] = Glyph([Outline(parts[1])])
            return
        }
        let rise: Float = letter.properties.isUppercase ? -2.1 : 0
        let signs = sign.outlines.map { $0.moved(base.width / 2, rise) }
        glyphs[name] = Glyph((letter == "i" ? [Outline("M.3 2.2V7")] : base.outlines) + signs)
    }

    /// A Korean syllable, put together of its letters.
    static func syllable(_ scalar: Unicode.Scalar, _ glyphs: [Unicode.Scalar: Glyph]) -> Glyph? {
        let index = Int(scalar.value) - 0xAC00
        guard (0..<11_172).contains(index) else { return nil }
        let (first, vowel, last) = (index / 588, index / 28 % 21, index % 28)
        let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
        let finals = [
            "", "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅁ", "ㅂ", "ㅂㅅ",
            "ㅅ", "ㅆ", "ㅇ",
            "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
        ]
        // Each vowel as its part below the first letter and its part to the right of it.
        let vowels = [
            " ㅏ", " ㅐ", " ㅑ", " ㅒ", " ㅓ", " ㅔ", " ㅕ", " ㅖ", "ㅗ ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ ", "ㅜ ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ", "ㅠ ",
            "ㅡ ", "ㅡㅣ", " ㅣ",
        ]
        let height: Float = last == 0 ? 8.4 : 4.9
        let (below, beside) = (vowels[vowel].unicodeScalars.first ?? " ", vowels[vowel].unicodeScalars.last ?? " ")
        let width: Float = beside == " " ? 7.6 : 5
        let top: Float = below == " " ? height : height * 0.56
        var outlines: [Outline] = []
        func place(_ letters: [Unicode.Scalar], _ x: Float, _ y: Float, _ width: Float, _ height: Float) {
            let each = width / Float(max(1, letters.count))
            for (index, letter) in letters.enumerated() {
                let pair = String(letter) == "ㄲ" || "ㄸㅃㅆㅉ".unicodeScalars.contains(letter)
                let single = pair ? Unicode.Scalar(letter.value - 1) ?? letter : letter
                for part in 0..<(pair ? 2 : 1) {
                    let wide = pair ? each / 2 : each
                    for outline in glyphs[single]?.outlines ?? [] {
                        let left = x + Float(index) * each + Float(part) * wide
                        outlines.append(outline.scaled(wide * 0.086, height * 0.1).moved(left, y))
                    }
                }
            }
        }
        place([consonants[first]], 0.2, -0.9, width, top - 0.7)
        place([below], 0, -0.9 + top, width + 0.4, height - top)
        place([beside], width + 0.7, -0.9, 2.6, height)
        place(Array(finals[last].unicodeScalars), 0.6, 4.7, 7.2, 3.2)
        return Glyph(outlines)
    }
}

/// Sets words in the letters of this folder.
struct Lettering {
    /// Pixels of a unit; a capital has seven.
    let size: Float
    /// Pixels.
    let weight: Float
    /// Units between two letters.
    var spacing: Float = 1.5

    /// A line that was broken: its letters with their places in units, and its width.
    struct Line {
        var letters: [(glyph: Glyph, x: Float)] = []
        var width: Float = 0
    }

    /// Breaks a text at its spaces; a word that is too long stands alone.
    /// - Parameter width: pixels.
    func lines(_ text: String, within width: Float) -> [Line] {
        var lines: [Line] = []
        for word in text.split(separator: " ") {
            let set = self.set(word)
            guard !set.letters.isEmpty else { continue }
            if var line = lines.last, (line.width + 3.2 + set.width) * size <= width {
                let start = line.width + 3.2 + spacing / 2
                line.letters += set.letters.map { ($0.glyph, $0.x + start) }
                line.width = start + set.width
                lines[lines.count - 1] = line
            } else {
                lines.append(set)
            }
        }
        return lines
    }

    /// Signs that have no letter here are left out.
    private func set(_ word: Substring) -> Line {
        let book = DrawingBook.shared
        var line = Line()
        for scalar in word.unicodeScalars {
            guard let glyph = book.glyphs[scalar] ?? Glyph.syllable(scalar, book.glyphs) else { continue }
            let start = line.letters.isEmpty ? 0 : line.width + spacing
            line.letters.append((glyph, start))
            line.width = start + glyph.width
        }
        return line
    }

    /// Draws lines below each other.
    /// - Parameters:
    ///   - at: pixels of the top left of the first capital.
    ///   - width: pixels in which the lines are centred; nil for lines that begin at the left.
    /// - Returns: the pixel row below them.
    @discardableResult
    func draw(_ lines: [Line], at corner: Point, centred width: Float?, _ paint: Paint, on sheet: inout Sheet) -> Float
    {
        var (y, strokes) = (corner.y, [(outline: Outline, place: Placement)]())
        for line in lines {
            let x = corner.x + (width.map { ($0 - line.width * size) / 2 } ?? 0)
            for (glyph, start) in line.letters {
                let place = Placement(scale: size, shift: Point(x: x + start * size, y: y))
                strokes += glyph.outlines.map { ($0, place) }
            }
            y += size * 11.4
        }
        sheet.stroke(strokes, width: weight, paint)
        return y
    }

    /// Pixels from the top of the first line's capitals to the foot of the last's.
    func height(_ lines: [Line]) -> Float { lines.isEmpty ? 0 : size * (11.4 * Float(lines.count) - 4.4) }
}
