/// Writes JSON onto the end of a buffer; compact, on one line, commas by itself.
///
/// The bytes never hold a raw line break, nor U+007F, U+0085, U+2028 or U+2029, which some readers take for one: a frame
/// of one line stays one line whatever the strings are. Names and values must come in an order that makes sense (a name
/// before each value inside an object, ends that match beginnings, one root); that is the caller's to keep.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8]
    /// Whether a comma is due before the next name or value.
    private var commaIsDue = false

    /// - Parameter reserving: bytes to make room for at once.
    package init(reserving: Int = 256) {
        bytes = []
        bytes.reserveCapacity(max(0, reserving))
    }

    /// Forgets what was written, to write another text.
    /// - Parameter keepingCapacity: whether the memory is kept for the next text.
    package mutating func removeAll(keepingCapacity: Bool = true) {
        bytes.removeAll(keepingCapacity: keepingCapacity)
        commaIsDue = false
    }

    /// `{`
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// `}`
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// `[`
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// `]`
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// The name of the member whose value comes next.
    package mutating func key(_ name: StaticString) {
        name.withUTF8Buffer { quote($0, isName: true) }
    }

    /// The name of the member whose value comes next.
    package mutating func key(_ name: String) {
        var name = name
        name.withUTF8 { quote($0, isName: true) }
    }

    /// A string.
    package mutating func string(_ text: StaticString) {
        text.withUTF8Buffer { quote($0, isName: false) }
    }

    /// A string.
    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { quote($0, isName: false) }
    }

    /// `true` or `false`.
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// `null`
    package mutating func null() { word("null") }

    /// A number in the shortest spelling that reads back as the same binary64; null when it is not finite.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        number(literal: value.description)
    }

    /// A number as spelled; null when `literal` is not a JSON number (RFC 8259 section 6).
    package mutating func number(literal: String) {
        var literal = literal
        literal.withUTF8 { text in
            guard NumberScan.isNumber(text.span.bytes) else { return null() }
            separate()
            bytes.append(contentsOf: text)
        }
    }

    /// An integer.
    package mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        // From the last digit to the first.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var count = 0
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            digits[count] = UInt8(truncatingIfNeeded: digit) &+ 0x30
            count &+= 1
            rest = quotient
        } while rest > 0
        while count > 0 {
            count &-= 1
            bytes.append(digits[count])
        }
    }

    /// The value of `node`, spelled as in its document, but on one line.
    package mutating func node(_ node: JSONNode) { raw(node.rawText) }

    /// One finished JSON value. What must not stand on a line is taken care of: control characters, which are white
    /// space between tokens, are left out; U+007F, U+0085, U+2028 and U+2029, which are inside strings, are escaped.
    /// - Parameter value: bytes of one valid JSON value; nothing else is checked.
    package mutating func raw(_ value: ArraySlice<UInt8>) {
        value.withUnsafeBufferPointer { copy($0) }
    }

    /// One finished JSON value; see ``raw(_:)-(ArraySlice<UInt8>)``.
    package mutating func raw(_ value: [UInt8]) {
        value.withUnsafeBufferPointer { copy($0) }
    }

    private mutating func copy(_ value: UnsafeBufferPointer<UInt8>) {
        separate()
        LineEscapes.appendJSON(value, to: &bytes)
    }

    @inline(__always)
    private mutating func separate() {
        if commaIsDue { bytes.append(UInt8(ascii: ",")) }
        commaIsDue = true
    }

    @inline(__always)
    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        commaIsDue = false
    }

    @inline(__always)
    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        commaIsDue = true
    }

    private mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        LineEscapes.appendString(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        if isName {
            bytes.append(UInt8(ascii: ":"))
            commaIsDue = false
        }
    }
}
