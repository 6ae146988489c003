import TestSupport
import Testing

@testable import Images

@Suite("Headers, read without decoding")
struct ImageHeaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let id: String
        let bytes: [UInt8]
        let format: ImageFormat
        let width: Int
        let height: Int
        var orientation = 1

        var testDescription: String { id }
    }

    static let good: [Case] = [
        Case(id: "png", bytes: Picture.pngHeader(640, 480), format: .png, width: 640, height: 480),
        Case(id: "png, real", bytes: Picture.png(width: 3, height: 5), format: .png, width: 3, height: 5),
        Case(
            id: "png, palette of 1 bit", bytes: Picture.pngHeader(1, 1, depth: 1, color: 3), format: .png, width: 1,
            height: 1),
        Case(id: "png, longest side", bytes: Picture.pngHeader(16_384, 1), format: .png, width: 16_384, height: 1),
        Case(id: "png, most pixels", bytes: Picture.pngHeader(8_000, 8_000), format: .png, width: 8_000, height: 8_000),
        Case(id: "jpeg", bytes: Picture.jpegHeader(1_024, 768), format: .jpeg, width: 1_024, height: 768),
        Case(id: "jpeg, real", bytes: Picture.jpeg(width: 17, height: 9), format: .jpeg, width: 17, height: 9),
        Case(
            id: "jpeg, progressive", bytes: Picture.jpegHeader(10, 20, frame: 0xC2), format: .jpeg, width: 10,
            height: 20),
        Case(
            id: "jpeg, filling bytes", bytes: Picture.jpegHeader(10, 20, before: [0xFF, 0xFF, 0xFF, 0xE0, 0, 4, 1, 2]),
            format: .jpeg, width: 10, height: 20),
        Case(
            id: "jpeg, tables and comments first",
            bytes: Picture.jpegHeader(10, 20, before: [0xFF, 0xC4, 0, 3, 0, 0xFF, 0xFE, 0, 2]), format: .jpeg,
            width: 10, height: 20),
        Case(
            id: "jpeg, orientation, big-endian",
            bytes: Picture.jpegHeader(10, 20, before: Picture.exif(6, isBig: true)), format: .jpeg, width: 10,
            height: 20, orientation: 6),
        Case(
            id: "jpeg, orientation, little-endian",
            bytes: Picture.jpegHeader(10, 20, before: Picture.exif(8, isBig: false)), format: .jpeg, width: 10,
            height: 20, orientation: 8),
        Case(
            id: "jpeg, invalid orientation 9", bytes: Picture.jpegHeader(10, 20, before: Picture.exif(9, isBig: true)),
            format: .jpeg, width: 10, height: 20),
        Case(id: "gif", bytes: Picture.gifHeader(320, 200), format: .gif, width: 320, height: 200),
        Case(id: "bmp", bytes: Picture.bmpHeader(33, 44), format: .bmp, width: 33, height: 44),
        Case(id: "bmp, rows from the top", bytes: Picture.bmpHeader(33, -44), format: .bmp, width: 33, height: 44),
        Case(id: "bmp, core header", bytes: Picture.bmpHeader(33, 44, size: 12), format: .bmp, width: 33, height: 44),
        Case(id: "webp, lossy", bytes: Picture.webpLossy(550, 368), format: .webp, width: 550, height: 368),
        Case(
            id: "webp, lossy with a scale", bytes: Picture.webpLossy(550 | 0xC000, 368), format: .webp, width: 550,
            height: 368),
        Case(id: "webp, lossless", bytes: Picture.webpLossless(16_384, 7), format: .webp, width: 16_384, height: 7),
        Case(id: "webp, extended", bytes: Picture.webpExtended(400, 301), format: .webp, width: 400, height: 301),
    ]

    @Test("F16: the format is by the first bytes, the size by the header", arguments: good)
    func reads(_ example: Case) throws {
        let header = try ImageHeader(example.bytes)
        #expect(header.format == example.format)
        #expect(header.width == example.width && header.height == example.height)
        #expect(header.orientation == example.orientation)
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        let id: String
        let bytes: [UInt8]
        let failure: ImageFailure

        var testDescription: String { id }
    }

    static let hostile: [Hostile] = [
        Hostile(id: "nothing", bytes: [], failure: .notAnImage),
        Hostile(id: "a page", bytes: Array("<!doctype html><title>Sign in</title>".utf8), failure: .notAnImage),
        Hostile(id: "SVG", bytes: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), failure: .notAnImage),
        Hostile(id: "a program", bytes: [0x7F] + Array("ELF".utf8), failure: .notAnImage),
        Hostile(id: "a file of WAVE in RIFF", bytes: Array("RIFF\0\0\0\0WAVEfmt ".utf8), failure: .notAnImage),
        Hostile(id: "GIF of no year", bytes: Array("GIF88a".utf8) + [1, 0, 1, 0, 0, 0, 0], failure: .notAnImage),
        Hostile(id: "png without header", bytes: Array(Picture.pngHeader(1, 1).prefix(8)), failure: .damaged(.png)),
        Hostile(
            id: "png with a page inside",
            bytes: Array(Picture.pngHeader(1, 1).prefix(8)) + Array("<script>alert(1)</script> and more text".utf8),
            failure: .damaged(.png)),
        Hostile(id: "png of no width", bytes: Picture.pngHeader(0, 5), failure: .damaged(.png)),
        Hostile(id: "png of an invalid depth", bytes: Picture.pngHeader(5, 5, depth: 3), failure: .damaged(.png)),
        Hostile(id: "png of an invalid colour", bytes: Picture.pngHeader(5, 5, color: 1), failure: .damaged(.png)),
        Hostile(
            id: "png bomb, 2^31 − 1 wide", bytes: Picture.pngHeader(0x7FFF_FFFF, 0x7FFF_FFFF),
            failure: .tooManyPixels(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)),
        Hostile(
            id: "png bomb, 2^32 − 1 high", bytes: Picture.pngHeader(1, 0xFFFF_FFFF),
            failure: .tooManyPixels(width: 1, height: 0xFFFF_FFFF)),
        Hostile(
            id: "png, one pixel too long", bytes: Picture.pngHeader(16_385, 1),
            failure: .tooManyPixels(width: 16_385, height: 1)),
        Hostile(
            id: "png, one row too many", bytes: Picture.pngHeader(8_000, 8_001),
            failure: .tooManyPixels(width: 8_000, height: 8_001)),
        Hostile(
            id: "jpeg bomb", bytes: Picture.jpegHeader(65_535, 65_535),
            failure: .tooManyPixels(width: 65_535, height: 65_535)),
        Hostile(id: "jpeg of no height", bytes: Picture.jpegHeader(8, 0), failure: .damaged(.jpeg)),
        Hostile(
            id: "jpeg with a scan before its size", bytes: [0xFF, 0xD8, 0xFF, 0xDA, 0, 2], failure: .damaged(.jpeg)),
        Hostile(
            id: "jpeg with a segment of length 0", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0],
            failure: .damaged(.jpeg)),
        Hostile(
            id: "jpeg with a segment over its end", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0],
            failure: .damaged(.jpeg)),
        Hostile(
            id: "jpeg of filling bytes", bytes: [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 1 << 20),
            failure: .damaged(.jpeg)),
        Hostile(
            id: "jpeg of empty segments",
            bytes: [0xFF, 0xD8] + (0..<250_000).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] }, failure: .damaged(.jpeg)
        ),
        Hostile(id: "gif of no size", bytes: Picture.gifHeader(0, 0), failure: .damaged(.gif)),
        Hostile(
            id: "gif bomb", bytes: Picture.gifHeader(65_535, 65_535),
            failure: .tooManyPixels(width: 65_535, height: 65_535)),
        Hostile(
            id: "bmp of −2^31 rows", bytes: Picture.bmpHeader(1, Int(Int32.min)),
            failure: .tooManyPixels(width: 1, height: 1 << 31)),
        Hostile(id: "bmp of −1 columns", bytes: Picture.bmpHeader(-1, 1), failure: .damaged(.bmp)),
        Hostile(
            id: "bmp with a header of 2^32 − 1", bytes: Picture.bmpHeader(1, 1, size: 0xFFFF_FFFF),
            failure: .damaged(.bmp)),
        Hostile(
            id: "webp without its start code", bytes: Picture.webpLossy(5, 5).map { $0 == 0x9D ? 0 : $0 },
            failure: .damaged(.webp)),
        Hostile(
            id: "webp of an unknown chunk",
            bytes: Array("RIFF\0\0\0\0WEBPANIM".utf8) + [UInt8](repeating: 0, count: 40), failure: .damaged(.webp)),
        Hostile(
            id: "webp bomb", bytes: Picture.webpExtended(1 << 24, 1 << 24),
            failure: .tooManyPixels(width: 1 << 24, height: 1 << 24)),
    ]

    @Test("F16: what is no picture, damaged, or too large is refused with the reason", arguments: hostile)
    func refuses(_ example: Hostile) {
        #expect(throws: example.failure) { try ImageHeader(example.bytes) }
    }

    @Test(
        "F16: EXIF that points anywhere is no orientation, and no crash",
        arguments: [0, 1, 7, 8, 9, 26, 4000, 0xFFFF_FFFF])
    func wildEXIF(_ distance: Int) throws {
        var segment = Picture.exif(6, isBig: true)
        segment.replaceSubrange(14..<18, with: Picture.be32(distance))
        let header = try ImageHeader(Picture.jpegHeader(10, 20, before: segment))
        #expect(header.orientation == (distance == 8 ? 6 : 1))
    }

    @Test("F16: cut anywhere, a header is refused or says the same", arguments: good)
    func cut(_ example: Case) {
        for count in 0..<example.bytes.count {
            let header = try? ImageHeader(Array(example.bytes.prefix(count)))
            if let header {
                #expect(header.width == example.width && header.height == example.height, "\(count) bytes")
            }
        }
    }

    @Test("F16: damaged at random, a header is within the bounds or refused", arguments: good)
    func damaged(_ example: Case) {
        var random = SeededGenerator(UInt64(example.bytes.count))
        for _ in 0..<400 {
            var bytes = Array(example.bytes.prefix(300))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let header = try? ImageHeader(bytes) else { continue }
            #expect((1...ImageHeader.longestSide).contains(header.width))
            #expect((1...ImageHeader.longestSide).contains(header.height))
            #expect(header.pixels <= ImageHeader.mostPixels && (1...8).contains(header.orientation))
        }
    }
}
