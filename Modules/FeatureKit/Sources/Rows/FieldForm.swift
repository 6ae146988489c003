import DesignSystem
import JSON

/// Facts of a field that decide how its values are written, side by side: to ask the declarations for them counts the references
/// to each, which took an eighth of a call's time.
struct FieldForm: Sendable {
    /// Place in a detail.
    let detail: DetailPart
    /// Whether a value of one text or number is a line of a list of facts without further words: with a role's markup at most.
    let isUsualFact: Bool
    /// Whether the value is code: the key.
    let isCode: Bool
    /// Whether people are told other words than the value.
    let tells: Bool
    let isLink: Bool
    let isWord: Bool
    let isRow: Bool
    let isAmounts: Bool
    /// Whether a flag says no by not being there, as a badge that is read does; one that is stored here says it.
    let isReadBadge: Bool

    /// - Parameters:
    ///   - isElsewhere: whether the field has a place of its own in a detail, such as the heading.
    ///   - hasFurther: whether further words may stand beside its value, or in its place.
    ///   - isCode: whether it is the key.
    ///   - isBadge: whether it is one of the layout's badges.
    init(_ field: FieldDeclaration, isElsewhere: Bool, hasFurther: Bool, isCode: Bool, isBadge: Bool) {
        detail = DetailPart(field, isElsewhere: isElsewhere)
        tells = field.tell != nil
        isLink = field.isLink
        isWord = field.isWord
        isUsualFact = detail == .fact && !tells && !isWord && !hasFurther
        self.isCode = isCode
        (isRow, isAmounts) =
            switch field.kind {
            case .row: (true, false)
            case .amounts: (false, true)
            default: (false, false)
            }
        isReadBadge = isBadge && field.overlay == nil
    }
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

/// Short texts of a layout, one for each field, in one piece.
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
