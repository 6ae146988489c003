extension Bitmap {
    /// The picture in half blocks: one column a pixel, one line two rows of pixels. Colours are closed on each line.
    ///
    /// - Parameter depth: 24-bit colours where it says so; else those of xterm's 256, which all but the oldest terminals
    ///   show.
    /// - Returns: whole lines, nothing when there are no colours.
    package func halfBlocks(_ depth: ColorDepth) -> String {
        guard depth != .none else { return "" }
        var text = ""
        for row in stride(from: 0, to: height, by: 2) {
            var colors = ""
            for column in 0..<width {
                let (upper, lower) = (color(column: column, row: row), color(column: column, row: row + 1))
                let (wanted, block) =
                    switch (upper, lower) {
                    case (let upper?, let lower?):
                        (upper.parameters(38, depth) + ";" + lower.parameters(48, depth), "▀")
                    // Where nothing is drawn the terminal's own background shows.
                    case (let upper?, nil): (upper.parameters(38, depth) + ";49", "▀")
                    case (nil, let lower?): (lower.parameters(38, depth) + ";49", "▄")
                    case (nil, nil): ("0", " ")
                    }
                // A run of one colour is begun once.
                if wanted != colors, !(colors.isEmpty && wanted == "0") { text += "\u{1B}[\(wanted)m" }
                colors = wanted
                text += block
            }
            text += colors == "0" ? "\n" : "\u{1B}[0m\n"
        }
        return text
    }
}

extension RGBColor {
    /// The parameters of SGR (ECMA-48, ISO 8613-6) for the foreground, 38, or the background, 48.
    fileprivate func parameters(_ layer: Int, _ depth: ColorDepth) -> String {
        depth == .trueColor ? "\(layer);2;\(red);\(green);\(blue)" : "\(layer);5;\(nearestOf256)"
    }
}
