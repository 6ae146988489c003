import DesignSystem
import JSON
import Values

// Texts of a row as slots.
extension RowReader {
    func withText<Result>(_ slot: Slot, _ body: (Swift.Span<UInt8>) -> Result) -> Result {
        slot.isOwn
            ? body(own.span.extracting(slot.start..<slot.start + slot.count))
            : body(bytes.span.extracting(slot.start..<slot.start + slot.count))
    }

    // Well-formed: of a document that was read, or written here.
    func string(_ slot: Slot) -> String { withText(slot) { String(wellFormed: $0) } }

    /// A text that stays HTML; nil for one that is plain as it stands, or may have nothing to be seen.
    func html(_ place: JSONPlace) -> Slot? {
        switch place.kind {
        case .string, .escapedString: break
        default: return nil
        }
        guard place.length <= TextBound.scalars else { return nil }
        let (start, count) = (Int(place.offset), Int(place.length))
        return showsText(html: bytes.span.extracting(start..<start &+ count)) ? .html(at: start, count: count) : nil
    }

    /// A text, or a number as its digits; a text of blanks alone is missing.
    mutating func text(_ place: JSONPlace, in row: JSONNode) -> Slot {
        switch place.kind {
        case .string, .number:
            let (start, count) = (Int(place.offset), Int(place.length))
            guard count <= TextBound.scalars else { return row.node(at: place).looseText.map { add($0) } ?? .missing }
            return bytes.withUnsafeBufferPointer { all in
                let text = UnsafeBufferPointer(rebasing: all[start..<start &+ count])
                guard let first = text.first else { return .missing }
                if first <= 0x20 || first >= 0x80, trimmed(String(decoding: text, as: UTF8.self)).isEmpty {
                    return .missing
                }
                return .text(text, at: start, isOwn: false)
            }
        case .escapedString: return row.node(at: place).boundedText.map { add($0) } ?? .missing
        default: return .missing
        }
    }

    /// The same of a field whose text may be HTML.
    mutating func text(_ place: JSONPlace, in row: JSONNode, _ form: ReadForm) -> Slot {
        guard form.isHTML, !isTold else { return text(place, in: row) }
        let isProse = form.reading == .prose
        if case .string = place.kind, place.length <= TextBound.scalars {
            let (start, count) = (Int(place.offset), Int(place.length))
            // Most texts are plain as they came, and stay where they lie.
            let plain = bytes.withUnsafeBufferPointer { all -> Slot? in
                let text = UnsafeBufferPointer(rebasing: all[start..<start &+ count])
                let marks = TextMarks(text)
                let isPlain = isProse ? marks.isPlainHTML : marks.isPlainHTMLLine
                return isPlain ? .text(text, marks, at: start, isOwn: false) : nil
            }
            if let plain { return plain }
            if isProse { return add(html: start..<start &+ count) }
        }
        guard let given = row.node(at: place).looseText else { return .missing }
        return add(isProse ? plainText(html: given) : trimmed(decodingHTMLEntities(given)))
    }

    /// The plain text of HTML that lies in what the upstream sent, as a text of our own.
    private mutating func add(html place: Range<Int>) -> Slot {
        let start = own.count
        // Taken out of the reader: what two hold is copied when one changes it.
        var given: [UInt8] = []
        swap(&given, &own)
        own = plainText(html: bytes.span.extracting(place), behind: consume given)
        return own.count == start ? .missing : .text(own.span.extracting(start...), at: start, isOwn: true)
    }

    /// A text of our own.
    mutating func add(_ text: String) -> Slot {
        if trimmed(text).isEmpty { return .missing }
        var text = text
        let start = own.count
        return text.withUTF8 { bytes in
            own.append(contentsOf: bytes)
            return .text(bytes, at: start, isOwn: true)
        }
    }

    func isKnownWord(_ slot: Slot, _ form: ReadForm) -> Bool {
        withText(slot) { text in text.withUnsafeBufferPointer { codec.words.contains($0, among: form.words) } }
    }
}
