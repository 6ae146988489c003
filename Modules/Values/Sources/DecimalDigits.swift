/// Bytes of a whole number in decimal digits at most: 19 of them and a sign.
package let decimalRoom = 20

/// Number of a number's decimal digits, at least one.
func decimalDigits(_ magnitude: UInt64) -> Int {
    var (rest, count) = (magnitude, 1)
    while rest >= 10 {
        rest /= 10
        count &+= 1
    }
    return count
}

/// Writes the last decimal digits of a number before a place, the last of them first.
/// - Returns: the number without them.
@inline(__always)
func writeDigits(_ magnitude: UInt64, _ count: Int, before end: UnsafeMutableRawPointer) -> UInt64 {
    var (rest, left, place) = (magnitude, count, end)
    while left > 0 {
        place -= 1
        place.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), as: UInt8.self)
        rest /= 10
        left &-= 1
    }
    return rest
}

/// Writes a whole number in decimal digits.
/// - Parameter start: ``decimalRoom`` bytes at least.
/// - Returns: how many were written.
func writeDecimal(_ value: Int, to start: UnsafeMutableRawPointer) -> Int {
    let magnitude = UInt64(value.magnitude)
    var end = decimalDigits(magnitude)
    if value < 0 {
        start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
        end &+= 1
    }
    _ = writeDigits(magnitude, value < 0 ? end &- 1 : end, before: start + end)
    return end
}

extension String {
    /// A whole number in decimal digits, in a third of the instructions that `description` takes.
    package init(decimal value: Int) {
        // Of a text with room for 15 bytes the memory is its own.
        let isShort = (-9_999_999_999_999...99_999_999_999_999).contains(value)
        self.init(unsafeUninitializedCapacity: isShort ? 15 : decimalRoom) { free in
            free.baseAddress.map { writeDecimal(value, to: UnsafeMutableRawPointer($0)) } ?? 0
        }
    }
}
