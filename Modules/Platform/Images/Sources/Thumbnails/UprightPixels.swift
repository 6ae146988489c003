/// A picture decoded to pixels that lie as it is to be seen: an orientation in its metadata is applied.
package struct UprightPixels: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha.
    package let bytes: [UInt8]

    /// - Parameters:
    ///   - picture: the bytes of a PNG or JPEG.
    ///   - fitting: the size wanted, from the size that the picture has upright. It is made smaller only.
    /// - Returns: nil when the bytes are no picture, or it is damaged, is of another format, or takes more memory than
    ///   `DecodingBudget.most`.
    /// - Throws: `.libraryMissing`
    package init?(
        of picture: [UInt8], fitting: (_ width: Int, _ height: Int) -> (width: Int, height: Int)
    ) throws(ImageFailure) {
        guard let header = try? ImageHeader(picture) else { return nil }
        let isTurned = header.orientation >= 5
        let upright = isTurned ? fitting(header.height, header.width) : fitting(header.width, header.height)
        let wanted = isTurned ? (width: upright.height, height: upright.width) : upright
        guard wanted.width >= 1, wanted.height >= 1,
            let decoded = try Self.decoded(picture, header, atLeast: wanted)
        else { return nil }
        let size = (width: min(wanted.width, decoded.width), height: min(wanted.height, decoded.height))
        var pixels = decoded
        pixels.bytes =
            size == (decoded.width, decoded.height)
            ? decoded.bytes
            : AreaAverage.shrunk(
                decoded.bytes, channels: decoded.channels, from: (decoded.width, decoded.height), to: size)
        (pixels.width, pixels.height) = size
        (width, height) = isTurned ? (size.height, size.width) : size
        bytes = Self.turned(pixels, orientation: header.orientation)
    }

    /// As PNG; nil when libpng fails.
    /// - Throws: `.libraryMissing`
    package func png() throws(ImageFailure) -> [UInt8]? {
        try PNGCodec.encode(bytes, width: width, height: height, hasAlpha: true)
    }

    private static func decoded(
        _ picture: [UInt8], _ header: ImageHeader, atLeast size: (width: Int, height: Int)
    ) throws(ImageFailure) -> JPEGCodec.Pixels? {
        let most = DecodingBudget.most - ThumbnailPlan.fixedMemory - picture.count
        switch header.format {
        case .png:
            guard header.pixels <= PNGChunks.mostPixels, let chunks = PNGChunks(picture),
                chunks.count + header.pixels * 4 <= most
            else { return nil }
            return try PNGCodec.decode(picture, header: header, chunks: chunks).map {
                JPEGCodec.Pixels(width: header.width, height: header.height, channels: 4, bytes: $0)
            }
        case .jpeg:
            // The decoder knows eighths of the size, of which the largest within twice the size is never below it.
            let longest = max(header.width, header.height)
            let side = max(size.width * longest / header.width, size.height * longest / header.height) + 1
            guard let scans = JPEGScans(picture),
                let eighths = scans.eighths(
                    maxSide: min(2 * side, longest),
                    // Decoding, then both sizes and the one that is turned.
                    fits: { scans.pixelMemory(eighths: $0) + max(scans.memory, size.width * size.height * 7) <= most })
            else { return nil }
            return try JPEGCodec.decode(picture, scans: scans, eighths: eighths)
        case .gif, .webp, .bmp: return nil
        }
    }

    /// Four bytes a pixel, turned and mirrored as EXIF 2.3 (tag 0x0112) says.
    private static func turned(_ pixels: JPEGCodec.Pixels, orientation: Int) -> [UInt8] {
        if orientation == 1, pixels.channels == 4 { return pixels.bytes }
        let (width, height) = (pixels.width, pixels.height)
        let isTurned = orientation >= 5
        let (wide, high) = isTurned ? (height, width) : (width, height)
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 4)
        for row in 0..<high {
            for column in 0..<wide {
                var (x, y) = isTurned ? (row, column) : (column, row)
                if [2, 3, 7, 8].contains(orientation) { x = width - 1 - x }
                if [3, 4, 6, 7].contains(orientation) { y = height - 1 - y }
                let place = (y * width + x) * pixels.channels
                switch pixels.channels {
                case 1: result += [pixels.bytes[place], pixels.bytes[place], pixels.bytes[place], 255]
                case 3: result += [pixels.bytes[place], pixels.bytes[place + 1], pixels.bytes[place + 2], 255]
                default: result += pixels.bytes[place..<place + 4]
                }
            }
        }
        return result
    }
}
