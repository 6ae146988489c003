/// The pixels of a picture.
package struct Bitmap: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha.
    package let bytes: [UInt8]

    /// - Returns: nil when the bytes don't fit the size, or there are none.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, bytes.count / 4 == pixels, bytes.count.isMultiple(of: 4) else {
            return nil
        }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The colour at a place; nil where the picture is rather transparent than not, or ends.
    func color(column: Int, row: Int) -> RGBColor? {
        guard column < width, row < height else { return nil }
        let start = (row * width + column) * 4
        guard bytes[start + 3] >= 128 else { return nil }
        return RGBColor(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }
}

/// A colour of 24 bits.
struct RGBColor: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// The nearest of the 256 colours of xterm: of its cube of six levels a side (16…231) or its greys (232…255).
    /// The first sixteen are the user's own.
    var nearestOf256: Int {
        func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        let parts = [Int(red), Int(green), Int(blue)]
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let steps = parts.map(step)
        let gray = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
        return distance(Array(repeating: 8 + 10 * gray, count: 3)) < distance(steps.map(level))
            ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    }
}
