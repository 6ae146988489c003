import Values

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
