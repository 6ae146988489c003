import Values

/// Every component of the design system in one document: what the snapshots compare, and what `galleria gallery` shows.
package enum Gallery {
    package static let document = Document {
        Block.heading(level: 1, "Gallery")
        Block.paragraph("Every component of the design system, as this terminal shows it.")
        Block.heading(level: 2, "text styles")
        Block.keyValues(TextRole.allCases.map { KeyValue($0.rawValue, Inline(sample(of: $0), $0)) })
        Block.heading(level: 2, "headings")
        Block.heading(level: 1, "the first level")
        Block.heading(level: 2, "the second level")
        Block.heading(level: 3, "the third level")
        Block.heading(level: 2, "prices")
        prices
        Block.heading(level: 2, "dates")
        dates
        Block.heading(level: 2, "numbers and drawings in a line")
        Block.keyValues([
            KeyValue("temperature", "-12°C"),
            KeyValue("rating", .rating(4)), KeyValue("half a star", .rating(3.5)), KeyValue("no rating", .rating(nil)),
            KeyValue("sparkline", .sparkline([-3, 1.5, nil, 8, 12, 9.5, 4], words: "-3 to 12°C")),
            KeyValue("equal", .sparkline([4, 4, 4], words: "4°C each day")),
            KeyValue("bar", .bar(of: 0.43, words: "43%")), KeyValue("no value", .bar(of: nil, words: "—")),
        ])
        Block.heading(level: 2, "prose")
        Block.text(
            """
            Prose from outside keeps its paragraphs, and wraps where the screen ends: 클라우드에서 실행되는 애플리케이션은 \
            놀라운 효율성의 이점을 누릴 수 있습니다. 這本書將雲端安全的最佳實踐結合在一起，讓團隊在快速交付的同時也能安心。

            # It can't pose as a heading.
            """)
        Block.heading(level: 2, "lists")
        Block.list(
            ordered: false, ["one", Inline("two", .code), "셋", Inline("four", link: "https://example.com/four")])
        Block.list(ordered: true, ["first", "second", "第三"])
        Block.heading(level: 2, "badges, notices, links")
        Block.badges(["New", "Best seller", "베스트셀러"])
        Block.notice(.success, title: "The memo is saved.")
        Block.notice(.info, title: "2 of 3 pages are loaded.")
        Block.notice(.warning, title: "Shown from the cache.")
        Block.notice(
            .failure, title: "The server did not answer within 10 s.", detail: "Try again, or raise network.timeout.")
        Block.link(title: "Web page", target: "https://itbook.store/books/9781617294136")
        Block.divider
        Block.heading(level: 2, "tables")
        table
        Block.table(Table(columns: [Column("empty")], rows: [], emptyText: "Nothing is here."))
        Block.pageSummary(PageSummary(firstIndex: 1, shown: 4, total: 118, nextCursor: "Mg"))
        Block.heading(level: 2, "charts")
        Block.rangeChart(
            RangeChart(
                titles: RangeChart.Titles(label: "day", low: "min", mark: "average", high: "max"), unit: "°C",
                rows: [range("Thu, 28 Jan 2021", -12.4, -3.1), range("1월 29일", -9.5, 1.5), range("一月三十日", 4, 4)]))
        Block.barChart(
            BarChart(
                label: "cache", value: "full",
                rows: [
                    BarRow(label: "live pictures", share: 0.73, text: "73%"),
                    BarRow(label: "그림 미리보기", share: 1, text: "100%"),
                    BarRow(label: "答案", share: 0.004, text: "0.4%"), BarRow(label: "no bound", share: nil, text: "—"),
                ]))
    }

    /// Every coloured role in a few lines, for the gallery of themes.
    package static func roles(in theme: Theme) -> Document {
        Document {
            Block.heading(level: 2, Inline("theme: \(theme.rawValue)"))
            Block.paragraph(
                Inline(
                    TextRole.allCases.enumerated().flatMap { index, role in
                        [Span(index == 0 ? "" : " "), Span(role == .drawing ? sample(of: role) : role.rawValue, role)]
                    }))
        }
    }

    private static func sample(of role: TextRole) -> String {
        switch role {
        case .drawing: "▁▂▃▄▅▆▇█"
        case .price: "$129.99"
        case .oldPrice: "$159.99"
        case .discount: "-18%"
        case .code: "galleria://catalog"
        case .success, .warning, .failure: "as it went"
        default: "The quick brown fox 빠른 여우 敏捷的狐狸"
        }
    }

    /// The same amount in each shop, and one that was lowered.
    private static var prices: Block {
        let amount = DecimalAmount("1234.5") ?? .zero
        let shops = [
            ("en_US", "USD"), ("ko_KR", "KRW"), ("zh_Hant_TW", "TWD"), ("en_AU", "AUD"), ("de_DE", "EUR"),
            ("ja_JP", "JPY"),
            ("en_US", "XAU"),
        ]
        let lowered = Inline("$129.99", .price) + " " + Inline("$159.99", .oldPrice) + " " + Inline("-18%", .discount)
        return .keyValues(
            shops.map { locale, currency in
                KeyValue(
                    "\(locale) \(currency)",
                    Inline(Money(amount, Currency(currency, TextLocale(locale))).text, .price))
            } + [KeyValue("lowered", lowered)])
    }

    /// The same day for each locale, in every style, and by its distance.
    private static var dates: Block {
        guard let day = CivilDate(year: 2021, month: 3, day: 10) else { return .divider }
        return .table(
            Table(
                columns: [Column("locale", priority: 0)]
                    + ["full", "medium", "short", "weekday", "near"].map { Column($0, minimumWidth: 8) },
                rows: ["en_US", "en_AU", "ko_KR", "zh_Hant_TW", "zh_Hant_HK"].map { name in
                    let locale = TextLocale(name)
                    return [Inline(name, .code)]
                        + DateStyle.allCases.map { Inline(dateText(day, style: $0, locale: locale)) }
                        + [Inline([-1, 2, 3].map { relativeDayText($0, locale: locale) }.joined(separator: ", "))]
                }))
    }

    private static var table: Block {
        .table(
            Table(
                columns: [
                    Column("code", priority: 0), Column("title", priority: 1, minimumWidth: 16),
                    Column("subtitle", priority: 2, minimumWidth: 14), Column("liked", alignment: .center, priority: 1),
                    Column("price", alignment: .trailing, priority: 0),
                ],
                rows: [
                    [
                        "A-1", Inline("Swift Without Ceremony", .title), "Small Programs, Clear Types, Honest Errors",
                        "♥",
                        Inline("$39.99", .price),
                    ],
                    ["B-22", Inline("스위프트 프로그래밍 길잡이", .title), "3판, 한국어", "", Inline("₩32,000", .price)],
                    [
                        "C-333", Inline("Swift 權威指南：從入門到專業", .title), "", "♥",
                        Inline("NT$1,200", .price) + " " + Inline("NT$1,500", .oldPrice),
                    ],
                    ["D-4444", Inline("Emoji 👨‍👩‍👧 ☎️ 🇰🇷 handbook", .title), "free", "", Inline("$0.00", .price)],
                ]))
    }

    private static func range(_ label: String, _ low: Double, _ high: Double) -> RangeRow {
        func value(_ number: Double) -> RangeValue { RangeValue(number, "\(Int(number.rounded(.toNearestOrEven)))°C") }
        return RangeRow(label: Inline(label), low: value(low), mark: value((low + high) / 2), high: value(high))
    }
}
