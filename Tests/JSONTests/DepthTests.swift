import Testing

@testable import JSON

@Suite("Depth and other limits")
struct DepthTests {
    static let smallStack = 512 * 1024

    static func nested(_ depth: Int, open: String = "[", close: String = "]", core: String = "") -> String {
        String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    }

    @Test("W6: the limit is taken, one more is refused at the bracket", arguments: [1, 2, 64, 127, 128])
    func limit(_ depth: Int) throws {
        let limits = JSONLimits(depth: depth)
        #expect(firstFault(Self.nested(depth).utf8, limits) == nil)
        #expect(firstFault(Self.nested(depth, open: #"{"a":"#, close: "}", core: "1").utf8, limits) == nil)
        #expect(firstFault(Self.nested(depth + 1).utf8, limits) == JSONFault(.tooDeep(limit: depth), at: depth))
        let objects = Self.nested(depth + 1, open: #"{"a":"#, close: "}", core: "1")
        #expect(firstFault(objects.utf8, limits) == JSONFault(.tooDeep(limit: depth), at: 5 * depth))
    }

    @Test("W6: empty containers count, siblings do not")
    func siblings() {
        #expect(firstFault("[[],[],{},[[]]]".utf8, JSONLimits(depth: 3)) == nil)
        #expect(firstFault("[[],[],{},[[]]]".utf8, JSONLimits(depth: 2))?.reason == .tooDeep(limit: 2))
    }

    @Test(
        "W6: settings cannot leave 1…128", arguments: [(-5, 1), (0, 1), (129, 128), (1_000_000, 128), (Int.max, 128)])
    func clamped(_ asked: Int, _ taken: Int) {
        #expect(firstFault(Self.nested(taken).utf8, JSONLimits(depth: asked)) == nil)
        #expect(firstFault(Self.nested(taken + 1).utf8, JSONLimits(depth: asked))?.reason == .tooDeep(limit: taken))
    }

    @Test(
        "W6: bombs are refused on a stack of 512 KiB",
        arguments: [
            Case("100,000 arrays", nested(100_000), ()),
            Case("100,000 opening brackets", String(repeating: "[", count: 100_000), ()),
            Case("100,000 objects", nested(100_000, open: #"{"a":"#, close: "}", core: "1"), ()),
            Case("5,000 inside arguments", #"{"params":{"arguments":"# + nested(5_000) + "}}", ()),
            Case("mixed", nested(50_000, open: #"[{"a":"#, close: "}]"), ()),
        ])
    func bombs(_ row: Case<Void>) throws {
        let reason = try onStack(bytes: Self.smallStack) { firstFault(row.text.utf8)?.reason }
        #expect(reason == .tooDeep(limit: 64))
    }

    @Test("W6: the deepest document is read, copied, compared and written on a stack of 512 KiB")
    func deepestValue() throws {
        let text = Self.nested(64, open: #"[{"a":"#, close: "}]", core: "1")
        let (same, written, lines) = try onStack(bytes: Self.smallStack) {
            guard let document = try? JSONDocument(parsing: text, limits: JSONLimits(depth: 128)) else {
                return (false, [UInt8](), 0)
            }
            let value = JSONValue(document.root)
            return (value == JSONValue(document.root), value.serialized(), value.pretty().split(separator: "\n").count)
        }
        #expect(same)
        #expect(written == Array(text.utf8))
        // Each of the 128 containers breaks the line behind its opening and before its closing bracket.
        #expect(lines == 128 * 2 + 1)
    }

    @Test("A wide text that is not deep is fine")
    func wide() throws {
        let root = try read("[" + String(repeating: "[],", count: 100_000) + "{}]")
        #expect(root.count == 100_001)
        #expect(root[100_000]?.kind == .object)
    }

    @Test("A number's literal has a limit, in bytes")
    func numberLength() {
        let limits = JSONLimits(numberLength: 5)
        #expect(firstFault("[12345]".utf8, limits) == nil)
        #expect(firstFault("[-1e10,1.234]".utf8, limits) == nil)
        #expect(firstFault("[1,123456]".utf8, limits) == JSONFault(.numberTooLong(limit: 5), at: 3))
        #expect(firstFault("-12.34".utf8, limits) == JSONFault(.numberTooLong(limit: 5), at: 0))
        let digits = String(repeating: "7", count: 4096)
        #expect(firstFault(digits.utf8) == nil)
        #expect(firstFault((digits + "7").utf8)?.reason == .numberTooLong(limit: 4096))
    }
}
