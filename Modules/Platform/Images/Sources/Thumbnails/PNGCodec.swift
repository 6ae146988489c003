import CPNG

/// PNG pictures to pixels and back, by libpng's simplified interface.
enum PNGCodec {
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha; nil when the picture is damaged.
    ///
    /// - Parameter header: of the same bytes; the memory needed is four bytes a pixel.
    static func decode(_ bytes: [UInt8], header: ImageHeader) -> [UInt8]? {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return bytes.withUnsafeBytes { source -> [UInt8]? in
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0,
                Int(image.width) == header.width, Int(image.height) == header.height
            else { return nil }
            image.format = UInt32(cpng_format_rgba)
            var pixels = [UInt8](repeating: 0, count: header.pixels * 4)
            let done = pixels.withUnsafeMutableBytes { target in
                png_image_finish_read(&image, nil, target.baseAddress, 0, nil)
            }
            return done != 0 ? pixels : nil
        }
    }

    /// - Parameters:
    ///   - pixels: rows from the top; red, green, blue, and alpha if there is any.
    /// - Returns: nil when the pixels don't fit the size, or libpng fails.
    static func encode(_ pixels: [UInt8], width: Int, height: Int, hasAlpha: Bool) -> [UInt8]? {
        guard let wide = UInt32(exactly: width), let high = UInt32(exactly: height), width > 0, height > 0,
            pixels.count == width * height * (hasAlpha ? 4 : 3)
        else { return nil }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = wide
        image.height = high
        image.format = hasAlpha ? UInt32(cpng_format_rgba) : UInt32(cpng_format_rgb)
        defer { png_image_free(&image) }
        // The most that deflate can make of the rows and their filter bytes, with room for the chunks around them.
        let rows = pixels.count + height
        var size = rows + rows / 1000 + 1024
        let encoded = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let done = pixels.withUnsafeBytes { source in
                png_image_write_to_memory(&image, buffer.baseAddress, &size, 0, source.baseAddress, 0, nil)
            }
            count = done != 0 ? size : 0
        }
        return encoded.isEmpty ? nil : encoded
    }
}
