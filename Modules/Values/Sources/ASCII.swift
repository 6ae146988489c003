extension UInt8 {
    /// True for a letter or a digit of ASCII.
    @inlinable
    package var isASCIILetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

/// Whether a text is letters and digits of ASCII alone.
package func areLettersOrDigits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    guard bytes.count >= 8 else { return text.allSatisfy(\.isASCIILetterOrDigit) }
    // Eight at a time; the last eight may be some of those before.
    var index = 0
    while true {
        if !areLettersOrDigits(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
        if index == bytes.count - 8 { return true }
        index = min(index + 8, bytes.count - 8)
    }
}

/// The same of eight bytes.
@inline(__always)
private func areLettersOrDigits(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = ones &* 0x80
    let rest = word & ~tops
    /// Sets the top bit of each byte that is at least `least`.
    func marks(_ rest: UInt64, _ least: UInt64) -> UInt64 { rest &+ ones &* (0x80 - least) }
    let small = rest | ones &* 0x20
    let letters = marks(small, 0x61) & ~marks(small, 0x7B)
    let digits = marks(rest, 0x30) & ~marks(rest, 0x3A)
    return word & tops == 0 && (letters | digits) & tops == tops
}
