/// A regular expression of JSON Schema (ECMA-262), as far as our schemas go: alternatives, groups, looks ahead, sets with
/// `\d \w \s` and their opposites, `* + ? {m,n}`, `^` and `$`. Work is bounded: 1,000,000 steps a text.
///
/// Swift's own pattern matching would be 1.3 MB of the program.
struct SchemaPattern {
    fileprivate typealias Alternatives = [[Part]]

    fileprivate enum Piece {
        case set(ScalarSet)
        case start, end
        indirect case group(Alternatives)
        /// Text that must follow, or must not; taken by nothing.
        indirect case ahead(Alternatives, wanted: Bool)
    }

    fileprivate struct Part {
        let piece: Piece
        var count = 1...1
    }

    private let alternatives: Alternatives

    /// - Returns: nil for a text that is no such expression.
    init?(_ pattern: String) {
        var parser = PatternParser(pattern)
        guard let alternatives = parser.alternatives(), parser.isAtEnd else { return nil }
        self.alternatives = alternatives
    }

    /// True when the pattern is somewhere in the text.
    func isFound(in text: String) -> Bool {
        var search = PatternSearch(scalars: Array(text.unicodeScalars))
        return (0...search.scalars.count).contains { place in search.finds(alternatives, at: place) { _, _ in true } }
    }
}

/// Scalars that a place of a pattern takes.
private struct ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    /// `\d`, `\W` and the like, by their letters.
    var classes: [Unicode.Scalar] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar.value) } || classes.contains { Self.has($0, scalar) }
        return isIn != isNegated
    }

    private static func has(_ letter: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        switch letter {
        case "d": ("0"..."9").contains(scalar)
        case "w":
            ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
                || scalar == "_"
        case "s": scalar.properties.isWhitespace || scalar == "\u{FEFF}"
        case "D": !has("d", scalar)
        case "W": !has("w", scalar)
        default: !has("s", scalar)
        }
    }
}

/// One search through one text.
private struct PatternSearch {
    let scalars: [Unicode.Scalar]
    private var steps = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    typealias Rest = (inout PatternSearch, Int) -> Bool

    mutating func finds(_ alternatives: SchemaPattern.Alternatives, at place: Int, _ rest: Rest) -> Bool {
        for parts in alternatives where finds(parts[...], at: place, rest) { return true }
        return false
    }

    private mutating func finds(_ parts: ArraySlice<SchemaPattern.Part>, at place: Int, _ rest: Rest) -> Bool {
        steps += 1
        guard steps < 1_000_000 else { return false }
        guard let part = parts.first else { return rest(&self, place) }
        let others = parts.dropFirst()
        switch part.piece {
        case .start: return place == 0 && finds(others, at: place, rest)
        case .end: return place == scalars.count && finds(others, at: place, rest)
        case .ahead(let alternatives, let wanted):
            return finds(alternatives, at: place) { _, _ in true } == wanted && finds(others, at: place, rest)
        case .set(let set):
            // Greedy, without a call for each scalar.
            let most = scalars[place...].prefix(part.count.upperBound).prefix { set.contains($0) }.count
            guard most >= part.count.lowerBound else { return false }
            for taken in (part.count.lowerBound...most).reversed() where finds(others, at: place + taken, rest) {
                return true
            }
            return false
        case .group(let alternatives):
            return repeats(alternatives, part.count, at: place) { search, end in search.finds(others, at: end, rest) }
        }
    }

    private mutating func repeats(
        _ alternatives: SchemaPattern.Alternatives, _ count: ClosedRange<Int>, at place: Int, _ rest: Rest
    ) -> Bool {
        if count.upperBound > 0 {
            let less = max(0, count.lowerBound - 1)...(count.upperBound - 1)
            let isFound = finds(alternatives, at: place) { search, end in
                // An empty turn would go on for ever.
                (end > place || count.lowerBound > 0) && search.repeats(alternatives, less, at: end, rest)
            }
            if isFound { return true }
        }
        return count.lowerBound == 0 && rest(&self, place)
    }
}

/// Reads a pattern; each function is nil where it is wrong.
private struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    var isAtEnd: Bool { place == scalars.count }

    private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }

    private mutating func take() -> Unicode.Scalar? {
        guard let next else { return nil }
        place += 1
        return next
    }

    private mutating func takes(_ text: String) -> Bool {
        let isNext = scalars[place...].starts(with: text.unicodeScalars)
        if isNext { place += text.unicodeScalars.count }
        return isNext
    }

    mutating func alternatives() -> SchemaPattern.Alternatives? {
        var all: SchemaPattern.Alternatives = []
        repeat {
            var parts: [SchemaPattern.Part] = []
            while let next, next != "|", next != ")" {
                guard var part = part(), let count = count() else { return nil }
                part.count = count
                parts.append(part)
            }
            all.append(parts)
        } while takes("|")
        return all
    }

    private mutating func part() -> SchemaPattern.Part? {
        if takes("(?=") { return closed { .ahead($0, wanted: true) } }
        if takes("(?!") { return closed { .ahead($0, wanted: false) } }
        if takes("(?:") || takes("(") { return closed { .group($0) } }
        if takes("[") { return set().map { SchemaPattern.Part(piece: .set($0)) } }
        switch take() {
        case "^": return SchemaPattern.Part(piece: .start)
        case "$": return SchemaPattern.Part(piece: .end)
        case ".":
            let ends = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)
            return SchemaPattern.Part(piece: .set(ends))
        case "\\": return escaped().map { SchemaPattern.Part(piece: .set($0)) }
        case "*", "+", "?", nil: return nil
        case .some(let scalar): return SchemaPattern.Part(piece: .set(ScalarSet(ranges: [scalar.value...scalar.value])))
        }
    }

    private mutating func closed(
        _ piece: (SchemaPattern.Alternatives) -> SchemaPattern.Piece
    ) -> SchemaPattern.Part? {
        guard let inner = alternatives(), takes(")") else { return nil }
        return SchemaPattern.Part(piece: piece(inner))
    }

    private mutating func escaped() -> ScalarSet? {
        guard let scalar = take() else { return nil }
        switch scalar {
        case "d", "D", "w", "W", "s", "S": return ScalarSet(classes: [scalar])
        case "n": return ScalarSet(ranges: [0x0A...0x0A])
        case "r": return ScalarSet(ranges: [0x0D...0x0D])
        case "t": return ScalarSet(ranges: [0x09...0x09])
        default:
            // Other letters and digits mean what is not known here.
            guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else { return nil }
            return ScalarSet(ranges: [scalar.value...scalar.value])
        }
    }

    private mutating func set() -> ScalarSet? {
        var set = ScalarSet(isNegated: takes("^"))
        while let scalar = take() {
            if scalar == "]" { return set }
            var first = scalar.value
            if scalar == "\\" {
                guard let one = escaped() else { return nil }
                set.classes += one.classes
                guard let range = one.ranges.first else { continue }
                first = range.lowerBound
            }
            var last = first
            if next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" {
                place += 1
                guard let end = take(), end != "\\", end.value >= first else { return nil }
                last = end.value
            }
            set.ranges.append(first...last)
        }
        return nil
    }

    private mutating func count() -> ClosedRange<Int>? {
        if takes("*") { return 0...Int.max }
        if takes("+") { return 1...Int.max }
        if takes("?") { return 0...1 }
        guard takes("{") else { return 1...1 }
        guard let least = number() else { return nil }
        guard takes(",") else { return takes("}") ? least...least : nil }
        let most = next == "}" ? Int.max : number()
        guard let most, most >= least, takes("}") else { return nil }
        return least...most
    }

    private mutating func number() -> Int? {
        let digits = scalars[place...].prefix { ("0"..."9").contains($0) }
        place += digits.count
        return Int(String(String.UnicodeScalarView(digits)))
    }
}
