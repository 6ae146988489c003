import Testing

@testable import DesignSystem

/// Lists whose rows have a line each, at any width.
@Suite("Rows in one line") struct RowLinesTests {
    private static let rows: [(key: String, brand: String, name: String, badge: String, price: String)] = [
        ("BL204DR17KLM", "Blythe & Lark", "Linen Wrap Dress", "", "A$97.49"),
        ("KE512SW50RHJ", "Kestrel Bay", "Reversible Bikini Bottoms", "campaign", "A$165.00"),
        ("DU426JW65ZJH", "Dusk & Dawn Jewellery", "Sterling Silver Pendant Necklace", "sold out", "A$75.99"),
        ("1493", "아가숲", "대나무 밤부 속싸개 2종 세트", "새 상품", "₩25,600"), ("002", "", "翁勳儀", "★", "$0"),
    ]

    private static func table(leadsOn: Bool) -> Document {
        Document([
            .table(
                Table(
                    columns: [
                        Column("sku", priority: 0, rank: .key), Column("brand", priority: 1, minimumWidth: 8),
                        Column("name", priority: 2, minimumWidth: 16, rank: .title),
                        Column("price", alignment: .trailing, priority: 0, rank: .price),
                        Column("note"),
                    ],
                    rows: rows.map { row in
                        [
                            Inline(row.key), Inline(row.brand),
                            Inline(
                                [Span(row.name, .title)]
                                    + (row.badge.isEmpty ? [] : [Span(" "), Span(row.badge, .badge)])),
                            Inline(row.price, .price),
                        ]
                    },
                    identities: rows.map { RowIdentity($0.key, route: leadsOn ? "galleria://x/\($0.key)" : nil) }))
        ])
    }

    private static func laidOut(_ width: Int, leadsOn: Bool = true) -> LaidOutText {
        var options = RenderOptions(style: .plain, width: width)
        options.tables = .lines
        return table(leadsOn: leadsOn).laidOut(options)
    }

    @Test("whatever the width: one line a row or two, badges and words whole, the key, the title and the price there")
    func anyWidth() {
        let words = Set(
            (Self.rows.flatMap { [$0.key, $0.brand, $0.name, $0.price, "[\($0.badge)]"] } + [
                "sku", "brand", "name", "price",
            ])
            .flatMap { $0.split(separator: " ") })
        for width in 20...140 {
            let text = Self.laidOut(width)
            for line in text.text.split(separator: "\n") {
                #expect(displayWidth(String(line)) <= width, "\(width): \(line)")
                for word in line.split(separator: " ") where width >= 36 {
                    #expect(words.contains(word) || words.contains(word.dropLast()) || word == "…", "\(width): \(word)")
                }
            }
            #expect(text.rows.count == Self.rows.count)
            for (placed, row) in zip(text.rows, Self.rows) {
                let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
                    .dropFirst(placed.line).prefix(placed.lineCount).joined(separator: "\n")
                #expect(placed.lineCount <= 2 || width < 36, "\(width): \(lines)")
                #expect(lines.contains(row.key) && lines.contains(row.price), "\(width): \(lines)")
                #expect(row.badge.isEmpty || lines.contains("[\(row.badge)]"), "\(width): \(lines)")
            }
        }
    }

    @Test("columns go by their rank, empty ones first; wide ones are shortened between words")
    func columns() {
        func head(_ width: Int) -> String {
            Self.laidOut(width).text.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(head(120).split(separator: " ") == ["sku", "brand", "name", "price"])
        #expect(head(70).split(separator: " ") == ["sku", "name", "price"])
        #expect(Self.laidOut(80).text.contains("Dusk & Dawn…"))
        #expect(Self.laidOut(60).text.contains("Sterling Silver… [sold out]"))
    }

    @Test("a row that can't be opened loses nothing")
    func everything() {
        for width in 24...120 {
            let text = Self.laidOut(width, leadsOn: false).text
            for word in Self.rows.flatMap({ [$0.key, $0.price] + $0.brand.split(separator: " ").map(String.init) }) {
                #expect(text.contains(word), "\(width): \(word)")
            }
        }
    }

    @Test("in a table that wraps a badge is a word, and words are broken only where no column has room for them")
    func wrapped() {
        for width in 30...120 {
            let text = Self.table(leadsOn: true).rendered(RenderOptions(style: .plain, width: width))
            for row in Self.rows where !row.badge.isEmpty {
                #expect(text.contains("[\(row.badge)]"), "\(width): \(text)")
            }
        }
    }
}
