import TestSupport
import Testing

@testable import JSON

/// Texts read in place, onto a tape that is used again, are judged and read as documents are.
@Suite("Scratch")
struct ScratchTests {
    @Test("W1: one scratch takes and refuses every file of the suite, in turn, as a document does, with the same tape")
    func suite() throws {
        let scratch = JSONScratch()
        for name in JSONTestSuite.names("y_") + JSONTestSuite.names("n_") + JSONTestSuite.names("i_") {
            let bytes = try JSONTestSuite.bytes(name)
            if bytes.count <= JSONScratch.longest { expectSame(bytes, scratch, JSONLimits.standard) }
        }
    }

    @Test(
        "a text that is cut or changed anywhere is judged as a document is, under any limits",
        arguments: [
            #"{"jsonrpc":"2.0","id":"a\u0061","method":"tools/call","params":{"name":"x","arguments":{"a":[1,2.5e3,null]}}}"#,
            "[[[[1]]],{\"\u{E9}\":\"\u{2028}\u{1F600}\",\"b\":true}]", #"{"a":1,"b":2,"a":3}"#,
        ])
    func changes(text: String) {
        let scratch = JSONScratch()
        let bytes = Array(text.utf8)
        for limits in [JSONLimits.standard, JSONLimits(depth: 3), JSONLimits(elements: 2), JSONLimits(values: 4)] {
            for end in 0...bytes.count { expectSame(Array(bytes[..<end]), scratch, limits) }
            for place in bytes.indices {
                for byte: UInt8 in [0x00, 0x20, 0x22, 0x5C, 0x7B, 0x80, 0xFF] {
                    var changed = bytes
                    changed[place] = byte
                    expectSame(changed, scratch, limits)
                }
            }
        }
    }

    @Test("the longest text is read, a longer one is refused, and deep ones find room on the tape")
    func bounds() {
        let scratch = JSONScratch()
        let longest = JSONScratch.longest
        for text in [
            Array(repeating: UInt8(ascii: "["), count: longest),
            Array("[\(String(repeating: "0,", count: longest / 2 - 2))0]".utf8),
            Array("\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: longest - 2) + Array("\"".utf8),
        ] {
            expectSame(text, scratch, JSONLimits(depth: JSONLimits.deepest))
        }
        #expect(throws: JSONFault(.documentTooLong(limit: longest), at: longest)) {
            try scratch.read(Array(repeating: 0x31, count: longest + 1).span.bytes, limits: .standard)
        }
    }

    @Test("members are found as those of a document are, whatever their order and escapes")
    func members() throws {
        let table = MemberTable(["jsonrpc", "id", "method", "params"])
        let scratch = JSONScratch()
        for text in [
            #"{"id":7,"method":"ping","jsonrpc":"2.0"}"#, #"{"a":{"id":1},"\u0069d":[1,{"method":2}],"method":null}"#,
            "[1]", "{}", #""id""#, #"{"idd":1,"ID":2,"i":3}"#,
        ] {
            let bytes = Array(text.utf8)
            try scratch.read(bytes.span.bytes, limits: .standard)
            let places = scratch.find(table, in: bytes.span.bytes)
            var finder = MemberFinder(table)
            let root = try JSONDocument(parsing: bytes).root
            finder.find(in: root.place, of: root)
            for (place, other) in finder.places.enumerated() {
                let one = places[place]
                #expect(one.kind == other.kind && one.offset == other.offset && one.length == other.length)
            }
        }
    }

    @Test("a document that is lent is the text that was read, and its memory is used again for the next")
    func lent() throws {
        let scratch = JSONScratch()
        var places: Set<UnsafeRawPointer?> = []
        for number in 0..<200 {
            let text = Array(#"{"number":\#(number),"text":"\#(String(repeating: "é\\n", count: number))"}"#.utf8)
            try scratch.read(text.span.bytes, limits: .standard)
            let document = scratch.lentDocument(of: text.span.bytes)
            #expect(document.root["number"]?.integer == number && document.root.rawText.elementsEqual(text))
            #expect(document.root["text"]?.string == String(repeating: "é\n", count: number))
            places.insert(document.storage.bytes.withUnsafeBytes { $0.baseAddress })
        }
        #expect(places.count == 1)
    }

    @Test("what is held of a lent document stays as it was: the document, a node, an array of its text")
    func held() throws {
        let scratch = JSONScratch()
        var (documents, nodes): ([JSONDocument], [JSONNode]) = ([], [])
        var (texts, slices): ([[UInt8]], [ArraySlice<UInt8>]) = ([], [])
        for number in 100..<200 {
            let text = Array(#"{"a":[\#(number)],"b":"x\#(number)"}"#.utf8)
            try scratch.read(text.span.bytes, limits: .standard)
            let root = scratch.lentDocument(of: text.span.bytes).root
            switch number % 4 {
            case 0: documents.append(scratch.lentDocument(of: text.span.bytes))
            case 1: nodes.append(try #require(root["a"]?[0]))
            case 2: texts.append(root.documentText)
            default: slices.append(try #require(root["b"]).rawText)
            }
        }
        #expect(documents.map { $0.root["b"]?.string } == stride(from: 100, to: 200, by: 4).map { "x\($0)" })
        #expect(nodes.map(\.integer) == stride(from: 101, to: 200, by: 4).map { $0 })
        for (number, text) in zip(stride(from: 102, to: 200, by: 4), texts) {
            #expect(String(decoding: text.prefix(22), as: UTF8.self) == #"{"a":[\#(number)],"b":"x\#(number)"}"#)
        }
        #expect(
            slices.map { String(decoding: $0, as: UTF8.self) }
                == stride(from: 103, to: 200, by: 4).map { #""x\#($0)""# })
    }

    @Test("a text that is read and refused leaves the one that was lent before as it is")
    func refused() throws {
        let scratch = JSONScratch()
        let text = Array(#"{"id":1}"#.utf8)
        try scratch.read(text.span.bytes, limits: .standard)
        let lent = scratch.lentDocument(of: text.span.bytes)
        #expect(throws: JSONFault.self) { try scratch.read(Array(#"{"id":2,}"#.utf8).span.bytes, limits: .standard) }
        #expect(lent.root["id"]?.integer == 1)
        let own = scratch.document(of: text.span.bytes, countedIn: nil)
        #expect(own.storage.bytes == text && own.storage !== lent.storage)
    }

    @Test("members of an object within a document are found in one pass, with their kinds and texts")
    func within() throws {
        let table = MemberTable(["name", "arguments", "_meta", "task"])
        let text =
            #"{"x":{"name":"a\u0062c","arguments":{"name":1},"_meta":null,"other":[{"task":2}],"arguments2":0},"y":"name"}"#
        let root = try JSONDocument(parsing: text).root
        let node = try #require(root["x"])
        let places = node.find(table)
        #expect(node.string(at: places[0]) == "abc" && node.isString("abc", at: places[0]))
        #expect(!node.isString("abd", at: places[0]) && !node.isString("ab", at: places[0]))
        #expect(node.found(at: places[1])?["name"]?.integer == 1 && node.string(at: places[1]) == nil)
        #expect(node.found(at: places[2])?.isNull == true && !node.isString("null", at: places[2]))
        #expect(places[3].isMissing && node.found(at: places[3]) == nil && node.string(at: places[3]) == nil)
        var seen: [UInt8] = []
        node.withUTF8(at: places[0]) { seen = Array($0) }
        #expect(seen == Array("abc".utf8))
        node.withUTF8(at: places[1]) { _ in Issue.record("no text") }
        node.withUTF8(at: places[3]) { _ in Issue.record("nothing") }
        for other in [root["y"], node["other"], node["_meta"], node["arguments2"]] {
            let places = try #require(other).find(table)
            #expect((0..<4).allSatisfy { places[$0].isMissing })
        }
        let plain = try #require(root["y"])
        #expect(plain.isString("name", at: plain.place) && !plain.isString("nam", at: plain.place))
    }

    @Test("each byte at each place of sixteen stops a scan exactly when it should")
    func stops() {
        for byte in UInt8.min...UInt8.max {
            let isStop = byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C
            for place in 0..<16 {
                for filler: UInt8 in [0x61, 0x21, 0x23, 0x5D, 0x80] {
                    var bytes = [UInt8](repeating: 0x61, count: 17)
                    bytes[1 + place] = byte
                    for above in place + 1..<16 where place < 15 { bytes[1 + above] = filler }
                    guard let stops = ByteScan.stops(of: bytes.span.bytes, at: 1) else {
                        Issue.record("sixteen bytes are inside")
                        return
                    }
                    let found = stops == 0 ? 16 : stops.trailingZeroBitCount
                    #expect(isStop ? found == place : found > place)
                }
            }
        }
        #expect(ByteScan.stops(of: [UInt8](repeating: 0, count: 15).span.bytes, at: 0) == nil)
        #expect(ByteScan.stops(of: [UInt8](repeating: 0, count: 16).span.bytes, at: 1) == nil)
        #expect(ByteScan.stops(of: [UInt8](repeating: 0, count: 16).span.bytes, at: -1) == nil)
    }

    private func expectSame(_ bytes: [UInt8], _ scratch: borrowing JSONScratch, _ limits: JSONLimits) {
        var (tape, fault): ([UInt64]?, JSONFault?)
        do throws(JSONFault) {
            try scratch.read(bytes.span.bytes, limits: limits)
            let document = scratch.document(of: bytes.span.bytes, countedIn: nil)
            tape = document.storage.tape
            #expect(document.storage.bytes == bytes)
            #expect(scratch.heldBytes(bytes.count) == document.heldBytes)
        } catch {
            fault = error
        }
        do throws(JSONFault) {
            let document = try JSONDocument(parsing: bytes, limits: limits)
            #expect(tape == document.storage.tape)
        } catch {
            #expect(fault == error)
        }
    }
}
