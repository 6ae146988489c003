/// A picture made from 32 bytes: a mirrored pattern in two colours on a frame, so that two pictures are told apart.
struct SamplePicture {
    static let width = 240
    static let height = 320
    /// The pattern's squares: 6 × 8 of them.
    private static let side = 40

    /// The bytes decide colours and pattern; missing ones count as 0.
    let seed: [UInt8]

    /// As PNG; nil when libpng fails.
    /// - Throws: `.libraryMissing`
    func encoded() throws(ImageFailure) -> [UInt8]? {
        let background = color(at: 0, from: 176, range: 72)
        let ink = color(at: 3, from: 16, range: 120)
        let second = color(at: 6, from: 72, range: 104)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Self.width * Self.height * 3)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                switch tone(row / Self.side, column / Self.side) {
                case 0, 1: pixels += background
                case 2: pixels += second
                default: pixels += ink
                }
            }
        }
        return try PNGCodec.encode(pixels, width: Self.width, height: Self.height, hasAlpha: false)
    }

    /// 0…3: which colour a square has; the right half mirrors the left.
    private func tone(_ row: Int, _ column: Int) -> UInt8 {
        let mirrored = min(column, Self.width / Self.side - 1 - column)
        return byte(at: 8 + row * 3 + mirrored) & 3
    }

    private func color(at place: Int, from least: Int, range: Int) -> [UInt8] {
        (0..<3).map { UInt8(truncatingIfNeeded: least + Int(byte(at: place + $0)) * range / 256) }
    }

    private func byte(at place: Int) -> UInt8 { seed.indices.contains(place) ? seed[place] : 0 }
}
