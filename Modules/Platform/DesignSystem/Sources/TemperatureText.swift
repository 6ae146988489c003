/// A temperature as people read it: `31°C`, `88°F`, `304K`.
///
/// Rounded to a whole degree, exact halves to the even one (IEEE 754 roundTiesToEven), never `-0`.
/// - Parameters:
///   - value: degrees; one that is not finite, or beyond 10¹⁵, is no temperature and is written as `—`.
///   - symbol: of the unit, written directly after the number.
package func temperatureText(_ value: Double, symbol: String) -> String {
    wholeNumberText(value).map { $0 + symbol } ?? "—"
}

/// The nearest whole number in digits, exact halves to the even one; nil when `value` is not finite or beyond 10¹⁵.
package func wholeNumberText(_ value: Double) -> String? {
    guard value.magnitude <= 1e15 else { return nil }
    // By way of Int, which has no negative zero.
    return Int(exactly: value.rounded(.toNearestOrEven)).map { String($0) }
}
