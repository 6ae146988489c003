import Glibc

extension String {
    /// Whether the bytes are those of another text.
    @inlinable
    package func isExactly(_ other: String) -> Bool { utf8.count == other.utf8.count && hasBytes(of: other) }

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
