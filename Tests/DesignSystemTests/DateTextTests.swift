import Testing
import Values

@testable import DesignSystem

@Suite("Dates by locale") struct DateTextTests {
    private func written(_ date: String, _ style: DateStyle = .medium, _ locale: String = "en_US") throws -> String {
        dateText(try #require(CivilDate(date)), style: style, locale: TextLocale(locale))
    }

    @Test(
        "full, medium, short, weekday",
        arguments: [
            ("en_US", ["Wednesday, March 10, 2021", "Wed, 10 Mar 2021", "3/10/2021", "Wed"]),
            ("en_AU", ["Wednesday, 10 March 2021", "Wed, 10 Mar 2021", "10/03/2021", "Wed"]),
            ("en_CA", ["Wednesday, 10 March 2021", "Wed, 10 Mar 2021", "2021-03-10", "Wed"]),
            ("ko_KR", ["2021년 3월 10일 수요일", "2021년 3월 10일 (수)", "2021. 3. 10.", "수"]),
            ("zh_Hant_TW", ["2021年3月10日 星期三", "2021年3月10日 週三", "2021/3/10", "週三"]),
            ("zh_Hant_HK", ["2021年3月10日星期三", "2021年3月10日 週三", "10/3/2021", "週三"]),
            ("de_DE", ["Wednesday, 10 March 2021", "Wed, 10 Mar 2021", "10/03/2021", "Wed"]),
        ])
    func styles(_ locale: String, _ texts: [String]) throws {
        #expect(try DateStyle.allCases.map { try written("2021-03-10", $0, locale) } == texts)
    }

    @Test("medium in the default locale is what the contract says")
    func standard() throws {
        #expect(try written("2021-03-10") == "Wed, 10 Mar 2021")
        #expect(try written("0987-12-03") == "Mon, 03 Dec 987")
    }

    @Test("every day and month has a name of its own", arguments: ["en_US", "ko_KR", "zh_Hant_TW"])
    func names(_ locale: String) throws {
        for style in [DateStyle.full, .medium] {
            let days = try (10...16).map { try written("2021-01-\($0)", style, locale) }
            let months = try (1...12).map { try written("2021-\($0 < 10 ? "0" : "")\($0)-01", style, locale) }
            #expect(Set(days.map { $0.filter { !("0"..."9").contains($0) } }).count == 7 && Set(months).count == 12)
        }
    }

    @Test(
        "days by their distance",
        arguments: [
            ("en_US", ["3 days ago", "2 days ago", "yesterday", "today", "tomorrow", "in 2 days", "in 3 days"]),
            ("ko_KR", ["3일 전", "그저께", "어제", "오늘", "내일", "모레", "3일 후"]),
            ("zh_Hant_TW", ["3 天前", "前天", "昨天", "今天", "明天", "後天", "3 天後"]),
            ("zh_Hant_HK", ["3 日前", "前日", "昨日", "今日", "明日", "後日", "3 日後"]),
        ])
    func relative(_ locale: String, _ texts: [String]) {
        #expect((-3...3).map { relativeDayText($0, locale: TextLocale(locale)) } == texts)
        #expect(relativeDayText(Int.min).hasSuffix("9223372036854775808 days ago"))
        #expect(relativeDayText(Int.max) == "in 9223372036854775807 days")
    }

    @Test(
        "a locale is told by its language, script and region, in any of their writings",
        arguments: [
            ("ko", "2021. 3. 10."), ("ko-KR", "2021. 3. 10."), ("KO_kr.UTF-8", "2021. 3. 10."),
            ("ko_KR@x", "2021. 3. 10."),
            ("zh_TW", "2021/3/10"), ("zh-hant", "2021/3/10"), ("zh_MO", "10/3/2021"), ("zh_Hant_US", "2021/3/10"),
            ("zh", "10/03/2021"), ("zh_CN", "10/03/2021"), ("zh_Hans_HK", "10/03/2021"), ("en", "10/03/2021"),
            ("en-US", "3/10/2021"), ("", "10/03/2021"), ("_", "10/03/2021"), ("xx", "10/03/2021"), ("한국", "10/03/2021"),
        ])
    func identifiers(_ identifier: String, _ short: String) throws {
        #expect(try written("2021-03-10", .short, identifier) == short)
    }
}
