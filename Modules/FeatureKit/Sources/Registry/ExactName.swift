import Glibc

/// A name from outside as a key: equal only byte by byte.
///
/// Swift's `String` holds canonically equivalent texts equal ("K" and U+212A KELVIN SIGN), so a look-alike would reach
/// a method, a module or a row that it does not name.
package struct ExactName: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

    package func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone != nil { return }
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether the bytes are those of another text.
    func isExactly(_ other: String) -> Bool {
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
