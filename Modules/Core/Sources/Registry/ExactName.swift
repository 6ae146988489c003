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

    package static func == (left: Self, right: Self) -> Bool {
        // Where the bytes lie: their views are many times slower.
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(one, other, left.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
