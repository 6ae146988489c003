/// A colour of the screen, 0 to 255 each.
struct Color: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    /// - Parameter hex: `0xRRGGBB`.
    init(_ hex: Int) {
        (red, green, blue) = (hex >> 16 & 255, hex >> 8 & 255, hex & 255)
    }

    /// - Parameter text: `#RRGGBB`.
    init?(_ text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), let hex = Int(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(hex)
    }

    /// This much of another colour, in percent.
    func mixed(_ other: Color, _ percent: Int) -> Color {
        var color = self
        color.red += (other.red - red) * percent / 100
        color.green += (other.green - green) * percent / 100
        color.blue += (other.blue - blue) * percent / 100
        return color
    }

    /// 0 to 255, as the eye weighs the three.
    var lightness: Int { (red * 30 + green * 59 + blue * 11) / 100 }

    /// The two ends of every tone.
    static let white = Color(0xFFFFFF)
    static let ink = Color(0x26242C)
}

/// Cover of each pixel by a shape, 0 to 255, with the rectangle outside of which nothing is.
struct Mask {
    let width: Int
    let height: Int
    fileprivate(set) var values: [UInt8]
    fileprivate(set) var columns = 0..<0
    fileprivate(set) var rows = 0..<0

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        values = [UInt8](repeating: 0, count: width * height)
    }

    fileprivate mutating func reach(_ columns: Range<Int>, _ rows: Range<Int>) {
        func joined(_ left: Range<Int>, _ right: Range<Int>) -> Range<Int> {
            if left.isEmpty { return right }
            return right.isEmpty
                ? left : min(left.lowerBound, right.lowerBound)..<max(left.upperBound, right.upperBound)
        }
        self.columns = joined(self.columns, columns)
        self.rows = joined(self.rows, rows)
    }

    /// Whether a point lies in the covered rectangle, or at most so many pixels away from it.
    func isNear(_ point: Point, _ reach: Float) -> Bool {
        point.x > Float(columns.lowerBound) - reach && point.x < Float(columns.upperBound) + reach
            && point.y > Float(rows.lowerBound) - reach && point.y < Float(rows.upperBound) + reach
    }

    /// Takes everything away again.
    mutating func clear() {
        for row in rows {
            values.withUnsafeMutableBufferPointer {
                $0[row * width + columns.lowerBound..<row * width + columns.upperBound].update(repeating: 0)
            }
        }
        (columns, rows) = (0..<0, 0..<0)
    }

    /// Adds what is inside of an outline, by the even-odd rule: a line within another is a hole.
    mutating func fill(_ outline: Outline, _ place: Placement) {
        let lines = outline.lines.filter { $0.count > 2 }.map { $0.map(place.callAsFunction) }
        Coverage(lines, width: width, height: height).pour(into: &self)
    }

    /// Adds lines of a width in pixels, with round ends and corners.
    mutating func stroke(_ outline: Outline, _ place: Placement, width stroke: Float) {
        for (line, isClosed) in zip(outline.lines, outline.closed) {
            let points = line.map(place.callAsFunction)
            for (start, end) in zip(points, points.dropFirst()) { segment(start, end, stroke / 2) }
            if let first = points.first, let last = points.last {
                if isClosed, last != first { segment(last, first, stroke / 2) }
                if points.count == 1 { segment(first, first, stroke / 2) }
            }
        }
    }

    /// Every pixel by its distance from the segment; the greater cover counts where two meet.
    private mutating func segment(_ start: Point, _ end: Point, _ radius: Float) {
        let reach = radius + 1
        let x = pixels(min(start.x, end.x) - reach, max(start.x, end.x) + reach, width)
        let y = pixels(min(start.y, end.y) - reach, max(start.y, end.y) + reach, height)
        guard !x.isEmpty, !y.isEmpty else { return }
        self.reach(x, y)
        let along = end - start
        let square = along.x * along.x + along.y * along.y
        // How far the band reaches to both sides of the line on one row.
        let side = abs(along.y) > 0.01 ? reach * square.squareRoot() / abs(along.y) : Float(width)
        values.withUnsafeMutableBufferPointer { values in
            for row in y {
                let centre = Float(row) + 0.5
                let crossing = abs(along.y) > 0.01 ? start.x + along.x * (centre - start.y) / along.y : start.x
                let near = pixels(crossing - side, crossing + side, width).clamped(to: x)
                for column in near {
                    let from = Point(x: Float(column) + 0.5, y: centre) - start
                    let t = square > 0 ? max(0, min(1, (from.x * along.x + from.y * along.y) / square)) : 0
                    let away = from - along * t
                    let cover = radius + 0.5 - (away.x * away.x + away.y * away.y).squareRoot()
                    guard cover > 0 else { continue }
                    let value = UInt8(min(cover, min(1, radius * 2)) * 255)
                    values[row * width + column] = max(values[row * width + column], value)
                }
            }
        }
    }
}

/// The whole pixels between two edges, within 0 and a limit.
private func pixels(_ from: Float, _ to: Float, _ limit: Int) -> Range<Int> {
    let low = Int(max(0, min(Float(limit), from.rounded(.down))))
    return low..<max(low, Int(max(0, min(Float(limit), to.rounded(.up)))))
}

/// Signed areas at the edges of a shape, in the rectangle that it covers; their sum along a row is its cover.
private struct Coverage {
    private let columns: Range<Int>
    private let rows: Range<Int>
    private var areas: [Float]

    init(_ lines: [[Point]], width: Int, height: Int) {
        var (least, most) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        for point in lines.joined() {
            least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
            most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
        }
        columns = pixels(least.x, most.x, width)
        rows = pixels(least.y, most.y, height)
        areas = [Float](repeating: 0, count: (columns.count + 2) * rows.count)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        for line in lines {
            guard var last = line.last else { continue }
            for point in line {
                edge(last, point)
                last = point
            }
        }
    }

    private mutating func edge(_ start: Point, _ end: Point) {
        guard start.y != end.y else { return }
        let sign: Float = start.y < end.y ? 1 : -1
        let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let (offset, limit, stride) = (Float(columns.lowerBound), Float(columns.count), columns.count + 2)
        let crossed = pixels(top.y, bottom.y, rows.upperBound).clamped(to: rows)
        areas.withUnsafeMutableBufferPointer { areas in
            for row in crossed {
                let (from, to) = (max(Float(row), top.y), min(Float(row + 1), bottom.y))
                let (x0, x1) = (top.x + (from - top.y) * slope - offset, top.x + (to - top.y) * slope - offset)
                let (left, right) = (max(0, min(limit, min(x0, x1))), max(0, min(limit, max(x0, x1))))
                let base = (row - rows.lowerBound) * stride
                let whole = (to - from) * sign
                // Of each pixel the part to the right of the edge is covered, and all of those behind it.
                var (before, previous) = (Float(0), Float(0))
                for column in Int(left)...Int(right) {
                    let (low, high) = (max(left, Float(column)), min(right, Float(column + 1)))
                    let part = right > left ? whole * (high - low) / (right - left) : whole
                    let cover = before + part * (1 - ((low + high) / 2 - Float(column)))
                    areas[base + column] += cover - previous
                    previous = cover
                    before += part
                }
                areas[base + Int(right) + 1] += whole - previous
            }
        }
    }

    /// Adds the cover by the even-odd rule.
    func pour(into mask: inout Mask) {
        mask.reach(columns, rows)
        let width = mask.width
        mask.values.withUnsafeMutableBufferPointer { values in
            areas.withUnsafeBufferPointer { areas in
                for row in rows {
                    var sum: Float = 0
                    let base = (row - rows.lowerBound) * (columns.count + 2) - columns.lowerBound
                    for column in columns {
                        sum += areas[base + column]
                        var cover = abs(sum)
                        if cover > 1 {
                            cover -= 2 * (cover / 2).rounded(.down)
                            if cover > 1 { cover = 2 - cover }
                        }
                        let value = UInt8(cover * 255 + 0.5)
                        if value > values[row * width + column] { values[row * width + column] = value }
                    }
                }
            }
        }
    }
}

/// A paint: one colour, or two that pass into each other from top to bottom.
struct Paint {
    /// At the highest and the lowest row of the shape.
    var top: Color
    var bottom: Color
    /// Percent.
    var strength = 100

    init(_ color: Color, _ bottom: Color? = nil, strength: Int = 100) {
        (top, self.bottom, self.strength) = (color, bottom ?? color, strength)
    }
}

/// The pixels of a picture while it is drawn.
struct Canvas {
    let width: Int
    let height: Int
    /// Three bytes a pixel, rows from the top.
    private(set) var pixels: [UInt8]

    /// - Parameter paint: what the whole canvas shows at first.
    init(width: Int, height: Int, _ paint: Paint) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
            for row in 0..<height {
                let color = paint.top.mixed(paint.bottom, row * 100 / height)
                for at in stride(from: row * width * 3, to: (row + 1) * width * 3, by: 3) {
                    pixels[at] = UInt8(truncatingIfNeeded: color.red)
                    pixels[at + 1] = UInt8(truncatingIfNeeded: color.green)
                    pixels[at + 2] = UInt8(truncatingIfNeeded: color.blue)
                }
            }
            count = width * height * 3
        }
    }

    /// Paints what a mask covers.
    /// - Parameters:
    ///   - clip: covers what may be painted; nil for everything.
    ///   - columns: those that may be painted.
    ///   - moved: pixels to the right and down.
    mutating func paint(
        _ mask: Mask, _ paint: Paint, clip: Mask? = nil, columns: Range<Int> = 0..<Int.max,
        moved: (x: Int, y: Int) = (0, 0)
    ) {
        func within(_ range: Range<Int>, _ step: Int, _ limit: Int) -> Range<Int> {
            max(0, min(limit, range.lowerBound + step))..<max(0, min(limit, range.upperBound + step))
        }
        let rows = within(mask.rows, moved.y, height)
        let columns = within(mask.columns, moved.x, width).clamped(to: columns)
        let (width, back, strength) = (width, moved.y * width + moved.x, UInt32(paint.strength * 256 / 100))
        pixels.withUnsafeMutableBufferPointer { pixels in
            mask.values.withUnsafeBufferPointer { mask in
                (clip?.values ?? []).withUnsafeBufferPointer { clip in
                    for row in rows {
                        let color = paint.top.mixed(
                            paint.bottom, (row - rows.lowerBound) * 100 / max(1, rows.count))
                        let new = (UInt32(color.red), UInt32(color.green), UInt32(color.blue))
                        for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                            var cover = UInt32(mask[place - back])
                            if cover == 0 { continue }
                            cover = cover * strength >> 8
                            if !clip.isEmpty { cover = cover * (UInt32(clip[place]) + 1) >> 8 }
                            let rest = 255 - cover
                            func blend(_ at: Int, _ new: UInt32) {
                                // A division by 255, rounded.
                                let mixed = UInt32(pixels[at]) * rest + new * cover + 128
                                pixels[at] = UInt8(truncatingIfNeeded: (mixed + mixed >> 8) >> 8)
                            }
                            blend(place * 3, new.0)
                            blend(place * 3 + 1, new.1)
                            blend(place * 3 + 2, new.2)
                        }
                    }
                }
            }
        }
    }
}
