extension JSONWriter {
    /// A number in the shortest spelling that reads back as the same binary64; null when it is not finite.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        if let (units, scale) = Self.decimal(value.magnitude) {
            return token(11) { target in
                if value < 0 { target.append(UInt8(ascii: "-")) }
                Self.append(units / scale, to: &target)
                target.append(UInt8(ascii: "."))
                // Behind a one, so that zeros before the last digits stand as well.
                Self.append(units % scale &+ scale, droppingFirst: 1, to: &target)
            }
        }
        // A finite number's description is a JSON number.
        let literal = value.description.utf8
        token(literal.count) { for byte in literal { $0.append(byte) } }
    }

    /// A number as spelled; null when `literal` is not a JSON number (RFC 8259 section 6).
    package mutating func number(literal: String) {
        var literal = literal
        literal.withUTF8 { text in
            guard NumberScan.isNumber(text.span.bytes) else { return null() }
            token(text.count) { for byte in text { $0.append(byte) } }
        }
    }

    /// An integer.
    package mutating func integer(_ value: Int) {
        token(20) { target in
            if value < 0 { target.append(UInt8(ascii: "-")) }
            var rest = value.magnitude
            if rest < 100_000_000 { return Self.append(rest, to: &target) }
            var power: UInt = 100_000_000
            while rest / power >= 10 { power &*= 10 }
            while power > 0 {
                target.append(UInt8(truncatingIfNeeded: rest / power) &+ 0x30)
                rest %= power
                power /= 10
            }
        }
    }

    /// A number of at most three places, as prices, ratings and temperatures are: of few digits there is one spelling alone that
    /// reads back as the same number, and it is the shortest. Nil for others, which take ten times as long to spell.
    /// - Parameter magnitude: not negative.
    /// - Returns: the number in units of 1/`scale`, below 100,000,000; zero is left out, since it has a sign.
    @inline(__always)
    private static func decimal(_ magnitude: Double) -> (units: UInt, scale: UInt)? {
        guard magnitude < 100_000, magnitude > 0 else { return nil }
        var scale = 10.0
        while scale <= 1000 {
            // Division rounds correctly: the decimal reads back as this number exactly where the quotient is it.
            let units = (magnitude * scale).rounded()
            if units / scale == magnitude { return (UInt(units), UInt(scale)) }
            scale *= 10
        }
        return nil
    }

    /// The decimal digits of a number below 100,000,000.
    @inline(__always)
    private static func append(_ number: UInt, droppingFirst dropped: Int = 0, to target: inout OutputSpan<UInt8>) {
        // Eight digits are one word, which is filled from the last digit on.
        var (digits, count, rest): (UInt64, Int, UInt) = (0, 0, number)
        repeat {
            digits = digits &<< 8 | UInt64(rest % 10 &+ 0x30)
            rest /= 10
            count &+= 1
        } while rest > 0
        digits &>>= UInt64(8 &* dropped)
        for _ in 0..<(count &- dropped) {
            target.append(UInt8(truncatingIfNeeded: digits))
            digits &>>= 8
        }
    }
}
