import TestSupport
import Testing

@testable import Settings

@Suite("YAML is read the same without the words of its comments")
struct TrimmedTextTests {
    /// A line after which nothing is cut: what may hold comments as its content stands in it.
    private static let stop = "# \u{E9}'\n"

    /// The tree of a text and its faults, with all places.
    private static func said(_ text: String, places shift: Int = 0) -> String {
        func draw(_ node: YAMLNode) -> String {
            let span = "@\(node.span.lowerBound - shift)..\(node.span.upperBound - shift)"
            switch node.content {
            case .scalar(let scalar): return "\(scalar)\(span)"
            case .sequence(let items): return "[\(items.map(draw).joined(separator: ", "))]\(span)"
            case .mapping(let entries):
                let drawn = entries.map { entry in
                    let key = entry.keySpan
                    return "\(entry.key)@\(key.lowerBound - shift)..\(key.upperBound - shift): \(draw(entry.value))"
                }
                return "{\(drawn.joined(separator: ", "))}\(span)"
            }
        }
        let reading = YAMLReader.read(SourceText(Array(text.utf8)))
        let faults = reading.faults.map { located in
            // A line is told by its number: the line that stops the cutting is one more.
            let fault =
                if case .duplicateKey(let key, let line) = located.fault {
                    YAMLFault.duplicateKey(key, firstLine: line - (shift > 0 ? 1 : 0))
                } else {
                    located.fault
                }
            return "\(fault)@\(located.span.lowerBound - shift)..\(located.span.upperBound - shift)"
        }
        return ([reading.root.map(draw) ?? "nothing"] + faults).joined(separator: "\n")
    }

    private func expectSame(_ text: String) {
        // A directive stands before all else, and memory has no place.
        let whole = Self.said(Self.stop + text, places: Self.stop.unicodeScalars.count)
        #expect(Self.said(text) == whole, "\(text.debugDescription)")
    }

    static let texts = [
        "# one\n# two\na: 1 # three\n# four\nb: 2\n# five", "a: |\n  # content\n  b\n# comment\nc: d\n",
        "a: >\n  x\n\n  # content\n", "a: \"x\n# content\n  y\"\n# comment\nb: 1\n", "a: 'x\n  # content'\n",
        "a: one\n# a comment ends it\n  two\n", "# c\r\n# d\r\na: 1\r\n", "# c\ra: \"x\n# y\"\n",
        "# c\u{2028}a: \"x\n# y\"\n", "# c\u{85}b: 2\n# d\n", "# 한국어 'x\n# y\na: 1\n", "#\n#\n", "  # x\n\t# y\na: 1\n",
        "a: [1, # one\n# two\n2]\n# three\nb: {c: d}\n", "# x\n%YAML 1.2\n---\na: 1\n...\n# y\n", "# x\na: 1\na: 2\n",
        "# x\na:\n\t- b\n", "# x\na: *b\n", "# x\n- &a b\n# y\n- *a\n", "# x\na: [1\n# y\n", "# x\na\nb: 1\n# y\n",
        "# x\na: !!int \n# y\n", "# 1234567890\n# 1234567\n# 12345678\na: b\n# " + String(repeating: "x", count: 3_000),
    ]

    @Test("texts in which it would matter", arguments: texts)
    func text(_ text: String) { expectSame(text) }

    @Test("texts put together at random", arguments: 1...20 as ClosedRange<UInt64>)
    func random(_ seed: UInt64) {
        let pieces = [
            "# ", "#", " #", "# some words, 12 of them: here\n", "\n", "\n", "\r\n", "\r", "  ", "\t", "a: ", "b: ",
            "c", "- ", "\"",
            "'", "|\n", ">-\n", "[", "]", "{", "}", ", ", "&a ", "*a", "!!str ", "?", "---\n", "...\n", "é", "\u{2028}",
            "\u{85}", "1",
            "~", "<<: ",
        ]
        var generator = SeededGenerator(seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...14, using: &generator)
            expectSame((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
        }
    }

    @Test("the words of comments are left out, and places are those of the whole text")
    func trimmed() {
        let trimmed = TrimmedText(Array("# one\na: 1 # two\n  # three\nb: |\n  # four\n".utf8))
        #expect(trimmed.bytes == Array("#\na: 1 # two\n  #\nb: |\n  # four\n".utf8))
        #expect(trimmed.whole(0) == 0)
        // Behind the first mark: the end of its line, then `a`, then `b`.
        #expect(trimmed.whole(1) == 5)
        #expect(trimmed.whole(2) == 6)
        #expect(trimmed.whole(17) == 27)
    }

    @Test("a file is read once as long as its bytes are the same; the last four are kept, and none of more than 64 KiB")
    func onceRead() throws {
        let readings = FileReadings()
        /// The entries of a file's tree, which are the same while they lie in the same memory.
        func entries(_ text: String) throws -> [YAMLEntry] {
            guard case .mapping(let entries)? = readings.reading(of: Array(text.utf8)).reading.root?.content else {
                throw CancellationError()
            }
            return entries
        }
        func areSame(_ one: [YAMLEntry], _ other: [YAMLEntry]) -> Bool {
            one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
        }
        let first = try entries("a: 1")
        #expect(try areSame(first, entries("a: 1")))
        #expect(try !areSame(first, entries("a: 2")))
        // Of the same length, and longer ones that begin the same.
        let others = try ["a: 3", "a: 33"].map(entries)
        #expect(
            try areSame(first, entries("a: 1")) && areSame(others[0], entries("a: 3"))
                && areSame(others[1], entries("a: 33")))
        _ = try entries("a: 4")
        #expect(try !areSame(first, entries("a: 1")))
        let long = "a: " + String(repeating: "x", count: FileReadings.longest)
        let once = try entries(long)
        #expect(try !areSame(once, entries(long)) && areSame(others[1], entries("a: 33")))
        withExtendedLifetime((first, others, once)) {}
    }
}
