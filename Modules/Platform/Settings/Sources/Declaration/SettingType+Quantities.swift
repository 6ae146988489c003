extension SettingType<Duration> {
    /// A length of time within `range`: whole `ms`, `s`, `m`, `h` or `d`. A number without a unit is an error.
    package static func duration(_ range: ClosedRange<Duration>) -> Self {
        Self(
            .duration(range),
            scalar: { scalar, _ in
                scalar.quantity(in: Quantity.durations).flatMap { milliseconds in
                    let value = Duration.milliseconds(milliseconds)
                    return range.contains(value) ? .success(value) : .failure(.outOfRange)
                }
            },
            write: { Quantity.written($0.wholeMilliseconds, in: Quantity.durations) })
    }
}

extension SettingType<Int> {
    /// A number of bytes within `range`: whole `B`, `kB`, `MB`, `GB` (thousands) or `KiB`, `MiB`, `GiB` (1,024s).
    package static func size(_ range: ClosedRange<Int>) -> Self {
        Self(
            .size(range),
            scalar: { scalar, _ in
                scalar.quantity(in: Quantity.sizes).flatMap { bytes in
                    guard let value = Int(exactly: bytes), range.contains(value) else { return .failure(.outOfRange) }
                    return .success(value)
                }
            },
            write: { Quantity.written(Int64(clamping: $0), in: Quantity.sizes) })
    }
}

extension YAMLScalar {
    fileprivate func quantity(in units: [(unit: String, factor: Int64)]) -> Result<Int64, ValueFault.Kind> {
        switch value {
        case .text(let text): Quantity(text).map { $0.total(in: units) } ?? .failure(.wrong)
        case .int(let number) where number >= 0: .failure(.noUnit)
        case .int, .null, .bool, .hugeInt, .float: .failure(.wrong)
        }
    }
}
