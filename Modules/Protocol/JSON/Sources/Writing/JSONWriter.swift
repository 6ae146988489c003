public import Values

/// Writes JSON onto the end of a buffer; compact, on one line, commas by itself.
///
/// The bytes never hold a raw line break, nor U+0085, U+2028 or U+2029, which some readers take for one: a frame of one line
/// stays one line whatever the strings are. Nor do they hold DEL or a C1 control, which a terminal acts on. Names and values must come in an order that makes sense
/// (a name before each value inside an object, ends that match beginnings, one root); that is the caller's to keep.
@usableFromInline
package struct JSONWriter: ~Copyable {
    @usableFromInline var written: ByteBuffer
    /// Whether a comma is due before the next name or value.
    @usableFromInline var commaIsDue = false
    private let mayInset: Bool
    private var inset: Base64Inset?

    /// Bytes whose base64 is worth a piece of output of its own.
    private static let leastInset = 24 * 1024

    /// - Parameters:
    ///   - reserving: bytes to make room for at once.
    ///   - mayInset: whether the first large base64 is left to whoever takes ``text``, of which ``bytes`` then lack it.
    package init(reserving: Int = 256, mayInset: Bool = false) {
        written = ByteBuffer(capacity: max(0, reserving))
        self.mayInset = mayInset
    }

    /// Bytes written so far.
    package var bytes: [UInt8] { written.array }

    /// Gives `body` the bytes written so far.
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { written.withBytes(body) }

    /// Their number.
    package var count: Int { written.count }

    /// Text that was written, with an inset where there is one.
    package var text: InsetText { InsetText(bytes, inset: inset) }

    /// Forgets what was written, to write another text.
    /// - Parameter keepingCapacity: whether the memory is kept for the next text.
    package mutating func removeAll(keepingCapacity: Bool = true) {
        written.removeAll(keepingCapacity: keepingCapacity)
        if mayInset { inset = nil }
        commaIsDue = false
    }

    /// Bytes that there is memory for.
    package var capacity: Int { written.capacity }

    /// Makes room for so many bytes more at once.
    package mutating func makeRoom(for bytes: Int) { written.makeRoom(for: bytes) }

    /// Appends what stands in the program as it is written, commas included: `"isError":false`.
    /// - Parameter text: ends with a value.
    @inlinable
    @inline(__always)
    package mutating func members(_ text: StaticString) {
        comma()
        written.append(text)
        commaIsDue = true
    }

    /// `{`
    @inlinable
    @inline(__always)
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Appends what stands in the program as it is written, up to a value: `{"jsonrpc":"2.0","id":`, `"content":[`. It is
    /// copied where it is written, without a call for the name and one for each bracket.
    /// - Parameter text: without white space; ends behind a colon or a bracket that begins something.
    @inlinable
    @inline(__always)
    package mutating func begin(_ text: StaticString) {
        comma()
        written.append(text)
        commaIsDue = false
    }

    /// `}`
    @inlinable
    @inline(__always)
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// `[`
    @inlinable
    @inline(__always)
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// `]`
    @inlinable
    @inline(__always)
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// The name of the member whose value comes next.
    /// - Parameter name: has no byte that would have to be escaped.
    package mutating func key(_ name: StaticString) {
        assert(
            name.withUTF8Buffer { $0.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C } },
            "a name to be escaped")
        let comma = commaIsDue
        // Room is made once for all of it.
        written.append(atLeast: name.utf8CodeUnitCount &+ 4) { target in
            if comma { target.append(UInt8(ascii: ",")) }
            target.append(UInt8(ascii: "\""))
            target.append(name)
            target.append(UInt8(ascii: "\""))
            target.append(UInt8(ascii: ":"))
        }
        commaIsDue = false
    }

    /// The name of the member whose value comes next.
    @_disfavoredOverload  // A literal is a StaticString, which lies where it is.
    package mutating func key(_ name: String) { quote(name, isName: true) }

    /// The name of the member whose value comes next, as it is written: quoted, escaped, with its colon.
    /// - Parameter encoded: nothing of it is checked.
    package mutating func key(encoded: UnsafeBufferPointer<UInt8>) {
        comma()
        written.append(copying: encoded)
        commaIsDue = false
    }

    /// Members, where they fit: to make room for each takes half the instructions.
    /// - Parameters:
    ///   - room: bytes to make room for at least.
    ///   - write: appends them, each behind a comma where one is due, and says whether one is due behind them. Asks what room there is
    ///     before each.
    @inline(__always)
    package mutating func members(atLeast room: Int, _ write: (inout ByteTarget, inout Bool) -> Void) {
        written.append(atLeast: room) { write(&$0, &commaIsDue) }
    }

    /// A member whose value is a string of three parts.
    /// - Parameters:
    ///   - key: as `key(_:)` writes the name, with quotes and colon; nothing of it is checked.
    ///   - first: well-formed UTF-8 of which no byte has to be escaped, as are the others; nothing of them is checked.
    package mutating func member(
        _ key: UnsafeBufferPointer<UInt8>, _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
        _ third: UnsafeBufferPointer<UInt8>
    ) {
        comma()
        written.append(copying: key)
        written.append(UInt8(ascii: "\""))
        written.append(copying: first)
        written.append(copying: second)
        written.append(copying: third)
        written.append(UInt8(ascii: "\""))
        commaIsDue = true
    }

    /// A string.
    /// - Parameter text: well-formed UTF-8.
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) { quote(text, isName: false) }

    /// A string whose inside another writer appends.
    /// - Parameter write: is given what was written so far, and gives it back with the string's inside behind it, escaped as by
    ///   ``escape(_:to:)``; nothing of it is checked.
    package mutating func string(_ write: (consuming ByteBuffer) -> ByteBuffer) {
        comma()
        written.append(UInt8(ascii: "\""))
        var before = ByteBuffer()
        swap(&before, &written)
        written = write(before)
        written.append(UInt8(ascii: "\""))
        commaIsDue = true
    }

    /// Appends a text as it stands inside a string. It is not tried to copy it as it is first.
    /// - Parameter text: well-formed UTF-8.
    @Sendable
    package static func escape(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer) {
        LineEscapes.appendString(text, to: &bytes)
    }

    /// A string.
    package mutating func string(_ text: StaticString) {
        text.withUTF8Buffer { quote($0, isName: false) }
    }

    /// A string.
    @_disfavoredOverload  // See `key`.
    package mutating func string(_ text: String) { quote(text, isName: false) }

    /// Bytes as a string of base64 (RFC 4648 section 4, with padding), which needs no escapes.
    package mutating func base64(_ value: [UInt8]) {
        if mayInset, inset == nil, value.count >= Self.leastInset {
            token(1) { $0.append(UInt8(ascii: "\"")) }
            inset = Base64Inset(at: count, value)
            return written.append(UInt8(ascii: "\""))
        }
        let room = base64Room(of: value.count)
        token(room &+ 2) { target in
            target.append(UInt8(ascii: "\""))
            target.withUnsafeMutableBufferPointer { buffer, count in
                let letters = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                count &+= value.withUnsafeBytes { writeBase64($0, .standard, into: letters) }
            }
            target.append(UInt8(ascii: "\""))
        }
    }

    /// `true` or `false`.
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// `null`
    package mutating func null() { word("null") }

    /// The value of `node`, spelled as in its document, but on one line.
    package mutating func node(_ node: JSONNode) { raw(node.rawText) }

    /// One finished JSON value. What must not stand on a line is taken care of: control characters, which are white
    /// space between tokens, are left out; U+007F…U+009F, U+2028 and U+2029, which are inside strings, are escaped.
    /// - Parameter value: bytes of one valid JSON value; nothing else is checked.
    package mutating func raw(_ value: ArraySlice<UInt8>) {
        value.withUnsafeBufferPointer { copy($0) }
    }

    /// One finished JSON value; see ``raw(_:)-(ArraySlice<UInt8>)``.
    package mutating func raw(_ value: UnsafeBufferPointer<UInt8>) { copy(value) }

    /// One finished JSON value; see ``raw(_:)-(ArraySlice<UInt8>)``.
    package mutating func raw(_ value: [UInt8]) {
        value.withUnsafeBufferPointer { copy($0) }
    }

    /// One finished JSON value; see ``raw(_:)-(ArraySlice<UInt8>)``.
    package mutating func raw(_ value: String) {
        // Without a copy of the text, which would have to be counted.
        let isDone = value.utf8.withContiguousStorageIfAvailable { copy($0) } != nil
        if isDone { return }
        var value = value
        value.withUTF8 { copy($0) }
    }

    /// One finished JSON value as this writer would write it, such as a number.
    /// - Parameter encoded: nothing of it is checked.
    package mutating func value(encoded: UnsafeBufferPointer<UInt8>) {
        comma()
        written.append(copying: encoded)
        commaIsDue = true
    }

    private mutating func copy(_ value: UnsafeBufferPointer<UInt8>) {
        comma()
        LineEscapes.appendJSON(value, to: &written)
        commaIsDue = true
    }

    /// Appends the comma that is due.
    @inlinable
    @inline(__always)
    mutating func comma() {
        if commaIsDue { written.append(UInt8(ascii: ",")) }
    }

    /// Appends the comma that is due and up to `room` bytes that `body` writes.
    @inline(__always)
    mutating func token(_ room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        let comma = commaIsDue
        written.append(room: room &+ 1) { free in
            let buffer = free.assumingMemoryBound(to: UInt8.self)
            var target = OutputSpan(buffer: buffer, initializedCount: 0)
            if comma { target.append(UInt8(ascii: ",")) }
            body(&target)
            return target.finalize(for: buffer)
        }
        commaIsDue = true
    }

    @inlinable
    @inline(__always)
    mutating func begin(_ bracket: UInt8) {
        comma()
        written.append(bracket)
        commaIsDue = false
    }

    @inlinable
    @inline(__always)
    mutating func end(_ bracket: UInt8) {
        written.append(bracket)
        commaIsDue = true
    }

    @inline(__always)
    private mutating func word(_ word: StaticString) {
        comma()
        written.append(word)
        commaIsDue = true
    }

    @inline(__always)
    private mutating func quote(_ text: String, isName: Bool) {
        // Without a copy of the text, which would have to be counted.
        let isDone = text.utf8.withContiguousStorageIfAvailable { quote($0, isName: isName) } != nil
        if isDone { return }
        var text = text
        text.withUTF8 { quote($0, isName: isName) }
    }

    @inline(__always)
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        let comma = commaIsDue
        var clean = 0
        // Room is made once for all that stands around a text, as most are: without a byte to escape.
        written.append(room: text.count &+ LineEscapes.roomBesideText) { free in
            LineEscapes.putClean(text, isAfterComma: comma, isName: isName, into: free, &clean)
        }
        if clean < text.count {
            LineEscapes.appendString(UnsafeBufferPointer(rebasing: text[clean...]), to: &written)
            written.append(UInt8(ascii: "\""))
            if isName { written.append(UInt8(ascii: ":")) }
        }
        commaIsDue = !isName
    }
}
