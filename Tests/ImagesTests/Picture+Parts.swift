@testable import Images

/// Pictures put together part by part, each part well formed: what an encoder would not write.
extension Picture {
    /// A chunk of a PNG.
    /// - Parameter claim: the length that it says it has; that of its content without one.
    static func chunk(_ type: String, _ content: [UInt8] = [], claim: Int? = nil) -> [UInt8] {
        let body = Array(type.utf8) + content
        return be32(claim ?? content.count) + body + be32(Int(crc32(body)))
    }

    /// A PNG of rows as they are in the file, without their filter bytes, not compressed.
    /// - Parameters:
    ///   - before: chunks between IHDR and IDAT.
    ///   - pieces: how many IDAT there are.
    static func png(
        _ width: Int, depth: UInt8, color: UInt8, rows: [[UInt8]], before: [[UInt8]] = [], after: [[UInt8]] = [],
        pieces: Int = 1
    ) -> [UInt8] {
        let data = stored(rows.flatMap { [0] + $0 })
        let size = (data.count + pieces - 1) / pieces
        let header = chunk("IHDR", be32(width) + be32(rows.count) + [depth, color, 0, 0, 0])
        var picture = Array(pngHeader(1, 1).prefix(8)) + header + before.joined()
        for start in stride(from: 0, to: data.count, by: size) {
            picture += chunk("IDAT", Array(data[start..<min(start + size, data.count)]))
        }
        return picture + after.joined() + chunk("IEND")
    }

    /// The types of a PNG's chunks.
    static func chunkTypes(_ png: [UInt8]) -> [String] {
        var (types, offset) = ([String](), 8)
        let view = ByteView(bytes: png)
        while let length = view.bigEndian32(at: offset), offset + 8 <= png.count {
            types.append(String(decoding: png[offset + 4..<offset + 8], as: UTF8.self))
            offset += 12 + length
        }
        return types
    }

    /// A JPEG of blocks that are all grey, a bit each: DC 0, and in a sequential one the end of the block too.
    /// - Parameters:
    ///   - sampling: of each component, across and down as in the frame header.
    ///   - scans: the components of each, counted from 1. Sides are whole units of the sampling where one has fewer than all.
    static func jpeg(
        _ width: Int, _ height: Int, isProgressive: Bool = false, sampling: [UInt8] = [0x11, 0x11, 0x11],
        scans: [[UInt8]]
    ) -> [UInt8] {
        let units = (
            across: parts(width, of: 8 * (sampling.map { Int($0 >> 4) }.max() ?? 1)),
            down: parts(height, of: 8 * (sampling.map { Int($0 & 15) }.max() ?? 1))
        )
        var picture: [UInt8] = [0xFF, 0xD8]
        func add(_ marker: UInt8, _ content: [UInt8]) { picture += [0xFF, marker] + be16(content.count + 2) + content }
        add(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        var frame: [UInt8] = [8] + be16(height) + be16(width) + [UInt8(sampling.count)]
        for (place, factors) in sampling.enumerated() { frame += [UInt8(place + 1), factors, 0] }
        add(isProgressive ? 0xC2 : 0xC0, frame)
        // One code of one bit, 0, for the value 0: of DC, and of AC.
        for kind in [0x00, 0x10] as [UInt8] { add(0xC4, [kind, 1] + [UInt8](repeating: 0, count: 16)) }
        for scan in scans {
            var blocks = 0
            var selected: [UInt8] = [UInt8(scan.count)]
            for id in scan {
                let factors = sampling[Int(id) - 1]
                blocks += units.across * Int(factors >> 4) * units.down * Int(factors & 15)
                selected += [id, 0]
            }
            add(0xDA, selected + [0, isProgressive ? 0 : 63, 0])
            let bits = blocks * (isProgressive ? 1 : 2)
            picture += [UInt8](repeating: 0, count: bits / 8)
            if bits % 8 != 0 { picture.append(UInt8(255 >> (bits % 8))) }
        }
        return picture + [0xFF, 0xD9]
    }

    private static func parts(_ whole: Int, of size: Int) -> Int { (whole + size - 1) / size }

    /// RFC 1950 and 1951: blocks that are stored.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let isLast: UInt8 = start + 65_535 >= bytes.count ? 1 : 0
            stream += [isLast] + le16(block.count) + le16(block.count ^ 0xFFFF) + block
        }
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + be16(b) + be16(a)
    }

    /// PNG, third edition, annex D.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
    }
}
