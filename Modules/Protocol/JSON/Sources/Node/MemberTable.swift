import Glibc

/// Names of members that are looked up together, in one pass over an object: each row of a list asks for the same ones.
package struct MemberTable: Sendable {
    private struct Name: Sendable {
        /// The first eight bytes, zeros behind a shorter name.
        let head: UInt64
        /// Offset of its bytes in those of all names.
        let start: Int
        /// Bytes.
        let count: Int
    }

    private let names: [Name]
    /// Bytes of the names, one behind the other: one array in place of one for each name.
    private let bytes: [UInt8]
    /// A bit for each name, told by its first eight bytes: most members of an upstream's row are asked for by nobody.
    private let marks: UInt64

    /// Count of names.
    package var count: Int { names.count }

    /// Bytes of the name at a place.
    func length(ofName place: Int) -> Int { names[place].count }

    /// - Parameter names: differ; compared byte for byte with the unescaped names of members.
    package init(_ names: [String]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(names.reduce(0) { $0 &+ $1.utf8.count })
        var marks: UInt64 = 0
        self.names = names.map { name in
            let start = bytes.count
            bytes.append(contentsOf: name.utf8)
            let count = bytes.count &- start
            let head = Self.head(of: bytes.span.bytes.extracting(start..<bytes.count), at: 0, count: count)
            marks |= Self.mark(of: head)
            return Name(head: head, start: start, count: count)
        }
        (self.bytes, self.marks) = (bytes, marks)
    }

    /// The place of a name in the table; nil for any other. Looks at `guess` first: the rows of a list have their members in
    /// one order.
    @inline(__always)
    func place(of name: RawSpan, guess: Int) -> Int? {
        place(from: 0, to: name.byteCount, of: name, guess: guess)
    }

    /// The same of a name that stands within a text, whose bytes behind it need no care: eight are loaded at once.
    @inline(__always)
    func place(from start: Int, to end: Int, of text: RawSpan, guess: Int) -> Int? {
        // Nearly always it is the guess, and short.
        let count = end &- start
        if guess < names.count, names[guess].count == count, let word = ByteScan.word(of: text, at: start) {
            if count < 8 {
                if word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1) == names[guess].head { return guess }
            } else if word == names[guess].head, hasRest(guess, text, start, count) {
                return guess
            }
        }
        return search(from: start, to: end, of: text, guess: guess)
    }

    @inline(never)
    private func search(from start: Int, to end: Int, of text: RawSpan, guess: Int) -> Int? {
        let count = end &- start
        let head: UInt64
        if let word = ByteScan.word(of: text, at: start) {
            head = count < 8 ? word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1) : word
        } else {
            head = Self.head(of: text, at: start, count: count)
        }
        if marks & Self.mark(of: head) == 0 { return nil }
        if guess < names.count, matches(guess, text, start, head, count) { return guess }
        var place = 0
        while place < names.count {
            if matches(place, text, start, head, count) { return place }
            place &+= 1
        }
        return nil
    }

    @inline(__always)
    private func matches(_ place: Int, _ text: RawSpan, _ start: Int, _ head: UInt64, _ count: Int) -> Bool {
        guard names[place].head == head, names[place].count == count else { return false }
        return hasRest(place, text, start, count)
    }

    /// Whether the bytes behind the first eight are those of a name.
    @inline(__always)
    private func hasRest(_ place: Int, _ text: RawSpan, _ start: Int, _ count: Int) -> Bool {
        let own = names[place].start
        var at = 8
        while at < count {
            if ByteScan.byte(of: text, at: start &+ at) != bytes[own &+ at] { return false }
            at &+= 1
        }
        return true
    }

    @inline(__always)
    private static func mark(of head: UInt64) -> UInt64 { 1 &<< ((head &* 0x9E37_79B9_7F4A_7C15) &>> 58) }

    @inline(__always)
    private static func head(of bytes: RawSpan, at offset: Int, count: Int) -> UInt64 {
        if let word = ByteScan.word(of: bytes, at: offset) { return word }
        var head: UInt64 = 0
        for place in 0..<min(count, 8) {
            head |= UInt64(ByteScan.byte(of: bytes, at: offset &+ place)) &<< UInt64(truncatingIfNeeded: place &* 8)
        }
        return head
    }
}

/// Place and kind of a value in its document's text: a few facts without a reference to the document.
@frozen
@usableFromInline
package struct JSONPlace: Sendable {
    @frozen
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        /// There is no such member.
        case missing
        case null, `false`, `true`, number
        /// A string whose bytes are its text.
        case string
        /// A string with at least one escape.
        case escapedString
        case array, object
    }

    @usableFromInline package let kind: Kind
    /// Offset of a number or string: bytes from the start of the document's text, without quotes.
    package let offset: Int32
    /// Bytes.
    package let length: Int32
    /// On the document's tape.
    @usableFromInline let index: Int32

    /// A member that is not there.
    package static let missing = JSONPlace(kind: .missing, offset: 0, length: 0, index: 0)

    private init(kind: Kind, offset: Int32, length: Int32, index: Int32) {
        self.kind = kind
        self.offset = offset
        self.length = length
        self.index = index
    }

    @inlinable package var isMissing: Bool { if case .missing = kind { true } else { false } }

    /// Whether the value is a string.
    package var isText: Bool { kind == .string || kind == .escapedString }

    /// Whether the value is a string of exactly these bytes once unescaped.
    /// - Parameter bytes: the text in which it stands.
    package func isText(_ text: StaticString, in bytes: RawSpan) -> Bool {
        if kind != .escapedString { return isString(text, in: bytes) }
        let decoded = Escapes.decoded(bytes, from: Int(offset), to: Int(offset) &+ Int(length))
        return text.withUTF8Buffer { decoded.elementsEqual($0) }
    }

    /// The same, without escapes.
    package func isString(_ text: StaticString, in bytes: RawSpan) -> Bool {
        guard kind == .string, Int(length) == text.utf8CodeUnitCount, Int(offset) &+ Int(length) <= bytes.byteCount
        else {
            return false
        }
        return bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memcmp(start + Int(offset), text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    // Below 2²⁸, as everything on a tape.
    @inline(__always)
    init(_ word: TapeWord, at index: Int) {
        // The tape's kinds stand in the same order, but that it has two of numbers and none of what is missing.
        let tag = UInt8(truncatingIfNeeded: word.bits >> 56)
        kind = Kind(rawValue: tag > TapeWord.Tag.integer.rawValue ? tag : tag &+ 1) ?? .null
        offset = Int32(truncatingIfNeeded: word.offset)
        length = Int32(truncatingIfNeeded: word.length)
        self.index = Int32(truncatingIfNeeded: index)
    }
}

extension JSONNode {
    /// Place of the value itself.
    package var place: JSONPlace { JSONPlace(word, at: index) }

    /// The value at a place of the same document.
    @inlinable
    package func node(at place: JSONPlace) -> JSONNode { JSONNode(storage, at: Int(place.index)) }

    /// The whole document's text; the offsets of places count its bytes.
    package var documentText: [UInt8] { storage.bytes }
}
