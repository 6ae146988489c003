/// A whole number with a unit, such as `10s` or `4MiB`: decimal digits, then letters, nothing between.
struct Quantity {
    let count: Int64
    let unit: String

    /// Nil when `text` is not a number with an optional unit, or the number does not fit 64 bits.
    init?(_ text: String) {
        let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let letters = text.utf8.dropFirst(digits.count)
        guard !digits.isEmpty, let count = Int64(String(decoding: digits, as: UTF8.self)),
            letters.allSatisfy({ ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") })
        else { return nil }
        self.count = count
        unit = String(decoding: letters, as: UTF8.self)
    }

    /// The units of time in milliseconds, longest first.
    static let durations: [(unit: String, factor: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// The units of size in bytes, largest first. `k` is a thousand, `Ki` is 1,024.
    static let sizes: [(unit: String, factor: Int64)] = [
        ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
        ("kB", 1_000), ("B", 1),
    ]

    /// The quantity in the smallest of `units`.
    func total(in units: [(unit: String, factor: Int64)]) -> Result<Int64, ValueFault.Kind> {
        guard !unit.isEmpty else { return .failure(.noUnit) }
        guard let found = units.first(where: { $0.unit == unit }) else { return .failure(.unknownUnit(unit)) }
        let (total, overflow) = count.multipliedReportingOverflow(by: found.factor)
        return overflow ? .failure(.outOfRange) : .success(total)
    }

    /// `total` in the largest of `units` that divides it.
    static func written(_ total: Int64, in units: [(unit: String, factor: Int64)]) -> String {
        for (unit, factor) in units where total != 0 && total % factor == 0 { return "\(total / factor)\(unit)" }
        return "\(total)\(units.last { $0.unit != "ms" }?.unit ?? units.last?.unit ?? "")"
    }
}

/// Bytes in a size as settings spell it, `4MiB`; nil for any other text.
package func bytes(inSize text: String) -> Int? {
    guard case .success(let total)? = Quantity(text)?.total(in: Quantity.sizes) else { return nil }
    return Int(exactly: total)
}

extension Duration {
    /// A duration as settings spell it, `10s`; nil for any other text.
    package init?(settingText text: String) {
        guard case .success(let total)? = Quantity(text)?.total(in: Quantity.durations) else { return nil }
        self = .milliseconds(total)
    }

    /// Whole milliseconds, rounded down; the largest number when they do not fit.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousand, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, overflowed) = thousand.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || overflowed ? .max : sum
    }
}
