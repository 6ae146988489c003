import CTurboJPEG

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

    /// Decodes at the largest of the sizes n/8 that fits into `maxSide`; at 1/8 when none does.
    /// - Returns: nil when the picture is damaged, or in colours for print.
    static func decode(_ bytes: [UInt8], header: ImageHeader, maxSide: Int) -> Pixels? {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        return bytes.withUnsafeBufferPointer { source -> Pixels? in
            var (width, height, sampling, colors) = (Int32(), Int32(), Int32(), Int32())
            let length = UInt(source.count)
            guard
                tjDecompressHeader3(handle, source.baseAddress, length, &width, &height, &sampling, &colors) == 0,
                Int(width) == header.width, Int(height) == header.height
            else { return nil }
            let isGray = colors == Int32(TJCS_GRAY.rawValue)
            let (wide, high) = scaledSize(header, maxSide: maxSide)
            let channels = isGray ? 1 : 3
            var pixels = [UInt8](repeating: 0, count: wide * high * channels)
            let format = isGray ? TJPF_GRAY : TJPF_RGB
            let flags = TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
            let code = pixels.withUnsafeMutableBufferPointer { target in
                tjDecompress2(
                    handle, source.baseAddress, length, target.baseAddress, Int32(wide), 0, Int32(high),
                    format.rawValue, flags)
            }
            return code == 0 ? Pixels(width: wide, height: high, channels: channels, bytes: pixels) : nil
        }
    }

    /// The size that libjpeg-turbo gives for n/8: each side rounded up.
    private static func scaledSize(_ header: ImageHeader, maxSide: Int) -> (width: Int, height: Int) {
        func scaled(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
        let longest = max(header.width, header.height)
        let eighths = (1...8).last { scaled(longest, $0) <= maxSide } ?? 1
        return (scaled(header.width, eighths), scaled(header.height, eighths))
    }

    static func encode(_ pixels: Pixels) -> [UInt8]? {
        guard let handle = tjInitCompress() else { return nil }
        defer { tjDestroy(handle) }
        let (format, sampling) = pixels.channels == 1 ? (TJPF_GRAY, TJSAMP_GRAY) : (TJPF_RGB, TJSAMP_420)
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let code = pixels.bytes.withUnsafeBufferPointer { source in
            tjCompress2(
                handle, source.baseAddress, Int32(pixels.width), 0, Int32(pixels.height), format.rawValue, &buffer,
                &size,
                Int32(sampling.rawValue), quality, 0)
        }
        guard code == 0, let buffer else { return nil }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
