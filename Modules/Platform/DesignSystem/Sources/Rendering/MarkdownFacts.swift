import Glibc
public import Values

/// Writing of facts as Markdown from where they lie, without a string for each.
///
/// A text that means nothing to Markdown is copied; any other goes the way of every text from outside.
extension MarkdownRenderer {
    /// Markup of our own, within a line: nothing of it is escaped in a string.
    @inlinable
    @inline(__always)
    package mutating func mark(_ text: StaticString) { bytes.append(text) }

    /// The end of a line.
    @inlinable
    @inline(__always)
    package mutating func newLine() {
        if isString { bytes.append("\\n" as StaticString) } else { bytes.append(UInt8(ascii: "\n")) }
    }

    /// The border behind a cell.
    @inlinable
    @inline(__always)
    package mutating func border() { bytes.append(UInt8(ascii: "|")) }

    /// The beginning of a line of a list of facts.
    /// - Parameter isPlain: what `isPlainLabel` says of the label.
    package mutating func fact(_ label: String, isFirst: Bool, isPlain: Bool) {
        if !isFirst { newLine() }
        mark("- ")
        if isPlain { bytes.append(label) } else { text(label, .body, .lineStart) }
        mark(": ")
    }

    /// The same of a label that was looked at before.
    /// - Parameter beginning: of `appendFactMark`.
    package mutating func fact(_ beginning: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
        if !isFirst { newLine() }
        bytes.append(copying: beginning)
    }

    /// A text that stands as it is, also in a string: in one line, without a quote or a backslash.
    @inlinable
    @inline(__always)
    package mutating func plain(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(copying: text) }

    /// The same, as a string.
    package mutating func plain(_ text: String) { bytes.append(text) }

    /// A text of any lines that stands as it is, but for what a string escapes.
    package mutating func own(_ text: String) {
        var text = text
        text.withUTF8 { own($0) }
    }

    private mutating func own(_ text: UnsafeBufferPointer<UInt8>) {
        if isString, let escaping { escaping(text, &bytes) } else { bytes.append(copying: text) }
    }

    /// A whole number, where it begins no line.
    /// - Parameter role: code, or one without markup.
    package mutating func number(_ value: Int, _ role: TextRole = .body) {
        if role == .code { bytes.append(UInt8(ascii: "`")) }
        bytes.append(decimal: value)
        if role == .code { bytes.append(UInt8(ascii: "`")) }
    }

    /// A price with its role's markup.
    package mutating func price(
        _ amount: DecimalAmount, of currency: Currency, _ role: TextRole, _ place: MarkdownPlace
    ) {
        // Signs and digits mean nothing to Markdown but at the start of a line.
        guard place != .lineStart, bytes.last != UInt8(ascii: "]") else {
            return text(Money(amount, currency).text, role, place)
        }
        bytes.append(atLeast: currency.room + MarkdownCells.besideText) { target in
            let (before, after): (StaticString, StaticString) = markup(role, place) ?? ("", "")
            target.append(before)
            currency.write(amount, to: &target)
            target.append(after)
        }
    }

    /// Writes cells, or facts, where they fit.
    /// - Parameters:
    ///   - room: bytes to make room for at least.
    ///   - body: asks what room there is before each cell.
    @inlinable
    @inline(__always)
    package mutating func cells(atLeast room: Int, _ body: (inout MarkdownCells) -> Void) {
        bytes.append(atLeast: room) { target in
            var cells = MarkdownCells(target: target.rest, isString: isString)
            body(&cells)
            target.skip(to: cells.target)
        }
    }

    /// A text with its role's markup.
    package mutating func text(_ text: String, _ role: TextRole, _ place: MarkdownPlace) {
        // Without a copy of the text, which would have to be counted.
        let isDone = text.utf8.withContiguousStorageIfAvailable { self.text($0, role, place) } != nil
        if isDone { return }
        var text = text
        text.withUTF8 { self.text($0, role, place) }
    }

    /// A text that was looked at before, with its role's markup.
    /// - Parameter isPlain: what `TextMarks` says of it.
    package mutating func text(_ text: String, _ role: TextRole, _ place: MarkdownPlace, isPlain: Bool) {
        let isDone =
            text.utf8.withContiguousStorageIfAvailable { self.text($0, role, place, isPlain: isPlain) } != nil
        if isDone { return }
        var text = text
        text.withUTF8 { self.text($0, role, place, isPlain: isPlain) }
    }

    /// A text of well-formed UTF-8 with its role's markup.
    package mutating func text(_ text: UnsafeBufferPointer<UInt8>, _ role: TextRole, _ place: MarkdownPlace) {
        self.text(text, role, place, isPlain: TextMarks(text).isPlain)
    }

    /// The same, where it was looked at before.
    /// - Parameter isPlain: what `TextMarks` says of it.
    package mutating func text(
        _ text: UnsafeBufferPointer<UInt8>, _ role: TextRole, _ place: MarkdownPlace, isPlain: Bool
    ) {
        guard isPlain, bytes.last != UInt8(ascii: "]"), place != .lineStart || !startsBlock(text[0])
        else {
            return line(place) { $0.append(Span(String(decoding: text, as: UTF8.self), role)) }
        }
        guard let (before, after) = markup(role, place) else { return bytes.append(copying: text) }
        bytes.append(before)
        bytes.append(copying: text)
        bytes.append(after)
    }

    /// An address that is a link to itself.
    /// - Parameter isPlain: what `TextMarks` says of it.
    package mutating func link(_ address: UnsafeBufferPointer<UInt8>, _ place: MarkdownPlace, isPlain: Bool) {
        guard isPlain else {
            let address = String(decoding: address, as: UTF8.self)
            return line(place) { $0.append(Span(address, link: address)) }
        }
        bytes.append(UInt8(ascii: "<"))
        bytes.append(copying: address)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Prose, whose every line begins with `>`.
    /// - Parameter isPlain: what `TextMarks` says of it.
    package mutating func prose(_ text: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        guard isPlain, !startsBlock(text[0]) else { return prose(text) }
        mark("> ")
        if isEscaped(text) { own(text) } else { bytes.append(copying: text) }
    }

    private mutating func prose(_ text: UnsafeBufferPointer<UInt8>) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isPlain =
            text.count <= TextLimits.prose
            && lines.allSatisfy { line in
                let line = UnsafeBufferPointer(rebasing: line)
                return line.isEmpty || TextMarks(line).isPlainProse && !startsBlock(line[0])
            }
        guard isPlain, lines.first?.isEmpty == false, lines.last?.isEmpty == false,
            !zip(lines, lines.dropFirst()).contains(where: { $0.isEmpty && $1.isEmpty })
        else { return quote(String(decoding: text, as: UTF8.self)) }
        for (index, line) in lines.enumerated() {
            if index > 0 { newLine() }
            mark(line.isEmpty ? ">" : "> ")
            let line = UnsafeBufferPointer(rebasing: line)
            if isEscaped(line) { own(line) } else { bytes.append(copying: line) }
        }
    }

    /// True if something of a plain text is escaped here: a quote in a string, which alone may stand in one.
    private func isEscaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isString, let bytes = text.baseAddress else { return false }
        return memchr(bytes, Int32(UInt8(ascii: "\"")), text.count) != nil
    }
}

/// Cells of a table's line, or lines of a list of facts, which are written without being looked at: texts that are plain, numbers and
/// prices. Whoever writes them keeps to the room that there is.
@usableFromInline
package struct MarkdownCells: ~Copyable {
    @usableFromInline
    var target: ByteTarget
    /// True inside of a string.
    @usableFromInline
    let isString: Bool

    @inlinable
    @inline(__always)
    init(target: consuming ByteTarget, isString: Bool) {
        self.target = target
        self.isString = isString
    }

    /// Bytes of a number with what stands around it at most, and of a text's markup with the border.
    @inlinable
    @inline(__always)
    package static var besideText: Int { 64 }

    /// Bytes that fit.
    @inlinable
    @inline(__always)
    package var room: Int { target.room }

    /// The border behind a cell.
    @inlinable
    @inline(__always)
    package mutating func border() { target.append(UInt8(ascii: "|")) }

    /// The beginning of a table's line, behind the one before.
    @inlinable
    @inline(__always)
    package mutating func beginRow() {
        if isString { target.append("\\n|") } else { target.append("\n|") }
    }

    /// A text with its role's markup.
    /// - Parameters:
    ///   - text: of which `TextMarks` says that it is plain.
    ///   - hasBorder: whether the border stands behind it.
    @inlinable
    @inline(__always)
    package mutating func text(_ text: UnsafeBufferPointer<UInt8>, _ role: TextRole, hasBorder: Bool = true) {
        switch role {
        case .code: put("`", text, "`")
        case .badge: put("[", text, "]")
        case .emphasis: put("*", text, "*")
        default: target.append(copying: text)
        }
        if hasBorder { border() }
    }

    @inlinable
    @inline(__always)
    mutating func put(_ before: Unicode.Scalar, _ text: UnsafeBufferPointer<UInt8>, _ after: Unicode.Scalar) {
        target.append(UInt8(ascii: before))
        target.append(copying: text)
        target.append(UInt8(ascii: after))
    }

    /// A badge behind a title.
    /// - Parameter text: as that of `text`.
    @inlinable
    @inline(__always)
    package mutating func badge(_ text: UnsafeBufferPointer<UInt8>) {
        target.append(UInt8(ascii: " "))
        put("[", text, "]")
    }

    /// The beginning of a line of a list of facts.
    /// - Parameter beginning: of `appendFactMark`.
    @inlinable
    @inline(__always)
    package mutating func fact(_ beginning: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
        if !isFirst {
            if isString { target.append("\\n" as StaticString) } else { target.append(UInt8(ascii: "\n")) }
        }
        target.append(copying: beginning)
    }

    /// An address that is a link to itself.
    /// - Parameter address: of which `TextMarks` says that it is plain.
    @inlinable
    @inline(__always)
    package mutating func link(_ address: UnsafeBufferPointer<UInt8>, hasBorder: Bool = true) {
        put("<", address, ">")
        if hasBorder { border() }
    }

    /// A whole number.
    /// - Parameter role: code, or one without markup.
    package mutating func number(_ value: Int, _ role: TextRole, hasBorder: Bool = true) {
        if role == .code { target.append(UInt8(ascii: "`")) }
        target.append(decimal: value)
        if role == .code { target.append(UInt8(ascii: "`")) }
        if hasBorder { border() }
    }

    /// A price.
    /// - Parameters:
    ///   - isOld: whether it no longer holds.
    ///   - percent: the percent off; nil where none is told.
    package mutating func price(
        _ amount: DecimalAmount, of currency: Currency, isOld: Bool, percentOff percent: Int? = nil,
        hasBorder: Bool = true
    ) {
        if isOld { target.append("~~") }
        currency.write(amount, to: &target)
        if isOld { target.append("~~") }
        if let percent {
            target.append(" -")
            target.append(decimal: percent)
            target.append(UInt8(ascii: "%"))
        }
        if hasBorder { border() }
    }
}

/// The markup of a role around a text without spaces at its ends, as `MarkdownLine` writes it.
private func markup(_ role: TextRole, _ place: MarkdownPlace) -> (StaticString, StaticString)? {
    switch role {
    case .oldPrice: ("~~", "~~")
    case .title where place == .lineStart || place == .line: ("**", "**")
    case .emphasis: ("*", "*")
    case .badge: ("[", "]")
    case .code: ("`", "`")
    default: nil
    }
}

/// Whether a label stands at the start of a line as it is.
package func isPlainLabel(_ label: String) -> Bool {
    isPlainMarkdown(label) && !(label.utf8.first.map(startsBlock) ?? true)
}

/// Appends `- label: `, the beginning of a line in a list of facts; nothing for a label that is not plain.
package func appendFactMark(_ label: String, to bytes: inout [UInt8]) {
    guard isPlainLabel(label) else { return }
    // One by one: they are in one array for all labels, and `+=` of two bytes takes 200 instructions.
    bytes.append(UInt8(ascii: "-"))
    bytes.append(UInt8(ascii: " "))
    bytes += label.utf8
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
}

/// See ``TextMarks/isPlain``.
package func isPlainMarkdown(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { TextMarks($0).isPlain }
}
