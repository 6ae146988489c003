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
