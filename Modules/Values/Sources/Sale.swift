/// Percentages worth saying.
package let percentages = 1...99

/// (regular − price) ∕ regular in whole percent, halves rounded up, exactly: 17.5 % is 18, 17.4 % is 17.
///
/// The highest percentage whose lower rounding edge, half a percent below it, is reached.
/// - Returns: nil when it is nearer to nothing or to all.
package func percentOff(_ price: DecimalAmount, insteadOf regular: DecimalAmount) -> Int? {
    // Nearly all amounts: the search below takes 1,000 instructions.
    let scale = max(price.scale, regular.scale)
    if let paid = smallUnits(price, scale), let full = smallUnits(regular, scale), paid <= full, full > 0 {
        let percent = Int((200 * (full - paid) + full) / (2 * full))
        return percentages.contains(percent) ? percent : nil
    }
    // Without division.
    guard let saved = regular.minus(price)?.times(200) else { return nil }
    // Each step halves what is left: 0 is always reached.
    var (low, high) = (0, 100)
    while low < high {
        let middle = (low + high + 1) / 2
        if regular.times(2 * middle - 1).map({ $0 <= saved }) ?? false { low = middle } else { high = middle - 1 }
    }
    return percentages.contains(low) ? low : nil
}

/// An amount in units of 10^-`scale`; nil for one below nothing, or of more than 2^40 units, with which sums and products might not fit.
private func smallUnits(_ amount: DecimalAmount, _ scale: Int) -> Int64? {
    let small = 0...Int64(1 << 40)
    var units = amount.coefficient
    for _ in 0..<scale - amount.scale {
        guard small.contains(units) else { return nil }
        units *= 10
    }
    return small.contains(units) ? units : nil
}

/// An amount as shops spell it: `1299`, `1,299.00`, `$17.23`, `23,000원`.
/// - Returns: nil for anything else, such as two numbers or a range.
package func spelledAmount(_ text: String) -> DecimalAmount? {
    if let amount = DecimalAmount(text) { return amount }
    // As most are: `$39.99`.
    if text.utf8.first == UInt8(ascii: "$"), let amount = DecimalAmount(String(text.dropFirst())) { return amount }
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
    // Most prices need no table of Unicode's, which are 190 KB of memory at the first price.
    if scalar.isASCII {
        return scalar == "$" || scalar == " " || ("\t"..."\r").contains(scalar) || ("A"..."Z").contains(scalar)
    }
    return scalar.properties.generalCategory == .currencySymbol || scalar.properties.isWhitespace || scalar == "원"
        || scalar == "元"
}
