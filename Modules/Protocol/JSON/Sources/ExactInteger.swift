/// Turns a number literal into an integer without ever rounding, overflowing or trapping.
enum ExactInteger {
    /// The value of a JSON number literal when it is integral and fits in an Int.
    /// - Parameter literal: bytes that follow the grammar of RFC 8259 section 6, of any length.
    static func value(of literal: RawSpan) -> Int? {
        var at = 0
        let negative = !literal.isEmpty && ByteScan.byte(of: literal, at: 0) == UInt8(ascii: "-")
        if negative { at = 1 }
        // The digits so far, as a negative number since those reach one further; zeros are held back until a digit
        // other than zero shows that they count.
        var value = 0
        var heldZeros = 0
        // Powers of ten still to apply, and how many digits stood behind the point.
        var exponent = 0
        var pointSeen = false
        digits: while at < literal.byteCount {
            let byte = ByteScan.byte(of: literal, at: at)
            at += 1
            switch byte {
            case UInt8(ascii: "0"):
                heldZeros += 1
                if pointSeen { exponent -= 1 }
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                guard let shifted = scaled(value, by: heldZeros + 1) else { return nil }
                let (next, overflow) = shifted.subtractingReportingOverflow(Int(byte) - 0x30)
                if overflow { return nil }
                (value, heldZeros) = (next, 0)
                if pointSeen { exponent -= 1 }
            case UInt8(ascii: "."): pointSeen = true
            default:
                exponent += Self.exponent(of: literal, from: at)
                break digits
            }
        }
        if value == 0 { return 0 }
        exponent += heldZeros
        guard exponent >= 0, let value = scaled(value, by: exponent) else { return nil }
        if negative { return value }
        return value == Int.min ? nil : -value
    }

    /// `value` times ten to the power of `exponent` (≥ 0), or nil when that does not fit.
    private static func scaled(_ value: Int, by exponent: Int) -> Int? {
        if value == 0 { return 0 }
        guard exponent < 20 else { return nil }
        var value = value
        for _ in 0..<exponent {
            let (next, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = next
        }
        return value
    }

    /// The exponent behind the `e`, held to ±1,000,000,000, which is as good as infinite here.
    private static func exponent(of literal: RawSpan, from start: Int) -> Int {
        var value = 0
        var negative = false
        for at in start..<literal.byteCount {
            let byte = ByteScan.byte(of: literal, at: at)
            switch byte {
            case UInt8(ascii: "-"): negative = true
            case UInt8(ascii: "+"): break
            default: value = min(value * 10 + Int(byte) - 0x30, 1_000_000_000)
            }
        }
        return negative ? -value : value
    }
}
