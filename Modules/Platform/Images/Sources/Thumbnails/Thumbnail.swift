/// A picture made smaller, in its own format.
package struct Thumbnail {
    package let bytes: [UInt8]
    package let width: Int
    package let height: Int

    /// - Parameters:
    ///   - maxSide: pixels that the longer side may have; less than it has.
    /// - Returns: nil when the picture can't be scaled here: GIF, WebP, BMP, very large, or damaged.
    /// - Throws: `.libraryMissing`
    package init?(of bytes: [UInt8], maxSide: Int) throws(ImageFailure) {
        guard let plan = ThumbnailPlan(of: bytes, maxSide: maxSide), let made = try plan.thumbnail() else {
            return nil
        }
        self = made
    }

    init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}

/// Cost of making a thumbnail, known from walking through the picture, before a library sees a byte of it.
struct ThumbnailPlan: Sendable {
    private enum Decoder {
        case png(PNGChunks)
        case jpeg(JPEGScans, eighths: Int)
    }

    /// Bytes that are in use at once at most, the picture's own included.
    let memory: Int
    /// The picture as it is.
    let bytes: [UInt8]
    let header: ImageHeader
    private let maxSide: Int
    private let decoder: Decoder

    /// Memory of the libraries besides pixels, coefficients and rows: zlib's windows, tables, handles.
    static let fixedMemory = 1 << 20

    /// - Parameter maxSide: pixels that the longer side may have; less than it has.
    /// - Returns: nil when the picture can't be scaled here: GIF, WebP, BMP, damaged where a walk shows it, or so large
    ///   that it would take more memory than `DecodingBudget.most`.
    init?(of bytes: [UInt8], maxSide: Int) {
        guard maxSide >= 1, let header = try? ImageHeader(bytes) else { return nil }
        switch header.format {
        case .png:
            guard header.pixels <= PNGChunks.mostPixels, let chunks = PNGChunks(bytes) else { return nil }
            decoder = .png(chunks)
            memory = bytes.count + Self.memory(header, chunks, maxSide: maxSide)
        case .jpeg:
            guard let scans = JPEGScans(bytes) else { return nil }
            let fits = { bytes.count + Self.memory(scans, $0, maxSide: maxSide) <= DecodingBudget.most }
            guard let eighths = scans.eighths(maxSide: maxSide, fits: fits) else { return nil }
            decoder = .jpeg(scans, eighths: eighths)
            memory = bytes.count + Self.memory(scans, eighths, maxSide: maxSide)
        case .gif, .webp, .bmp: return nil
        }
        guard memory <= DecodingBudget.most else { return nil }
        self.bytes = bytes
        self.header = header
        self.maxSide = maxSide
    }

    /// The most of three moments: decoding, making smaller, encoding.
    private static func memory(_ header: ImageHeader, _ chunks: PNGChunks, maxSide: Int) -> Int {
        let size = AreaAverage.size(width: header.width, height: header.height, maxSide: maxSide)
        let (whole, small) = (header.pixels * 4, size.width * size.height * 4)
        return fixedMemory + max(chunks.count + whole, whole + small, small + PNGCodec.bound(small, rows: size.height))
    }

    private static func memory(_ scans: JPEGScans, _ eighths: Int, maxSide: Int) -> Int {
        let pixels = scans.pixelMemory(eighths: eighths)
        let decoded = scans.size(eighths: eighths)
        let size = AreaAverage.size(width: decoded.width, height: decoded.height, maxSide: maxSide)
        // Where not even an eighth is small enough, both sizes are there at once.
        let small = size == decoded ? 0 : size.width * size.height * (scans.isGray ? 1 : 3)
        let encoding = (small == 0 ? pixels : small) + JPEGCodec.bound(width: size.width, height: size.height)
        return fixedMemory + max(scans.memory + pixels, pixels + small, encoding)
    }

    /// - Returns: nil when the picture is damaged, or in colours for print.
    /// - Throws: `.libraryMissing`
    func thumbnail() throws(ImageFailure) -> Thumbnail? {
        switch decoder {
        case .png(let chunks): try png(chunks)
        case .jpeg(let scans, let eighths): try jpeg(scans, eighths)
        }
    }

    private func png(_ chunks: PNGChunks) throws(ImageFailure) -> Thumbnail? {
        let size = AreaAverage.size(width: header.width, height: header.height, maxSide: maxSide)
        guard let small = try smallPixels(chunks, size),
            let encoded = try PNGCodec.encode(small, width: size.width, height: size.height, hasAlpha: true)
        else { return nil }
        return Thumbnail(bytes: encoded, width: size.width, height: size.height)
    }

    /// A function of its own, so that the large pixels are gone before the small ones are encoded.
    private func smallPixels(
        _ chunks: PNGChunks, _ size: (width: Int, height: Int)
    ) throws(ImageFailure) -> [UInt8]? {
        guard let pixels = try PNGCodec.decode(bytes, header: header, chunks: chunks) else { return nil }
        return AreaAverage.shrunk(pixels, channels: 4, from: (header.width, header.height), to: size)
    }

    private func jpeg(_ scans: JPEGScans, _ eighths: Int) throws(ImageFailure) -> Thumbnail? {
        guard var pixels = try JPEGCodec.decode(bytes, scans: scans, eighths: eighths) else { return nil }
        let size = AreaAverage.size(width: pixels.width, height: pixels.height, maxSide: maxSide)
        if size != (pixels.width, pixels.height) {
            pixels.bytes = AreaAverage.shrunk(
                pixels.bytes, channels: pixels.channels, from: (pixels.width, pixels.height), to: size)
            (pixels.width, pixels.height) = size
        }
        guard var encoded = try JPEGCodec.encode(pixels) else { return nil }
        if header.orientation != 1 { encoded.insert(contentsOf: Self.segment(orientation: header.orientation), at: 2) }
        return Thumbnail(bytes: encoded, width: pixels.width, height: pixels.height)
    }

    /// An EXIF segment that holds nothing but the orientation, for behind the start of the picture: the pixels lie as
    /// before, so whoever shows them must turn them as before.
    private static func segment(orientation: Int) -> [UInt8] {
        let exif: [UInt8] =
            Array("Exif".utf8) + [0, 0]
            + Array("II".utf8) + [42, 0, 8, 0, 0, 0]  // little-endian; the directory follows
            + [1, 0]  // one entry: tag 0x0112, one short
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(truncatingIfNeeded: orientation), 0, 0, 0]
            + [0, 0, 0, 0]  // no further directory
        let length = exif.count + 2
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
    }
}
