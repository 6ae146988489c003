@testable import Images

/// Pictures for tests: real small ones, and headers of any size.
enum Picture {
    /// A real PNG of 16 × 16, different for each text.
    static func png(of text: String) -> [UInt8] {
        let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        // In two steps, with their types: the compiler looks for those of one expression for seconds.
        let pixels = (0..<256 * 3).map { (place: Int) -> UInt8 in
            let byte = UInt8(truncatingIfNeeded: sum >> UInt64(place % 57))
            return byte ^ UInt8(place % 251)
        }
        return (try? PNGCodec.encode(pixels, width: 16, height: 16, hasAlpha: false)) ?? []
    }

    /// A real PNG in one colour.
    static func png(width: Int, height: Int, color: [UInt8] = [10, 20, 30, 255]) -> [UInt8] {
        let pixels = (0..<width * height).flatMap { _ in color }
        return (try? PNGCodec.encode(pixels, width: width, height: height, hasAlpha: true)) ?? []
    }

    /// A real JPEG: the left half red, the right half blue, or grey where `channels` is 1.
    static func jpeg(width: Int, height: Int, channels: Int = 3, orientation: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for column in 0..<width {
                let color: [UInt8] = column < width / 2 ? [200, 0, 0] : [0, 0, 200]
                bytes += channels == 1 ? [color[0]] : color
            }
        }
        let encoded =
            (try? JPEGCodec.encode(.init(width: width, height: height, channels: channels, bytes: bytes))) ?? []
        guard let orientation else { return encoded }
        return Array(encoded.prefix(2)) + exif(orientation, isBig: true) + encoded.dropFirst(2)
    }

    /// An APP1 segment with the orientation as the second entry.
    static func exif(_ orientation: Int, isBig: Bool) -> [UInt8] {
        func short(_ number: Int) -> [UInt8] { isBig ? be16(number) : le16(number) }
        func long(_ number: Int) -> [UInt8] { isBig ? be32(number) : le32(number) }
        let entries =
            short(0x0100) + short(3) + long(1) + short(7) + short(0)
            + short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
        let tiff = Array((isBig ? "MM" : "II").utf8) + short(42) + long(8) + short(2) + entries + long(0)
        let body = Array("Exif".utf8) + [0, 0] + tiff
        return [0xFF, 0xE1] + be16(body.count + 2) + body
    }

    // MARK: Decoded again

    /// A JPEG at the largest n/8 of its size that fits; nil when it can't be decoded.
    static func pixels(ofJPEG bytes: [UInt8], maxSide: Int) throws -> JPEGCodec.Pixels? {
        guard let scans = JPEGScans(bytes), let eighths = scans.eighths(maxSide: maxSide, fits: { _ in true }) else {
            return nil
        }
        return try JPEGCodec.decode(bytes, scans: scans, eighths: eighths)
    }

    /// A PNG, four bytes a pixel; nil when it can't be decoded.
    static func pixels(ofPNG bytes: [UInt8]) throws -> [UInt8]? {
        try PNGChunks(bytes).flatMap { try PNGCodec.decode(bytes, header: try ImageHeader(bytes), chunks: $0) }
    }

    // MARK: Headers alone

    static func pngHeader(_ width: Int, _ height: Int, depth: UInt8 = 8, color: UInt8 = 2) -> [UInt8] {
        [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + be32(13) + Array("IHDR".utf8) + be32(width) + be32(height)
            + [depth, color, 0, 0, 0] + be32(0)
    }

    static func jpegHeader(_ width: Int, _ height: Int, frame: UInt8 = 0xC0, before: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8] + before + [0xFF, frame] + be16(11) + [8] + be16(height) + be16(width) + [1, 1, 0x11, 0]
    }

    static func gifHeader(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + le16(width) + le16(height) + [0, 0, 0]
    }

    static func bmpHeader(_ width: Int, _ height: Int, size: Int = 40) -> [UInt8] {
        let sides = size == 12 ? le16(width) + le16(height) : le32(width) + le32(height)
        return Array("BM".utf8) + le32(0) + le32(0) + le32(54) + le32(size) + sides + le16(1) + le16(24)
    }

    static func webpLossy(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + le16(width) + le16(height))
    }

    static func webpLossless(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8L", [0x2F] + le32((width - 1) | (height - 1) << 14))
    }

    static func webpExtended(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8X", [0, 0, 0, 0] + le32(width - 1).prefix(3) + le32(height - 1).prefix(3))
    }

    private static func riff(_ kind: String, _ chunk: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + le32(chunk.count + 12) + Array("WEBP".utf8) + Array(kind.utf8) + le32(chunk.count) + chunk
    }

    static func be16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    static func be32(_ number: Int) -> [UInt8] { be16(number >> 16) + be16(number) }
    static func le16(_ number: Int) -> [UInt8] { be16(number).reversed() }
    static func le32(_ number: Int) -> [UInt8] { be32(number).reversed() }
}
