/// The colours of one drawing.
struct Palette {
    private var body: Color
    private var accent: Color
    private var metal = Color(0xD2A862)
    /// The sheet behind the thing, and the disc on it.
    let backdrop: Paint
    let disc: Color

    /// Muted tones that go together.
    private static let bodies = [
        0x8FB8A8, 0xE3A08F, 0xEBC070, 0x86A5C8, 0xB9A5CF, 0xD4B996, 0x7A9E87, 0xE0B5A2, 0x6E8FB3, 0xC98B97,
    ].map(Color.init)

    private static let light = [
        (0xF6F2EB, 0xEBE3D6, 0xEFE7DA), (0xF0F3EF, 0xE0E8E1, 0xE4ECE4), (0xF6F0F1, 0xEADFE2, 0xEFE4E7),
        (0xEFF2F6, 0xDFE5ED, 0xE3E9F0), (0xF7F2E6, 0xECE2CC, 0xF1E7D2),
    ]

    /// For pale things.
    private static let deep = [
        (0xD3C8B8, 0xC3B6A3, 0xC8BBA9), (0xBFCCC4, 0xABBAB1, 0xB3C2B9), (0xCBC3CF, 0xB6ACBC, 0xBFB5C5),
        (0xB9C7D5, 0xA3B4C5, 0xADBDCD),
    ]

    /// - Parameter tints: of the words in its name.
    init(tint: String?, hash: Int, tints: [Entry]) {
        let chosen = Self.bodies[hash % Self.bodies.count]
        body = tint.flatMap { Color($0) } ?? chosen
        accent = Self.bodies[(hash / 7 + 3) % Self.bodies.count]
        for tint in tints {
            guard let color = tint.color else { continue }
            switch tint.name {
            case "b": body = color
            case "g": metal = color
            default: accent = color
            }
        }
        // Black cloth shows its seams, and white cloth its edge.
        if body.lightness < 40 { body = body.mixed(Color(0x5A5C66), 45) }
        if body.lightness > 240 { body = body.mixed(Color(0xE9E3D4), 60) }
        if abs(accent.lightness - body.lightness) < 40 {
            accent = body.lightness > 130 ? accent.mixed(.ink, 45) : accent.mixed(.white, 60)
        }
        let tones = body.lightness > 195 ? Self.deep : Self.light
        let (top, bottom, disc) = tones[hash / 31 % tones.count]
        backdrop = Paint(Color(top), Color(bottom))
        self.disc = Color(disc)
    }

    /// - Parameter letter: as the drawings' files have it.
    subscript(letter: UInt8) -> Paint {
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "m"): Paint(body.mixed(.white, 6), body.mixed(.ink, 7))
        case UInt8(ascii: "d"): Paint(body.mixed(.ink, body.lightness < 90 ? 40 : 26))
        case UInt8(ascii: "l"): Paint(body.mixed(.white, 28))
        case UInt8(ascii: "e"): Paint(accent)
        case UInt8(ascii: "g"): Paint(metal.mixed(.white, 18), metal.mixed(.ink, 10))
        case UInt8(ascii: "h"): Paint(.ink, strength: 16)
        case UInt8(ascii: "i"): Paint(.white, strength: 34)
        case UInt8(ascii: "k"): Paint(Color(0x3A3742))
        default: Paint(Self.fixed[letter] ?? .ink)
        }
    }

    /// The letters of the colours that no product changes.
    private static let fixed: [UInt8: Color] = Dictionary(
        uniqueKeysWithValues: [
            ("w", 0xFBF8F2), ("n", 0xC9A06C), ("r", 0xDB6B5C), ("y", 0xF0BE52), ("t", 0x5E9478), ("c", 0xA9CBE3),
            ("p", 0xEFA9AE), ("s", 0xA7ABB2), ("o", 0xE58E4D), ("a", 0xF3CDB0), ("u", 0x4B6C9B), ("v", 0x8A5A3C),
        ].map { (letter: Unicode.Scalar, hex: Int) in (UInt8(ascii: letter), Color(hex)) })
}
