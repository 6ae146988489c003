/// An exact decimal number: money is never a binary fraction.
///
/// Holds every number with at most 18 digits after the point whose digits, without zeros at the end, fit in 63 bits:
/// at least 18 significant digits. Equal numbers are equal values: `129.90` is `129.9`.
package struct DecimalAmount: Sendable, Hashable {
    /// The number without its point; not a multiple of ten unless `scale` is 0. Never `Int64.min`.
    package let coefficient: Int64
    /// Digits after the point, 0…18.
    package let scale: Int

    /// The most digits after the point.
    package static let maximumScale = 18
    package static let zero = DecimalAmount(0)

    /// A whole number; `Int.min` becomes its neighbour.
    package init(_ whole: Int) {
        coefficient = max(Int64(whole), -Int64.max)
        scale = 0
    }

    /// The parts of an amount that there was: nothing is checked or trimmed.
    package init(coefficient: Int64, scale: Int) {
        self.coefficient = coefficient
        self.scale = scale
    }

    /// `coefficient` / 10^`scale`, or nil when the number is out of range or finer than `maximumScale`.
    init?(_ coefficient: Int128, scale: Int) {
        if let coefficient = Int64(exactly: coefficient) {
            // Nearly all amounts: they need no division of 128 bits.
            self.init(trimming: coefficient, scale: scale)
        } else {
            self.init(trimming: coefficient, scale: scale)
        }
    }

    private init?<Integer: FixedWidthInteger>(trimming coefficient: Integer, scale: Int) {
        var coefficient = coefficient
        var scale = scale
        while scale > 0, coefficient % 10 == 0 {
            if coefficient == 0 { scale = 1 }
            coefficient /= 10
            scale -= 1
        }
        guard (0...Self.maximumScale).contains(scale), let fitting = Int64(exactly: coefficient), fitting != .min
        else { return nil }
        self.coefficient = fitting
        self.scale = scale
    }

    package var isNegative: Bool { coefficient < 0 }
    package var isZero: Bool { coefficient == 0 }

    /// The shortest form: `129.99`, `40`, `-0.5`. No exponent, no grouping.
    package var text: String { digits(fraction: scale) }

    /// The nearest whole number, exact halves to the even one (IEEE 754 roundTiesToEven), never `-0`: `31`.
    package var wholeText: String {
        // Amounts are trimmed, so an exact half has one digit after the point.
        let isHalf = scale == 1 && coefficient.magnitude % 10 == 5
        let towardsZero = coefficient / 10
        return isHalf && towardsZero.isMultiple(of: 2) ? String(towardsZero) : rounded(toFraction: 0).text
    }

    /// With exactly so many digits after the point, rounded half up: `40.00`.
    package func text(fraction: Int) -> String {
        let fraction = min(max(fraction, 0), Self.maximumScale)
        return rounded(toFraction: fraction).digits(fraction: fraction)
    }

    private func digits(fraction: Int) -> String {
        Values.text(atMost: NumberForm.plain.room) { write(fraction: fraction, .plain, to: &$0) }
    }

    /// Rounded to so many digits after the point (0…18); halves go away from zero, as shops do.
    package func rounded(toFraction fraction: Int) -> DecimalAmount {
        let dropped = scale - max(fraction, 0)
        guard dropped > 0 else { return self }
        let divisor = powerOfTen(dropped)
        let half = coefficient < 0 ? -divisor / 2 : divisor / 2
        return DecimalAmount((Int128(coefficient) + half) / divisor, scale: scale - dropped) ?? self
    }

    /// Writes the number with at least `scale` digits after the point and what its form sets around them: `NumberForm.room` bytes at
    /// most.
    func write(fraction: Int, _ form: NumberForm, to target: inout ByteTarget) {
        if isNegative, form.isSignFirst { target.append(UInt8(ascii: "-")) }
        target.append(form.before)
        if isNegative, !form.isSignFirst { target.append(UInt8(ascii: "-")) }
        if let (word, count) = word(fraction: max(fraction, scale), form) {
            target.append(word: word, count)
        } else {
            writeParts(fraction: max(fraction, scale), form, to: &target)
        }
        target.append(form.after)
    }

    /// The digits with their signs as a word of at most eight letters, as those of nearly all prices; nil for others.
    /// - Returns: the first letter in the lowest byte, and their number.
    @inline(__always)
    private func word(fraction: Int, _ form: NumberForm) -> (UInt64, Int)? {
        guard coefficient.magnitude < 100_000_000, fraction < 8, form.point.count == 1, form.grouping.count <= 1 else {
            return nil
        }
        // From the last letter to the first.
        var (word, count, rest) = (0 as UInt64, 0, UInt32(truncatingIfNeeded: coefficient.magnitude))
        func put(_ letter: UInt64) {
            word = word &<< 8 | letter
            count &+= 1
        }
        func putDigit() {
            put(UInt64(0x30 &+ rest % 10))
            rest /= 10
        }
        while count < fraction &- scale { put(0x30) }
        while count < fraction { putDigit() }
        if fraction > 0 { put(form.point.word) }
        var digits = 0
        repeat {
            if digits == 3, form.grouping.count == 1 {
                put(form.grouping.word)
                digits = 0
            }
            putDigit()
            digits &+= 1
            if count > 8 { return nil }
        } while rest > 0
        return (word, count)
    }

    private func writeParts(fraction: Int, _ form: NumberForm, to target: inout ByteTarget) {
        var (power, place) = (UInt64(1), scale)
        while place > 0 {
            // At most 10^18, which fits in 60 bits.
            power &*= 10
            place &-= 1
        }
        let (whole, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: power)
        if whole < 1_000 || form.grouping.count == 0 {
            target.append(digits: whole, decimalDigits(whole))
        } else {
            Self.write(grouped: whole, form.grouping, to: &target)
        }
        guard fraction > 0 else { return }
        target.append(form.point)
        target.append(digits: rest, scale)
        target.append(digits: 0, fraction - scale)
    }

    /// Writes a number of at least four digits in groups of three.
    private static func write(grouped whole: UInt64, _ separator: ShortText, to target: inout ByteTarget) {
        var (rest, unit) = (whole, UInt64(1_000))
        while rest / unit >= 1_000 { unit *= 1_000 }
        target.append(digits: rest / unit, decimalDigits(rest / unit))
        while unit > 1 {
            rest %= unit
            unit /= 1_000
            target.append(separator)
            target.append(digits: rest / unit, 3)
        }
    }
}

/// Signs between a number's digits, and texts around them. An object, since copies of its texts took half of a price's instructions.
final class NumberForm: Sendable {
    let before: ShortText
    /// Between groups of three digits before the point.
    let grouping: ShortText
    let point: ShortText
    let after: ShortText
    /// Whether the minus sign stands before `before`, and not directly before the digits.
    let isSignFirst: Bool

    /// Bytes of a number of this form at most: 19 digits and 18 zeros, with 6 separators, a point and a sign.
    let room: Int

    /// Digits alone: `1234.50`.
    static let plain = NumberForm()

    init(before: String = "", grouping: String = "", point: String = ".", after: String = "", isSignFirst: Bool = true)
    {
        self.before = ShortText(before)
        self.grouping = ShortText(grouping)
        self.point = ShortText(point)
        self.after = ShortText(after)
        self.isSignFirst = isSignFirst
        // Each short text is written as a whole word.
        room = 38 + ShortText.most + 6 * self.grouping.count + self.point.count + self.before.count + self.after.count
    }
}

extension DecimalAmount: Comparable {
    package static func < (left: DecimalAmount, right: DecimalAmount) -> Bool {
        if left.scale == right.scale { return left.coefficient < right.coefficient }
        let scale = max(left.scale, right.scale)
        return left.scaled(to: scale) < right.scaled(to: scale)
    }
}

extension DecimalAmount {
    /// The sum, or nil when it is out of range.
    package func plus(_ other: DecimalAmount) -> DecimalAmount? {
        let scale = max(scale, other.scale)
        return DecimalAmount(scaled(to: scale) + other.scaled(to: scale), scale: scale)
    }

    /// The difference, or nil when it is out of range.
    package func minus(_ other: DecimalAmount) -> DecimalAmount? {
        plus(other.negated)
    }

    /// The exact product, or nil when it is out of range or finer than `maximumScale`.
    package func times(_ other: DecimalAmount) -> DecimalAmount? {
        DecimalAmount(Int128(coefficient) * Int128(other.coefficient), scale: scale + other.scale)
    }

    /// The product with a quantity, or nil when it is out of range.
    package func times(_ quantity: Int) -> DecimalAmount? {
        quantity == .min ? nil : times(DecimalAmount(quantity))
    }

    /// The quotient, or nil when its digits have no end or are too many.
    package func dividedExactly(by count: Int) -> DecimalAmount? {
        guard count != 0 else { return nil }
        // Below 10^37, which fits in 127 bits.
        var dividend = Int128(coefficient)
        for scale in scale...Self.maximumScale {
            if dividend.isMultiple(of: Int128(count)) { return DecimalAmount(dividend / Int128(count), scale: scale) }
            dividend *= 10
        }
        return nil
    }

    package var negated: DecimalAmount {
        DecimalAmount(-Int128(coefficient), scale: scale) ?? self
    }

    /// The coefficient at a scale of at least its own and at most 18: below 10^37, which fits in 127 bits.
    private func scaled(to scale: Int) -> Int128 {
        Int128(coefficient) * powerOfTen(scale - self.scale)
    }
}

/// 10^`exponent`, 0…18.
func powerOfTen(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(Int128(1)) { power, _ in power * 10 }
}
