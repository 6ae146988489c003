/// Draws a book's cover: its title, subtitle and authors over an artwork that its subject and publisher choose.
package struct Cover {
    private static let width: Float = 450
    private static let height: Float = 600

    private let title: String
    private let subtitle: String
    private let authors: String
    private let publisher: String
    private let hash: Int
    private let colors: CoverColors

    /// - Parameter key: decides what title and publisher leave open, and stands for a title that can't be lettered.
    package init(title: String, subtitle: String, authors: String, publisher: String, key: String) {
        // Chinese has no letters here: what is left of the title, or the number.
        let isLettered = !title.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
        let latin = title.split(separator: " ").filter { $0.utf8.allSatisfy { $0 < 0x80 } }.joined(separator: " ")
        self.title = isLettered ? title : latin.isEmpty ? key : latin
        self.subtitle = isLettered ? subtitle : latin.isEmpty ? "" : key
        self.authors = authors
        self.publisher = publisher
        hash = stableHash(key)
        colors = CoverColors(stableHash(publisher) % 5 + hash % 3 * 4)
    }

    /// The picture as PNG.
    package func png() -> [UInt8] {
        var sheet = Sheet(width: Int(Self.width), height: Int(Self.height), backdrop: Paint(colors.ground))
        func paper(_ path: String) { sheet.fill(path, Placement(), Paint(colors.paper)) }
        // A publisher's books have one layout: where the artwork is, and how far down it begins.
        let layout = stableHash(publisher) / 7 % 4
        draw(on: &sheet, from: [-120, 0, 150, 0][layout])
        switch layout {
        case 0:
            paper("R0 330 450 270 0")
            letter(on: &sheet, x: 40, y: 362, width: 370, height: 150, largest: 5.6)
            foot(on: &sheet)
        case 1:
            paper("R48 120 354 300 0 R0 508 450 92 0")
            sheet.stroke([(Outline("R58 130 334 280 0"), Placement())], width: 2, Paint(colors.first))
            letter(on: &sheet, x: 78, y: 166, width: 294, height: 212, largest: 4.8, isCentred: true)
            foot(on: &sheet)
        case 2:
            paper("R0 0 450 270 0 R0 520 450 80 0")
            letter(on: &sheet, x: 40, y: 52, width: 370, height: 190, largest: 6.2)
            foot(on: &sheet)
        default:
            paper("R126 0 324 600 0")
            sheet.fill("R126 0 6 600 0", Placement(), Paint(colors.first))
            letter(on: &sheet, x: 160, y: 64, width: 256, height: 380, largest: 5.4)
            foot(on: &sheet, x: 160)
        }
        // The fold beside the spine.
        sheet.fill("R0 0 9 600 0", Placement(), Paint(.ink, strength: 14))
        sheet.fill("R9 0 3 600 0", Placement(), Paint(.white, strength: 16))
        return PNGWriter.png(sheet.canvas.pixels, width: Int(Self.width), height: Int(Self.height))
    }

    /// The artwork that goes with the subject, every other time mirrored.
    private func draw(on sheet: inout Sheet, from top: Float) {
        let arts = DrawingBook.shared.arts
        guard !arts.isEmpty else { return }
        let art = DrawingBook.entry(in: arts, for: title) ?? DrawingBook.entry(in: arts, for: subtitle)
        var place = Placement(scale: Self.width / 100, shift: Point(x: 0, y: top))
        if hash / 64 % 2 == 1 { place.mirror() }
        for layer in (art ?? arts[hash / 128 % arts.count]).layers {
            sheet.draw(layer, place, Paint(colors[layer.color]))
        }
    }

    /// Title and subtitle in a box, as large as they fit.
    private func letter(
        on sheet: inout Sheet, x: Float, y: Float, width: Float, height: Float, largest: Float, isCentred: Bool = false
    ) {
        var size = largest
        var heading = Lettering(size: size, weight: size * 1.1)
        var second = Lettering(size: 2.1, weight: 2)
        var (lines, more) = (heading.lines(title, within: width), second.lines(subtitle, within: width))
        func fits() -> Bool {
            let words = heading.height(lines) + (more.isEmpty ? 0 : 36 + second.height(more))
            return words <= height && lines.allSatisfy { $0.width * size <= width }
        }
        while !fits(), size > 1.8 {
            size *= 0.92
            heading = Lettering(size: size, weight: size * (size > 3 ? 1.1 : 1))
            second = Lettering(size: min(2.1, size * 0.8), weight: 2)
            (lines, more) = (heading.lines(title, within: width), second.lines(subtitle, within: width))
        }
        let centred = isCentred ? width : nil
        let below = heading.draw(lines, at: Point(x: x, y: y), centred: centred, Paint(colors.ink), on: &sheet)
        guard !more.isEmpty else { return }
        let rule = isCentred ? "M\(Int(x + width / 2 - 22)) 0h44" : "M\(Int(x)) 0h44"
        let at = below - size * 4.4 + 21
        sheet.stroke([(Outline(rule), Placement().moved(0, at))], width: 3, Paint(colors.first))
        second.draw(
            more, at: Point(x: x, y: at + 15), centred: centred, Paint(colors.ink.mixed(colors.paper, 18)), on: &sheet)
    }

    /// Authors and publisher at the foot.
    private func foot(on sheet: inout Sheet, x: Float = 40) {
        let width = Self.width - x - 30
        var names = Lettering(size: 2.3, weight: 2.2)
        while names.lines(authors, within: width).count > 1, names.size > 1.2 {
            names = Lettering(size: names.size * 0.93, weight: 1.8)
        }
        let house = Lettering(size: 1.6, weight: 1.5, spacing: 1.9)
        names.draw(
            Array(names.lines(authors, within: width).prefix(1)), at: Point(x: x, y: 534), centred: nil,
            Paint(colors.ink),
            on: &sheet)
        house.draw(
            Array(house.lines(publisher.uppercased(), within: width).prefix(1)), at: Point(x: x, y: 571), centred: nil,
            Paint(colors.ink.mixed(colors.paper, 35)), on: &sheet)
    }
}

/// Colours of a cover.
struct CoverColors {
    let paper: Color
    let ink: Color
    let first: Color
    let second: Color
    let third: Color

    private static let all = [
        (0xF4EBDD, 0x1F2A44, 0xE4572E, 0xF2B134, 0x5B8E7D), (0x1F2A44, 0xF7F0E3, 0xF2B134, 0xE4572E, 0x7A93B5),
        (0x2F4B3C, 0xF3EFE0, 0xD9A441, 0x8FB8A8, 0xE7C9A9), (0xF2E3D5, 0x3A2E39, 0xC1666B, 0x4281A4, 0xE0B15E),
        (0x0F4C5C, 0xFBF3E4, 0xE36414, 0xFBB13C, 0x9BC1BC), (0xEFEAF2, 0x2B2140, 0x7D5BA6, 0xF4A259, 0x8CB369),
        (0xDCE6E0, 0x24323D, 0xFF6F59, 0x254441, 0x43AA8B), (0x3D2645, 0xFCEFEF, 0xFF8A5B, 0xFFD275, 0x8E7DBE),
        (0xFCEED5, 0x24272B, 0xD1495B, 0x00798C, 0xEDAE49), (0xC8402F, 0xFFF4E6, 0xF7D9A8, 0x1D3557, 0xF1FAEE),
        (0xF7F3EE, 0x1C1C1C, 0xB23A48, 0x33312E, 0xC9ADA7), (0x264653, 0xF6F1E7, 0xE9C46A, 0x2A9D8F, 0xF4A261),
        (0xE9EDF2, 0x1D2B4A, 0x3A6EA5, 0xF2A65A, 0x8FB3D9),
    ]

    init(_ index: Int) {
        let (paper, ink, first, second, third) = Self.all[index % Self.all.count]
        self.paper = Color(paper)
        self.ink = Color(ink)
        self.first = Color(first)
        self.second = Color(second)
        self.third = Color(third)
    }

    /// Behind an artwork.
    var ground: Color { paper.mixed(third, 38) }

    /// - Parameter letter: as the artworks' file has it.
    subscript(letter: UInt8) -> Color {
        switch letter {
        case UInt8(ascii: "b"): first
        case UInt8(ascii: "e"): second
        case UInt8(ascii: "l"): third
        case UInt8(ascii: "w"): paper
        case UInt8(ascii: "k"): ink
        default: ground
        }
    }
}
