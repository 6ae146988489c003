import Foundation
import JSON
import Testing

/// T4: text from outside in the log.
@Suite("The log") struct LogTests {
    /// Would begin a line of its own, in the log's own form, and colour a terminal.
    private static let forged = "a\ngalleria: error: forged\r\ngalleria: error: forged\u{1B}[31m\u{2028}\u{85}b"

    /// - Returns: the lines, without what is not ended.
    private func lines(of process: ChildProcess) -> [String] {
        process.errorText.unicodeScalars.split(separator: "\n").map { String(String.UnicodeScalarView($0)) }
    }

    private func expectOneLineEach(_ lines: [String]) {
        for line in lines {
            #expect(line.wholeMatch(of: #/galleria: (?:error|warning|info|debug): .*/#.dotMatchesNewlines()) != nil)
            #expect(!line.hasPrefix("galleria: error: forged"), "\(line)")
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }, "\(line)")
            #expect(!line.unicodeScalars.contains("\u{2028}"), "\(line)")
        }
    }

    @Test("T4: a newline and a forged line in every text argument of every tool, in names and ids: none in the log")
    func arguments() throws {
        let process = try GalleriaProcess(["serve", "--log-level", "debug"])
        func call(_ method: String, _ params: JSONValue, id: JSONValue = 1) throws -> JSONValue {
            let request: JSONValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
            try process.send(line: String(decoding: request.serialized(), as: UTF8.self))
            return try JSONValue(parsing: try #require(try process.readLine()))
        }
        let forged = JSONValue.string(Self.forged)
        let client: JSONValue = ["name": forged, "version": forged, "title": forged]
        let welcome = try call(
            "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": client])
        #expect(welcome["result"] != nil)
        var asked = 0
        for tool in try call("tools/list", [:])["result"]?["tools"]?.array ?? [] {
            let schema = try #require(tool["inputSchema"])
            let required = schema["required"]?.array?.compactMap(\.string) ?? []
            for parameter in schema["properties"]?.members ?? [] where parameter.value["type"] == "string" {
                // The others as they should be, so that this one is what is read.
                let others = try required.filter { $0 != parameter.key }.map { name in
                    JSONMember(name, try #require(schema["properties"]?[name]?["examples"]?[0], "\(name)"))
                }
                let arguments = JSONValue.object(others + [JSONMember(parameter.key, forged)])
                _ = try call("tools/call", ["name": tool["name"] ?? nil, "arguments": arguments])
                asked += 1
            }
        }
        #expect(asked >= 15, "arguments that are texts")
        _ = try call(Self.forged, [:], id: forged)
        _ = try call("tools/call", ["name": forged, "arguments": .object([JSONMember(Self.forged, forged)])])
        _ = try call("screen.open", ["route": forged])
        _ = try call("resources/read", ["uri": forged])
        _ = try call("prompts/get", ["name": forged])
        // What is no JSON is told in the log, once each.
        for text in ["{\u{1B}[31mgalleria: error: forged", "\"\r\u{2028}\u{85}", "galleria: error: forged"] {
            try process.send(line: text)
            #expect(try process.answer().errorCode == -32700)
        }
        try process.expectServing()
        _ = try process.finish()
        let lines = lines(of: process)
        expectOneLineEach(lines)
        #expect(lines.count { $0.contains("not JSON") } == 3, "\(lines)")
    }

    @Test("T4: a settings file of hostile keys, values and name, read again: one line is told, beside a disk's one")
    func settings() throws {
        let home = try TemporaryHome()
        let path = "\(home.path)/a\ngalleria: error: forged.yaml"
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
        try write("images: { disk: { path: /dev/null/images } }\nenvironment: sample\n")
        let process = try GalleriaProcess(["serve", "--config", path, "--log-level", "debug"], home: home)
        let show = try process.call("images.show", #"{"route":"galleria://product/BL204DR17KLM"}"#)
        #expect(show["result"] != nil)
        try write("\"a\\ngalleria: error: forged\": 1\nlog: { level: \"b\\ngalleria: error: forged\" }\n")
        process.signal(SIGHUP)
        // Signals are taken between messages.
        for _ in 0..<10_000 where !process.errorText.contains("settings read again") { try process.expectServing() }
        #expect(try process.finish() == [])
        let lines = lines(of: process)
        expectOneLineEach(lines)
        #expect(lines.count { $0.contains("pictures are not kept") } == 1, "\(lines)")
        #expect(lines.count { $0.contains("settings read again") && $0.contains("forged") } == 1, "\(lines)")
        #expect(lines.count == 2, "\(lines)")
    }
}
