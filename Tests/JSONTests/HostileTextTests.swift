import Foundation
import TestSupport
import Testing

@testable import JSON

/// Texts as they come from a careless or hostile peer, and what another reader says about what is written.
@Suite("Hostile texts")
struct HostileTextTests {
    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("W1, W12: lines that are not JSON", arguments: lines)
    func refused(_ id: String, _ bytes: [UInt8]) {
        #expect(firstFault(bytes) != nil, "\(id)")
        // The same inside an array: no different.
        #expect(firstFault([0x5B] + bytes + [0x5D]) != nil, "\(id)")
    }

    static let lines: [(String, [UInt8])] = [
        ("binary", [0x00, 0x01, 0xFE, 0xFF]),
        ("gzip", [0x1F, 0x8B, 0x08, 0x00]),
        ("UTF-16 little endian", Array("{}".utf8).flatMap { [$0, 0] }),
        ("UTF-16 big endian", Array("{}".utf8).flatMap { [0, $0] }),
        ("UTF-16 with mark", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]),
        ("UTF-32", [0x7B, 0, 0, 0, 0x7D, 0, 0, 0]),
        ("Latin-1 in a string", [0x22, 0xE9, 0x22]),
        ("Latin-1 in arguments", bytes(#"{"params":{"q":"caf"#) + [0xE9] + bytes(#""}}"#)),
        ("0xFF in a string", [0x22, 0xFF, 0x22]),
        ("lone continuation", [0x22, 0x80, 0x22]),
        ("overlong slash", [0x22, 0xC0, 0xAF, 0x22]),
        ("overlong NUL", [0x22, 0xC0, 0x80, 0x22]),
        ("overlong of three", [0x22, 0xE0, 0x80, 0xAF, 0x22]),
        ("surrogate in UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22]),
        ("pair in UTF-8 (CESU)", [0x22, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x22]),
        ("beyond U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
        ("five bytes", [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22]),
        ("a header", bytes("Content-Length: 2\r\n\r\n{}")),
        ("a request line", bytes("GET / HTTP/1.1")),
        ("YAML", bytes("a: 1")),
        ("XML", bytes("<a/>")),
        ("JavaScript", bytes("{a:1}")),
        ("single quotes", bytes("{'a':1}")),
        ("comment", bytes("/* */{}")),
        ("undefined", bytes("undefined")),
        ("two lines", bytes("{}\n{}")),
        ("line separator outside strings", bytes("{\u{2028}}")),
        ("curly quotes", bytes("{“a”:1}")),
        ("prefix against hijacking", bytes(")]}',\n{}")),
    ]

    @Test(
        "W9: odd ids are read and echoed as they are",
        arguments: [
            "0", "-1", "9007199254740993", "9223372036854775808", "-9223372036854775809",
            "123456789012345678901234567890", "1.0", "1.50", "1e2", "-0", "null", "\"\"", "\"1\"", "\" \"",
            "\"\\u0000\"",
            "\"\\u001b[2J\"", "\"e\u{301}\"", "\"\u{E9}\"", "\"\u{1F468}\u{200D}\u{1F469}\"", "\"\\ud83d\\ude00\"",
            "\"\u{202E}abc\"", "\"\\\"\"", "\"\\\\\"", "\"\\/\"",
        ])
    func ids(_ id: String) throws {
        let request = try read(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        let node = try #require(request["id"])
        #expect(Array(node.rawText) == Array(id.utf8))
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("id")
        writer.raw(node.rawText)
        writer.key("result")
        writer.beginObject()
        writer.endObject()
        writer.endObject()
        #expect(writer.bytes == Array(#"{"id":\#(id),"result":{}}"#.utf8))
    }

    @Test("W11: whatever is in a text, what is written is one line and reads back the same")
    func oneLine() throws {
        let hard = (0...0x2030 as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
        var text = ""
        text.unicodeScalars.append(contentsOf: hard)
        var writer = JSONWriter()
        writer.value(.array([.string(text), .object([JSONMember(text, 1)])]))
        let line = String(decoding: writer.bytes, as: UTF8.self)
        #expect(!line.contains { $0.isNewline })
        #expect(!writer.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        let root = try read(line)
        #expect(root[0]?.string?.utf8.elementsEqual(text.utf8) == true)
        #expect(root[1]?[text]?.integer == 1)
    }

    @Test("W11: raw bytes that are not even UTF-8 still cannot end a line")
    func rawGarbage() {
        var generator = SeededGenerator(11)
        for _ in 0..<500 {
            let hard: [UInt8] = [0x0A, 0x0D, 0x7F, 0xC2, 0x85, 0xE2, 0x80, 0xA8, 0xA9, 0x61, 0x22]
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                hard.randomElement(using: &generator) ?? 0
            }
            var writer = JSONWriter()
            writer.raw(bytes)
            #expect(!writer.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        }
    }

    @Test(
        "Foundation reads the same from what is written as from the source",
        arguments: JSONTestSuite.names("y_"))
    func otherReader(_ name: String) throws {
        let bytes = try JSONTestSuite.bytes(name)
        guard let document = try? JSONDocument(parsing: bytes) else { return }
        let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
        func sorted(_ bytes: [UInt8]) throws -> Data {
            let object = try JSONSerialization.jsonObject(with: Data(bytes), options: options)
            return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed])
        }
        let expected = try sorted(bytes)
        #expect(try sorted(JSONValue(document.root).serialized()) == expected, "\(name)")
        #expect(try sorted(Array(JSONValue(document.root).pretty().utf8)) == expected, "\(name)")
    }
}
