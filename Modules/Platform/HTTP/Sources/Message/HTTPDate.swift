import Values

/// A date in a header field, in one of the three forms of RFC 9110 section 5.6.7: IMF-fixdate, RFC 850, asctime.
///
/// Exactly these: letters of the right case, `GMT`, the right number of digits and blanks. A cache must take every other
/// `Expires` for a time in the past, so a lenient reading would make stale answers fresh.
package enum HTTPDate {
    /// 50 years, beyond which a year of two digits is not taken for one in the future.
    private static let pivot: Int64 = 50 * 31_556_952

    /// Seconds since 1970; nil for what is no date.
    /// - Parameter now: seconds since 1970: years of two digits are read by it.
    package static func seconds(_ text: String, now: Int64) -> Int64? {
        let bytes = Array(text.utf8)
        for form in [fixdate, asctime] where form.count == bytes.count {
            return Reading(bytes, form).flatMap { $0.seconds(inYear: $0.year) }
        }
        // Sunday, 06-Nov-94 08:49:37 GMT
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
            longDayNames.contains(String(decoding: bytes[..<comma], as: UTF8.self))
        else { return nil }
        // RFC 9110, 5.6.7: the latest year of these digits that is not more than 50 years from now.
        guard let reading = Reading(Array("Sun".utf8) + bytes[comma...], rfc850) else { return nil }
        // A clock may say anything: before 1970 and after 9999 count as these.
        let end = min(max(now, 0), 253_402_300_799) + pivot
        let lastYear = 1970 + Int(clamping: end / 31_556_952)
        var year = lastYear - lastYear % 100 + reading.year
        if year > lastYear { year -= 100 }
        if let seconds = reading.seconds(inYear: year), seconds > end { year -= 100 }
        return reading.seconds(inYear: year)
    }

    // W: weekday, M: month, D: day, d: day that may have a blank in place of its first digit, Y: year, h m s: time.
    private static let fixdate = Array("WWW, DD MMM YYYY hh:mm:ss GMT".utf8)
    private static let asctime = Array("WWW MMM dd hh:mm:ss YYYY".utf8)
    private static let rfc850 = Array("WWW, DD-MMM-YY hh:mm:ss GMT".utf8)

    private static let longDayNames: Set = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// At most nine digits.
    static func decimal(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

/// A text taken apart by a form of the same length.
private struct Reading {
    private var numbers: [UInt8: Int] = [:]
    private let month: Int
    /// As it is written: of two digits in one of the forms.
    var year: Int { number("Y") }

    private static let dayNames: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Returns: nil when the text has another form.
    init?(_ text: [UInt8], _ form: [UInt8]) {
        guard text.count == form.count else { return nil }
        var (day, month): ([UInt8], [UInt8]) = ([], [])
        for (byte, kind) in zip(text, form) {
            switch kind {
            case UInt8(ascii: "W"): day.append(byte)
            case UInt8(ascii: "M") where month.count < 3: month.append(byte)
            case UInt8(ascii: "D"), UInt8(ascii: "d"), UInt8(ascii: "Y"), UInt8(ascii: "h"), UInt8(ascii: "m"),
                UInt8(ascii: "s"):
                let isFirst = numbers[kind] == nil
                let isBlank = kind == UInt8(ascii: "d") && isFirst && byte == UInt8(ascii: " ")
                guard ASCII.isDigit(byte) || isBlank else { return nil }
                numbers[kind, default: 0] *= 10
                numbers[kind, default: 0] += isBlank ? 0 : Int(byte - UInt8(ascii: "0"))
            default: guard byte == kind else { return nil }
            }
        }
        guard Self.dayNames.contains(String(decoding: day, as: UTF8.self)),
            let index = Self.monthNames.firstIndex(of: String(decoding: month, as: UTF8.self))
        else { return nil }
        self.month = index + 1
    }

    private func number(_ kind: Unicode.Scalar) -> Int { numbers[UInt8(ascii: kind)] ?? 0 }

    /// Seconds since 1970 of the moment in a year of four digits; nil for a day or a time that there is not.
    func seconds(inYear year: Int) -> Int64? {
        // A leap second is the 60th.
        guard let date = CivilDate(year: year, month: month, day: number("D") + number("d")), number("h") <= 23,
            number("m") <= 59, number("s") <= 60
        else { return nil }
        let time = number("h") * 3_600 + number("m") * 60 + number("s")
        return Int64(date.daysSince1970 * 86_400 + time)
    }
}
