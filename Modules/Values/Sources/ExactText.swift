import Glibc

extension String {
    /// Whether the bytes are those of another text.
    @inlinable
    package func isExactly(_ other: String) -> Bool {
        // A copy of the same text, as most lines and keys that are compared are: its two words are the other's.
        unsafeBitCast(self, to: (UInt, UInt).self) == unsafeBitCast(other, to: (UInt, UInt).self) || hasBytes(of: other)
    }

    @usableFromInline
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Where the bytes lie, without a copy of the texts, which would have to be counted.
        let isEqual = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(one, other, left.count) == 0
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
