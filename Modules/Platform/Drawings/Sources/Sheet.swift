/// A canvas with what drawing on it needs.
struct Sheet {
    /// The picture as far as it is drawn.
    private(set) var canvas: Canvas
    private var mask: Mask

    init(width: Int, height: Int, backdrop: Paint) {
        canvas = Canvas(width: width, height: height, backdrop)
        mask = Mask(width: width, height: height)
    }

    /// Fills one path.
    mutating func fill(_ path: some StringProtocol, _ place: Placement, _ paint: Paint) {
        mask.clear()
        mask.fill(Outline(path), place)
        canvas.paint(mask, paint)
    }

    /// Strokes several outlines as one, so that they may cross.
    mutating func stroke(_ lines: [(outline: Outline, place: Placement)], width: Float, _ paint: Paint) {
        mask.clear()
        for line in lines { mask.stroke(line.outline, line.place, width: width) }
        canvas.paint(mask, paint)
    }

    /// One layer, as it stands.
    mutating func draw(_ layer: Layer, _ place: Placement, _ paint: Paint) {
        mask.clear()
        cover(layer, place)
        canvas.paint(mask, paint)
    }

    /// A soft shadow below all layers.
    mutating func shadow(_ layers: [Layer], _ place: Placement) {
        mask.clear()
        for layer in layers where layer.color != UInt8(ascii: "i") { cover(layer, place) }
        for step in 1...3 {
            let away = Float(step) * place.scale * 0.55
            canvas.paint(mask, Paint(.ink, strength: 6), moved: (Int(away * 0.6), Int(away)))
        }
    }

    /// A layer of cloth: its colour, its pattern, the shade of its right half, its edge.
    mutating func cloth(_ layer: Layer, _ place: Placement, _ palette: Palette, pattern: Entry?) {
        mask.clear()
        cover(layer, place)
        canvas.paint(mask, palette[layer.color])
        let shape = mask
        for line in pattern?.layers ?? [] {
            mask.clear()
            tile(line, place, pattern, within: shape)
            canvas.paint(mask, palette[line.color], clip: shape)
        }
        if layer.paths.contains(where: { $0.first == "|" }), place.isUpright {
            let middle = max(0, min(canvas.width, Int(place(Point(x: 50, y: 0)).x)))
            let half = place.isMirrored ? 0..<middle : middle..<canvas.width
            canvas.paint(shape, Paint(.ink, strength: 7), columns: half)
        }
        // What lies over a front's neck continues the cloth around it.
        guard layer.side != .back else { return }
        mask.clear()
        for path in layer.paths { mask.stroke(Outline(path), place, width: place.scale * 0.55) }
        canvas.paint(mask, palette[UInt8(ascii: "d")])
    }

    private mutating func cover(_ layer: Layer, _ place: Placement) {
        for path in layer.paths {
            if let stroke = layer.stroke {
                mask.stroke(Outline(path), place, width: stroke * place.scale)
            } else {
                mask.fill(Outline(path), place)
            }
        }
    }

    /// A pattern's line again and again, where the shape is.
    private mutating func tile(_ layer: Layer, _ place: Placement, _ pattern: Entry?, within shape: Mask) {
        guard let pattern, let across = pattern.numbers.first, let down = pattern.numbers.last, across > 0, down > 0
        else { return }
        let outlines = layer.paths.map { Outline($0) }
        let reach = max(across, down) * place.scale
        for row in 0...Int(100 / down) {
            let start: Float = pattern.isBrick && row % 2 == 1 ? -across / 2 : 0
            for column in 0...Int(100 / across) + 1 {
                let moved = place.moved(start + Float(column) * across, Float(row) * down)
                guard shape.isNear(moved.shift, reach) else { continue }
                for outline in outlines {
                    if let stroke = layer.stroke {
                        mask.stroke(outline, moved, width: stroke * place.scale)
                    } else {
                        mask.fill(outline, moved)
                    }
                }
            }
        }
    }
}
