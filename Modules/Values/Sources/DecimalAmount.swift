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
        var text = ""
        withDigits(fraction: fraction, .plain) { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    /// Rounded to so many digits after the point (0…18); halves go away from zero, as shops do.
    package func rounded(toFraction fraction: Int) -> DecimalAmount {
        let dropped = scale - max(fraction, 0)
        guard dropped > 0 else { return self }
        let divisor = powerOfTen(dropped)
        let half = coefficient < 0 ? -divisor / 2 : divisor / 2
        return DecimalAmount((Int128(coefficient) + half) / divisor, scale: scale - dropped) ?? self
    }

    /// Gives `body` the number as UTF-8, with at least `scale` digits after the point and what its form sets around them.
    ///
    /// Without a result of any type: from another module, where it is not specialized, that took 400 of a price's 900 instructions
    /// (callgrind).
    func withDigits(fraction: Int, _ form: NumberForm, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let fraction = max(fraction, scale)
        // At most 19 digits and 18 zeros, with 12 separators of two bytes, a point and a sign: below 80.
        let capacity = 80 + form.before.count + form.after.count
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            // From the last byte to the first.
            var start = capacity
            func put(_ byte: UInt8) {
                start &-= 1
                buffer.initializeElement(at: start, to: byte)
            }
            func put(_ text: [UInt8]) {
                var rest = text.count
                while rest > 0 {
                    rest &-= 1
                    put(text[rest])
                }
            }
            put(form.after)
            var magnitude = coefficient.magnitude
            // Zeros that only the fraction asks for, the number's own digits, and those that lead to the point.
            for place in 0..<fraction {
                if place < fraction - scale {
                    put(UInt8(ascii: "0"))
                } else {
                    put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
                    magnitude /= 10
                }
            }
            if fraction > 0 { put(form.point) }
            var group = 0
            repeat {
                if group == 3 {
                    put(form.grouping)
                    group = 0
                }
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
                magnitude /= 10
                group += 1
            } while magnitude > 0
            if isNegative, !form.isSignFirst { put(UInt8(ascii: "-")) }
            put(form.before)
            if isNegative, form.isSignFirst { put(UInt8(ascii: "-")) }
            body(UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }
}

/// Signs between a number's digits, and texts around them. An object, since copies of its texts took half of a price's instructions.
final class NumberForm: Sendable {
    let before: [UInt8]
    /// Between groups of three digits before the point.
    let grouping: [UInt8]
    let point: [UInt8]
    let after: [UInt8]
    /// Whether the minus sign stands before `before`, and not directly before the digits.
    let isSignFirst: Bool

    /// Digits alone: `1234.50`.
    static let plain = NumberForm()

    init(before: String = "", grouping: String = "", point: String = ".", after: String = "", isSignFirst: Bool = true)
    {
        self.before = Array(before.utf8)
        self.grouping = Array(grouping.utf8)
        self.point = Array(point.utf8)
        self.after = Array(after.utf8)
        self.isSignFirst = isSignFirst
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
