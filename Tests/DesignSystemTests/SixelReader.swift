@testable import DesignSystem

/// Sixels read back, as a terminal does; anything that is not what the encoder may write is an error.
struct SixelReader {
    enum Fault: Error {
        case unexpected(UInt8, at: Int)
        case ends
        case undefined(color: Int)
        case outside(column: Int, row: Int)
    }

    private(set) var width = 0
    private(set) var height = 0
    /// Rows from the top; nil where nothing was drawn.
    private(set) var pixels: [RGBColor?] = []
    /// The numbers of the colours that were defined.
    private(set) var colors: [Int: RGBColor] = [:]

    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) throws {
        bytes = Array(text.utf8)
        try read()
    }

    subscript(column: Int, row: Int) -> RGBColor? { pixels[row * width + column] }

    private mutating func read() throws {
        try expect("\u{1B}P0;1;0q\"1;1;")
        width = try number()
        try expect(";")
        height = try number()
        pixels = Array(repeating: nil, count: width * height)
        var (column, top): (Int, Int) = (0, 0)
        var color: RGBColor?
        while true {
            switch try next() {
            case UInt8(ascii: "#"):
                let index = try number()
                if peek == UInt8(ascii: ";") { try define(index) }
                guard let defined = colors[index] else { throw Fault.undefined(color: index) }
                color = defined
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, top) = (0, top + 6)
            case UInt8(ascii: "!"):
                let count = try number()
                let sixel = try next()
                for _ in 0..<count { try draw(sixel, color, &column, top) }
            case 0x1B:
                return try expect("\\\n", isLast: true)
            case let sixel: try draw(sixel, color, &column, top)
            }
        }
    }

    private mutating func define(_ index: Int) throws {
        try expect(";2;")
        var parts: [UInt8] = []
        for _ in 0..<3 {
            parts.append(UInt8(try number() * 255 / 100))
            if parts.count < 3 { try expect(";") }
        }
        colors[index] = RGBColor(red: parts[0], green: parts[1], blue: parts[2])
    }

    private mutating func draw(_ sixel: UInt8, _ color: RGBColor?, _ column: inout Int, _ top: Int) throws {
        guard (63...126).contains(sixel) else { throw Fault.unexpected(sixel, at: place - 1) }
        for bit in 0..<6 where (sixel - 63) >> UInt8(bit) & 1 == 1 {
            guard column < width, top + bit < height else { throw Fault.outside(column: column, row: top + bit) }
            pixels[(top + bit) * width + column] = color
        }
        column += 1
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func next() throws -> UInt8 {
        guard let byte = peek else { throw Fault.ends }
        place += 1
        return byte
    }

    private mutating func expect(_ text: String, isLast: Bool = false) throws {
        for expected in text.utf8 {
            let byte = try next()
            guard byte == expected else { throw Fault.unexpected(byte, at: place - 1) }
        }
        if isLast, let byte = peek { throw Fault.unexpected(byte, at: place) }
    }

    private mutating func number() throws -> Int {
        var number = 0
        guard let first = peek, (48...57).contains(first) else { throw Fault.ends }
        while let digit = peek, (48...57).contains(digit), number < 1 << 20 {
            number = number * 10 + Int(digit - 48)
            place += 1
        }
        return number
    }
}
