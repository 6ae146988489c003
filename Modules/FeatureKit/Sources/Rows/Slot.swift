import DesignSystem
import Values

/// One fact of a row, in 12 bytes: its value, or where its text stands.
struct Slot: Sendable, Equatable {
    enum Kind: UInt8, Sendable {
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

    /// Known of a text.
    struct Marks: OptionSet, Sendable {
        let rawValue: UInt8

        /// It stands among the set's own bytes, and not in those that the upstream sent.
        static let own = Marks(rawValue: 1)
        /// It needs no escape in JSON.
        static let clean = Marks(rawValue: 2)
        /// It means nothing to Markdown but at the start of a line, and is clean.
        static let plain = Marks(rawValue: 4)
        /// It is an address that is a link as it stands.
        static let link = Marks(rawValue: 8)
        /// It is HTML, as the upstream's JSON has it between quotes, and becomes plain text each time that it is given.
        static let html = Marks(rawValue: 16)
    }

    /// Two halves, since a word of 64 bits would be aligned to 8 bytes, and a slot take 16.
    private var low: UInt32
    private var high: UInt32
    var kind: Kind
    private let marks: Marks
    let scale: UInt8
    var unit: UInt8

    private init(
        low: UInt32 = 0, high: UInt32 = 0, _ kind: Kind, _ marks: Marks = [], scale: UInt8 = 0, unit: UInt8 = 0
    ) {
        (self.low, self.high, self.kind, self.marks) = (low, high, kind, marks)
        (self.scale, self.unit) = (scale, unit)
    }

    @inline(__always)
    init(bits: UInt64, kind: Kind, scale: UInt8 = 0, unit: UInt8 = 0) {
        self.init(
            low: UInt32(truncatingIfNeeded: bits), high: UInt32(truncatingIfNeeded: bits >> 32), kind, scale: scale,
            unit: unit)
    }

    static let missing = Slot(.missing)

    @inline(__always)
    var bits: UInt64 { UInt64(low) | UInt64(high) << 32 }

    static func whole(_ value: Int) -> Slot { Slot(bits: UInt64(bitPattern: Int64(value)), kind: .whole) }

    static func flag(_ value: Bool) -> Slot { Slot(bits: value ? 1 : 0, kind: .flag) }

    static func date(_ date: CivilDate) -> Slot {
        Slot(bits: UInt64(date.year * 10_000 + date.month * 100 + date.day), kind: .date)
    }

    /// - Parameters:
    ///   - start: of the first byte; below 2³², as everything in a document.
    ///   - text: its bytes, looked at here once for all answers.
    static func text(_ text: UnsafeBufferPointer<UInt8>, at start: Int, isOwn: Bool, kind: Kind = .text) -> Slot {
        .text(text, TextMarks(text), at: start, isOwn: isOwn, kind: kind)
    }

    /// - Parameter found: the text's marks.
    static func text(
        _ text: UnsafeBufferPointer<UInt8>, _ found: TextMarks, at start: Int, isOwn: Bool, kind: Kind = .text
    ) -> Slot {
        var marks: Marks = isOwn ? .own : []
        if found.isClean { marks.insert(.clean) }
        if found.isPlain { marks.insert(.plain) }
        if found.isLink { marks.insert(.link) }
        return Slot(
            low: UInt32(truncatingIfNeeded: start), high: UInt32(truncatingIfNeeded: text.count), kind, marks)
    }

    static func text(_ text: Swift.Span<UInt8>, at start: Int, isOwn: Bool) -> Slot {
        text.withUnsafeBufferPointer { .text($0, at: start, isOwn: isOwn) }
    }

    /// HTML between the quotes of an upstream's JSON.
    static func html(at start: Int, count: Int) -> Slot {
        Slot(low: UInt32(truncatingIfNeeded: start), high: UInt32(truncatingIfNeeded: count), .text, .html)
    }

    /// The same text, in a set where it begins elsewhere.
    func moved(by bytes: Int) -> Slot {
        var slot = self
        slot.low = UInt32(truncatingIfNeeded: start + bytes)
        return slot
    }

    /// The same place among lists or rows, where so many stand before them.
    func moved(behind others: Int) -> Slot {
        Slot(bits: bits &+ UInt64(others), kind: kind)
    }

    @inline(__always)
    var start: Int { Int(low) }
    @inline(__always)
    var count: Int { Int(high) }
    @inline(__always)
    var whole: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits)) }
    @inline(__always)
    var isOwn: Bool { marks.contains(.own) }
    @inline(__always)
    var isClean: Bool { marks.contains(.clean) }
    @inline(__always)
    var isPlain: Bool { marks.contains(.plain) }
    @inline(__always)
    var isLink: Bool { marks.contains(.link) }
    @inline(__always)
    var isHTML: Bool { marks.contains(.html) }
    @inline(__always)
    var isMissing: Bool { kind == .missing }
    @inline(__always)
    var isOneValue: Bool { kind != .missing && kind != .texts && kind != .rows }
}
