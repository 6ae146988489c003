/// Writes PNG pictures of 8 bits and three colours.
///
/// Its own deflate, with the fixed codes and two distances, since the bytes are then the same with every zlib, and drawings
/// are flat: a run, or the row above once more.
struct PNGWriter {
    private var bytes: [UInt8] = []
    private var buffer: UInt32 = 0
    private var bits: UInt32 = 0

    /// - Parameter pixels: three bytes each, rows from the top.
    static func png(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
        let (stride, line) = (width * 3 + 1, width * 3)
        let rows = [UInt8](unsafeUninitializedCapacity: stride * height) { rows, count in
            pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<height {
                    // The filter Sub: each byte less the same colour's byte to the left.
                    rows[row * stride] = 1
                    let (from, to) = (row * line, row * stride + 1)
                    for at in 0..<3 { rows[to + at] = pixels[from + at] }
                    for at in 3..<line { rows[to + at] = pixels[from + at] &- pixels[from + at - 3] }
                }
            }
            count = stride * height
        }
        var writer = PNGWriter()
        writer.deflate(rows, stride: stride)
        var picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0], &picture)
        chunk("IDAT", writer.bytes, &picture)
        chunk("IEND", [], &picture)
        return picture
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ data: [UInt8], _ picture: inout [UInt8]) {
        let body = Array(name.utf8) + data
        picture += number(data.count) + body
        let remainders = remainders
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body { sum = remainders[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
        picture += number(Int(~sum))
    }

    /// CRC-32 of each byte.
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    /// RFC 1950 and 1951: one block with the fixed codes.
    private mutating func deflate(_ data: [UInt8], stride: Int) {
        bytes = [0x78, 0x01]
        bytes.reserveCapacity(data.count / 16)
        put(0b011, 3)
        data.withUnsafeBufferPointer { data in
            var at = 0
            while at < data.count {
                func run(_ distance: Int) -> Int {
                    guard at >= distance else { return 0 }
                    let most = min(258, data.count - at)
                    var length = 0
                    while length < most, data[at + length] == data[at + length - distance] { length += 1 }
                    return length
                }
                let above = run(stride)
                let left = above == 258 ? 0 : run(3)
                let length = max(above, left)
                if length < 4 {
                    literal(Int(data[at]))
                    at += 1
                } else {
                    copy(length, above >= left ? stride : 3)
                    at += length
                }
            }
        }
        literal(256)
        put(0, (8 - bits % 8) % 8)
        var (low, high) = (UInt32(1), UInt32(0))
        for start in Swift.stride(from: 0, to: data.count, by: 5552) {
            for byte in data[start..<min(data.count, start + 5552)] {
                low &+= UInt32(byte)
                high &+= low
            }
            (low, high) = (low % 65_521, high % 65_521)
        }
        bytes += Self.number(Int(high << 16 | low))
    }

    private mutating func put(_ value: UInt32, _ count: UInt32) {
        buffer |= value << bits
        bits += count
        while bits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: buffer))
            buffer >>= 8
            bits -= 8
        }
    }

    /// The fixed codes, which go out from their highest bit, with their lengths.
    private let symbols: [(code: UInt32, count: UInt32)] = (0..<288).map { symbol in
        switch symbol {
        case ..<144: reversed(0x30 + symbol, 8)
        case ..<256: reversed(0x190 + symbol - 144, 9)
        case ..<280: reversed(symbol - 256, 7)
        default: reversed(0xC0 + symbol - 280, 8)
        }
    }

    private static func reversed(_ value: Int, _ count: Int) -> (code: UInt32, count: UInt32) {
        ((0..<count).reduce(0) { $0 << 1 | UInt32(value >> $1 & 1) }, UInt32(count))
    }

    private mutating func literal(_ symbol: Int) { put(symbols[symbol].code, symbols[symbol].count) }

    /// - Parameters:
    ///   - length: 3 to 258.
    ///   - distance: 1 to 32,768.
    private mutating func copy(_ length: Int, _ distance: Int) {
        if length == 258 {
            literal(285)
        } else {
            let (step, extra) = Self.step(length - 3, group: 4)
            literal(257 + step)
            put(UInt32(length - 3) & ((1 << extra) - 1), extra)
        }
        let (step, extra) = Self.step(distance - 1, group: 2)
        put(Self.reversed(step, 5).code, 5)
        put(UInt32(distance - 1) & ((1 << extra) - 1), extra)
    }

    /// The code of a number, and how many of its low bits follow: `group` codes for each count of bits.
    private static func step(_ value: Int, group: Int) -> (code: Int, extra: UInt32) {
        var (extra, rest) = (0, value)
        while rest >= group * 2 {
            rest >>= 1
            extra += 1
        }
        return (rest + extra * group, UInt32(extra))
    }
}
