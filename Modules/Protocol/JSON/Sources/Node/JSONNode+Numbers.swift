extension JSONNode {
    /// The number as an integer when it is one exactly, whatever its spelling (`1.0`, `1e2`, `-0`), and fits; nil
    /// otherwise and when the value is something else. Never rounds.
    package var integer: Int? {
        let word = word
        switch word.tag {
        case .integer, .number:
            let bytes = storage.bytes
            return ExactInteger.value(of: bytes.span.bytes.extracting(word.offset..<word.end))
        default:
            return nil
        }
    }

    /// The number's literal as sent; nil when the value is something else.
    package var numberText: String? {
        let word = word
        switch word.tag {
        case .integer, .number: return storage.text(of: word)
        default: return nil
        }
    }

    /// Gives `body` the bytes of the number's literal as sent; does nothing when the value is something else.
    package func withNumber(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let word = word
        switch word.tag {
        case .integer, .number: storage.withUTF8(of: word, body)
        default: break
        }
    }

    /// The nearest binary64 number; nil when that is not finite (`1e999`) and when the value is something else.
    package var double: Double? {
        guard let numberText, let value = Double(numberText), value.isFinite else { return nil }
        return value
    }
}
