import TestSupport
import Testing

@testable import JSON

@Suite("Structure and access")
struct StructureTests {
    @Test(
        "W1: what breaks the grammar is named and placed",
        arguments: [
            Case("nothing", "", JSONFault(.empty, at: 0)),
            Case("white space", " \t\r\n", JSONFault(.empty, at: 4)),
            Case("byte order mark", "\u{FEFF}{}", JSONFault(.byteOrderMark, at: 0)),
            Case("byte order mark alone", "\u{FEFF}", JSONFault(.byteOrderMark, at: 0)),
            Case("byte order mark later", "[\u{FEFF}]", JSONFault(.unexpectedByte(0xEF), at: 1)),
            Case("no-break space", "[\u{A0}1]", JSONFault(.unexpectedByte(0xC2), at: 1)),
            Case("form feed", "[\u{C}1]", JSONFault(.unexpectedByte(0x0C), at: 1)),
            Case("NUL behind", "1\0", JSONFault(.trailingBytes, at: 1)),
            Case("NUL alone", "\0", JSONFault(.unexpectedByte(0), at: 0)),
            Case("NUL in array", "[1\0", JSONFault(.unexpectedByte(0), at: 2)),
            Case("open array", "[", JSONFault(.unexpectedEnd, at: 1)),
            Case("open array after value", "[1", JSONFault(.unexpectedEnd, at: 2)),
            Case("open array after comma", "[1, ", JSONFault(.unexpectedEnd, at: 4)),
            Case("open object", "{", JSONFault(.unexpectedEnd, at: 1)),
            Case("open object after name", #"{"a""#, JSONFault(.unexpectedEnd, at: 4)),
            Case("open object after colon", #"{"a":"#, JSONFault(.unexpectedEnd, at: 5)),
            Case("open object after value", #"{"a":1"#, JSONFault(.unexpectedEnd, at: 6)),
            Case("comma last in array", "[1,]", JSONFault(.unexpectedByte(0x5D), at: 3)),
            Case("comma last in object", #"{"a":1,}"#, JSONFault(.unexpectedByte(0x7D), at: 7)),
            Case("comma first", "[,1]", JSONFault(.unexpectedByte(0x2C), at: 1)),
            Case("no comma", "[1 2]", JSONFault(.unexpectedByte(0x32), at: 3)),
            Case("colon in array", "[1:2]", JSONFault(.unexpectedByte(0x3A), at: 2)),
            Case("comma for colon", #"{"a",1}"#, JSONFault(.unexpectedByte(0x2C), at: 4)),
            Case("name without quotes", "{a:1}", JSONFault(.unexpectedByte(0x61), at: 1)),
            Case("number as name", "{1:1}", JSONFault(.unexpectedByte(0x31), at: 1)),
            Case("wrong bracket", "[1}", JSONFault(.unexpectedByte(0x7D), at: 2)),
            Case("wrong brace", #"{"a":1]"#, JSONFault(.unexpectedByte(0x5D), at: 6)),
            Case("wrong bracket when empty", "{]", JSONFault(.unexpectedByte(0x5D), at: 1)),
            Case("closing alone", "]", JSONFault(.unexpectedByte(0x5D), at: 0)),
            Case("closing twice", "[]]", JSONFault(.trailingBytes, at: 2)),
            Case("two values", "{} {}", JSONFault(.trailingBytes, at: 3)),
            Case("comment", "[1]//", JSONFault(.trailingBytes, at: 3)),
            Case("cut word", "tru", JSONFault(.unexpectedEnd, at: 3)),
            Case("changed word", "nulL", JSONFault(.unexpectedByte(0x4C), at: 3)),
            Case("upper case", "True", JSONFault(.unexpectedByte(0x54), at: 0)),
            Case("word goes on", "nullx", JSONFault(.trailingBytes, at: 4)),
        ])
    func refused(_ row: Case<JSONFault>) {
        #expect(firstFault(row.text.utf8) == row.expected)
    }

    static let sample = """
        { "jsonrpc" : "2.0", "id":7 ,\t"params":{"list":[1,[2,{"x":null}],"three",true,false,1.5],"empty":{},"none":[]},
          "last" : null }\n
        """

    @Test("Members and elements are found and walked in order")
    func access() throws {
        let root = try read(Self.sample)
        #expect(root.kind == .object)
        #expect(root.count == 4)
        #expect(root.members.map(\.key) == ["jsonrpc", "id", "params", "last"])
        #expect(root["jsonrpc"]?.string == "2.0")
        #expect(root["id" as String]?.integer == 7)
        #expect(root["last"]?.isNull == true)
        #expect(root["none"] == nil)
        #expect(root["las"] == nil)
        let list = try #require(root["params"]?["list"])
        #expect(list.count == 6)
        #expect(list.elements.map(\.kind) == [.number, .array, .string, .bool, .bool, .number])
        #expect(list[1]?[1]?["x"]?.isNull == true)
        #expect(list[2]?.string == "three")
        #expect(list[3]?.bool == true)
        #expect(list[4]?.bool == false)
        #expect(list[5]?.double == 1.5)
        for outside in [-1, 6, Int.max, Int.min] { #expect(list[outside] == nil) }
        #expect(root["params"]?["empty"]?.members.contains { _ in true } == false)
        #expect(root["params"]?["none"]?.elements.contains { _ in true } == false)
    }

    @Test("Raw text and offsets are those of the source")
    func rawText() throws {
        let root = try read(Self.sample)
        let all = Array(Self.sample.utf8)
        func raw(_ node: JSONNode?) -> String? { node.map { String(decoding: $0.rawText, as: UTF8.self) } }
        #expect(raw(root["jsonrpc"]) == "\"2.0\"")
        #expect(raw(root["params"]?["list"]) == #"[1,[2,{"x":null}],"three",true,false,1.5]"#)
        #expect(raw(root["params"]?["empty"]) == "{}")
        #expect(raw(root["last"]) == "null")
        #expect(raw(root)?.hasPrefix("{ \"jsonrpc\"") == true)
        for (_, value) in root.members {
            #expect(Array(all[value.offset..<value.offset + value.rawText.count]) == Array(value.rawText))
        }
    }

    @Test(
        "A value of another kind answers nil or nothing", arguments: ["null", "true", "3", #""s""#, "[1]", #"{"a":1}"#])
    func otherKinds(_ text: String) throws {
        let node = try read(text)
        #expect(node.isNull == (node.kind == .null))
        #expect((node.bool != nil) == (node.kind == .bool))
        #expect((node.integer != nil) == (node.kind == .number))
        #expect((node.double != nil) == (node.kind == .number))
        #expect((node.numberText != nil) == (node.kind == .number))
        #expect((node.string != nil) == (node.kind == .string))
        #expect((node.withUTF8 { $0.count } != nil) == (node.kind == .string))
        #expect((node[0] != nil) == (node.kind == .array))
        #expect((node["a"] != nil) == (node.kind == .object))
        #expect(node.elements.map(\.kind).count == (node.kind == .array ? 1 : 0))
        #expect(node.members.map(\.key).count == (node.kind == .object ? 1 : 0))
        #expect(node.count == (node.kind == .array || node.kind == .object ? 1 : 0))
    }

    @Test("Bytes, buffers and strings read the same; a buffer may be reused at once")
    func sources() throws {
        var bytes = Array(#"{"a":[1,"x"]}"#.utf8)
        let fromBuffer = try bytes.withUnsafeMutableBytes { buffer throws(JSONFault) in
            let document = try JSONDocument(parsing: UnsafeRawBufferPointer(buffer))
            for index in buffer.indices { buffer[index] = 0 }
            return document
        }
        let fromString = try JSONDocument(parsing: #"{"a":[1,"x"]}"#)
        #expect(JSONValue(fromBuffer.root) == JSONValue(fromString.root))
        #expect(throws: JSONFault(.empty, at: 0)) {
            try JSONDocument(parsing: UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    @Test("The tape fits the capacity that was counted for it, whatever the bytes")
    func capacity() {
        var generator = SeededGenerator(7)
        let pieces = [
            "[", "]", "{", "}", ",", ":", "\"a\"", "\"", "1", "null", " ", "\"b\":", "[[", "{\"c\":[", "\\", "{}",
            "[],",
        ]
        var read = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            // An append beyond the capacity would trap.
            if firstFault(text.utf8, JSONLimits(depth: 128)) == nil { read += 1 }
        }
        #expect(read > 0)
        for count in 0...70 {
            let brackets = [UInt8](repeating: UInt8(ascii: "["), count: count)
            let forBrackets = TapeCapacity.words(for: brackets.span.bytes)
            #expect(forBrackets >= min(2 * count, count + 128))
            let commas = [UInt8](repeating: UInt8(ascii: ","), count: 64 * count)
            let forCommas = TapeCapacity.words(for: commas.span.bytes)
            // Short texts are not counted.
            #expect(count > 1 ? forCommas == 64 * count + 1 : (64 * count + 1...128 * count + 1).contains(forCommas))
        }
    }

    @Test("Texts with a word for ten bytes, for six and for two are read alike, and so is one that breaks off")
    func density() throws {
        for (element, count) in [
            ("\"a text of 26 letters here\"", 400), ("{\"a\":1}", 900), ("7", 4_000), ("[]", 3_000),
        ] {
            let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
            let root = try read(text)
            #expect(root.count == count && root.elements.allSatisfy { $0.rawText.elementsEqual(element.utf8) })
            #expect(firstFault(text.dropLast().utf8) == JSONFault(.unexpectedEnd, at: text.utf8.count - 1))
            #expect(
                firstFault(text.utf8, JSONLimits(values: count))
                    == JSONFault(.tooManyValues(limit: count), at: text.utf8.count))
        }
    }

    @Test("A word is read to its last letter, at the end of the text and before it")
    func words() throws {
        for word in ["null", "true", "false"] {
            for end in ["", " ", "       ,", "\"", "x"] {
                let isRead = end.allSatisfy { $0 == " " }
                #expect((firstFault((word + end).utf8) == nil) == isRead)
                #expect(firstFault("[\(word)\(end)]".utf8) == nil || !isRead)
            }
            for place in 0..<word.utf8.count {
                var letters = Array(word.utf8)
                letters[place] ^= 0x20
                for end in ["", "         "] {
                    #expect(
                        firstFault(letters + Array(end.utf8)) == JSONFault(.unexpectedByte(letters[place]), at: place))
                }
            }
        }
    }

    @Test("Sentences say what, where and what to do, and never show a raw control character")
    func sentences() {
        let reasons: [JSONFault.Reason] = [
            .empty, .byteOrderMark, .unexpectedEnd, .unexpectedByte(0x7D), .unexpectedByte(0x00), .invalidUTF8,
            .loneSurrogate, .controlCharacterInString(0x1B), .duplicateMember("a\u{1B}[31m\u{2028}\"b"),
            .tooDeep(limit: 64), .numberTooLong(limit: 4096), .tooManyElements(limit: 6),
            .tooManyValues(limit: 7), .trailingBytes, .documentTooLong(limit: 5),
        ]
        var seen: Set<String> = []
        for reason in reasons {
            let sentence = JSONFault(reason, at: 17).sentence
            #expect(sentence.hasPrefix("The text is not valid JSON: "))
            #expect(sentence.contains("at byte 17. "))
            #expect(sentence.hasSuffix("."))
            #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 && $0.value != 0x7F })
            #expect(seen.insert(sentence).inserted)
        }
        #expect(JSONFault(.unexpectedByte(0x7D), at: 0).sentence.contains("'}'"))
        #expect(JSONFault(.unexpectedByte(0x0A), at: 0).sentence.contains("0x0A"))
        #expect(JSONFault(.tooDeep(limit: 64), at: 0).sentence.contains("64"))
    }
}
