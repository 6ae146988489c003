import Core
import DesignSystem

/// A price reduced from the regular one.
struct Sale: Sendable, Equatable {
    /// Above nothing and below the regular price.
    let price: Money
    /// Percent off, 1 to 99; nil when it is nearer to nothing or to all.
    let discountRate: Int?

    /// Percentages worth saying.
    static let rates = 1...99

    /// - Parameters:
    ///   - price: what the upstream says is to pay.
    ///   - regular: the price before, in the same currency.
    ///   - rate: percent off as the upstream says; nil, or one outside `rates`, and it is computed.
    /// - Returns: nil when the price is not reduced: it is not below the regular one, or not above nothing.
    init?(_ price: Money, insteadOf regular: Money, rate: Int?) {
        guard price.amount > .zero, price.amount < regular.amount else { return nil }
        self.price = price
        self.discountRate =
            rate.flatMap { Self.rates.contains($0) ? $0 : nil }
            ?? Self.percentOff(price.amount, insteadOf: regular.amount)
    }

    /// (regular − price) ∕ regular in whole percent, halves rounded up, exactly: 17.5 % is 18, 17.4 % is 17.
    ///
    /// Without division: the highest percentage whose lower rounding edge, half a percent below it, is reached.
    private static func percentOff(_ price: DecimalAmount, insteadOf regular: DecimalAmount) -> Int? {
        guard let saved = regular.minus(price)?.times(200) else { return nil }
        let percent = (0...100).last { percent in
            regular.times(2 * percent - 1).map { $0 <= saved } ?? false
        }
        return percent.flatMap { rates.contains($0) ? $0 : nil }
    }
}
