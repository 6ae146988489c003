extension DecimalAmount {
    /// The longest text that is read, in bytes.
    package static let maximumTextLength = 64

    /// Reads a decimal number: `129.99`, `-3`, `1e2`, as JSON writes numbers (RFC 8259), with leading zeros allowed.
    ///
    /// nil for anything else, and for numbers out of range, finer than `maximumScale`, or longer than
    /// `maximumTextLength`. Nothing is rounded.
    package init?(_ text: String) {
        var text = text
        guard let amount = text.withUTF8({ DecimalAmount(utf8: $0.span) }) else { return nil }
        self = amount
    }

    /// The same where the text lies.
    package init?(utf8 text: Swift.Span<UInt8>) {
        if let amount = Self.plain(text) {
            self = amount
            return
        }
        guard text.count <= Self.maximumTextLength else { return nil }
        var (offset, digits, scale) = (0, Digits(), 0)
        let isNegative = take(UInt8(ascii: "-"), of: text, at: &offset)
        guard takeDigits(of: text, at: &offset, { digits.append($0) }) > 0 else { return nil }
        if take(UInt8(ascii: "."), of: text, at: &offset) {
            scale = takeDigits(of: text, at: &offset) { digits.append($0) }
            guard scale > 0 else { return nil }
        }
        if take(UInt8(ascii: "e"), of: text, at: &offset) || take(UInt8(ascii: "E"), of: text, at: &offset) {
            guard let exponent = takeExponent(of: text, at: &offset) else { return nil }
            scale -= exponent
        }
        guard offset == text.count else { return nil }
        self.init(digits, scale: scale, isNegative: isNegative)
    }

    /// A number of so few digits, with a point at most, as nearly all prices are; nil for any other.
    private static func plain(_ text: Swift.Span<UInt8>) -> DecimalAmount? {
        guard text.count <= 18 else { return nil }
        var (coefficient, point): (UInt64, Int?) = (0, nil)
        for index in text.indices {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit <= 9 {
                coefficient = coefficient &* 10 &+ UInt64(digit)
            } else {
                guard text[index] == UInt8(ascii: "."), point == nil, index > 0 else { return nil }
                point = index
            }
        }
        var scale = point.map { text.count &- 1 &- $0 } ?? 0
        guard text.count > 0, point == nil || scale > 0 else { return nil }
        if coefficient == 0 { return .zero }
        while scale > 0, coefficient % 10 == 0 { (coefficient, scale) = (coefficient / 10, scale &- 1) }
        return DecimalAmount(coefficient: Int64(bitPattern: coefficient), scale: scale)
    }

    private init?(_ digits: Digits, scale: Int, isNegative: Bool) {
        if digits.coefficient == 0 {
            self = .zero
            return
        }
        let scale = scale - digits.zeros
        guard digits.count <= Digits.most, (-18...Self.maximumScale).contains(scale) else { return nil }
        let coefficient = Int128(digits.coefficient) * powerOfTen(max(-scale, 0))
        self.init(isNegative ? -coefficient : coefficient, scale: max(scale, 0))
    }
}

/// The digits of a number, without zeros at either end.
private struct Digits {
    /// The most that 63 bits hold, whether they stand before or after the point.
    static let most = 19

    /// The first ``most`` digits as a number: below 10^19.
    private(set) var coefficient: UInt64 = 0
    /// Number of digits, also beyond ``most``.
    private(set) var count = 0
    /// The zeros behind them.
    private(set) var zeros = 0

    mutating func append(_ digit: UInt8) {
        if digit == 0 {
            if count > 0 { zeros += 1 }
            return
        }
        count += zeros + 1
        while zeros > 0, count <= Self.most {
            coefficient *= 10
            zeros -= 1
        }
        zeros = 0
        if count <= Self.most { coefficient = coefficient * 10 + UInt64(digit) }
    }
}

/// Takes the digits at an offset of a text.
/// - Returns: how many there are.
private func takeDigits(of text: Swift.Span<UInt8>, at offset: inout Int, _ take: (UInt8) -> Void) -> Int {
    let start = offset
    while offset < text.count, (0x30...0x39).contains(text[offset]) {
        take(text[offset] - 0x30)
        offset += 1
    }
    return offset - start
}

/// An exponent of at most four digits; more can only be out of range.
private func takeExponent(of text: Swift.Span<UInt8>, at offset: inout Int) -> Int? {
    let isNegative = take(UInt8(ascii: "-"), of: text, at: &offset)
    if !isNegative { _ = take(UInt8(ascii: "+"), of: text, at: &offset) }
    var exponent = 0
    // Wraps round where there are more than four digits, which count for nothing.
    let count = takeDigits(of: text, at: &offset) { exponent = exponent &* 10 &+ Int($0) }
    guard (1...4).contains(count) else { return nil }
    return isNegative ? -exponent : exponent
}

/// Takes a byte at an offset of a text, if it stands there.
private func take(_ byte: UInt8, of text: Swift.Span<UInt8>, at offset: inout Int) -> Bool {
    guard offset < text.count, text[offset] == byte else { return false }
    offset += 1
    return true
}
