/// The common scale of a chart's rows: round numbers at both ends, and round numbers between as ticks.
struct RangeScale: Equatable {
    let lower: Double
    let upper: Double
    /// From `lower` to `upper`, both included; whole numbers.
    let ticks: [Int]

    /// - Parameters:
    ///   - rows: values that are not finite, or beyond 10¹², are left out of account.
    ///   - intervals: the most intervals between ticks; at least 2, since values about zero need as many.
    /// - Returns: nil when no value is left.
    init?(_ rows: [RangeRow], intervals: Int) {
        let values = rows.flatMap { [$0.low.value, $0.mark.value, $0.high.value] }.filter { $0.magnitude <= 1e12 }
        guard let least = values.min(), let most = values.max() else { return nil }
        var power = 1.0
        var step = 1.0
        search: while true {
            for digit in [1.0, 2.0, 5.0] {
                step = digit * power
                let count = (most / step).rounded(.up) - (least / step).rounded(.down)
                // Two are enough once a step is larger than any value: the search ends.
                if count <= Double(max(2, intervals)) { break search }
            }
            power *= 10
        }
        let first = Int((least / step).rounded(.down))
        // Values that are all one round number still get a scale of some length.
        let last = max(Int((most / step).rounded(.up)), first + 1)
        lower = Double(first) * step
        upper = Double(last) * step
        ticks = (first...last).map { $0 * Int(step) }
    }

    /// Place of a value: 0 at the lower end, 1 at the upper; nil for a value without a place on a scale.
    func fraction(_ value: Double) -> Double? {
        guard value.magnitude <= 1e12 else { return nil }
        return min(max((value - lower) / (upper - lower), 0), 1)
    }
}
