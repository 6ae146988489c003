import Testing

@testable import Settings

@Suite("The tree of a YAML text")
struct YAMLReaderTests {
    private static func read(_ text: String) -> YAMLReading { YAMLReader.read(SourceText(Array(text.utf8))) }

    /// The tree in one line: keys and texts with their places.
    private static func drawn(_ text: String) -> String {
        let source = SourceText(Array(text.utf8))
        let reading = YAMLReader.read(source)
        func place(_ span: Range<Int>) -> String {
            let place = source.position(of: span.lowerBound)
            return "\(place.line):\(place.column)"
        }
        func draw(_ node: YAMLNode) -> String {
            switch node.content {
            case .scalar(let scalar): "\(scalar.text)@\(place(node.span))"
            case .sequence(let items): "[\(items.map(draw).joined(separator: " "))]@\(place(node.span))"
            case .mapping(let entries):
                "{\(entries.map { "\($0.key)@\(place($0.keySpan)) \(draw($0.value))" }.joined(separator: " "))}@"
                    + place(node.span)
            }
        }
        return reading.root.map(draw) ?? "nothing"
    }

    @Test("nodes and their places", arguments: drawings)
    func places(_ text: String, _ drawing: String) {
        #expect(Self.drawn(text) == drawing)
        #expect(Self.read(text).faults.isEmpty)
    }

    static let drawings: [(String, String)] = [
        ("", "nothing"), ("# only a comment\n", "nothing"), ("\n\n  \n", "nothing"), ("---\n...\n", "@2:1"),
        ("a: 1", "{a@1:1 1@1:4}@1:1"),
        ("a:\n  b: [1, 2]\n", "{a@1:1 {b@2:3 [1@2:7 2@2:10]@2:6}@2:3}@1:1"),
        ("- x\n- - y\n", "[x@1:3 [y@2:5]@2:3]@1:1"),
        ("{\"한국\": 어, b: c}", "{한국@1:2 어@1:8 b@1:11 c@1:14}@1:1"),
        ("a: 👨‍👩‍👧 # c\nb: 2", "{a@1:1 👨‍👩‍👧@1:4 b@2:1 2@2:4}@1:1"),
        ("\u{FEFF}a: 1\n", "{a@1:1 1@1:4}@1:1"),
        ("a: 1\r\nb: 2\r\n", "{a@1:1 1@1:4 b@2:1 2@2:4}@1:1"),
        ("a: 1\rb: 2\r", "{a@1:1 1@1:4 b@2:1 2@2:4}@1:1"),
        ("# \u{2028} \u{85}\na: 1\n", "{a@2:1 1@2:4}@2:1"),
        ("a: &x 1\nb: *x\n", "{a@1:1 1@1:4 b@2:1 1@1:4}@1:1"),
        ("%YAML 1.2\n---\na: !!str 1\n", "{a@3:1 1@3:4}@3:1"),
        ("a: |\n  x\n  y\nb: >-\n  p\n  q\n", "{a@1:1 x\ny\n@1:4 b@4:1 p q@4:4}@1:1"),
    ]

    @Test("a duplicate is found at the second key, and keys that only look alike are two")
    func duplicates() {
        let reading = Self.read("a: 1\nb: 2\na: 3\na: 4\n")
        #expect(reading.faults.map(\.fault) == [.duplicateKey("a", firstLine: 1), .duplicateKey("a", firstLine: 1)])
        #expect(reading.faults.map(\.span.lowerBound) == [10, 15])
        #expect(Self.read("\"\u{E9}\": 1\n\"e\u{301}\": 2\n").faults.isEmpty)
        #expect(Self.read("K: 1\n\u{212A}: 2\n").faults.isEmpty)
        #expect(Self.read("a: 1\n\"a\": 2\n").faults.count == 1)
    }

    @Test(
        "bytes that are not UTF-8",
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], 3), ([0xC0, 0x80], 0), ([0x61, 0xED, 0xA0, 0x80], 1), ([0xE2, 0x82], 0),
            ([0xFF, 0xFE, 0x61, 0x00], 0), ([0xFE, 0xFF, 0x00, 0x61], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
            ([0xEF, 0xBB, 0xBF, 0x0A, 0x80], 1),
        ])
    func encodings(_ bytes: [UInt8], _ offset: Int) {
        let reading = YAMLReader.read(SourceText(bytes))
        #expect(reading.faults == [LocatedYAMLFault(fault: .notUTF8, span: offset..<offset + 1)])
        #expect(reading.root == nil)
    }

    @Test(
        "characters that YAML forbids",
        arguments: [0x00, 0x07, 0x0C, 0x1B, 0x7F, 0x80, 0x9F, 0xFEFF, 0xFFFE] as [UInt32])
    func controls(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let reading = Self.read("a: x\(Character(scalar))\n")
        #expect(reading.faults == [LocatedYAMLFault(fault: .controlCharacter(value), span: 4..<5)])
    }

    @Test(
        "faults that end the reading leave no tree",
        arguments: [
            ("a: *b\n", .undefinedAlias("b")), ("a: &b [*b]\n", .aliasOfItself("b")),
            ("&b [*b]\n", .aliasOfItself("b")),
            ("a\n--- b\n", .secondDocument), ("a: 1\n...\n%TAG ! x\n---\nb: 1\n", .tagDirective),
            ("a: !h!x 1", .unknownTag("!")), ("\ta: 1", .tab),
        ] as [(String, YAMLFault)])
    func fatal(_ text: String, _ fault: YAMLFault) {
        let reading = Self.read(text)
        #expect(reading.faults.map(\.fault) == [fault])
        #expect(reading.root == nil)
    }
}
