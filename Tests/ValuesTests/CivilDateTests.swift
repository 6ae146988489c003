import Testing
import Values

@Suite("Days of the calendar") struct CivilDateTests {
    @Test("Days since 1970 and back, day by day, at the edges of months, leap years and centuries")
    func days() throws {
        for year in [1, 4, 1582, 1899, 1900, 1969, 1970, 1972, 2000, 2024, 2100, 9999] {
            for month in 1...12 {
                for day in [1, 2, 27, 28, 29, 30, 31] {
                    guard let date = CivilDate(year: year, month: month, day: day) else { continue }
                    #expect(CivilDate(secondsSince1970: date.daysSince1970 * 86_400, offset: 0) == date)
                    #expect(CivilDate(secondsSince1970: date.daysSince1970 * 86_400 - 1, offset: 1) == date)
                }
            }
        }
        #expect(CivilDate("1970-01-01")?.daysSince1970 == 0)
        #expect(CivilDate("2021-03-10")?.daysSince1970 == 18_696)
        #expect(CivilDate("1969-12-31")?.daysSince1970 == -1)
    }

    @Test(
        "The weekday, from Sunday on",
        arguments: [
            ("2021-03-10", 3), ("1970-01-01", 4), ("1969-12-28", 0), ("2000-02-29", 2), ("1900-03-01", 4),
            ("0001-01-01", 1),
        ])
    func weekday(_ text: String, _ weekday: Int) {
        #expect(CivilDate(text)?.weekday == weekday)
    }

    @Test(
        "Three spellings are read, and no day that does not exist",
        arguments: [
            ("20190802", "2019-08-02"), ("2019/08/02", "2019-08-02"), ("2019-08-02", "2019-08-02"), ("2019-08/02", nil),
            ("2019-8-2", nil), ("2019-02-29", nil), ("2020-02-29", "2020-02-29"), ("1900-02-29", nil),
            ("2019-13-01", nil),
            ("2019-00-01", nil), ("0000-01-01", nil), ("", nil), ("２０１９0802", nil), ("2019-08-02T", nil),
        ])
    func reads(_ text: String, _ date: String?) {
        #expect(CivilDate(text)?.text == date)
    }
}
