internal import CPNG

/// PNG pictures to pixels and back, by libpng's simplified interface.
enum PNGCodec {
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha, as sRGB; nil when the picture is damaged.
    /// - Parameters:
    ///   - header: of the same bytes.
    ///   - chunks: of the same bytes; libpng sees those alone.
    /// - Throws: `.libraryMissing`
    static func decode(
        _ bytes: [UInt8], header: ImageHeader, chunks: PNGChunks
    ) throws(ImageFailure) -> [UInt8]? {
        try ImageLibrary.libpng.load()
        guard let width = UInt32(exactly: header.width), let height = UInt32(exactly: header.height) else { return nil }
        let picture = chunks.picture(from: bytes)
        var isWhole = false
        let pixels = [UInt8](unsafeUninitializedCapacity: header.pixels * 4) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            isWhole = picture.withUnsafeBufferPointer {
                cpng_decode($0.baseAddress, $0.count, width, height, chunks.dataSize, target)
            }
            count = isWhole ? header.pixels * 4 : 0
        }
        return isWhole ? pixels : nil
    }

    /// - Parameters:
    ///   - pixels: rows from the top; red, green, blue, and alpha if there is any.
    /// - Returns: nil when the pixels don't fit the size, or libpng fails.
    /// - Throws: `.libraryMissing`
    static func encode(
        _ pixels: [UInt8], width: Int, height: Int, hasAlpha: Bool
    ) throws(ImageFailure) -> [UInt8]? {
        try ImageLibrary.libpng.load()
        guard let wide = UInt32(exactly: width), let high = UInt32(exactly: height), width > 0, height > 0,
            pixels.count == width * height * (hasAlpha ? 4 : 3)
        else { return nil }
        let encoded = [UInt8](unsafeUninitializedCapacity: bound(pixels.count, rows: height)) { buffer, count in
            count = pixels.withUnsafeBufferPointer {
                cpng_encode($0.baseAddress, wide, high, hasAlpha, buffer.baseAddress, buffer.count)
            }
        }
        return encoded.isEmpty ? nil : encoded
    }

    /// The most bytes that deflate can make of the rows and their filter bytes, with room for the chunks around them.
    static func bound(_ bytes: Int, rows: Int) -> Int {
        let whole = bytes + rows
        return whole + whole / 1000 + 1024
    }
}
