/// Seconds in a number, or in a text: `90`, `PT1H30M` (ISO 8601, without years and months), `1:30:00`.
/// - Returns: nil for any other text, and for less than nothing.
package func wholeSeconds(in text: String) -> Int? {
    if let number = DecimalAmount(text) {
        return Int(number.rounded(toFraction: 0).text).flatMap { $0 >= 0 ? $0 : nil }
    }
    func total(_ parts: [(Int, Int)]) -> Int? {
        parts.reduce(Int?.some(0)) { sum, part in
            let (product, overflow) = part.0.multipliedReportingOverflow(by: part.1)
            guard let sum, !overflow else { return nil }
            let (next, isTooMuch) = sum.addingReportingOverflow(product)
            return isTooMuch ? nil : next
        }
    }
    let clock = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    if (2...3).contains(clock.count), clock.allSatisfy({ ($0 ?? -1) >= 0 }) {
        return total(zip(clock.reversed(), [1, 60, 3_600]).map { ($0 ?? 0, $1) })
    }
    guard text.utf8.first == UInt8(ascii: "P") else { return nil }
    var (parts, digits, isTime): ([(Int, Int)], String, Bool) = ([], "", false)
    for scalar in text.unicodeScalars.dropFirst() {
        let unit: Int
        switch (scalar, isTime) {
        case ("0"..."9", _):
            digits.unicodeScalars.append(scalar)
            continue
        case ("T", false) where digits.isEmpty:
            isTime = true
            continue
        case ("W", false): unit = 604_800
        case ("D", false): unit = 86_400
        case ("H", true): unit = 3_600
        case ("M", true): unit = 60
        case ("S", true): unit = 1
        default: return nil
        }
        guard let count = Int(digits) else { return nil }
        parts.append((count, unit))
        digits = ""
    }
    return digits.isEmpty && !parts.isEmpty ? total(parts) : nil
}

/// `1 d 2 h 30 min`, without parts that are zero; `0 s`.
/// - Parameter seconds: not below zero.
package func durationText(_ seconds: Int) -> String {
    let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return shown.isEmpty ? "0 s" : shown.joined(separator: " ")
}
