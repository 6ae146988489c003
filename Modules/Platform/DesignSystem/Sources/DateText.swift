/// A day as people read it: `Wed, 10 Mar 2021`.
/// - Parameters:
///   - weekday: 0 for Sunday … 6 for Saturday.
///   - month: 1…12. Numbers out of range are written as they are.
package func dateText(weekday: Int, day: Int, month: Int, year: Int) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let dayName = days.indices.contains(weekday) ? "\(days[weekday]), " : ""
    let monthName = months.indices.contains(month - 1) ? months[month - 1] : String(month)
    return "\(dayName)\(day < 10 ? "0" : "")\(day) \(monthName) \(year)"
}
