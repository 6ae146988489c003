import Testing

@testable import Images

@Suite("Pictures as pixels")
struct UprightPixelsTests {
    private func decode(_ picture: [UInt8], _ width: Int, _ height: Int) throws -> UprightPixels? {
        try UprightPixels(of: picture) { _, _ in (width, height) }
    }

    @Test(
        "a picture comes as large as asked, never larger than it is",
        arguments: [(100, 50, 100, 50), (40, 20, 40, 20), (13, 7, 13, 7), (1, 1, 1, 1), (500, 500, 100, 50)])
    func size(_ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int) throws {
        for picture in [Picture.jpeg(width: 100, height: 50), Picture.png(width: 100, height: 50)] {
            let pixels = try #require(try decode(picture, width, height))
            #expect(pixels.width == expectedWidth && pixels.height == expectedHeight)
            #expect(pixels.bytes.count == expectedWidth * expectedHeight * 4)
        }
    }

    @Test("a JPEG that is made much smaller, or out of proportion, is as large as asked too")
    func largeJPEG() throws {
        for (width, height) in [(30, 20), (300, 2), (3, 200), (299, 199), (300, 200)] {
            let pixels = try #require(try decode(Picture.jpeg(width: 300, height: 200), width, height))
            #expect(pixels.width == width && pixels.height == height)
            let first = pixels.bytes.prefix(4).map { Int($0) }
            #expect(first[0] > 100 && first[2] < 100 && first[3] == 255, "red at the left of \(width) × \(height)")
        }
    }

    @Test("PNG: the colours and the alpha as they are, back in the PNG that is made of them")
    func png() throws {
        let pixels = try #require(try decode(Picture.png(width: 4, height: 4, color: [200, 100, 50, 128]), 2, 2))
        let color: [UInt8] = [200, 100, 50, 128]
        #expect(pixels.bytes == color + color + color + color)
        let png = try #require(try pixels.png())
        #expect(try UprightPixels(of: png) { ($0, $1) } == pixels)
    }

    @Test("grey becomes red, green and blue alike")
    func gray() throws {
        let pixels = try #require(try decode(Picture.jpeg(width: 16, height: 8, channels: 1), 16, 8))
        for start in stride(from: 0, to: pixels.bytes.count, by: 4) {
            let color = pixels.bytes[start..<start + 4].map { Int($0) }
            #expect(color[0] == color[1] && color[1] == color[2] && color[3] == 255)
        }
        #expect(pixels.bytes[0] > 150 && pixels.bytes[15 * 4] < 50)
    }

    /// The stored left half is red; where it is seen, by EXIF's orientation.
    @Test(
        "the orientation of EXIF is applied",
        arguments: [
            (1, "left"), (2, "right"), (3, "right"), (4, "left"), (5, "top"), (6, "top"), (7, "bottom"), (8, "bottom"),
        ])
    func orientation(_ orientation: Int, _ side: String) throws {
        let picture = Picture.jpeg(width: 64, height: 32, orientation: orientation)
        let isTurned = orientation >= 5
        var asked: (Int, Int)?
        let pixels = try #require(
            try UprightPixels(of: picture) { width, height in
                asked = (width, height)
                return (width / 2, height / 2)
            })
        #expect(try #require(asked) == (isTurned ? (32, 64) : (64, 32)))
        #expect((pixels.width, pixels.height) == (isTurned ? (16, 32) : (32, 16)))
        let places = [
            "left": (2, pixels.height / 2), "right": (pixels.width - 3, pixels.height / 2),
            "top": (pixels.width / 2, 2), "bottom": (pixels.width / 2, pixels.height - 3),
        ]
        let (column, row) = try #require(places[side])
        let start = (row * pixels.width + column) * 4
        #expect(pixels.bytes[start] > 150 && pixels.bytes[start + 2] < 80, "red at the \(side)")
    }

    /// A picture whose four corners differ tells mirrored from turned.
    @Test(
        "each orientation puts the stored corners where EXIF says",
        arguments: [
            (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]), (5, [0, 2, 1, 3]),
            (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
        ])
    func corners(_ orientation: Int, _ expected: [Int]) throws {
        let levels: [UInt8] = [0, 80, 160, 240]
        var stored: [UInt8] = []
        for row in 0..<32 {
            for column in 0..<32 { stored.append(levels[row / 16 * 2 + column / 16]) }
        }
        let encoded = try #require(try JPEGCodec.encode(.init(width: 32, height: 32, channels: 1, bytes: stored)))
        let picture = Array(encoded.prefix(2)) + Picture.exif(orientation, isBig: false) + encoded.dropFirst(2)
        let pixels = try #require(try decode(picture, 32, 32))
        var seen: [Int] = []
        for (column, row) in [(8, 8), (24, 8), (8, 24), (24, 24)] {
            seen.append((Int(pixels.bytes[(row * 32 + column) * 4]) + 40) / 80)
        }
        #expect(seen == expected)
    }

    @Test("what can't be decoded here is no picture, and no crash")
    func none() throws {
        let sources = [
            [], Array("text".utf8), Picture.gifHeader(10, 10), Picture.webpLossy(10, 10), Picture.bmpHeader(10, 10),
            Picture.pngHeader(8_000, 8_000), Picture.jpegHeader(3_000, 3_000, frame: 0xC2),
            Array(Picture.jpeg(width: 64, height: 64).prefix(300)), Array(Picture.png(of: "cut").prefix(60)),
        ]
        for source in sources { #expect(try decode(source, 8, 8) == nil) }
        for size in [(0, 1), (1, 0), (-1, -1)] { #expect(try decode(Picture.png(of: "a"), size.0, size.1) == nil) }
    }
}
