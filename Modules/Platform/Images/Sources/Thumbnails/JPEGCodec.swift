internal import CTurboJPEG

/// JPEG pictures to smaller pixels and back, by libjpeg-turbo, which scales while it decodes.
enum JPEGCodec {
    struct Pixels {
        var width: Int
        var height: Int
        /// 1 for grey, 3 for red, green, blue; 4 with alpha, which no JPEG has.
        let channels: Int
        var bytes: [UInt8]
    }

    /// The quality of what is encoded, 1…100.
    private static let quality: Int32 = 85

    /// Decodes at so many eighths of the size.
    /// - Parameters:
    ///   - scans: of the same bytes.
    ///   - eighths: 1…8.
    /// - Returns: nil when the picture is damaged, or in colours for print.
    /// - Throws: `.libraryMissing`
    static func decode(_ bytes: [UInt8], scans: JPEGScans, eighths: Int) throws(ImageFailure) -> Pixels? {
        try ImageLibrary.libturbojpeg.load()
        let (wide, high) = scans.size(eighths: eighths)
        let channels = scans.isGray ? 1 : 3
        guard let picture = picture(scans.width, scans.height, channels), let width = Int32(exactly: wide),
            let height = Int32(exactly: high)
        else { return nil }
        var isWhole = false
        let pixels = [UInt8](unsafeUninitializedCapacity: wide * high * channels) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            isWhole = bytes.withUnsafeBufferPointer {
                cturbojpeg_decode($0.baseAddress, $0.count, picture, width, height, target)
            }
            count = isWhole ? wide * high * channels : 0
        }
        return isWhole ? Pixels(width: wide, height: high, channels: channels, bytes: pixels) : nil
    }

    /// - Returns: nil when the pixels don't fit the size, or libjpeg-turbo fails.
    /// - Throws: `.libraryMissing`
    static func encode(_ pixels: Pixels) throws(ImageFailure) -> [UInt8]? {
        try ImageLibrary.libturbojpeg.load()
        guard let picture = picture(pixels.width, pixels.height, pixels.channels),
            pixels.bytes.count == pixels.width * pixels.height * pixels.channels
        else { return nil }
        let encoded = [UInt8](unsafeUninitializedCapacity: cturbojpeg_bound(picture)) { buffer, count in
            count = pixels.bytes.withUnsafeBufferPointer {
                cturbojpeg_encode($0.baseAddress, picture, quality, buffer.baseAddress, buffer.count)
            }
        }
        return encoded.isEmpty ? nil : encoded
    }

    /// The most bytes that a picture takes encoded, by libjpeg-turbo's count: of its sides padded to 16, and its head.
    static func bound(width: Int, height: Int) -> Int { ((width + 15) & ~15) * ((height + 15) & ~15) * 3 + 2048 }

    private static func picture(_ width: Int, _ height: Int, _ channels: Int) -> cturbojpeg_picture? {
        guard let wide = Int32(exactly: width), let high = Int32(exactly: height), wide > 0, high > 0,
            channels == 1 || channels == 3
        else { return nil }
        return cturbojpeg_picture(width: wide, height: high, is_gray: channels == 1)
    }
}

extension JPEGScans {
    /// The size that libjpeg-turbo gives for n/8: each side rounded up.
    func size(eighths: Int) -> (width: Int, height: Int) {
        ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
    }

    /// Bytes of the pixels at n/8 of the size.
    func pixelMemory(eighths: Int) -> Int {
        let (width, height) = size(eighths: eighths)
        return width * height * (isGray ? 1 : 3)
    }

    /// The largest n/8 of the size, 1…8, that fits into `maxSide`, or 1 when none does, and that takes no more memory
    /// than may be.
    /// - Returns: nil when even an eighth takes more.
    func eighths(maxSide: Int, fits: (_ eighths: Int) -> Bool) -> Int? {
        (1...8).last { eighths in
            let (width, height) = size(eighths: eighths)
            return (eighths == 1 || max(width, height) <= maxSide) && fits(eighths)
        }
    }
}
