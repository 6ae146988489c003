/// A point in units of a drawing, or in pixels.
struct Point: Equatable {
    var x: Float
    var y: Float

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
    static func * (left: Point, right: Float) -> Point { Point(x: left.x * right, y: left.y * right) }

    /// The length without its root, which is enough to choose how finely a curve is cut.
    var span: Float { abs(x) + abs(y) }
}

/// Moves a drawing's units to pixels: scale, slant or turn, then shift.
struct Placement {
    var a: Float = 1
    var b: Float = 0
    var c: Float = 0
    var d: Float = 1
    var shift = Point(x: 0, y: 0)

    init() {}

    /// - Parameters:
    ///   - scale: pixels a unit.
    ///   - shift: where the point 0, 0 comes to lie.
    ///   - turn: sine and cosine of an angle; constants, since libraries differ in the last bit of both.
    init(scale: Float, shift: Point, turn: (sine: Float, cosine: Float) = (0, 1)) {
        a = scale * turn.cosine
        b = -scale * turn.sine
        c = scale * turn.sine
        d = scale * turn.cosine
        self.shift = shift
    }

    func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + b * point.y + shift.x, y: c * point.x + d * point.y + shift.y)
    }

    /// Pixels a unit, for the width of strokes.
    var scale: Float { (a * a + c * c).squareRoot() }

    /// Whether a vertical line stays one.
    var isUpright: Bool { b == 0 }

    /// Whether left and right are changed.
    var isMirrored: Bool { a < 0 }

    /// Turns left and right about the line x = 50.
    mutating func mirror() {
        shift.x += a * 100
        a = -a
    }

    /// The same after a move in units.
    func moved(_ x: Float, _ y: Float, scaled factor: Float = 1) -> Placement {
        var placed = self
        placed.shift = self(Point(x: x, y: y))
        (placed.a, placed.b, placed.c, placed.d) = (a * factor, b * factor, c * factor, d * factor)
        return placed
    }
}

/// Lines that a path was cut into, each from its first point to its last.
struct Outline {
    private(set) var lines: [[Point]] = []
    private(set) var closed: [Bool] = []

    /// Reads a path: `M L H V C Q Z` as in SVG, small letters relative; `S` a smooth curve through the points that follow;
    /// `O x y r [r]` an ellipse; `R x y w h r` a rectangle with round corners.
    ///
    /// `|` before it makes a whole of its left or right half, mirrored at x = 50; `=` draws it on both sides.
    init(_ text: some StringProtocol) {
        var path = PathReader(text.utf8)
        let fold = path.fold
        while let command = path.command() { run(command, &path) }
        if fold == UInt8(ascii: "=") {
            for (line, isClosed) in zip(lines, closed) {
                lines.append(line.map { Point(x: 100 - $0.x, y: $0.y) })
                closed.append(isClosed)
            }
        } else if fold == UInt8(ascii: "|") {
            lines = lines.map { line in line + line.reversed().map { Point(x: 100 - $0.x, y: $0.y) } }
            closed = closed.map { _ in true }
        }
    }

    /// The same elsewhere.
    func moved(_ x: Float, _ y: Float) -> Outline { changed { Point(x: $0.x + x, y: $0.y + y) } }

    /// The same, wider and higher by these factors.
    func scaled(_ x: Float, _ y: Float) -> Outline { changed { Point(x: $0.x * x, y: $0.y * y) } }

    private func changed(_ change: (Point) -> Point) -> Outline {
        var outline = self
        outline.lines = lines.map { $0.map(change) }
        return outline
    }

    /// The smallest and the greatest x.
    var horizontal: ClosedRange<Float> { Self.range(lines.joined().map(\.x)) }

    /// The smallest and the greatest y.
    var vertical: ClosedRange<Float> { Self.range(lines.joined().map(\.y)) }

    private static func range(_ numbers: [Float]) -> ClosedRange<Float> {
        let least = numbers.min() ?? 0
        return least...max(least, numbers.max() ?? 0)
    }

    private mutating func begin(_ point: Point) {
        lines.append([point])
        closed.append(false)
    }

    private mutating func add(_ point: Point) {
        if lines.isEmpty { begin(point) } else { lines[lines.count - 1].append(point) }
    }

    private mutating func run(_ command: UInt8, _ path: inout PathReader) {
        let isRelative = command >= UInt8(ascii: "a")
        let from = lines.last?.last ?? Point(x: 0, y: 0)
        let origin = isRelative ? from : Point(x: 0, y: 0)
        func point() -> Point? { path.number().flatMap { x in path.number().map { Point(x: x, y: $0) + origin } } }
        switch command & 0xDF {
        case UInt8(ascii: "M"): if let point = point() { begin(point) }
        case UInt8(ascii: "L"): while path.hasNumber, let next = point() { add(next) }
        case UInt8(ascii: "H"): if let x = path.number() { add(Point(x: x + origin.x, y: from.y)) }
        case UInt8(ascii: "V"): if let y = path.number() { add(Point(x: from.x, y: y + origin.y)) }
        case UInt8(ascii: "Q"):
            if let middle = point(), let end = point() {
                // A quadratic curve as the cubic one that it is.
                curve(from, from + (middle - from) * (2 / 3), end + (middle - end) * (2 / 3), end)
            }
        case UInt8(ascii: "C"):
            var start = from
            while path.hasNumber, let first = point(), let second = point(), let end = point() {
                curve(start, first, second, end)
                start = end
            }
        case UInt8(ascii: "S"):
            var stops = [from]
            while path.hasNumber, let next = point() { stops.append(next) }
            smooth(stops)
        case UInt8(ascii: "O"):
            if let centre = point(), let radius = path.number() {
                ellipse(centre, radius, path.hasNumber ? path.number() ?? radius : radius)
            }
        case UInt8(ascii: "R"):
            if let corner = point(), let width = path.number(), let height = path.number(), let radius = path.number() {
                rectangle(corner, width, height, radius)
            }
        default: if !closed.isEmpty { closed[closed.count - 1] = true }
        }
    }

    private mutating func curve(_ start: Point, _ first: Point, _ second: Point, _ end: Point) {
        let length = (first - start).span + (second - first).span + (end - second).span
        let count = max(4, min(32, Int(length * 1.2)))
        for step in 1...count {
            let t = Float(step) / Float(count)
            let u = 1 - t
            add(start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t))
        }
    }

    /// A Catmull-Rom spline.
    private mutating func smooth(_ stops: [Point]) {
        for index in stops.indices.dropLast() {
            let (here, next) = (stops[index], stops[index + 1])
            let before = index > 0 ? stops[index - 1] : here
            let after = index + 2 < stops.count ? stops[index + 2] : next
            curve(here, here + (next - before) * (1 / 6), next - (after - here) * (1 / 6), next)
        }
    }

    private mutating func ellipse(_ centre: Point, _ width: Float, _ height: Float) {
        rectangle(
            Point(x: centre.x - width, y: centre.y - height), width * 2, height * 2, width, height)
    }

    private mutating func rectangle(
        _ corner: Point, _ width: Float, _ height: Float, _ radius: Float, _ tall: Float? = nil
    ) {
        let (x, y) = (corner.x, corner.y)
        let (r, s) = (min(radius, width / 2), min(tall ?? radius, height / 2))
        let (a, b) = (r * 0.4477, s * 0.4477)
        func at(_ x: Float, _ y: Float) -> Point { Point(x: x, y: y) }
        begin(at(x + r, y))
        add(at(x + width - r, y))
        curve(at(x + width - r, y), at(x + width - a, y), at(x + width, y + b), at(x + width, y + s))
        add(at(x + width, y + height - s))
        curve(
            at(x + width, y + height - s), at(x + width, y + height - b), at(x + width - a, y + height),
            at(x + width - r, y + height))
        add(at(x + r, y + height))
        curve(at(x + r, y + height), at(x + a, y + height), at(x, y + height - b), at(x, y + height - s))
        add(at(x, y + s))
        curve(at(x, y + s), at(x, y + b), at(x + a, y), at(x + r, y))
        closed[closed.count - 1] = true
    }
}

/// The letters and numbers of a path.
private struct PathReader {
    private var bytes: ArraySlice<UInt8>
    /// `|` or `=`, where the path begins with one; else 0.
    let fold: UInt8

    init(_ text: some Sequence<UInt8>) {
        bytes = ArraySlice(Array(text))
        fold = bytes.first.flatMap { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "=") ? $0 : nil } ?? 0
        if fold != 0 { bytes.removeFirst() }
    }

    private mutating func skip() {
        while let byte = bytes.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") { bytes.removeFirst() }
    }

    mutating func command() -> UInt8? {
        skip()
        while hasNumber { _ = number() }
        return bytes.popFirst()
    }

    var hasNumber: Bool {
        mutating get {
            skip()
            guard let byte = bytes.first else { return false }
            return byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte)
        }
    }

    mutating func number() -> Float? {
        skip()
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        var (whole, scale, digits) = (Float(0), Float(0), 0)
        while let byte = bytes.first {
            if byte == UInt8(ascii: "."), scale == 0 {
                scale = 1
            } else if (0x30...0x39).contains(byte) {
                whole = whole * 10 + Float(byte - 0x30)
                scale *= 10
                digits += 1
            } else {
                break
            }
            bytes.removeFirst()
        }
        guard digits > 0 else { return nil }
        return (isNegative ? -whole : whole) / (scale == 0 ? 1 : scale)
    }
}
