/// Header of a picture, read without decoding it.
package struct ImageHeader: Sendable, Equatable {
    /// Pixels; nothing larger is taken (F16).
    package static let longestSide = 16_384
    package static let mostPixels = 64_000_000

    package let format: ImageFormat
    package let width: Int
    package let height: Int
    /// The orientation of EXIF, 1…8; 1 when the picture says nothing of it.
    package let orientation: Int

    package var pixels: Int { width * height }

    /// Reads the header of any of the formats.
    /// - Throws: `.notAnImage`, `.damaged` or `.tooManyPixels`.
    package init(_ bytes: [UInt8]) throws(ImageFailure) {
        let view = ByteView(bytes: bytes)
        guard let format = ImageFormat(signatureOf: view) else { throw .notAnImage }
        let found: Found? =
            switch format {
            case .png: Self.png(view)
            case .jpeg: Self.jpeg(view)
            case .gif: Self.gif(view)
            case .webp: Self.webp(view)
            case .bmp: Self.bmp(view)
            }
        guard let found, found.width > 0, found.height > 0 else { throw .damaged(format) }
        // Each side first: their product then fits.
        guard found.width <= Self.longestSide, found.height <= Self.longestSide,
            found.width * found.height <= Self.mostPixels
        else { throw .tooManyPixels(width: found.width, height: found.height) }
        self.format = format
        width = found.width
        height = found.height
        orientation = found.orientation
    }

    /// Result of one format's reader; sides are not yet checked.
    struct Found {
        var width: Int
        var height: Int
        var orientation = 1
    }
}
