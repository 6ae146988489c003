import Foundation
import Testing

@testable import Images

@Suite("17.8 Pictures that claim more than they are")
struct HostilePictureTests {
    private static let row: [[UInt8]] = [[10, 20, 30, 40, 50, 60], [70, 80, 90, 100, 110, 120]]

    @Test(
        "17.8 a chunk whose claimed length the bytes don't have: a broken PNG, before libpng sees it",
        arguments: [
            "tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "sPLT", "PLTE", "tRNS", "gAMA", "hIST", "abCd", "ABCD", "IDAT",
            "IEND",
        ])
    func claims(_ type: String) throws {
        for claim in [0x7000_0000, 0x7FFF_FFFF, 0xFFFF_FFFF, 200] {
            let content = [UInt8](repeating: 65, count: 50)
            let bomb = Picture.png(
                2, depth: 8, color: 2, rows: Self.row, before: [Picture.chunk(type, content, claim: claim)])
            #expect(PNGChunks(bomb) == nil, "\(claim)")
            #expect(try Thumbnail(of: bomb, maxSide: 1) == nil)
            #expect(try UprightPixels(of: bomb) { ($0, $1) } == nil)
        }
    }

    @Test("17.8 libpng is handed what the pixels need: a profile, texts and the unknown are left out")
    func chunks() throws {
        let text = Picture.chunk("tEXt", Array("Comment\0".utf8) + [UInt8](repeating: 65, count: 5_000))
        let others = ["iCCP", "cHRM", "pHYs", "zTXt", "iTXt", "eXIf", "abCd", "bKGD", "tIME"].map {
            Picture.chunk($0, [UInt8](repeating: 1, count: 40))
        }
        let gamma = Picture.chunk("gAMA", Picture.be32(45_455))
        let needed = [gamma, Picture.chunk("sRGB", [0]), Picture.chunk("tRNS", [0, 10, 0, 20, 0, 30])]
        let plain = Picture.png(2, depth: 8, color: 2, rows: Self.row, before: needed)
        let full = Picture.png(
            2, depth: 8, color: 2, rows: Self.row, before: others + needed + [text, gamma], after: [text], pieces: 3)
        let handed = try #require(PNGChunks(full)).picture(from: full)
        #expect(
            Picture.chunkTypes(handed) == ["IHDR", "gAMA", "sRGB", "tRNS", "IDAT", "IDAT", "IDAT", "IEND"])
        #expect(try #require(PNGChunks(full)).count == handed.count)
        let pixels = try #require(try Picture.pixels(ofPNG: full))
        #expect(pixels == [10, 20, 30, 0, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120, 255])
        #expect(try Picture.pixels(ofPNG: plain) == pixels)
    }

    @Test("17.8 data that inflate to more or less than the pixels: no picture, before libpng inflates all of them")
    func data() throws {
        let row: [UInt8] = [1, 2, 3]
        func picture(height: Int, rows: Int) -> [UInt8] {
            var png = Picture.png(1, depth: 8, color: 2, rows: [[UInt8]](repeating: row, count: rows))
            let header = Picture.chunk("IHDR", Picture.be32(1) + Picture.be32(height) + [8, 2, 0, 0, 0])
            png.replaceSubrange(8..<8 + header.count, with: header)
            return png
        }
        #expect(try Picture.pixels(ofPNG: picture(height: 3, rows: 3))?.count == 12)
        #expect(try Picture.pixels(ofPNG: picture(height: 3, rows: 2)) == nil)
        #expect(try Picture.pixels(ofPNG: picture(height: 3, rows: 50)) != nil, "a little more is passed over")
        #expect(try Picture.pixels(ofPNG: picture(height: 3, rows: 70_000)) == nil)
        for (depth, color, size) in [(1, 0, 9 * 3), (16, 6, 9 * 137), (8, 3, 9 * 18)] as [(UInt8, UInt8, Int)] {
            let chunks = try #require(
                PNGChunks(
                    Picture.pngHeader(17, 9, depth: depth, color: color) + Picture.chunk("IDAT") + Picture.chunk("IEND")
                ))
            #expect(chunks.dataSize == size + (depth == 1 ? 9 : 0))
        }
    }

    /// 5 × 9 at random in seven passes, and its pixels as Pillow 13.0 has them.
    @Test("an interlaced PNG is decoded as others decode it")
    func interlaced() throws {
        let base64 =
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAJCAIAAAECyEFfAAAABGdBTUEAALGPC/xhBQAAAKVJREFUeJwBmgBl/wI6wScEcimIApc66gI3F5"
            + "cABy7TOhRgAddSOwNVe1EA3sGWBIH0oTNqohQNBQKj5sigzCAgoukAgG7wtoRdBGqdZX64KQIt5S6tdMcCFadfopt9AjMvfXAKfAMliS"
            + "QmCwWUt/zwTjOnJ1gBTEijnDaWQGlIEKFpW5ndBFAYfoEg5NyA4OgFyq1XhAMM1QkftUZARoSNy81YLXeaOz0K3C3O7QAAAABJRU5Erk"
            + "Jggg=="
        let expected: [UInt8] = [
            58, 193, 39, 128, 110, 240, 215, 82, 59, 182, 132, 93, 151, 58, 234, 37, 137, 36, 56, 79, 23, 176, 222,
            7, 72, 189, 54, 203, 133, 115, 129, 244, 161, 234, 11, 85, 180, 94, 67, 104, 195, 126, 200, 107, 72, 76,
            72, 163, 232, 126, 57, 40, 231, 129, 56, 136, 234, 147, 33, 199, 7, 46, 211, 23, 240, 131, 192, 164, 110,
            21, 55, 69, 58, 20, 96, 156, 96, 33, 105, 158, 5, 4, 103, 25, 236, 108, 75, 153, 120, 207, 36, 218, 105,
            44, 151, 226, 84, 42, 99, 183, 210, 194, 232, 13, 49, 90, 5, 25, 128, 6, 85, 130, 124, 187, 68, 63, 80,
            198, 136, 6, 172, 234, 175, 95, 198, 95, 222, 193, 150, 39, 220, 62, 206, 81, 129,
        ]
        let picture = [UInt8](try #require(Data(base64Encoded: base64)))
        let pixels = try #require(try Picture.pixels(ofPNG: picture))
        #expect(pixels.count == 5 * 9 * 4)
        #expect(pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element) == expected)
    }

    @Test("a palette is kept where pixels point into it")
    func palette() throws {
        let picture = Picture.png(
            2, depth: 8, color: 3, rows: [[1, 0]],
            before: [Picture.chunk("PLTE", [1, 2, 3, 4, 5, 6]), Picture.chunk("tRNS", [9])])
        #expect(try Picture.pixels(ofPNG: picture) == [4, 5, 6, 255, 1, 2, 3, 9])
    }

    @Test("17.8 data in two places, without end, twice a palette, an unknown part that is a must: no picture")
    func broken() {
        let whole = Picture.png(2, depth: 8, color: 2, rows: Self.row)
        let text = Picture.chunk("tEXt", [65])
        let data = Picture.chunk("IDAT", [1])
        let palette = Picture.chunk("PLTE", [1, 2, 3])
        let pictures = [
            Picture.png(2, depth: 8, color: 2, rows: Self.row, after: [text, data]), Array(whole.dropLast(12)),
            Array(whole.dropLast()), Picture.png(2, depth: 8, color: 2, rows: Self.row, before: [palette, palette]),
            Picture.png(2, depth: 8, color: 2, rows: Self.row, before: [Picture.chunk("CgBI", [1])]),
            Array(whole.prefix(33)) + Picture.chunk("IEND"),
        ]
        for (number, picture) in pictures.enumerated() { #expect(PNGChunks(picture) == nil, "\(number)") }
        #expect(PNGChunks(whole) != nil)
    }

    @Test(
        "17.8 16 bits a sample without gAMA are sRGB, as 8 bits are; with gAMA they are what it says",
        arguments: [(0 as UInt8, 1), (2, 3), (4, 2), (6, 4)])
    func sixteenBits(_ color: UInt8, _ samples: Int) throws {
        let values = [0, 0x1234, 0x7F80, 0x8080, 0xC0C0, 0xFFFF]
        let hasAlpha = color >= 4
        var row: [UInt8] = []
        for value in values {
            for sample in 1...samples { row += hasAlpha && sample == samples ? [255, 255] : Picture.be16(value) }
        }
        func levels(_ before: [[UInt8]]) throws -> [UInt8] {
            let picture = Picture.png(values.count, depth: 16, color: color, rows: [row], before: before)
            let pixels = try #require(try Picture.pixels(ofPNG: picture))
            return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
        }
        // value × 255 / 65,535, rounded.
        let expected: [UInt8] = [0, 18, 127, 128, 192, 255]
        #expect(try levels([]) == expected)
        #expect(try levels([Picture.chunk("sRGB", [0])]) == expected)
        // Linear light: 255 × v^(1/2.2), which libpng takes for sRGB.
        #expect(try levels([Picture.chunk("gAMA", Picture.be32(100_000))]) == [0, 76, 186, 186, 224, 255])
    }

    @Test("17.8 a thumbnail of 16 bits a sample has the picture's colours")
    func sixteenBitThumbnail() throws {
        let row = (0..<8).flatMap { _ in [0xC8, 0xC8, 0x64, 0x64, 0x32, 0x32] as [UInt8] }
        let picture = Picture.png(8, depth: 16, color: 2, rows: [[UInt8]](repeating: row, count: 8))
        let thumbnail = try #require(try Thumbnail(of: picture, maxSide: 2))
        let pixels = try #require(try Picture.pixels(ofPNG: thumbnail.bytes))
        #expect(pixels == (0..<4).flatMap { _ in [200, 100, 50, 255] as [UInt8] })
    }

    @Test("17.8 a JPEG whose first scan lacks a component needs all coefficients: counted before it is decoded")
    func coefficients() throws {
        let strips = try #require(JPEGScans(Picture.jpeg(800, 800, scans: [[1, 2, 3]])))
        let scans = try #require(JPEGScans(Picture.jpeg(800, 800, scans: [[1], [2, 3]])))
        #expect(strips.memory < 200_000)
        #expect(scans.memory == strips.memory + 100 * 100 * 3 * 128)
        let halved = try #require(
            JPEGScans(Picture.jpeg(800, 800, sampling: [0x22, 0x11, 0x11], scans: [[1], [2, 3]])))
        let coefficients = 50 * 50 * 6 * 128
        #expect(halved.memory > coefficients && halved.memory < coefficients + 400_000)
        // 24 million pixels in a few hundred bytes: the blocks are missing, so only the claim is there.
        let bomb: [UInt8] = Picture.jpeg(6_000, 4_000, scans: [[1]]).prefix(247) + [0xFF, 0xD9]
        #expect(JPEGScans(bomb) == nil)
        #expect(try Thumbnail(of: bomb, maxSide: 100) == nil)
    }

    @Test("17.8 a progressive JPEG within the bound is made smaller; scans and their work are bounded")
    func scans() throws {
        let progressive = Picture.jpeg(96, 64, isProgressive: true, scans: [[1, 2, 3]])
        let thumbnail = try #require(try Thumbnail(of: progressive, maxSide: 48))
        #expect(thumbnail.width == 48 && thumbnail.height == 32)
        func many(_ count: Int, _ side: Int) -> [UInt8] {
            Picture.jpeg(side, side, sampling: [0x11], scans: [[UInt8]](repeating: [1], count: count))
        }
        #expect(JPEGScans(many(2, 8)) != nil)
        let repeated = [[1, 2], [3]] + [[UInt8]](repeating: [3], count: 498)
        #expect(JPEGScans(Picture.jpeg(8, 8, scans: repeated)) != nil)
        #expect(JPEGScans(Picture.jpeg(8, 8, scans: repeated + [[3]])) == nil, "501 scans")
        let busy = [[UInt8]](repeating: [1], count: 300)
        #expect(JPEGScans(Picture.jpeg(1_920, 1_920, scans: busy)) == nil, "17 million blocks")
    }

    @Test("17.8 what is planned for is never more than may be in use at once")
    func plans() throws {
        let wide = Picture.jpeg(6_000, 4_000, scans: [[1, 2, 3]])
        for maxSide in [1, 256, 3_000, 5_999] {
            let plan = try #require(ThumbnailPlan(of: wide, maxSide: maxSide))
            #expect(plan.memory <= DecodingBudget.most)
            #expect(plan.memory > wide.count)
        }
        // As large as memory allows, and so smaller than asked.
        let thumbnail = try #require(try Thumbnail(of: wide, maxSide: 5_999))
        #expect(thumbnail.width == 3_000 && thumbnail.height == 2_000)
        func rows(_ bytes: Int) -> [[UInt8]] { [[UInt8]](repeating: [UInt8](repeating: 7, count: bytes), count: 2_048) }
        let png = Picture.png(2_048, depth: 1, color: 0, rows: rows(256))
        #expect(try #require(ThumbnailPlan(of: png, maxSide: 2_047)).memory <= DecodingBudget.most)
        let large = Picture.png(2_049, depth: 1, color: 0, rows: rows(257))
        #expect(ThumbnailPlan(of: large, maxSide: 100) == nil, "more than 16 MiB of pixels")
    }
}
