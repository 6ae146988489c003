extension UInt8 {
    /// True for a letter or a digit of ASCII.
    @inlinable
    package var isASCIILetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
