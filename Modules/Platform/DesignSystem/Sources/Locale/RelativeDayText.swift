package import Values

/// A day by its distance from today: `today`, `내일`, `3 天前`.
/// - Parameter days: from today on; negative for days that are over.
package func relativeDayText(_ days: Int, locale: TextLocale = .standard) -> String {
    let words = RelativeDayWords.of(locale)
    let middle = words.near.count / 2
    if days.magnitude <= middle { return words.near[middle + days] }
    let (before, behind) = days < 0 ? words.past : words.future
    return before + String(days.magnitude) + behind
}

/// Words of a locale for the days around today, from the Unicode CLDR.
private struct RelativeDayWords: Sendable {
    /// An odd number of days, today in the middle.
    let near: [String]
    /// Text before and after the number of days.
    let past: (String, String)
    let future: (String, String)

    static func of(_ locale: TextLocale) -> RelativeDayWords {
        switch (locale.language, locale.region) {
        case (.english, _): english
        case (.korean, _): korean
        case (.traditionalChinese, .hongKong), (.traditionalChinese, .macau): hongKong
        case (.traditionalChinese, _): traditionalChinese
        }
    }

    private static let english = RelativeDayWords(
        near: ["yesterday", "today", "tomorrow"], past: ("", " days ago"), future: ("in ", " days"))
    private static let korean = RelativeDayWords(
        near: ["그저께", "어제", "오늘", "내일", "모레"], past: ("", "일 전"), future: ("", "일 후"))
    private static let traditionalChinese = RelativeDayWords(
        near: ["前天", "昨天", "今天", "明天", "後天"], past: ("", " 天前"), future: ("", " 天後"))
    private static let hongKong = RelativeDayWords(
        near: ["前日", "昨日", "今日", "明日", "後日"], past: ("", " 日前"), future: ("", " 日後"))
}
