import TestSupport
import Testing

@testable import JSON

/// Short texts and long ones, and texts at different places of a word, go different ways through the reader. None of that
/// may show.
@Suite("The length of a text changes nothing")
struct LengthTests {
    /// White space of these lengths goes in front and behind: around a word, and beyond what counts as short.
    static let paddings = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1_100]

    static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

    @Test("W1: verdict and place of every file of the corpus", arguments: paddings)
    func corpus(_ padding: Int) throws {
        for name in JSONTestSuite.names("") {
            let bytes = try JSONTestSuite.bytes(name)
            guard bytes.count < 50_000 else { continue }
            let fault = firstFault(bytes)
            // A cut text goes on behind its end when there is white space, and a mark is one only in front.
            if fault?.reason == .byteOrderMark || fault?.reason == .empty { continue }
            let inFront = firstFault(Self.spaces(padding) + bytes)
            #expect(inFront?.reason == fault?.reason, "\(name)")
            #expect(inFront?.offset == fault.map { $0.offset + padding }, "\(name)")
            let behind = firstFault(bytes + Self.spaces(padding))
            #expect((behind == nil) == (fault == nil), "\(name)")
        }
    }

    @Test("Values are the same in long texts", arguments: paddings)
    func values(_ padding: Int) throws {
        for name in JSONTestSuite.names("y_") where !JSONTestSuite.withMemberTwice.contains(name) {
            let bytes = try JSONTestSuite.bytes(name)
            let plain = JSONValue(try JSONDocument(parsing: bytes).root)
            let padded = Self.spaces(padding) + bytes + Self.spaces(padding)
            #expect(JSONValue(try JSONDocument(parsing: padded).root) == plain, "\(name)")
        }
    }

    @Test("W5: duplicates are found wherever the object stands", arguments: paddings)
    func duplicates(_ padding: Int) {
        for length in 0...20 {
            let name = String(repeating: "n", count: length)
            let other = String(repeating: "n", count: length) + "m"
            let text = Self.spaces(padding) + Array("{\"\(name)\":1,\"\(name)\":2}".utf8)
            #expect(firstFault(text)?.reason == .duplicateMember(name))
            #expect(firstFault(text + Self.spaces(padding))?.reason == .duplicateMember(name))
            #expect(firstFault(Self.spaces(padding) + Array("{\"\(name)\":1,\"\(other)\":2}".utf8)) == nil)
        }
    }

    @Test("Texts of every length around the limit of short ones are read whole")
    func aroundShort() throws {
        for count in 1_015...1_035 {
            let text = "\"" + String(repeating: "x", count: count - 2) + "\""
            #expect(try read(text).string?.utf8.count == count - 2)
            let numbers = "[" + String(repeating: "1,", count: (count - 3) / 2) + "1]"
            #expect(try read(numbers).count == (count - 3) / 2 + 1)
            // The most words for the bytes.
            let empty = "[" + String(repeating: "[],", count: count / 3) + "[]]"
            #expect(try read(empty).count == count / 3 + 1)
        }
    }

    @Test("W6: brackets up to the deepest, cut anywhere, in short and long texts")
    func cutBrackets() {
        let limits = JSONLimits(depth: 128)
        for depth in [1, 2, 63, 64, 127, 128] {
            for bracket in ["[", #"{"a":"#] {
                for padding in [0, 1_100] {
                    let text = Self.spaces(padding) + Array(String(repeating: bracket, count: depth).utf8)
                    let fault = firstFault(text, limits)
                    #expect(fault == JSONFault(.unexpectedEnd, at: text.count))
                }
            }
        }
    }

    @Test("A document is read by many tasks at once")
    func shared() async throws {
        let value: JSONValue = ["list": [1, "two", ["three": nil]], "text": "é\n"]
        let document = try JSONDocument(parsing: value.serialized())
        let results = await withTaskGroup(of: JSONValue.self) { group in
            for _ in 0..<16 { group.addTask { JSONValue(document.root) } }
            return await group.reduce(into: [JSONValue]()) { $0.append($1) }
        }
        #expect(results == [JSONValue](repeating: value, count: 16))
    }

    @Test("A node keeps its document alive")
    func ownership() throws {
        var document: JSONDocument? = try JSONDocument(parsing: #"{"a":["still here"]}"#)
        let node = try #require(document?.root["a"]?[0])
        let raw = node.rawText
        document = nil
        #expect(document?.root.kind == nil)
        #expect(node.string == "still here")
        #expect(Array(raw) == Array(#""still here""#.utf8))
    }

    @Test("The limits in force when nothing is said")
    func standard() {
        #expect(JSONLimits.standard == JSONLimits(depth: 64, numberLength: 4096))
        #expect(JSONLimits().depth == 64)
        #expect(JSONLimits.deepest == 128)
        #expect(JSONLimits.longestDocument == 268_435_455)
    }

    @Test("A tape word keeps what it is given, up to the largest")
    func tapeWords() {
        let largest = JSONLimits.longestDocument
        let tags: [TapeWord.Tag] = [
            .null, .true, .false, .integer, .number, .string, .escapedString, .array, .object,
        ]
        for tag in tags {
            for (offset, length) in [(0, 0), (1, 2), (largest, 0), (0, largest), (largest, largest)] {
                let word = TapeWord(tag, offset: offset, length: length)
                #expect(word.tag == tag)
                #expect(word.offset == offset)
                #expect(word.length == length)
                #expect(word.end == offset + length)
                #expect(word.isContainer == (tag == .array || tag == .object))
                #expect(word.isObject == (tag == .object))
                #expect(word.isString == (tag == .string || tag == .escapedString))
                #expect(word.isEscaped == (tag == .escapedString))
                #expect(TapeWord(tag, offset: offset, length: 0).withLength(length).bits == word.bits)
            }
        }
        for (index, count) in [(0, 0), (1, 2), (largest * 2, largest), (0xFFFF_FFFF, 0xFFFF_FFFF)] {
            let pair = TapePair(index: index, count: count)
            #expect(pair.index == index)
            #expect(pair.count == count)
        }
    }
}
