import DesignSystem
import Values

/// One fact of a row, in 16 bytes: its value, or where its text stands.
struct Slot: Sendable, Equatable {
    enum Kind: UInt8 {
        case missing
        /// `bits` is where the text begins (lower 32 bits) and how many bytes it has.
        case text
        /// A number as it was spelled, placed as a text.
        case number
        /// `bits` is an `Int`.
        case whole
        /// `bits` is the coefficient, `scale` the digits behind the point, `unit` the currency's place in the set.
        case money
        /// `bits` is 1 or 0.
        case flag
        /// `bits` is year · 10,000 + month · 100 + day.
        case date
        /// `bits` is a place among the set's lists of texts.
        case texts
        /// `bits` is a place among the set's rows within rows.
        case rows
    }

    var bits: UInt64 = 0
    var kind = Kind.missing
    /// Whether a text stands among the set's own bytes, and not in those that the upstream sent.
    var isOwn = false
    /// Whether a text needs no escape in JSON.
    var isClean = false
    /// Whether a text means nothing to Markdown but at the start of a line.
    var isPlain = false
    /// Whether a text is an address that is a link as it stands.
    var isLink = false
    /// Whether a text is HTML, as the upstream's JSON has it between quotes: it becomes plain text each time that it is given.
    var isHTML = false
    var scale: UInt8 = 0
    var unit: UInt8 = 0

    static let missing = Slot()

    static func whole(_ value: Int) -> Slot { Slot(bits: UInt64(bitPattern: Int64(value)), kind: .whole) }

    static func flag(_ value: Bool) -> Slot { Slot(bits: value ? 1 : 0, kind: .flag) }

    static func date(_ date: CivilDate) -> Slot {
        Slot(bits: UInt64(date.year * 10_000 + date.month * 100 + date.day), kind: .date)
    }

    /// - Parameters:
    ///   - start: of the first byte; below 2³², as everything in a document.
    ///   - text: its bytes, looked at here once for all answers.
    static func text(_ text: UnsafeBufferPointer<UInt8>, at start: Int, isOwn: Bool, kind: Kind = .text) -> Slot {
        let marks = TextMarks(text)
        return Slot(
            bits: UInt64(UInt32(truncatingIfNeeded: start)) | UInt64(UInt32(truncatingIfNeeded: text.count)) << 32,
            kind: kind, isOwn: isOwn, isClean: marks.isClean ?? isCleanText(text), isPlain: marks.isPlain,
            isLink: marks.isLink)
    }

    static func text(_ text: Swift.Span<UInt8>, at start: Int, isOwn: Bool) -> Slot {
        text.withUnsafeBufferPointer { .text($0, at: start, isOwn: isOwn) }
    }

    /// HTML between the quotes of an upstream's JSON.
    static func html(at start: Int, count: Int) -> Slot {
        Slot(
            bits: UInt64(UInt32(truncatingIfNeeded: start)) | UInt64(UInt32(truncatingIfNeeded: count)) << 32,
            kind: .text, isHTML: true)
    }

    /// The same text, in a set where it begins elsewhere.
    func moved(by bytes: Int) -> Slot {
        var slot = self
        slot.bits = UInt64(UInt32(truncatingIfNeeded: start + bytes)) | bits & ~0xFFFF_FFFF
        return slot
    }

    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: bits >> 32) }
    @inline(__always)
    var whole: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits)) }
    @inline(__always)
    var isMissing: Bool { kind == .missing }
    @inline(__always)
    var isOneValue: Bool { kind != .missing && kind != .texts && kind != .rows }
}

/// Whether no byte of a text has to be escaped in JSON.
private func isCleanText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Quote (0x22) and backslash (0x5C); controls and DEL; the lead bytes of C1 controls, U+2028 and U+2029.
    for (index, byte) in text.enumerated()
    where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2 {
        let rest = text[(index + 1)...].prefix(2)
        switch byte {
        case 0xC2 where rest.first.map { $0 > 0x9F } ?? false: continue
        case 0xE2 where rest.count == 2 && !(rest.first == 0x80 && rest.last.map { $0 | 1 == 0xA9 } ?? true): continue
        default: return false
        }
    }
    return true
}
