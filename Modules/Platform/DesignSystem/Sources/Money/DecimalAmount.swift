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
    package var text: String { digits(fraction: scale, grouping: "", point: ".") }

    /// With exactly so many digits after the point, rounded half up: `40.00`.
    package func text(fraction: Int) -> String {
        let fraction = min(max(fraction, 0), Self.maximumScale)
        return rounded(toFraction: fraction).digits(fraction: fraction, grouping: "", point: ".")
    }

    /// Rounded to so many digits after the point (0…18); halves go away from zero, as shops do.
    package func rounded(toFraction fraction: Int) -> DecimalAmount {
        let dropped = scale - max(fraction, 0)
        guard dropped > 0 else { return self }
        let divisor = powerOfTen(dropped)
        let half = coefficient < 0 ? -divisor / 2 : divisor / 2
        return DecimalAmount((Int128(coefficient) + half) / divisor, scale: scale - dropped) ?? self
    }

    /// Digits with at least `scale` after the point and a separator between groups of three before it.
    func digits(fraction: Int, grouping: String, point: String) -> String {
        let fraction = max(fraction, scale)
        // From the last digit to the first: zeros that only the fraction asks for, the number's own, and those that lead to
        // the point. At most 19 digits and 18 zeros, with 12 separators and a point of two bytes: below 80.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
            var reversed = OutputSpan(buffer: buffer, initializedCount: 0)
            var magnitude = coefficient.magnitude
            var written = 0
            while written < fraction - scale || magnitude > 0 || written <= fraction {
                if written == fraction, fraction > 0 {
                    for byte in point.utf8.reversed() { reversed.append(byte) }
                } else if written > fraction, (written - fraction) % 3 == 0 {
                    for byte in grouping.utf8.reversed() { reversed.append(byte) }
                }
                if written < fraction - scale {
                    reversed.append(UInt8(ascii: "0"))
                } else {
                    reversed.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
                    magnitude /= 10
                }
                written += 1
            }
            if isNegative { reversed.append(UInt8(ascii: "-")) }
            let count = reversed.finalize(for: buffer)
            var digits = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            digits.reverse()
            return String(decoding: digits, as: UTF8.self)
        }
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
