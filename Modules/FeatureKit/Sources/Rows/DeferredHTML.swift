import JSON

// Descriptions of a list, which stay the HTML that they came as until one is given. To make plain text of those of 27 products took
// a third of the instructions of the page, and lists give none without being asked.

extension RowSet {
    /// Gives `body` the plain text of HTML.
    func withPlainText<Result>(_ slot: Slot, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = bytes
        let html = unescaped(bytes.span.extracting(slot.start..<slot.start &+ slot.count))
        var text = plainText(html: html.span)
        return text.withUTF8(body)
    }
}

/// Whether plain text of HTML has something to be seen, told by its beginning.
/// - Parameter html: as JSON has it between quotes.
/// - Returns: false also where only the whole text tells.
func showsText(html: Span<UInt8>) -> Bool {
    var at = 0
    while at < html.count {
        switch html[at] {
        case UInt8(ascii: " "): at &+= 1
        case UInt8(ascii: "\\"):
            // Line ends and tabs are blanks; other escapes may be anything.
            guard at &+ 1 < html.count else { return false }
            switch html[at &+ 1] {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): at &+= 2
            default: return false
            }
        case UInt8(ascii: "<"):
            guard let end = endOfTag(html, from: at &+ 1) else { return false }
            at = end
        // Neither a control nor a reference, nor a character that may be a blank.
        case let byte: return byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&")
        }
    }
    return false
}

/// The end of a tag that holds no text; nil for a comment, an element whose content is no text, and what may be no tag.
/// - Parameter start: behind the `<`.
private func endOfTag(_ html: Span<UInt8>, from start: Int) -> Int? {
    guard start < html.count else { return nil }
    let first = html[start] | 0x20
    // Neither `<script>` nor `<style>` nor `<!--`.
    guard first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z"), first != UInt8(ascii: "s") else { return nil }
    var at = start &+ 1
    while at < html.count {
        switch html[at] {
        case UInt8(ascii: ">"): return at &+ 1
        // `\u003e` ends a tag as well.
        case UInt8(ascii: "\\"): if at &+ 1 < html.count, html[at &+ 1] == UInt8(ascii: "u") { return nil }
        default: break
        }
        at &+= 1
    }
    return nil
}
