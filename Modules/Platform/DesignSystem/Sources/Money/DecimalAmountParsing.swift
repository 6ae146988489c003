extension DecimalAmount {
    /// The longest text that is read, in bytes.
    package static let maximumTextLength = 64

    /// Reads a decimal number: `129.99`, `-3`, `1e2`, as JSON writes numbers (RFC 8259), with leading zeros allowed.
    ///
    /// nil for anything else, and for numbers out of range, finer than `maximumScale`, or longer than
    /// `maximumTextLength`. Nothing is rounded.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard rest.count <= Self.maximumTextLength else { return nil }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        var digits = takeDigits(&rest)
        guard !digits.isEmpty else { return nil }
        var scale = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = takeDigits(&rest)
            guard !fraction.isEmpty else { return nil }
            digits += fraction
            scale = fraction.count
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            guard let exponent = takeExponent(&rest) else { return nil }
            scale -= exponent
        }
        guard rest.isEmpty, let amount = DecimalAmount(digits: digits[...], scale: scale, isNegative: isNegative)
        else { return nil }
        self = amount
    }

    private init?(digits: ArraySlice<UInt8>, scale: Int, isNegative: Bool) {
        var digits = digits.drop { $0 == 0 }
        var scale = scale
        while digits.last == 0 {
            digits.removeLast()
            scale -= 1
        }
        if digits.isEmpty {
            self = .zero
            return
        }
        // 19 digits are the most that 63 bits hold, whether they stand before or after the point.
        guard digits.count <= 19, (-18...Self.maximumScale).contains(scale) else { return nil }
        let coefficient = digits.reduce(Int128(0)) { $0 * 10 + Int128($1) } * powerOfTen(max(-scale, 0))
        self.init(isNegative ? -coefficient : coefficient, scale: max(scale, 0))
    }
}

/// The values of the digits at the start.
private func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    return digits.map { $0 - 0x30 }
}

/// An exponent of at most four digits; more can only be out of range.
private func takeExponent(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    let sign = bytes.first
    let isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { bytes.removeFirst() }
    let digits = takeDigits(&bytes)
    guard !digits.isEmpty, digits.count <= 4 else { return nil }
    let exponent = digits.reduce(0) { $0 * 10 + Int($1) }
    return isNegative ? -exponent : exponent
}
