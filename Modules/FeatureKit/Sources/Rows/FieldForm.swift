import DesignSystem
import JSON

/// Facts of a field that decide how its values are read and written, side by side: to ask the declarations for them counts the references
/// to each, which took an eighth of a call's time.
struct FieldForm: Sendable {
    /// Place in a detail.
    let detail: DetailPart
    /// Line in a list of facts.
    let line: FactLine
    /// Whether people are told other words than the value.
    let tells: Bool
    let isLink: Bool
    let isWord: Bool
    let isRow: Bool
    let isAmounts: Bool
    /// Whether a flag says no by not being there, as a badge that is read does; one that is stored here says it.
    let isReadBadge: Bool
    let read: ReadForm

    /// - Parameters:
    ///   - isElsewhere: whether the field has a place of its own in a detail, such as the heading.
    ///   - hasFurther: whether further words may stand beside its value, or in its place.
    ///   - isCode: whether it is the key.
    ///   - isBadge: whether it is one of the layout's badges.
    ///   - words: places of the words that it may be.
    init(
        _ field: FieldDeclaration, isElsewhere: Bool, hasFurther: Bool, isCode: Bool, isBadge: Bool, words: Range<Int>
    ) {
        read = ReadForm(field, words: words)
        detail = DetailPart(field, isElsewhere: isElsewhere)
        tells = field.tell != nil
        isLink = field.isLink
        isWord = field.isWord
        line =
            if detail == .nowhere || detail.isBehind {
                .none
            } else if tells {
                .told
            } else if detail != .fact || isWord || hasFurther {
                .other
            } else {
                isLink ? .link : isCode ? .code : .text
            }
        (isRow, isAmounts) =
            switch field.kind {
            case .row: (true, false)
            case .amounts: (false, true)
            default: (false, false)
            }
        isReadBadge = isBadge && field.overlay == nil
    }
}

/// Facts of a field that decide how its values are read, in a few bytes: they are handed on for each value of each row.
struct ReadForm: Sendable {
    private struct Marks: OptionSet, Sendable {
        let rawValue: UInt8

        static let html = Marks(rawValue: 1)
        static let canStayHTML = Marks(rawValue: 2)
        static let key = Marks(rawValue: 4)
        static let judged = Marks(rawValue: 8)
        static let below = Marks(rawValue: 16)
    }

    let reading: FieldReading
    private let marks: Marks
    /// Places of the words that the value may be, among the layout's; none of another kind.
    let words: Range<Int>

    /// - Parameter words: places of the words that it may be.
    init(_ field: FieldDeclaration, words: Range<Int>) {
        reading = FieldReading(field.kind)
        self.words = words
        var marks: Marks = []
        if field.marks.contains(.html) { marks.insert(.html) }
        if field.canStayHTML { marks.insert(.canStayHTML) }
        if field.role == .key { marks.insert(.key) }
        if field.accepts != nil { marks.insert(.judged) }
        if field.below != nil { marks.insert(.below) }
        self.marks = marks
    }

    /// Whether the upstream's text is HTML.
    @inline(__always)
    var isHTML: Bool { marks.contains(.html) }
    /// Whether rows of a list may keep the value as the HTML that it came as.
    @inline(__always)
    var canStayHTML: Bool { marks.contains(.canStayHTML) }
    @inline(__always)
    var isKey: Bool { marks.contains(.key) }
    /// Whether only some of the values that were read count.
    @inline(__always)
    var isJudged: Bool { marks.contains(.judged) }
    /// Whether the value is an address relative to a site's.
    @inline(__always)
    var isBelow: Bool { marks.contains(.below) }
}

/// Way in which a value is read: the kind of the field without what only some values need.
enum FieldReading: UInt8, Sendable {
    case nothing, text, prose, word, whole, duration, number, flag, money, date, link, texts, rows, row

    init(_ kind: FieldKind) {
        self =
            switch kind {
            case .text: .text
            case .prose: .prose
            case .word: .word
            case .whole: .whole
            case .duration: .duration
            case .number: .number
            case .flag: .flag
            case .money: .money
            case .date: .date
            case .link, .picture: .link
            case .texts: .texts
            case .rows: .rows
            case .row: .row
            case .amounts, .route, .position: .nothing
            }
    }
}

/// Line of a field in a list of facts, as far as it is the same for every row. Most are a value of one text or number, with a role's
/// markup at most.
enum FactLine: UInt8, Sendable {
    /// None, whatever the value.
    case none
    case text, code, link
    /// One that depends on more than the value; none without a value.
    case other
    /// One that the field tells itself, even without a value.
    case told
}

/// Place of a field in a detail, as far as it is the same for every row.
enum DetailPart: UInt8, Sendable {
    case nowhere, fact, prose, texts, amounts, flag, row, rows

    /// - Parameter isElsewhere: whether the field has a place of its own, such as the heading.
    init(_ field: FieldDeclaration, isElsewhere: Bool) {
        if isElsewhere || field.marks.contains(.silent) {
            self = .nowhere
            return
        }
        self =
            switch field.kind {
            case .prose: .prose
            case .texts: .texts
            case .amounts: .amounts
            case .flag: .flag
            case .row: .row
            case .rows: .rows
            default: .fact
            }
    }

    /// True for what stands behind the facts.
    var isBehind: Bool { self == .prose || self == .rows }
}

/// Short texts of a layout, such as one for each field, in one piece.
struct FieldTexts: Sendable {
    private let bytes: [UInt8]
    private let ends: ContiguousArray<Int>

    private init(_ bytes: [UInt8], ends: ContiguousArray<Int>) { (self.bytes, self.ends) = (bytes, ends) }

    /// The fields' names with quotes and colon, as JSON has them.
    static func keys(_ fields: ContiguousArray<FieldDeclaration>) -> FieldTexts {
        var writer = JSONWriter(reserving: 16 * fields.count)
        var ends: ContiguousArray<Int> = []
        ends.reserveCapacity(fields.count)
        for field in fields {
            writer.key(field.name)
            ends.append(writer.count)
        }
        return FieldTexts(writer.bytes, ends: ends)
    }

    /// Words as they stand.
    static func words(_ words: [String]) -> FieldTexts {
        var bytes: [UInt8] = []
        var ends: ContiguousArray<Int> = []
        for word in words {
            bytes += word.utf8
            ends.append(bytes.count)
        }
        return FieldTexts(bytes, ends: ends)
    }

    /// Whether a text is byte for byte one of some.
    /// - Parameter places: of those to be compared.
    func contains(_ text: UnsafeBufferPointer<UInt8>, among places: Range<Int>) -> Bool {
        withAll { all in
            places.contains { place in
                let part = part(place, of: all)
                return part.count == text.count && part.indices.allSatisfy { part[$0] == text[$0] }
            }
        }
    }

    /// The beginnings of the fields' lines in a list of facts; empty for a label that Markdown escapes.
    static func factMarks(_ fields: ContiguousArray<FieldDeclaration>) -> FieldTexts {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * fields.count)
        var ends: ContiguousArray<Int> = []
        ends.reserveCapacity(fields.count)
        for field in fields {
            appendFactMark(field.label, to: &bytes)
            ends.append(bytes.count)
        }
        return FieldTexts(bytes, ends: ends)
    }

    /// Place of a field's text among the bytes.
    @inline(__always)
    private func range(_ place: Int) -> Range<Int> { (place > 0 ? ends[place &- 1] : 0)..<ends[place] }

    /// Bytes of the text of a field.
    @inline(__always)
    func count(_ place: Int) -> Int { range(place).count }

    /// A bound of the bytes around the values of some fields, where these are the keys: with the marks and the labels.
    func mostBytes(_ places: [Int]) -> Int { places.reduce(8) { $0 &+ count($1) &+ 5 } }

    /// Gives `body` all texts, of which `part` takes one.
    @inline(__always)
    func withAll<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer(body)
    }

    /// The text of a field.
    /// - Parameter all: of `withAll`.
    @inline(__always)
    func part(_ place: Int, of all: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: all[range(place)])
    }

    /// Gives `body` the text of a field.
    @inline(__always)
    func with<Result>(_ place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withAll { body(part(place, of: $0)) }
    }
}
