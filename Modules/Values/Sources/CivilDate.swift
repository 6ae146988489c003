/// A day of the Gregorian calendar, without time and zone.
package struct CivilDate: Sendable, Hashable, Comparable {
    package let year: Int
    /// 1…12
    package let month: Int
    /// 1…31
    package let day: Int

    /// - Returns: nil when there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The local day of an instant.
    /// - Parameters:
    ///   - seconds: since 1970-01-01 00:00:00 UTC.
    ///   - offset: of the local time from UTC, in seconds.
    /// - Returns: nil outside the years 1 to 9999.
    package init?(secondsSince1970 seconds: Int, offset: Int) {
        let (local, overflow) = seconds.addingReportingOverflow(offset)
        guard !overflow, abs(local / 86_400) < 3_700_000 else { return nil }
        // Days since 0000-03-01: a year that begins in March has its leap day at the end.
        let days = Int((Double(local) / 86_400).rounded(.down)) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// `yyyyMMdd`, `yyyy/MM/dd` or `yyyy-MM-dd`; nil for anything else, and for a day that does not exist.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        var digits = bytes
        if bytes.count == 10, bytes[4] == bytes[7], bytes[4] == UInt8(ascii: "/") || bytes[4] == UInt8(ascii: "-") {
            digits = Array(bytes[0..<4] + bytes[5..<7] + bytes[8..<10])
        }
        guard digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        self.init(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    }

    /// The day that an upstream's text names: `2019-08-02`, `2019/08/02`, `20190802`, a date and time of ISO 8601 or
    /// as `20190802193000`, or the seconds since 1970 of an instant, whose day is that of UTC; nil for anything else.
    package init?(upstreamText text: String) {
        // Seconds have 12 digits at most: those of the year 9999.
        if text.utf8.count == 14, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self.init(String(text.prefix(8)))
        } else if let seconds = Int(text), text.utf8.count != 8 {
            self.init(secondsSince1970: seconds, offset: 0)
        } else {
            self.init(text.utf8.count > 10 ? String(text.prefix { $0 != "T" && $0 != " " }) : text)
        }
    }

    /// The day that an upstream's number names: `20190802`, or the seconds or milliseconds since 1970 of an instant.
    package init?(upstreamNumber number: Int) {
        if let date = CivilDate(String(number)) {
            self = date
        } else {
            self.init(
                secondsSince1970: number.magnitude > 100_000_000_000 ? number / 1000 : number, offset: 0)
        }
    }

    /// Days since 1970-01-01, negative before it.
    package var daysSince1970: Int {
        // Counted in years that begin in March, so that a leap day comes last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// `2021-03-10`
    package var text: String {
        // At once: put together of strings it took 2,600 instructions.
        String(unsafeUninitializedCapacity: 10) { text in
            var rest = (year * 100 + month) * 100 + day
            for place in [9, 8, 6, 5, 3, 2, 1, 0] {
                text.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            for place in [4, 7] { text.initializeElement(at: place, to: UInt8(ascii: "-")) }
            return 10
        }
    }

    /// 0 for Sunday … 6 for Saturday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        ((daysSince1970 + 4) % 7 + 7) % 7
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
