import Values

/// A JSON number of any size, as digits and the place of its point: 0.d₁d₂d₃… × 10^exponent, exactly.
///
/// For what a ``DecimalAmount`` can't hold; nothing is rounded.
struct ExactNumber {
    let isNegative: Bool
    /// Values 0…9, without zeros at either end; none for zero.
    let digits: [UInt8]
    let exponent: Int

    /// Exponents beyond it count as it: no number of JSON's readers has more.
    private static let mostExponent = 1_000_000_000

    /// - Parameter literal: a number that JSON has.
    init(_ literal: String) {
        var digits: [UInt8] = []
        var whole = 0
        var power = 0
        var isPowerNegative = false
        var (isAfterPoint, isAfterE) = (false, false)
        for byte in literal.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte - 0x30
                if isAfterE {
                    power = min(power * 10 + Int(digit), Self.mostExponent)
                } else {
                    digits.append(digit)
                    if !isAfterPoint { whole += 1 }
                }
            case UInt8(ascii: "."): isAfterPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isAfterE = true
            case UInt8(ascii: "-"): if isAfterE { isPowerNegative = true }
            default: break
            }
        }
        while digits.last == 0 { digits.removeLast() }
        let zeros = digits.prefix { $0 == 0 }.count
        self.digits = Array(digits.dropFirst(zeros))
        exponent = self.digits.isEmpty ? 0 : whole - zeros + (isPowerNegative ? -power : power)
        isNegative = !self.digits.isEmpty && literal.utf8.first == UInt8(ascii: "-")
    }

    /// Whether the number has nothing after its point.
    var isWhole: Bool { digits.count <= exponent || digits.isEmpty }

    /// The nearest whole number below (or above), of a number that is not whole.
    func wholeText(up: Bool) -> String {
        // At most as many as the literal has, since the number is not whole.
        var whole = Array(digits.prefix(max(0, exponent)))
        if isNegative != up {
            var place = whole.count
            while place > 0 {
                place -= 1
                if whole[place] < 9 {
                    whole[place] += 1
                    break
                }
                whole[place] = 0
                if place == 0 { whole.insert(1, at: 0) }
            }
            if whole.isEmpty { whole = [1] }
        }
        if whole.isEmpty { return "0" }
        return (isNegative ? "-" : "") + String(decoding: whole.map { $0 + 0x30 }, as: UTF8.self)
    }
}

extension ExactNumber: Comparable {
    static func == (one: Self, other: Self) -> Bool {
        one.isNegative == other.isNegative && one.exponent == other.exponent && one.digits == other.digits
    }

    static func < (one: Self, other: Self) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        return one.isNegative ? other.isSmaller(than: one) : one.isSmaller(than: other)
    }

    /// Without regard to signs.
    private func isSmaller(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}

/// A number to compare with others: a decimal of 63 bits where it is one, since those compare fast.
enum ComparedNumber: Comparable {
    case decimal(DecimalAmount)
    case exact(ExactNumber)

    init(_ literal: String) {
        self = DecimalAmount(literal).map(Self.decimal) ?? .exact(ExactNumber(literal))
    }

    private var exact: ExactNumber {
        switch self {
        case .decimal(let amount): ExactNumber(amount.text)
        case .exact(let number): number
        }
    }

    static func == (one: Self, other: Self) -> Bool {
        if case .decimal(let one) = one, case .decimal(let other) = other { return one == other }
        return one.exact == other.exact
    }

    static func < (one: Self, other: Self) -> Bool {
        if case .decimal(let one) = one, case .decimal(let other) = other { return one < other }
        return one.exact < other.exact
    }
}
