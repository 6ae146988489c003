@testable import DesignSystem

/// Documents that look like the features' own, with Korean, Chinese, Japanese and emoji.
enum SampleDocuments {
    static let shelf = Document {
        Block.heading(level: 1, "BookShelf")
        Block.paragraph("Saved results of your search for \("swift", .emphasis).")
        Block.table(
            Table(
                columns: [
                    Column("ISBN13", priority: 0), Column("Title", priority: 1, minimumWidth: 16),
                    Column("Subtitle", priority: 2, minimumWidth: 14),
                    Column("Price", alignment: .trailing, priority: 0),
                ],
                rows: [
                    [
                        "9781484230657", Inline("Learn Computer Science with Swift", .title),
                        "Computation Concepts, Programming Paradigms, Data Management", Inline("$17.23", .price),
                    ],
                    [
                        "9788966262281", Inline("스위프트 프로그래밍: 클린 코드를 위한 길잡이", .title), "3판, 한국어",
                        Inline("₩32,000", .price),
                    ],
                    [
                        "9787115532480", Inline("Swift 權威指南：從入門到專業開發者（第二版）", .title), "",
                        Inline("NT$1,200", .price),
                    ],
                    ["9781001000123", Inline("Emoji 👨‍👩‍👧 ☎️ 🇰🇷 handbook", .title), "free e-book", Inline("$0.00", .price)],
                ]))
        Block.pageSummary(PageSummary(firstIndex: 1, shown: 4, total: 118, nextCursor: "c2VhcmNoOnN3aWZ0OjI"))
    }

    static let book = Document {
        Block.heading(level: 1, "Securing DevOps")
        Block.badges(["New", "Best seller"])
        Block.keyValues([
            KeyValue(
                "Price", Inline("$39.65", .price) + " " + Inline("$49.99", .oldPrice) + " " + Inline("-21%", .discount)),
            KeyValue("Authors", "Julien Vehent"),
            KeyValue("출판사", "매닝 출판사"),
            KeyValue("Rating", "5 of 5"),
        ])
        Block.heading(level: 2, "Description")
        Block.text(
            """
            An application running in the cloud can benefit from incredible efficiencies, but they come with unique \
            security threats too. A DevOps team's highest priority is understanding those risks.

            클라우드에서 실행되는 애플리케이션은 놀라운 효율성의 이점을 누릴 수 있지만 고유한 보안 위협도 따릅니다.
            這本書將雲端安全的最佳實踐與 DevOps 結合在一起，讓您的團隊在快速交付的同時，也能「安心」地保護系統。
            """)
        Block.heading(level: 2, "Sample chapters")
        Block.list(
            ordered: true,
            [
                Inline("Chapter 2", link: "https://itbook.store/files/9781617294136/chapter2.pdf"),
                Inline("Chapter 5", link: "https://itbook.store/files/9781617294136/chapter5.pdf"),
            ])
        Block.link(title: "Web page", target: "https://itbook.store/books/9781617294136")
        Block.divider
        Block.notice(.success, title: "The memo is saved.")
        Block.notice(
            .failure, title: "The bookshop did not answer within 10 s.",
            detail: "Try again, or set network.data to sample to work from the sample data.")
        Block.notice(.warning, title: "Shown from the cache.")
        Block.notice(.info, title: "2 of 3 pages are loaded.")
    }

    static let edges = Document {
        Block.heading(level: 3, "Nothing here")
        Block.table(Table(columns: [Column("Title")], rows: [], emptyText: "No books match."))
        Block.list(ordered: false, ["One", Inline("Two", .code), Inline("셋", .muted), Inline("four", .caption)])
        Block.pageSummary(PageSummary(shown: 0))
        Block.pageSummary(PageSummary(firstIndex: 101, shown: 18, total: 118))
        Block.pageSummary(PageSummary(firstIndex: 21, shown: 1))
        Block.table(
            Table(
                columns: [
                    Column("Day", priority: 0), Column("Low", alignment: .trailing, priority: 0),
                    Column("High", alignment: .trailing, priority: 0), Column("Sky", alignment: .center),
                ],
                rows: [
                    ["Wed, 10 Mar 2021", "-2°C", "31°C", "맑음 ☀️"], ["Thu, 11 Mar 2021", "0°C", "9°C", "小雨"],
                    ["Fri, 12 Mar 2021", "—"],
                ]))
    }

    static let forecast = Document {
        Block.heading(level: 1, "서울특별시, KR")
        Block.rangeChart(
            RangeChart(
                titles: RangeChart.Titles(label: "day", low: "min", mark: "average", high: "max"), unit: "°C",
                rows: [
                    range("Thu, 28 Jan 2021", -12.4, -3.1), range("Fri, 29 Jan 2021", -9.5, 1.5),
                    range("Sat, 30 Jan 2021", -0.4, 7.2), range("Sun, 31 Jan 2021", 4, 4),
                ]))
    }

    private static func range(_ label: String, _ low: Double, _ high: Double) -> RangeRow {
        func value(_ number: Double) -> RangeValue { RangeValue(number, "\(Int(number.rounded(.toNearestOrEven)))°C") }
        return RangeRow(label: Inline(label), low: value(low), mark: value((low + high) / 2), high: value(high))
    }

    static let all = [
        ("shelf", shelf), ("book", book), ("edges", edges), ("forecast", forecast), ("gallery", Gallery.document),
    ]
}
