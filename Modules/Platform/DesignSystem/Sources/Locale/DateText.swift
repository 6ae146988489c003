package import Values

/// Length of a written date.
package enum DateStyle: Sendable, CaseIterable {
    /// `Wednesday, 10 March 2021`
    case full
    /// `Wed, 10 Mar 2021`, the same in every English: the public contract has it so.
    case medium
    /// In digits: `3/10/2021`
    case short
    /// `Wed`
    case weekday
}

/// A day as people of a locale read it: `Wed, 10 Mar 2021`, `2021년 3월 10일 (수)`, `2021年3月10日 週三`.
package func dateText(_ date: CivilDate, style: DateStyle = .medium, locale: TextLocale = .standard) -> String {
    let words = DateWords.of(locale.language)
    let pattern = regionalPattern(style, locale) ?? words.pattern(style)
    var text = ""
    var rest = Substring(pattern)
    while let letter = rest.first {
        let run = rest.prefix { $0 == letter }
        rest = rest.dropFirst(run.count)
        switch letter {
        case "E":
            text += (run.count > 1 ? words.longWeekdays : words.shortWeekdays)[date.weekday]
        case "M":
            let names = run.count == 4 ? words.longMonths : run.count == 3 ? words.shortMonths : []
            let index = date.month - 1
            text += names.indices.contains(index) ? names[index] : padded(date.month, run.count)
        case "d": text += padded(date.day, run.count)
        case "y": text += String(date.year)
        default: text += run
        }
    }
    return text
}

/// Pattern of a region whose shops and offices write dates unlike the rest of its language. Letters as in `DateWords`.
private func regionalPattern(_ style: DateStyle, _ locale: TextLocale) -> String? {
    switch (locale.language, locale.region, style) {
    case (.english, .unitedStates, .full): "EE, MMMM d, y"
    case (.english, .unitedStates, .short): "M/d/y"
    case (.english, .canada, .short): "y-MM-dd"
    case (.traditionalChinese, .hongKong, .full), (.traditionalChinese, .macau, .full): "y年M月d日EE"
    case (.traditionalChinese, .hongKong, .short), (.traditionalChinese, .macau, .short): "d/M/y"
    default: nil
    }
}

private func padded(_ number: Int, _ digits: Int) -> String {
    digits == 2 && (0...9).contains(number) ? "0\(number)" : String(number)
}

/// A language's words and patterns for days, from the Unicode CLDR, as a small table instead of ICU.
///
/// In patterns `y` is the year, `M` the month in digits (`MM` with a zero), `MMM` its short and `MMMM` its whole name, `d` and
/// `dd` the day, `E` the weekday's short and `EE` its whole name; all else stands for itself.
private struct DateWords: Sendable {
    let longWeekdays: [String]
    let shortWeekdays: [String]
    let longMonths: [String]
    let shortMonths: [String]
    let full: String
    let medium: String
    let short: String

    func pattern(_ style: DateStyle) -> String {
        switch style {
        case .full: full
        case .medium: medium
        case .short: short
        case .weekday: "E"
        }
    }

    static func of(_ language: TextLocale.Language) -> DateWords {
        switch language {
        case .english: english
        case .korean: korean
        case .traditionalChinese: traditionalChinese
        }
    }

    private static let english = DateWords(
        longWeekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        shortWeekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
        longMonths: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ],
        shortMonths: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        full: "EE, d MMMM y", medium: "E, dd MMM y", short: "dd/MM/y")

    private static let korean = DateWords(
        longWeekdays: ["일요일", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일"],
        shortWeekdays: ["일", "월", "화", "수", "목", "금", "토"], longMonths: [], shortMonths: [],
        full: "y년 M월 d일 EE", medium: "y년 M월 d일 (E)", short: "y. M. d.")

    private static let traditionalChinese = DateWords(
        longWeekdays: ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"],
        shortWeekdays: ["週日", "週一", "週二", "週三", "週四", "週五", "週六"], longMonths: [], shortMonths: [],
        full: "y年M月d日 EE", medium: "y年M月d日 E", short: "y/M/d")
}
