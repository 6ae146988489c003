/// A value at its place in a document. Cheap to copy (a reference and an index); keeps the document alive.
@frozen
@usableFromInline
package struct JSONNode: Sendable {
    /// The six kinds of value that JSON has.
    package enum Kind: Sendable {
        case null, bool, number, string, array, object
    }

    @usableFromInline let storage: JSONStorage
    /// The tape index of the value's first word.
    @usableFromInline let index: Int

    @inlinable
    init(_ storage: JSONStorage, at index: Int) {
        self.storage = storage
        self.index = index
    }

    @inline(__always)
    var word: TapeWord { storage.word(at: index) }

    /// Kind of the value.
    package var kind: Kind {
        switch word.tag {
        case .null: .null
        case .true, .false: .bool
        case .integer, .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether the value is null.
    package var isNull: Bool { word.tag == .null }

    /// The truth value; nil when the value is something else.
    package var bool: Bool? {
        switch word.tag {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether two values stand in one document.
    package func isOfSameDocument(as other: JSONNode) -> Bool { storage === other.storage }

    /// The value exactly as it stands in the text, quotes, escapes and inner white space included. Shares the text's
    /// memory: hold the slice only as long as the text may live.
    package var rawText: ArraySlice<UInt8> {
        let word = word
        return word.isString
            ? storage.bytes[word.offset - 1..<word.end + 1]
            : storage.bytes[word.offset..<word.end]
    }

    /// Offset of the value: bytes from the start of the text.
    package var offset: Int { word.isString ? word.offset - 1 : word.offset }
}
