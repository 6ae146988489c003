import Glibc

extension JSONNode {
    /// The string, unescaped; nil when the value is something else.
    package var string: String? {
        let word = word
        return word.isString ? storage.text(of: word) : nil
    }

    /// Whether the value is a string of exactly these bytes once unescaped. No normalisation: composed and decomposed
    /// forms differ. Allocates nothing when the text has no escapes there.
    package func isString(_ text: StaticString) -> Bool {
        let word = word
        return word.isString && storage.matches(word, text)
    }

    /// Gives `body` the string's UTF-8, unescaped, without making a String; nil when the value is something else. The
    /// buffer is valid only inside `body`.
    /// - Throws: what `body` throws.
    package func withUTF8<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R? {
        let word = word
        return word.isString ? try storage.withUTF8(of: word, body) : nil
    }
}

/// The text of a string, as UTF-8.
/// - Parameter inside: what stands between its quotes in a document that was read.
package func unescaped(_ inside: Span<UInt8>) -> [UInt8] {
    Escapes.decoded(inside.bytes, from: 0, to: inside.count)
}

extension JSONStorage {
    /// Whether the string whose word is `word` is, unescaped, byte for byte `text`.
    @inline(__always)
    func matches(_ word: TapeWord, _ text: StaticString) -> Bool {
        if !word.isEscaped, word.length != text.utf8CodeUnitCount { return false }
        return text.withUTF8Buffer { matches(word, $0) }
    }

    /// Whether the string whose word is `word` is, unescaped, byte for byte `text`.
    func matches(_ word: TapeWord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if !word.isEscaped, word.length != text.count { return false }
        return withUTF8(of: word) { found in
            guard found.count == text.count else { return false }
            guard let left = found.baseAddress, let right = text.baseAddress else { return true }
            return memcmp(left, right, text.count) == 0
        }
    }
}
