import HTTP
import TestSupport
import Testing

@testable import Images

@Suite("Smaller pictures")
struct ThumbnailTests {
    @Test(
        "a JPEG comes in eighths of its size, at most as large as asked",
        arguments: [
            (1_000, 500, 256, 250, 125), (1_000, 500, 999, 875, 438), (500, 1_000, 125, 63, 125), (800, 8, 100, 100, 1),
            (1_000, 500, 100, 100, 50), (1_000, 500, 1, 1, 1), (9, 9, 8, 8, 8),
        ])
    func jpeg(_ width: Int, _ height: Int, _ maxSide: Int, _ expectedWidth: Int, _ expectedHeight: Int) throws {
        let source = Picture.jpeg(width: width, height: height)
        let thumbnail = try #require(try Thumbnail(of: source, maxSide: maxSide))
        #expect(thumbnail.width == expectedWidth && thumbnail.height == expectedHeight)
        #expect(max(thumbnail.width, thumbnail.height) <= maxSide)
        let header = try ImageHeader(thumbnail.bytes)
        #expect(header.format == .jpeg && header.width == expectedWidth && header.height == expectedHeight)
    }

    @Test("its colours are those of the picture", arguments: [400, 40])
    func colors(_ maxSide: Int) throws {
        let thumbnail = try #require(try Thumbnail(of: Picture.jpeg(width: 800, height: 400), maxSide: maxSide))
        let pixels = try #require(try Picture.pixels(ofJPEG: thumbnail.bytes, maxSide: maxSide))
        let row = pixels.height / 2 * pixels.width
        let left = pixels.bytes[(row + pixels.width / 8) * 3..<(row + pixels.width / 8) * 3 + 3]
        let right = pixels.bytes[(row + pixels.width * 7 / 8) * 3..<(row + pixels.width * 7 / 8) * 3 + 3]
        #expect((left.first ?? 0) > 180 && (left.last ?? 255) < 30)
        #expect((right.first ?? 255) < 30 && (right.last ?? 0) > 180)
    }

    @Test("grey stays grey")
    func gray() throws {
        let thumbnail = try #require(try Thumbnail(of: Picture.jpeg(width: 80, height: 40, channels: 1), maxSide: 20))
        let pixels = try #require(try Picture.pixels(ofJPEG: thumbnail.bytes, maxSide: 20))
        #expect(pixels.channels == 1)
    }

    @Test("the orientation of EXIF is kept, since the pixels lie as before", arguments: 1...8)
    func orientation(_ orientation: Int) throws {
        let source = Picture.jpeg(width: 80, height: 40, orientation: orientation)
        #expect(try ImageHeader(source).orientation == orientation)
        let thumbnail = try #require(try Thumbnail(of: source, maxSide: 40))
        let header = try ImageHeader(thumbnail.bytes)
        #expect(header.orientation == orientation)
        #expect(header.width == 40 && header.height == 20)
        #expect(try Picture.pixels(ofJPEG: thumbnail.bytes, maxSide: 40) != nil)
    }

    @Test(
        "a PNG comes exactly as large as asked, in proportion",
        arguments: [(300, 200, 150, 100), (200, 300, 100, 150), (300, 1, 150, 1), (16, 16, 15, 15)])
    func png(_ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int) throws {
        let source = Picture.png(width: width, height: height, color: [200, 100, 50, 255])
        let thumbnail = try #require(try Thumbnail(of: source, maxSide: max(expectedWidth, expectedHeight)))
        let header = try ImageHeader(thumbnail.bytes)
        #expect(header.format == .png && header.width == expectedWidth && header.height == expectedHeight)
        let pixels = try #require(try Picture.pixels(ofPNG: thumbnail.bytes))
        #expect(pixels == (0..<expectedWidth * expectedHeight).flatMap { _ in [200, 100, 50, 255] as [UInt8] })
    }

    @Test("where a pixel is transparent, its colour does not shine through")
    func alpha() {
        let pixels: [UInt8] = [255, 0, 0, 0, 0, 0, 255, 255]
        #expect(AreaAverage.shrunk(pixels, channels: 4, from: (2, 1), to: (1, 1)) == [0, 0, 255, 128])
        #expect(AreaAverage.shrunk([9, 9, 9, 0], channels: 4, from: (1, 1), to: (1, 1)) == [0, 0, 0, 0])
    }

    @Test("every old pixel counts in exactly one new one, and the mean of all stays")
    func mean() {
        for (from, to) in [((7, 5), (3, 2)), ((8, 8), (8, 8)), ((9, 1), (4, 1)), ((5, 5), (1, 1))] {
            let pixels = (0..<from.0 * from.1).map { UInt8($0 * 3 % 251) }
            let small = AreaAverage.shrunk(
                pixels, channels: 1, from: (width: from.0, height: from.1), to: (width: to.0, height: to.1))
            #expect(small.count == to.0 * to.1)
            #expect((small.min() ?? 0) >= (pixels.min() ?? 0) && (small.max() ?? 0) <= (pixels.max() ?? 0))
            if from == to { #expect(small == pixels) }
        }
    }

    @Test("F16: what is too large to decode, or is no JPEG or PNG, is not scaled")
    func unscaled() throws {
        let bombs = [
            Picture.pngHeader(8_000, 8_000), Picture.jpegHeader(8_000, 8_000),
            Picture.jpegHeader(3_000, 3_000, frame: 0xC2), Picture.gifHeader(100, 100), Picture.bmpHeader(100, 100),
            Picture.webpLossy(100, 100),
        ]
        for bomb in bombs { #expect(try Thumbnail(of: bomb, maxSide: 10) == nil) }
    }

    @Test("F16: a body that is damaged behind its header is not scaled, and no crash")
    func damaged() throws {
        let sources = [Picture.jpeg(width: 64, height: 64), Picture.png(of: "damaged")]
        var random = SeededGenerator(3)
        for source in sources {
            #expect(try Thumbnail(of: Array(source.prefix(source.count / 2)), maxSide: 8) == nil)
            for _ in 0..<300 {
                var bytes = source
                for _ in 0..<3 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let thumbnail = try Thumbnail(of: bytes, maxSide: 8) else { continue }
                #expect(max(thumbnail.width, thumbnail.height) <= 8)
            }
        }
    }

    @Test("the service gives a smaller picture, or the picture as it is and says so")
    func service() async throws {
        let bodies = ["jpeg": Picture.jpeg(width: 100, height: 50), "gif": Picture.gifHeader(100, 50)]
        let fetcher = ScriptedFetcher { address, _ throws(ImageFailure) in
            HTTPResponse(status: 200, body: bodies[String(address.text.suffix(4))] ?? bodies["gif"] ?? [])
        }
        var configuration = ImageConfiguration()
        configuration.diskBytes = 0
        let service = ImageService(configuration, fetcher: fetcher)
        let jpeg = try ImageAddress("https://h/jpeg")
        let (small, whole) = (try await service.image(jpeg, maxSide: 50), try await service.image(jpeg, maxSide: 100))
        #expect(small.scaling == .scaled && small.width == 50 && small.height == 25 && small.source == .network)
        #expect(whole.scaling == .asIs && whole.bytes == bodies["jpeg"] && whole.source == .memory)
        let gif = try await service.image(try ImageAddress("https://h/x.gif"), maxSide: 50)
        #expect(gif.scaling == .notScaled && gif.width == 100 && gif.bytes == bodies["gif"])
        #expect(fetcher.asked.count == 2, "one download for every size")
    }
}
