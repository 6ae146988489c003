/// A picture made smaller, in its own format.
package struct Thumbnail {
    package let bytes: [UInt8]
    package let width: Int
    package let height: Int

    /// The most pixels that are decoded whole, which takes 16 MiB (F16).
    static let mostWholePixels = 4 << 20
    /// The most pixels of a JPEG that is decoded row by row: what today's cameras make.
    static let mostRowPixels = 24_000_000

    /// - Parameters:
    ///   - maxSide: pixels that the longer side may have; less than it has.
    /// - Returns: nil when the picture can't be scaled here: GIF, WebP, BMP, very large, or damaged.
    package init?(of bytes: [UInt8], maxSide: Int) {
        guard maxSide >= 1, let header = try? ImageHeader(bytes) else { return nil }
        let thumbnail: Thumbnail? =
            switch header.format {
            case .png: Self.png(bytes, header, maxSide)
            case .jpeg: Self.jpeg(bytes, header, maxSide)
            case .gif, .webp, .bmp: nil
            }
        guard let thumbnail else { return nil }
        self = thumbnail
    }

    private init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    private static func png(_ bytes: [UInt8], _ header: ImageHeader, _ maxSide: Int) -> Thumbnail? {
        guard header.pixels <= mostWholePixels, let pixels = PNGCodec.decode(bytes, header: header) else { return nil }
        let size = AreaAverage.size(width: header.width, height: header.height, maxSide: maxSide)
        let small = AreaAverage.shrunk(pixels, channels: 4, from: (header.width, header.height), to: size)
        return PNGCodec.encode(small, width: size.width, height: size.height, hasAlpha: true).map {
            Thumbnail(bytes: $0, width: size.width, height: size.height)
        }
    }

    private static func jpeg(_ bytes: [UInt8], _ header: ImageHeader, _ maxSide: Int) -> Thumbnail? {
        guard header.pixels <= (header.needsWholePicture ? mostWholePixels : mostRowPixels),
            var pixels = JPEGCodec.decode(bytes, header: header, maxSide: maxSide)
        else { return nil }
        let size = AreaAverage.size(width: pixels.width, height: pixels.height, maxSide: maxSide)
        if size != (pixels.width, pixels.height) {
            pixels.bytes = AreaAverage.shrunk(
                pixels.bytes, channels: pixels.channels, from: (pixels.width, pixels.height), to: size)
            (pixels.width, pixels.height) = size
        }
        return JPEGCodec.encode(pixels).map { encoded in
            let oriented = header.orientation == 1 ? encoded : withOrientation(header.orientation, encoded)
            return Thumbnail(bytes: oriented, width: pixels.width, height: pixels.height)
        }
    }

    /// The JPEG with an EXIF segment that holds nothing but the orientation, behind the start of the picture: the pixels
    /// lie as before, so whoever shows them must turn them as before.
    private static func withOrientation(_ orientation: Int, _ jpeg: [UInt8]) -> [UInt8] {
        let exif: [UInt8] =
            Array("Exif".utf8) + [0, 0]
            + Array("II".utf8) + [42, 0, 8, 0, 0, 0]  // little-endian; the directory follows
            + [1, 0]  // one entry: tag 0x0112, one short
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(truncatingIfNeeded: orientation), 0, 0, 0]
            + [0, 0, 0, 0]  // no further directory
        let length = exif.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif + jpeg.dropFirst(2)
    }
}
