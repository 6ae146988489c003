/// Draws the sky that a weather service's code stands for: `10d` is rain by day, `01n` a clear night.
package struct Sky {
    private static let side = 160

    private let kind: Entry
    private let isDay: Bool

    /// Nil for a code that is not of these.
    package init?(code: String) {
        guard let last = code.last, last == "d" || last == "n",
            let kind = DrawingBook.shared.kind(named: "sky" + code.dropLast())
        else { return nil }
        self.kind = kind
        isDay = last == "d"
    }

    /// The picture as PNG.
    package func png() -> [UInt8] {
        let isDull = ["sky04", "sky09", "sky11", "sky13", "sky50"].contains(kind.name)
        let day = isDull ? Paint(Color(0x8FA6BC), Color(0xC6D3DE)) : Paint(Color(0x6FAEDF), Color(0xBFE0F4))
        let night = isDull ? Paint(Color(0x2B3448), Color(0x4A566F)) : Paint(Color(0x1B2748), Color(0x41527F))
        var sheet = Sheet(width: Self.side, height: Self.side, backdrop: isDay ? day : night)
        let place = Placement(scale: Float(Self.side) / 100, shift: Point(x: 0, y: 0))
        let palette = Palette(tint: nil, hash: 0, tints: [])
        let layers = kind.layers.filter { $0.side == .both || ($0.side == .front) == isDay }
        sheet.shadow(layers, place)
        for layer in layers { sheet.draw(layer, place, palette[layer.color]) }
        return PNGWriter.png(sheet.canvas.pixels, width: Self.side, height: Self.side)
    }
}
