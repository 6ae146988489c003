extension Bitmap {
    /// The picture as DEC sixels (VT340 Graphics Programming, chapter 14), in the 216 colours of a cube with six levels a
    /// side, dithered. Transparent pixels are not drawn. At most 216 passes over the picture's pixels, six rows at a time.
    package func sixels() -> String {
        let cube = dithered()
        // P2 = 1: what is not drawn stays as it is. Then the raster: square pixels, and the size.
        var text = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for color in Set(cube).subtracting([Self.clear]).sorted() {
            // Percentages of red, green and blue.
            text += "#\(color);2;\(color / 36 * 20);\(color / 6 % 6 * 20);\(color % 6 * 20)".utf8
        }
        for top in stride(from: 0, to: height, by: 6) {
            let band = cube[top * width..<min(top + 6, height) * width]
            for (place, color) in Set(band).subtracting([Self.clear]).sorted().enumerated() {
                text += "\(place == 0 ? "" : "$")#\(color)".utf8
                appendRow(of: color, in: band, to: &text)
            }
            text.append(UInt8(ascii: "-"))
        }
        return String(decoding: text, as: UTF8.self) + "\u{1B}\\\n"
    }

    /// The colour number of a pixel that is not drawn.
    private static var clear: UInt8 { 255 }

    /// One colour of six rows of pixels: a character a column, its lowest bit the top row, runs by their length.
    private func appendRow(of color: UInt8, in band: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var (run, runLength): (UInt8, Int) = (0, 0)
        func flush() {
            let character = run + 63
            if runLength > 3 {
                text += "!\(runLength)".utf8
                text.append(character)
            } else {
                text += repeatElement(character, count: runLength)
            }
        }
        for column in 0..<width {
            var bits: UInt8 = 0
            for (bit, place) in stride(from: band.startIndex + column, to: band.endIndex, by: width).enumerated()
            where band[place] == color {
                bits |= 1 << UInt8(truncatingIfNeeded: bit)
            }
            if bits != run {
                flush()
                (run, runLength) = (bits, 0)
            }
            runLength += 1
        }
        // Nothing needs to be said of the empty rest of a row.
        if run != 0 { flush() }
    }

    /// The colour number of each pixel: 36 r + 6 g + b with levels 0…5, or `clear`.
    ///
    /// Ordered dithering: a threshold by the pixel's place decides between the two nearest levels, so that the mean over
    /// 4 × 4 pixels is right and equal pictures give equal bytes.
    private func dithered() -> [UInt8] {
        let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
        var cube = [UInt8](repeating: Self.clear, count: width * height)
        for row in 0..<height {
            for column in 0..<width {
                guard let color = color(column: column, row: row) else { continue }
                let threshold = thresholds[row % 4 * 4 + column % 4]
                // 51 apart; the threshold is (2 t + 1)/32 of that.
                func level(_ value: UInt8) -> UInt8 {
                    UInt8(truncatingIfNeeded: (Int(value) * 32 + (2 * threshold + 1) * 51) / (51 * 32))
                }
                cube[row * width + column] = 36 * level(color.red) + 6 * level(color.green) + level(color.blue)
            }
        }
        return cube
    }
}
