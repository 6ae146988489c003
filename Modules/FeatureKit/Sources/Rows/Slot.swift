/// One fact of a row, in 16 bytes: its value, or where its text stands.
struct Slot: Sendable {
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
    /// Whether a text needs no escape in JSON. Exact for ASCII; other texts may be clean all the same.
    var isClean = false
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
    ///   - count: bytes.
    static func text(_ start: Int, _ count: Int, isOwn: Bool, isClean: Bool, kind: Kind = .text) -> Slot {
        Slot(
            bits: UInt64(UInt32(truncatingIfNeeded: start)) | UInt64(UInt32(truncatingIfNeeded: count)) << 32,
            kind: kind, isOwn: isOwn, isClean: isClean)
    }

    var start: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
    var count: Int { Int(truncatingIfNeeded: bits >> 32) }
    var whole: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits)) }
    var isMissing: Bool { kind == .missing }
}

/// Whether no byte of a text has to be escaped in JSON. Says no for some texts beyond ASCII that are clean.
@inline(__always)
func isCleanText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Quote (0x22) and backslash (0x5C); controls and DEL; the lead bytes of C1 controls, U+2028 and U+2029.
    for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2 {
        return false
    }
    return true
}
