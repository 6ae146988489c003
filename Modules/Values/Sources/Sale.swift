/// Percentages worth saying.
package let percentages = 1...99

/// (regular − price) ∕ regular in whole percent, halves rounded up, exactly: 17.5 % is 18, 17.4 % is 17.
///
/// Without division: the highest percentage whose lower rounding edge, half a percent below it, is reached.
/// - Returns: nil when it is nearer to nothing or to all.
package func percentOff(_ price: DecimalAmount, insteadOf regular: DecimalAmount) -> Int? {
    guard let saved = regular.minus(price)?.times(200) else { return nil }
    // Each step halves what is left: 0 is always reached.
    var (low, high) = (0, 100)
    while low < high {
        let middle = (low + high + 1) / 2
        if regular.times(2 * middle - 1).map({ $0 <= saved }) ?? false { low = middle } else { high = middle - 1 }
    }
    return percentages.contains(low) ? low : nil
}

/// An amount as shops spell it: `1299`, `1,299.00`, `$17.23`, `23,000원`.
/// - Returns: nil for anything else, such as two numbers or a range.
package func spelledAmount(_ text: String) -> DecimalAmount? {
    if let amount = DecimalAmount(text) { return amount }
    guard text.utf8.count <= DecimalAmount.maximumTextLength else { return nil }
    let number = text.unicodeScalars.drop { isCurrencyMark($0) }
    let core = Array(number).reversed().drop { isCurrencyMark($0) }.reversed()
    var digits = ""
    var sinceComma: Int?
    var isAfterPoint = false
    for scalar in core {
        switch scalar {
        case ",", " ", "\u{A0}", "\u{202F}":
            // Groups of three, before the point.
            guard !isAfterPoint, !digits.isEmpty, sinceComma ?? 3 == 3 else { return nil }
            sinceComma = 0
        case ".":
            guard sinceComma ?? 3 == 3 else { return nil }
            isAfterPoint = true
            digits.unicodeScalars.append(scalar)
        default:
            if !isAfterPoint, let since = sinceComma { sinceComma = since + 1 }
            digits.unicodeScalars.append(scalar)
        }
    }
    guard isAfterPoint || sinceComma ?? 3 == 3 else { return nil }
    return DecimalAmount(digits)
}

private func isCurrencyMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace || scalar == "원"
        || scalar == "元"
        || ("A"..."Z").contains(scalar)
}
