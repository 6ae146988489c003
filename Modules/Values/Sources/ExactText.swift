import Glibc

extension String {
    /// Whether the bytes are those of another text.
    @inlinable
    package func isExactly(_ other: String) -> Bool { utf8.count == other.utf8.count && hasBytes(of: other) }

    /// The same of a text as it lies in memory.
    package func isExactly(_ other: Span<UInt8>) -> Bool {
        let bytes = utf8.span
        guard bytes.count == other.count else { return false }
        for index in bytes.indices where bytes[index] != other[index] { return false }
        return true
    }

    /// Whether the bytes are those of another text of as many.
    @usableFromInline
    package func hasBytes(of other: String) -> Bool {
        // The bytes are compared in their place: a copy of the texts would have to be counted.
        let isEqual = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                // Copies of one text, as most lines and keys that are compared are, lie in one place.
                return one == other || memcmp(one, other, left.count) == 0
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension String {
    /// A text of bytes that are known to be well-formed UTF-8: they are not checked once more, which takes ten times the
    /// instructions of copying where not all of it is ASCII.
    /// - Parameter bytes: what was checked as UTF-8 already, is made of texts, or a text cut at ASCII; anything else is undefined.
    package init(wellFormed bytes: Span<UInt8>) {
        var text = UTF8Span(unchecked: bytes)
        // A text that is known to be ASCII is compared and hashed by its bytes.
        _ = text.checkForASCII()
        self.init(copying: text)
    }
}
