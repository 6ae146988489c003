import Images

/// Pictures: their type and size by the first bytes, and what is decoded of the small ones.
enum ImageTarget {
    /// Pictures with more pixels are not decoded to pixels here: that only costs time. Their thumbnails are, which counts
    /// what decoding takes.
    private static let mostPixels = 1 << 16

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let header: ImageHeader
        do throws(ImageFailure) {
            header = try ImageHeader(input)
        } catch {
            switch error {
            case .notAnImage, .damaged, .tooManyPixels: return
            default: throw BrokenProperty(sentence: "a header fails with \(error)")
            }
        }
        let sides = 1...ImageHeader.longestSide
        try expect(sides.contains(header.width) && sides.contains(header.height), "a side is out of its bounds")
        try expect(header.pixels <= ImageHeader.mostPixels, "\(header.pixels) pixels are too many")
        try expect((1...8).contains(header.orientation), "the orientation is \(header.orientation)")
        let divisor = 1 + Int(input.last ?? 0) % 4
        if header.pixels <= mostPixels { try checkPixels(input, header, divisor) }
        try checkThumbnail(input, header, max(header.width, header.height) / divisor)
    }

    private static func checkPixels(
        _ input: [UInt8], _ header: ImageHeader, _ divisor: Int
    ) throws(BrokenProperty) {
        var wanted = (width: 0, height: 0)
        let pixels = try? UprightPixels(of: input) { width, height in
            wanted = (max(1, width / divisor), max(1, height / divisor))
            return wanted
        }
        guard let pixels else { return }
        try expect((1...wanted.width).contains(pixels.width), "the pixels are \(pixels.width) wide")
        try expect((1...wanted.height).contains(pixels.height), "the pixels are \(pixels.height) high")
        try expect(pixels.bytes.count == pixels.width * pixels.height * 4, "there are \(pixels.bytes.count) bytes")
        guard let png = try? pixels.png(), let again = try? ImageHeader(png) else {
            throw BrokenProperty(sentence: "the pixels make no PNG")
        }
        try expect(again.width == pixels.width && again.height == pixels.height, "the PNG has another size")
    }

    private static func checkThumbnail(
        _ input: [UInt8], _ header: ImageHeader, _ maxSide: Int
    ) throws(BrokenProperty) {
        guard let thumbnail = try? Thumbnail(of: input, maxSide: maxSide) else { return }
        try expect(max(thumbnail.width, thumbnail.height) <= maxSide, "the thumbnail is too large")
        guard let again = try? ImageHeader(thumbnail.bytes) else {
            throw BrokenProperty(sentence: "the thumbnail is no picture")
        }
        try expect(again.format == header.format, "the thumbnail is of another format")
        try expect(again.width == thumbnail.width && again.height == thumbnail.height, "the thumbnail's size is wrong")
        try expect(again.orientation == header.orientation, "the thumbnail is turned")
    }
}
