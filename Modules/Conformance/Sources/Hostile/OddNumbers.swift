package import JSON

/// Numbers of JSON that readers of numbers stumble over (W13, H9): at and over the bounds of 32, 53 and 64 bits, beyond
/// binary64, spelled in other ways than usual.
package enum OddNumbers {
    /// The literals.
    package static let literals = [
        "0", "-0", "-0.0", "0.0", "0e99", "1", "-1", "1.0", "1e0", "1e2", "1E+2", "100e-2", "0.1", "-0.1", "1.5",
        "1e-1",
        "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740991", "9007199254740993",
        "-9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "123456789012345678901234567890", "1e18", "1e19", "1e300",
        "1e308", "1e309", "-1e309", "1e400", "1e-400", "5e-324", "1e99999999999", "-1e-99999999999",
        "3.141592653589793238462643383279", "1000000000000000000000e-21",
    ]

    /// The same as values.
    package static let values = literals.compactMap { try? JSONValue(parsing: $0) }
}
