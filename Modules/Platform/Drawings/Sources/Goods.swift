/// Draws one of a shop's goods by what its words say it is.
package struct Goods {
    /// Shape of the picture.
    package enum Format: Sendable {
        /// 3:4, as fashion is shown.
        case portrait
        case square

        var size: (width: Int, height: Int) { self == .portrait ? (480, 640) : (480, 480) }
    }

    private let kind: Entry
    private let pattern: Entry?
    private let print: Entry?
    private let palette: Palette
    private let format: Format

    /// - Parameters:
    ///   - texts: words that say what it is, the best first: its name, then its category.
    ///   - tint: its colour, `#RRGGBB`; nil to choose one by the key.
    ///   - key: decides what the words leave open, always in the same way.
    package init(_ texts: [String], tint: String?, key: String, format: Format) {
        let book = DrawingBook.shared
        let found = texts.lazy.compactMap { DrawingBook.entry(in: book.kinds, for: $0) }.first
        let kind = found ?? book.kind(named: "parcel") ?? Entry(name: "", words: [])
        let name = texts.first ?? ""
        self.kind = kind
        self.format = format
        pattern =
            DrawingBook.entry(in: book.patterns, for: name)
            ?? kind.pattern.flatMap { name in book.patterns.first { $0.name == name } }
        print = DrawingBook.entry(in: book.prints, for: name)
        palette = Palette(
            tint: tint, hash: stableHash(key),
            tints: book.tints.filter { tint in
                DrawingBook.entry(in: [tint], for: name) != nil
            })
    }

    /// The kind that the words ask for: `parcel` where nothing is known of it.
    package var kindName: String { kind.name }

    /// The picture as PNG.
    /// - Parameter view: 0 the front, 1 the back, 2 a detail, 3 two of them turned; then the same again.
    package func png(view: Int = 0) -> [UInt8] {
        let (width, height) = format.size
        var sheet = Sheet(width: width, height: height, backdrop: palette.backdrop)
        let middle = Point(x: Float(width) / 2, y: Float(height) / 2)
        let (centre, scale) = fitted(width: Float(width), height: Float(height))
        func place(_ scale: Float, at point: Point, of focus: Point, turn: (Float, Float) = (0, 1)) -> Placement {
            let unplaced = Placement(scale: scale, shift: Point(x: 0, y: 0), turn: turn)
            return Placement(scale: scale, shift: point - unplaced(focus), turn: turn)
        }
        let disc = Float(width) * (view % 4 == 2 ? 0.0062 : 0.0043)
        sheet.fill("O50 50 100", place(disc, at: middle, of: Point(x: 50, y: 50)), Paint(palette.disc))
        switch view % 4 {
        case 0: draw(on: &sheet, place(scale, at: middle, of: centre), .front)
        case 1:
            var back = place(scale, at: middle, of: Point(x: 100 - centre.x, y: centre.y))
            back.mirror()
            draw(on: &sheet, back, .back)
        case 2: draw(on: &sheet, place(scale * 2.1, at: middle, of: kind.focus), .front)
        default:
            let (left, right) = (
                Point(x: middle.x * 0.7, y: middle.y * 0.74), Point(x: middle.x * 1.28, y: middle.y * 1.26)
            )
            draw(on: &sheet, place(scale * 0.6, at: left, of: centre, turn: (-0.2079, 0.9781)), .back)
            draw(on: &sheet, place(scale * 0.6, at: right, of: centre, turn: (0.1392, 0.9903)), .front)
        }
        return PNGWriter.png(sheet.canvas.pixels, width: width, height: height)
    }

    /// The middle of the drawing, and the scale that lets it fill most of the picture.
    private func fitted(width: Float, height: Float) -> (centre: Point, scale: Float) {
        let lines = kind.layers.flatMap { layer in layer.paths.map { Outline($0) } }
        let (x, y) = (lines.map(\.horizontal), lines.map(\.vertical))
        let left = x.map(\.lowerBound).min() ?? 0
        let right = x.map(\.upperBound).max() ?? 100
        let top = y.map(\.lowerBound).min() ?? 0
        let bottom = y.map(\.upperBound).max() ?? 100
        let scale = min(width * 0.78 / max(1, right - left), height * 0.76 / max(1, bottom - top), width * 0.0122)
        return (Point(x: (left + right) / 2, y: (top + bottom) / 2), scale)
    }

    private func draw(on sheet: inout Sheet, _ place: Placement, _ side: Layer.Side) {
        let layers = kind.layers.filter { $0.side == .both || $0.side == side }
        sheet.shadow(layers, place)
        for layer in layers {
            guard layer.color == UInt8(ascii: "b") || layer.color == UInt8(ascii: "m"), layer.stroke == nil else {
                sheet.draw(layer, place, palette[layer.color])
                continue
            }
            sheet.cloth(layer, place, palette, pattern: layer.color == UInt8(ascii: "b") ? pattern : nil)
        }
        if side == .front { for layer in print?.layers ?? [] { sheet.draw(layer, place, palette[layer.color]) } }
    }
}

/// FNV-1a: the same in every process, which Swift's own hashes are not.
func stableHash(_ text: String) -> Int { stableHash(text.utf8) }

func stableHash(_ bytes: some Sequence<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
}
