import Foundation
import Testing

@testable import DesignSystem

/// Bytes for a terminal that show a picture.
@Suite("Picture encoding") struct PictureEncodingTests {
    private static let extent = PictureExtent(width: 240, height: 320, columns: 30, rows: 20)
    private static let red: [UInt8] = [255, 0, 0, 255]
    private static let blue: [UInt8] = [0, 0, 255, 255]
    private static let clear: [UInt8] = [9, 9, 9, 0]

    private func bitmap(_ width: Int, _ colors: [[UInt8]]) throws -> Bitmap {
        try #require(Bitmap(width: width, height: colors.count / width, bytes: colors.flatMap { $0 }))
    }

    @Test("a bitmap has as many bytes as its size needs")
    func bitmaps() {
        for (width, height, count) in [(0, 0, 0), (1, 1, 3), (1, 1, 5), (2, 1, 4), (-1, -1, 4), (.max, 2, 4)] {
            #expect(Bitmap(width: width, height: height, bytes: Array(repeating: 0, count: count)) == nil)
        }
        #expect(Bitmap(width: 2, height: 1, bytes: Array(repeating: 0, count: 8)) != nil)
    }

    // MARK: Files

    @Test(
        "kitty: the PNG in pieces of 4096, each of which forbids an answer",
        arguments: [(1, 1), (3072, 1), (3073, 2), (10_000, 4)])
    func kitty(_ count: Int, _ pieces: Int) throws {
        let file = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let text = InlineFiles.kitty(base64: file.base64EncodedString(), extent: Self.extent)
        #expect(text.hasSuffix("\u{1B}\\\n"))
        let sequences = text.dropLast(1).components(separatedBy: "\u{1B}\\").dropLast()
        #expect(sequences.count == pieces)
        var base64 = ""
        for (number, sequence) in sequences.enumerated() {
            let parts = sequence.split(separator: ";", maxSplits: 1)
            let isLast = number == pieces - 1
            let keys = number == 0 ? "a=T,f=100,c=30,q=2" : "q=2"
            #expect(parts[0] == "\u{1B}_G\(keys),m=\(isLast ? 0 : 1)")
            #expect(parts[1].count == 4096 || isLast)
            base64 += parts[1]
        }
        #expect(Data(base64Encoded: base64) == file)
    }

    @Test("iTerm2: the file with its size in cells")
    func iterm2() throws {
        let file = Data("a picture".utf8)
        let text = InlineFiles.iterm2(base64: file.base64EncodedString(), byteCount: file.count, extent: Self.extent)
        let begin = "\u{1B}]1337;File=inline=1;size=9;width=30;height=20;preserveAspectRatio=1:"
        #expect(text.hasPrefix(begin) && text.hasSuffix("\u{07}\n"))
        #expect(Data(base64Encoded: String(text.dropFirst(begin.count).dropLast(2))) == file)
    }

    // MARK: Half blocks

    @Test("half blocks: two rows of pixels a line, a run of one colour begun once, every line closed")
    func halfBlocks() throws {
        let picture = try bitmap(3, [Self.red, Self.red, Self.blue, Self.blue, Self.blue, Self.blue])
        #expect(
            picture.halfBlocks(.trueColor)
                == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[38;2;0;0;255;48;2;0;0;255m▀\u{1B}[0m\n")
        #expect(picture.halfBlocks(.ansi256) == "\u{1B}[38;5;196;48;5;21m▀▀\u{1B}[38;5;21;48;5;21m▀\u{1B}[0m\n")
        #expect(picture.halfBlocks(.ansi16) == picture.halfBlocks(.ansi256))
        #expect(picture.halfBlocks(.none) == "")
    }

    @Test("half blocks: what is transparent, or below the last row, shows the terminal's background")
    func transparentBlocks() throws {
        let picture = try bitmap(
            3, [Self.clear, Self.red, Self.clear, Self.clear, Self.clear, Self.blue, Self.red, Self.clear, Self.clear])
        #expect(
            picture.halfBlocks(.ansi256)
                == " \u{1B}[38;5;196;49m▀\u{1B}[38;5;21;49m▄\u{1B}[0m\n\u{1B}[38;5;196;49m▀\u{1B}[0m  \n")
        #expect(try bitmap(2, [Self.clear, Self.clear]).halfBlocks(.trueColor) == "  \n")
    }

    @Test(
        "the nearest of 256 colours",
        arguments: [
            ([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([95, 135, 175], 67), ([8, 8, 8], 232),
            ([238, 238, 238], 255), ([128, 128, 128], 244), ([47, 0, 0], 233),
            ([60, 0, 0], 52),
            ([200, 210, 220], 252),
        ] as [([UInt8], Int)])
    func nearest(_ color: [UInt8], _ expected: Int) {
        #expect(RGBColor(red: color[0], green: color[1], blue: color[2]).nearestOf256 == expected)
    }

    // MARK: Sixels

    @Test("sixels: the bytes of a small picture")
    func sixelBytes() throws {
        let rows = [Self.red, Self.red, Self.blue, Self.red, Self.red, Self.clear]
        #expect(
            try bitmap(3, rows).sixels()
                == "\u{1B}P0;1;0q\"1;1;3;2#5;2;0;0;100#180;2;100;0;0#5??@$#180BB-\u{1B}\\\n")
        let line = Array(repeating: Self.clear, count: 5) + Array(repeating: Self.red, count: 20)
        #expect(try bitmap(25, line).sixels() == "\u{1B}P0;1;0q\"1;1;25;1#180;2;100;0;0#180!5?!20@-\u{1B}\\\n")
        #expect(try bitmap(1, [Self.clear]).sixels() == "\u{1B}P0;1;0q\"1;1;1;1-\u{1B}\\\n")
    }

    @Test("sixels in colours of the cube are read back as they were", arguments: [(1, 1), (7, 6), (40, 13), (300, 5)])
    func cubeColors(_ width: Int, _ height: Int) throws {
        let colors = (0..<width * height).map { place -> [UInt8] in
            if place % 11 == 3 { return [1, 2, 3, UInt8(place % 128)] }
            return [UInt8(place % 6 * 51), UInt8(place / 7 % 6 * 51), UInt8(place / width % 6 * 51), 255]
        }
        let picture = try bitmap(width, colors)
        let read = try SixelReader(picture.sixels())
        #expect((read.width, read.height) == (width, height))
        for row in 0..<height {
            for column in 0..<width {
                #expect(read[column, row] == picture.color(column: column, row: row), "at \(column), \(row)")
            }
        }
    }

    @Test("other colours are dithered: each pixel near, and the mean right", arguments: [10, 76, 127, 128, 200, 254])
    func dithering(_ level: UInt8) throws {
        let picture = try bitmap(16, Array(repeating: [level, 255 - level, 0, 255], count: 16 * 16))
        let read = try SixelReader(picture.sixels())
        var sums = (red: 0, green: 0)
        for pixel in read.pixels {
            let pixel = try #require(pixel)
            #expect(abs(Int(pixel.red) - Int(level)) <= 51 && abs(Int(pixel.green) - Int(255 - level)) <= 51)
            #expect(pixel.blue == 0)
            sums.red += Int(pixel.red)
            sums.green += Int(pixel.green)
        }
        // One of sixteen thresholds more or less is 51 / 16.
        #expect(abs(sums.red / 256 - Int(level)) <= 4 && abs(sums.green / 256 - Int(255 - level)) <= 4)
    }

    @Test("sixels are in proportion to the pixels, however many colours there are")
    func sixelSize() throws {
        var state: UInt64 = 7
        let noise = (0..<120 * 120).map { _ -> [UInt8] in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return [UInt8(state >> 56), UInt8(state >> 48 & 255), UInt8(state >> 40 & 255), 255]
        }
        let picture = try bitmap(120, noise)
        let text = picture.sixels()
        #expect(text.utf8.count < 120 * 120 * 8)
        let read = try SixelReader(text)
        #expect(read.colors.count > 200 && read.colors.count <= 216)
        #expect(read.pixels.allSatisfy { $0 != nil })
    }
}
