/// Plain text made from an upstream's HTML: tags dropped, `<br>` and the ends of blocks as line breaks, entities decoded.
///
/// Not a parser of documents: upstream descriptions are fragments with a handful of tags. Whatever the input, no tag of it
/// is left, none is made of what is left (an upstream that writes `&lt;b&gt;` speaks of one), the result is not longer, and
/// the work is linear in its length.
/// - Parameter html: a fragment.
/// - Returns: lines without blanks at their ends, at most one empty line between two, none at the ends.
package func plainText(html: String) -> String {
    var scan = HTMLScan(html)
    while let piece = scan.next() {
        switch piece {
        case .text(let bytes): scan.append(bytes)
        case .tag(let name, let isEnd): scan.break(at: name, isEnd: isEnd)
        }
    }
    return scan.text
}

private struct HTMLScan {
    enum Piece {
        case text(ArraySlice<UInt8>)
        /// The name in lower case.
        case tag(name: String, isEnd: Bool)
    }

    private let source: [UInt8]
    private var position = 0
    private var lines: [String] = [""]
    /// The element whose content is not text, while inside it.
    private var skipped: String?

    private static let less = UInt8(ascii: "<")
    private static let greater = UInt8(ascii: ">")

    init(_ html: String) {
        source = Array(html.utf8)
    }

    /// The lines so far, tidied.
    var text: String {
        var result: [String] = []
        for line in lines.map(trimmed) where !(line.isEmpty && (result.last?.isEmpty ?? true)) { result.append(line) }
        if result.last?.isEmpty ?? false { result.removeLast() }
        return result.joined(separator: "\n")
    }

    mutating func next() -> Piece? {
        guard position < source.count else { return nil }
        if source[position] == Self.less, let tag = tag() { return tag }
        // A "<" that begins no tag is text.
        let end = source[(position + 1)...].firstIndex(of: Self.less) ?? source.count
        defer { position = end }
        return .text(source[position..<end])
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

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard skipped == nil else { return }
        let text = decodingHTMLEntities(String(decoding: bytes, as: UTF8.self))
        let line = lines[lines.count - 1]
        var collapsed: [UInt8] = []
        // "<" or "</" was text before a tag that is gone: with what follows it must not become one.
        let isOpen = line.utf8.last == Self.less || line.utf8.suffix(2).elementsEqual("</".utf8)
        if isOpen, text.utf8.first.map(Self.opensTag) ?? false { collapsed.append(0x20) }
        // White space in HTML is one blank, line ends included, and none begins a line.
        var followsBlank = line.utf8.last.map { $0 == 0x20 } ?? true
        for byte in text.utf8 {
            let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
            if !isSpace { collapsed.append(byte) } else if !followsBlank { collapsed.append(0x20) }
            followsBlank = isSpace
        }
        lines[lines.count - 1] += String(decoding: collapsed, as: UTF8.self)
    }

    private static func opensTag(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || "/!?".utf8.contains(byte)
    }

    /// Begins a line, in the place of one that has nothing to be seen.
    private mutating func beginLine() {
        if trimmed(lines[lines.count - 1]).isEmpty { lines[lines.count - 1] = "" } else { lines.append("") }
    }

    mutating func `break`(at name: String, isEnd: Bool) {
        if let element = skipped {
            if isEnd, name == element { skipped = nil }
            return
        }
        switch name {
        case "script", "style": if !isEnd { skipped = name }
        case "br": lines.append("")
        case "p", "div", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote":
            beginLine()
        case "li", "tr":
            beginLine()
            if name == "li", !isEnd { lines[lines.count - 1] += "- " }
        default: break
        }
    }
}
