extension Unicode.Scalar {
    /// Whether the scalar is visible or a space, always kept, and never part of a longer cluster among its like: most of
    /// what shops write. Texts of these alone skip the rules for the rest of Unicode.
    var isSimple: Bool {
        switch value {
        // Latin; dashes, quotes, bullets and the ellipsis; currency signs; stars; kana; ideographs; Hangul syllables.
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x20A0...0x20C0, 0x2605...0x2606, 0x3041...0x3096,
            0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// The spaces that survive the sanitiser, but for U+0020.
    var isSpaceBeyondASCII: Bool {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}

extension [UInt8] {
    /// Appends bytes from where they lie, with half the instructions of `append(contentsOf:)`.
    mutating func append(copying source: UnsafeBufferPointer<UInt8>) {
        append(addingCapacity: source.count) { $0.append(copying: source) }
    }

    /// Appends a text between two marks at once: to make room takes half the instructions of an append.
    @inline(__always)
    mutating func append(_ before: StaticString, copying text: UnsafeBufferPointer<UInt8>, _ after: StaticString) {
        append(addingCapacity: before.utf8CodeUnitCount &+ text.count &+ after.utf8CodeUnitCount) { target in
            before.withUTF8Buffer { for byte in $0 { target.append(byte) } }
            target.append(copying: text)
            after.withUTF8Buffer { for byte in $0 { target.append(byte) } }
        }
    }

    /// Appends a text as UTF-8, from where it lies: a view of its bytes would be counted as a reference.
    mutating func append(_ text: String) {
        let isDone = text.utf8.withContiguousStorageIfAvailable { append(copying: $0) } != nil
        if !isDone { append(contentsOf: text.utf8) }
    }
}

extension String {
    /// A text of bytes that are well-formed UTF-8, being made of texts: they are not checked once more, which takes ten times
    /// the instructions of copying where not all of it is ASCII.
    init(wellFormed bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { bytes in
            var text = UTF8Span(unchecked: bytes.span)
            // What is known to be ASCII alone is compared and hashed by its bytes.
            _ = text.checkForASCII()
            return String(copying: text)
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes, for which there must be room.
    @inline(__always)
    mutating func append(copying source: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                .copyMemory(from: UnsafeRawBufferPointer(source))
            count &+= source.count
        }
    }
}

extension StringProtocol {
    /// Whether a byte of the UTF-8 is so. Looks at the bytes where they lie, many times faster than through the view.
    @inline(__always)
    func containsByte(where isSo: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(where: isSo) } ?? utf8.contains(where: isSo)
    }
}

extension String {
    /// Whether every byte is a printable ASCII character, each of which takes one column.
    var isPrintableASCII: Bool {
        !containsByte { $0 < 0x20 || $0 >= 0x7F }
    }

    /// Whether every scalar is simple.
    var isSimple: Bool {
        utf8.withContiguousStorageIfAvailable(areSimple) ?? unicodeScalars.allSatisfy(\.isSimple)
    }

    /// Whether white space is single ASCII spaces only, and none at the ends: nothing that a line would collapse.
    var isEvenlySpaced: Bool {
        var wasSpace = true
        for scalar in unicodeScalars {
            let isSpace = scalar == " "
            if isSpace && wasSpace || scalar.isSpaceBeyondASCII { return false }
            wasSpace = isSpace
        }
        return !wasSpace || isEmpty
    }
}

/// Whether every scalar of well-formed UTF-8 is simple. Those of four bytes never are.
func areSimple(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
        // Eight at a time, while they are printable ASCII.
        while index + 8 <= text.count, isPrintableASCII(UnsafeRawBufferPointer(text), at: index) { index += 8 }
        guard index < text.count else { return true }
        let byte = text[index]
        if byte < 0x80 {
            if byte < 0x20 || byte == 0x7F { return false }
            index += 1
            continue
        }
        let length = byte < 0xE0 ? 2 : 3
        guard byte < 0xF0, index + length <= text.count else { return false }
        var value = UInt32(byte) & (length == 2 ? 0x1F : 0x0F)
        for offset in 1..<length { value = value << 6 | UInt32(text[index + offset]) & 0x3F }
        guard let scalar = Unicode.Scalar(value), scalar.isSimple else { return false }
        index += length
    }
    return true
}

/// Whether the eight bytes at `index` are printable ASCII. A borrow from one byte into the next comes from a byte that is not printable.
private func isPrintableASCII(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let deletes = word ^ ones &* 0x7F
    let found = word | (word &- ones &* 0x20) | ((deletes &- ones) & ~deletes)
    return found & (ones &* 0x80) == 0
}
