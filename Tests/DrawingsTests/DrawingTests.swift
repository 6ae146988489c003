import Testing

@testable import Drawings

/// Drawings are what the words say, the same bytes each time, and a PNG that any reader takes.
@Suite("Drawings") struct DrawingTests {
    struct Named: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: String
        var testDescription: String { name }
    }

    @Test(
        "the words that come last say what a thing is",
        arguments: [
            ("Linen Wrap Dress", "wrapdress"), ("Broderie Shirt Dress", "shirtdress"), ("Silk Oxford Shirt", "shirt"),
            ("Vintage Wash Denim Shorts", "denimshorts"), ("UPF 50+ Board Shorts", "boardshorts"),
            ("Canvas Running Shoes", "trainers"), ("Gold Plated Signet Ring", "ring"),
            ("Tights – 7/8 Length", "leggings"),
            ("한글 자수 Embroidered Cap", "cap"), ("羊绒围巾 Cashmere Scarf", "scarf"), ("젖병솔 3종", "brush"),
            ("젖병 소독기 UV 대용량", "steriliser"),
            ("기저귀 가방 백팩 (보온 포켓)", "backpack2"), ("범퍼침대 대형 (방수 패드 포함)", "mattress"),
            ("Kids Step Stool – Natural Oak", "stool"),
            ("사은품 샘플 키트 (1인 1개)", "gift"), ("Something Nobody Knows", "parcel"), ("", "parcel"),
        ].map(Named.init))
    func kinds(_ named: Named) {
        #expect(Goods([named.name], tint: nil, key: "1", format: .square).kindName == named.kind)
    }

    @Test("without a name the category decides")
    func category() {
        #expect(Goods(["", "Clothing|Dresses"], tint: nil, key: "1", format: .portrait).kindName == "shirtdress")
        #expect(Goods(["Nothing", "Accessories|Bags"], tint: nil, key: "1", format: .portrait).kindName == "tote")
    }

    @Test("every kind, pattern, print and tint of the files is read and drawn, and no two kinds are alike")
    func files() throws {
        let book = DrawingBook.shared
        #expect(book.kinds.count > 140 && book.patterns.count > 15 && book.prints.count == 4 && !book.tints.isEmpty)
        #expect(Set(book.kinds.map(\.name)).count == book.kinds.count)
        for entry in book.kinds + book.patterns + book.prints {
            #expect(!entry.layers.isEmpty && entry.layers.allSatisfy { !$0.paths.isEmpty }, "\(entry.name)")
            for path in entry.layers.flatMap(\.paths) {
                #expect(
                    Outline(path).lines.joined().allSatisfy { (-20...120).contains($0.x) && (-20...120).contains($0.y) }
                )
            }
        }
        for entry in book.patterns { #expect(entry.numbers.count == 2 && entry.numbers.allSatisfy { $0 > 0 }) }
        for entry in book.kinds {
            #expect(entry.pattern.map { name in book.patterns.contains { $0.name == name } } ?? true)
        }
        #expect(book.tints.allSatisfy { $0.color != nil })
    }

    @Test("one thing has one picture, always; its four views, and other things, have others")
    func stable() {
        func goods(_ key: String, _ tint: String) -> Goods {
            Goods(["Striped Linen Wrap Dress"], tint: tint, key: key, format: .portrait)
        }
        let views = (0..<4).map { goods("a", "#9CAF88").png(view: $0) }
        #expect(Set(views).count == 4)
        #expect(views[0] == goods("a", "#9CAF88").png() && views[1] == goods("a", "#9CAF88").png(view: 5))
        #expect(views[0] != goods("a", "#0047AB").png())
        // The bytes are the same on each machine: no library, no hash of a process, no function of libm takes part.
        #expect(stableHash("galleria") == 2_373_228_303)
        // One that changes on purpose is written down again.
        #expect(stableHash(views[0]) == 3_455_756_260)
        #expect(stableHash(Sky(code: "10d")?.png() ?? []) == 3_233_796_493)
    }

    @Test("every letter of ASCII, of western Europe and of Korean is lettered; a Chinese title has its number instead")
    func letters() {
        let glyphs = DrawingBook.shared.glyphs
        for byte in 0x21...0x7E as ClosedRange<UInt8> { #expect(glyphs[Unicode.Scalar(byte)] != nil, "\(byte)") }
        for scalar in "áàâäãåæçéèêëíìîïñóòôöõøúùûüßÅÄÖØÉčěšžăıłð–—’“”".unicodeScalars where scalar != "æ" {
            #expect(glyphs[scalar] != nil, "\(scalar)")
        }
        for syllable in "가힣코틀린으로짓는뷁쇄".unicodeScalars { #expect(Glyph.syllable(syllable, glyphs) != nil) }
        #expect(Glyph.syllable("漢", glyphs) == nil)
        func cover(_ title: String) -> [UInt8] {
            Cover(title: title, subtitle: "", authors: "", publisher: "", key: "9789869144827").png()
        }
        #expect(cover("資料庫的十二堂課") == cover("9789869144827"))
        #expect(cover("資料庫") != cover("Swift"))
    }

    @Test("a title of any length stays on its cover")
    func longTitles() {
        for title in ["", "A", String(repeating: "word ", count: 60), String(repeating: "W", count: 200)] {
            let cover = Cover(title: title, subtitle: title, authors: title, publisher: title, key: "1").png()
            #expect(cover.count > 1000)
        }
    }

    @Test("a sky for each code of the weather service, by day and by night, and none for another text")
    func skies() {
        var seen: Set<[UInt8]> = []
        for code in ["01", "02", "03", "04", "09", "10", "11", "13", "50"] {
            for part in ["d", "n"] { seen.insert(Sky(code: code + part)?.png() ?? []) }
        }
        #expect(seen.count == 18 && !seen.contains([]))
        for code in ["", "d", "10", "10x", "99d", "sky10d"] { #expect(Sky(code: code) == nil) }
    }
}
