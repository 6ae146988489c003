/// A date in a header field, in one of the three forms of RFC 9110 section 5.6.7: IMF-fixdate, RFC 850, asctime.
package enum HTTPDate {
    /// Seconds since 1970; nil for what is no date.
    package static func seconds(_ text: String) -> Int64? {
        let words = Array(text.utf8).split { " ,-:".utf8.contains($0) }
        guard words.count == 7 || words.count == 8 else { return nil }
        let isAsctime = month(words[1]) != nil
        // asctime: Sun Nov 6 08:49:37 1994; the others: Sun, 06 Nov 1994 08:49:37 GMT
        let order = isAsctime ? (day: 2, month: 1, year: 6, time: 3) : (day: 1, month: 2, year: 3, time: 4)
        guard isAsctime == (words.count == 7), let month = month(words[order.month]),
            let day = number(words[order.day], in: 1...31), var year = number(words[order.year], in: 0...9_999),
            let hour = number(words[order.time], in: 0...23), let minute = number(words[order.time + 1], in: 0...59),
            let second = number(words[order.time + 2], in: 0...60)
        else { return nil }
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        return days(year: year, month: month, day: day) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    private static func month(_ word: ArraySlice<UInt8>) -> Int? {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return names.firstIndex { $0.utf8.elementsEqual(word) }.map { $0 + 1 }
    }

    private static func number(_ word: ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
        guard (1...4).contains(word.count), word.allSatisfy(ASCII.isDigit) else { return nil }
        let value = decimal(word)
        return range.contains(value) ? value : nil
    }

    /// At most nine digits.
    static func decimal(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Days since 1970-01-01 of a Gregorian date, counted in years that begin in March, so that a leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let daysBefore = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
        return Int64(daysBefore + dayOfYear - 719_468)
    }
}
