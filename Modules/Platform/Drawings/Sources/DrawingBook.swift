import DrawingsSamples

/// One line of a drawing: paths in one colour, filled or stroked.
struct Layer {
    enum Side { case front, back, both }

    let side: Side
    /// The colour's letter; README.md of Config/samples/Drawings has them.
    let color: UInt8
    /// In units; nil for a filled shape.
    let stroke: Float?
    let paths: [Substring]
}

/// A declaration of the files of Config/samples/Drawings.
struct Entry {
    let name: String
    /// Words that ask for it, in lower case.
    var words: [String]
    var layers: [Layer] = []
    /// The pattern of its cloth, where the words ask for none.
    var pattern: String?
    /// The middle of the view of a detail.
    var focus = Point(x: 50, y: 40)
    /// Numbers after the name: a pattern's steps.
    var numbers: [Float] = []
    /// The colour of a tint.
    var color: Color?
    /// Every other row of a pattern is moved by half a step.
    var isBrick = false
}

/// Every drawing of the sample data, found by words.
struct DrawingBook {
    /// Purpose of an entry; the word that begins its line.
    private enum Shelf: String {
        case kind, pattern, print, tint, art
    }

    private var entries: [Shelf: [Entry]] = [:]
    private var latest = Shelf.kind
    private(set) var glyphs: [Unicode.Scalar: Glyph] = [:]

    var kinds: [Entry] { entries[.kind] ?? [] }
    /// Artworks of covers.
    var arts: [Entry] { entries[.art] ?? [] }
    var patterns: [Entry] { entries[.pattern] ?? [] }
    var prints: [Entry] { entries[.print] ?? [] }
    /// `tint LETTER HEX = words`: colours that words ask for.
    var tints: [Entry] { entries[.tint] ?? [] }

    /// Read at the first drawing.
    static let shared = DrawingBook()

    private init() {
        for (start, size) in [
            (drawings_sample_wardrobe, drawings_sample_wardrobe_size),
            (drawings_sample_household, drawings_sample_household_size),
            (drawings_sample_covers, drawings_sample_covers_size),
            (drawings_sample_skies, drawings_sample_skies_size),
            (drawings_sample_letters, drawings_sample_letters_size),
        ] {
            let text = String(decoding: UnsafeRawBufferPointer(start: start, count: size), as: UTF8.self)
            for line in text.split(separator: "\n") where line.first != "#" { read(line) }
        }
    }

    private mutating func read(_ line: Substring) {
        guard let space = line.firstIndex(of: " ") else { return }
        let (head, rest) = (line[..<space], line[line.index(after: space)...])
        // A line `pattern twill` within a kind names its cloth; one with an equals sign declares a pattern.
        if let shelf = Shelf(rawValue: String(head)), shelf == .kind || rest.utf8.contains(UInt8(ascii: "=")) {
            entries[shelf, default: []].append(Entry(declared: rest))
            latest = shelf
            return
        }
        switch head {
        case "glyph": Glyph.read(rest, into: &glyphs)
        case "use":
            let layers = kind(named: String(rest))?.layers ?? []
            change { $0.layers += layers }
        case "pattern": change { $0.pattern = String(rest) }
        case "focus":
            let numbers = rest.split(separator: " ").compactMap { Float($0) }
            if numbers.count == 2 { change { $0.focus = Point(x: numbers[0], y: numbers[1]) } }
        default: if let layer = Layer(head, rest) { change { $0.layers.append(layer) } }
        }
    }

    /// Changes the entry that was begun last.
    private mutating func change(_ work: (inout Entry) -> Void) {
        guard let last = entries[latest]?.indices.last else { return }
        if var entry = entries[latest]?[last] {
            work(&entry)
            entries[latest]?[last] = entry
        }
    }

    /// The kind of a name; nil where none is declared.
    func kind(named name: String) -> Entry? { kinds.first { $0.name == name } }

    /// The entry that the words of a text ask for: the one named last, as a name ends with what the thing is; of two that end
    /// together the longer.
    static func entry(in entries: [Entry], for text: String) -> Entry? {
        let text = Array(searchable(text).utf8)
        var best: (entry: Entry, end: Int, length: Int)?
        for entry in entries {
            for word in entry.words {
                // Korean words are joined without spaces.
                let phrase = Array((word.utf8.contains { $0 >= 0xE0 } ? word : " \(word) ").utf8)
                guard let end = lastEnd(of: phrase, in: text) else { continue }
                let place = (end - (phrase.last == 0x20 ? 1 : 0), phrase.count)
                if best.map({ ($0.end, $0.length) < place }) ?? true { best = (entry, place.0, place.1) }
            }
        }
        return best?.entry
    }

    /// In lower case, without signs, and without what stands in brackets: that is seldom what the thing is.
    private static func searchable(_ text: String) -> String {
        let letters = text.prefix { $0 != "(" }.lowercased().unicodeScalars.map { scalar -> Character in
            let isMark = scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9" ~= scalar)
            return isMark && scalar != "-" && scalar != "/" ? " " : Character(scalar)
        }
        return " \(String(letters)) "
    }

    /// The end of a phrase in a text, the last time that it is there.
    static func lastEnd(of phrase: [UInt8], in text: [UInt8]) -> Int? {
        guard phrase.count <= text.count else { return nil }
        return (phrase.count...text.count).last { text[($0 - phrase.count)..<$0].elementsEqual(phrase) }
    }
}

extension Entry {
    /// `name 12 3 brick = words, more words`
    fileprivate init(declared text: Substring) {
        let sides = text.split(separator: "=", maxSplits: 1).map { $0.split(separator: ",") }
        let head = sides.first?.first?.split(separator: " ") ?? []
        name = head.first.map(String.init) ?? ""
        words = sides.count > 1 ? sides[1].map { String($0.drop { $0 == " " }) }.map(\.trimmed) : []
        numbers = head.dropFirst().compactMap { Float($0) }
        isBrick = head.last == "brick"
        color = head.last.flatMap { Color("#" + String($0)) }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension Layer {
    /// `!d1.2` and its paths.
    fileprivate init?(_ head: Substring, _ paths: Substring) {
        var head = head
        side = head.first == "!" ? .front : head.first == "~" ? .back : .both
        if side != .both { head.removeFirst() }
        guard let letter = head.utf8.first, head.utf8.count == 1 || Float(head.dropFirst()) != nil else { return nil }
        color = letter
        stroke = Float(head.dropFirst())
        self.paths = paths.split(separator: ";").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
