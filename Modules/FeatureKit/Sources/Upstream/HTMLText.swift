import DesignSystem
import Values

/// Plain text made from an upstream's HTML: tags dropped, `<br>` and the ends of blocks as line breaks, entities decoded.
///
/// Not a parser of documents: upstream descriptions are fragments with a handful of tags. Whatever the input, no tag of it
/// is left, none is made of what is left (an upstream that writes `&lt;b&gt;` speaks of one), the result is not longer, and
/// the work is linear in its length.
/// - Parameter html: a fragment.
/// - Returns: lines without blanks at their ends, at most one empty line between two, none at the ends.
package func plainText(html: String) -> String {
    var html = html
    return html.withUTF8 { TextMarks($0).isPlainHTML ? nil : plainText(html: $0.span) } ?? html
}

/// The same for well-formed UTF-8.
func plainText(html: Swift.Span<UInt8>) -> String {
    // Well-formed: cut at ASCII, and whole scalars in between.
    String(wellFormed: plainText(html: html, behind: []).span)
}

/// The same, appended to other bytes.
func plainText(html: Swift.Span<UInt8>, behind output: consuming [UInt8]) -> [UInt8] {
    var scan = HTMLScan(html, behind: consume output)
    while let piece = scan.next() {
        switch piece {
        case .text(let bytes): scan.append(bytes)
        case .tag(let name, let isEnd): scan.break(at: name, isEnd: isEnd)
        }
    }
    return scan.end()
}

private struct HTMLScan {
    enum Piece {
        case text(Range<Int>)
        /// The name in lower case.
        case tag(name: String, isEnd: Bool)
    }

    private let source: [UInt8]
    private var position = 0
    /// The lines that are done, tidied, each with its line break; behind them the line at hand.
    private var output: [UInt8]
    /// Start of the first line.
    private let start: Int
    /// Start of the line at hand.
    private var line: Int
    /// Whether an empty line, or nothing, stands before the line at hand.
    private var followsEmpty = true
    /// The element whose content is not text, while inside it.
    private var skipped: String?

    private static let less = UInt8(ascii: "<")
    private static let greater = UInt8(ascii: ">")

    /// - Parameter output: what the lines stand behind.
    init(_ html: Swift.Span<UInt8>, behind output: consuming [UInt8]) {
        source = html.withUnsafeBufferPointer { [UInt8]($0) }
        (start, line) = (output.count, output.count)
        self.output = consume output
        self.output.reserveCapacity(start + source.count + 2)
    }

    /// The lines, behind what they stand behind.
    mutating func end() -> [UInt8] {
        endLine()
        // An empty line at the end, then the break behind the last one.
        if followsEmpty, output.count > start { output.removeLast() }
        if output.count > start { output.removeLast() }
        defer { output = [] }
        return output
    }

    mutating func next() -> Piece? {
        guard position < source.count else { return nil }
        if source[position] == Self.less, let tag = tag() { return tag }
        // A "<" that begins no tag is text.
        let end = source[(position + 1)...].firstIndex(of: Self.less) ?? source.count
        defer { position = end }
        return .text(position..<end)
    }
    /// The tag or comment at the position; nil when there is none.
    private mutating func tag() -> Piece? {
        let rest = source[(position + 1)...]
        if skipped == nil, rest.starts(with: "!--".utf8) {
            position = commentEnd(from: position + 4)
            return .tag(name: "!--", isEnd: false)
        }
        let isEnd = rest.first == UInt8(ascii: "/")
        let name = (isEnd ? rest.dropFirst() : rest).prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        // A name begins with a letter (HTML, 13.2.5.6): "<3" is text.
        let isNamed = name.first.map { $0 >= 0x41 } ?? false
        let opens = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?")
        guard isNamed || opens else { return nil }
        let element = String(decoding: name, as: UTF8.self).lowercased()
        // Inside a script or a style only its own end is a tag (HTML, 13.2.5.4).
        if let skipped, !(isEnd && element == skipped) { return nil }
        position = (rest.firstIndex(of: Self.greater) ?? source.count - 1) + 1
        return .tag(name: element, isEnd: isEnd)
    }

    private func commentEnd(from start: Int) -> Int {
        var index = min(start, source.count)
        while index + 2 < source.count {
            if source[index...].starts(with: "-->".utf8) { return index + 3 }
            index += 1
        }
        return source.count
    }

    /// Appends a piece of text to the line at hand.
    mutating func append(_ piece: Range<Int>) {
        guard skipped == nil else { return }
        let before = output[line...]
        // White space in HTML is one blank, line ends included, and none begins a line.
        var followsBlank = before.last.map { $0 == 0x20 } ?? true
        // "<" or "</" was text before a tag that is gone: with what follows it must not become one.
        var isOpen = before.last == Self.less || before.suffix(2).elementsEqual("</".utf8)
        var index = piece.lowerBound
        while index < piece.upperBound {
            let start = index
            // What stays as it is, at once: byte by byte a description of 500 took 30,000 instructions.
            index = source[..<piece.upperBound].withUnsafeBufferPointer { text in
                endOfPlainHTML(text, from: start, followsBlank: followsBlank)
            }
            if index > start {
                append(source[start..<index], &isOpen)
                followsBlank = source[index - 1] == 0x20
            }
            guard index < piece.upperBound else { return }
            if source[index] != UInt8(ascii: "&") {
                if !followsBlank { append(CollectionOfOne(0x20), &isOpen) }
                followsBlank = true
                index += 1
            } else if let (scalar, end) = characterReference(at: index, in: source[..<piece.upperBound]) {
                if let scalar, !Self.isSpace(scalar) {
                    append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter, &isOpen)
                    followsBlank = false
                } else if scalar != nil {
                    if !followsBlank { append(CollectionOfOne(0x20), &isOpen) }
                    followsBlank = true
                }
                index = end
            } else {
                append(CollectionOfOne(UInt8(ascii: "&")), &isOpen)
                followsBlank = false
                index += 1
            }
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>, _ isOpen: inout Bool) {
        if isOpen, bytes.first.map(Self.opensTag) ?? false { output.append(0x20) }
        isOpen = false
        output.append(contentsOf: bytes)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || (0x09...0x0D).contains(scalar.value)
    }

    private static func opensTag(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || "/!?".utf8.contains(byte)
    }

    /// Takes the blanks at both ends of the line at hand away.
    private mutating func tidy() {
        guard let last = output[line...].last, !(isInk(last) && isInk(output[line])) else { return }
        let tidied = trimmed(String(decoding: output[line...], as: UTF8.self))
        output.replaceSubrange(line..., with: tidied.utf8)
    }

    /// Ends the line at hand. Of several empty lines one stays, and none at the beginning.
    private mutating func endLine() {
        tidy()
        let isEmpty = output.count == line
        if isEmpty, followsEmpty { return }
        output.append(UInt8(ascii: "\n"))
        followsEmpty = isEmpty
        line = output.count
    }

    /// Begins a line, in the place of one that has nothing to be seen.
    private mutating func beginLine() {
        tidy()
        if output.count > line { endLine() }
    }

    mutating func `break`(at name: String, isEnd: Bool) {
        if let element = skipped {
            if isEnd, name == element { skipped = nil }
            return
        }
        switch name {
        case "script", "style": if !isEnd { skipped = name }
        case "br": endLine()
        case "p", "div", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote":
            beginLine()
        case "li", "tr":
            beginLine()
            if name == "li", !isEnd { output.append(contentsOf: "- ".utf8) }
        default: break
        }
    }
}
