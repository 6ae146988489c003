import JSON
import Masking
import Settings
import Testing

@testable import Transcripts

/// The format, written and read.
@Suite("Transcripts") struct TranscriptTests {
    static let header = TranscriptHeader(
        version: "1.2.3", era: nil, isReadOnly: true, modules: ["a", "b"],
        settings: [JSONMember("x.y", 1), JSONMember("shop.apiKey", "abc")])

    /// A redaction that knows one secret, and a setting `shop.apiKey` that is one.
    static func redaction(_ secrets: [String] = ["hunter 2/#"]) throws -> Redaction {
        let catalog = try SettingsCatalog([
            SettingKey("shop.apiKey", .text(0...64), default: "", secret: true, "A secret.").declaration
        ])
        return Redaction(secrets: secrets, names: SecretNames(catalog))
    }

    static func text(_ lines: [TranscriptLine.Content]) throws -> [UInt8] {
        let redaction = try redaction()
        return lines.enumerated().reduce(Self.header.bytes(era: "JSON-RPC 2.0", redaction)) { text, line in
            text + TranscriptLine(at: line.offset, line.element).bytes(redaction)
        }
    }

    static func node(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

    @Test("what was written is read again, whatever the client sent")
    func roundTrip() throws {
        let text = try Self.text([
            .client(try Self.node(#"{"id":1,"t":"읽을 것"}"#)), .clientBytes(Array("{bad\r한".utf8), reason: "why"),
            .clientBytes([0xFF, 0, 0xFE], reason: "bytes"), .skipped(longerThan: 7, reason: "long"),
            .skipped(longerThan: nil, reason: "header"), .server(try Self.node("[1]")), .inputEnded, .ended,
        ])
        #expect(text.split(separator: UInt8(ascii: "\n")).count == 9)
        let transcript = try Transcript(text)
        #expect(transcript.damage == nil)
        #expect(transcript.header.version == "1.2.3")
        #expect(transcript.header.era == "JSON-RPC 2.0")
        #expect(transcript.header.isReadOnly)
        #expect(transcript.header.modules == ["a", "b"])
        #expect(transcript.header.settings == [JSONMember("x.y", 1), JSONMember("shop.apiKey", "***")])
        #expect(transcript.lines.map(\.number) == [2, 3, 4, 5, 6, 7, 8])
        #expect(transcript.lines.map(\.line.at) == [0, 1, 2, 3, 4, 5, 6])
        let told = transcript.lines.map { line -> String in
            switch line.line.content {
            case .client(let node): "client \(String(decoding: node.rawText, as: UTF8.self))"
            case .clientBytes(let bytes, let reason): "bytes \(bytes.count) \(reason)"
            case .skipped(let limit, let reason): "skipped \(limit ?? 0) \(reason)"
            case .server(let node): "server \(String(decoding: node.rawText, as: UTF8.self))"
            case .inputEnded: "input ended"
            case .ended: "ended"
            case .full: "full"
            }
        }
        #expect(
            told == [
                #"client {"id":1,"t":"읽을 것"}"#, "bytes 8 why", "bytes 3 bytes", "skipped 7 long", "skipped 0 header",
                "server [1]", "input ended",
            ])
    }

    @Test("a file that is cut, damaged or without its end is told by its line, and read up to there")
    func damage() throws {
        let whole = try Self.text([.client(try Self.node("1")), .server(try Self.node("2")), .ended])
        let lines = whole.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
        func read(_ text: [UInt8]) throws -> (Int, TranscriptFault?) {
            let transcript = try Transcript(text)
            return (transcript.lines.count, transcript.damage)
        }
        #expect(try read(Array(whole.dropLast(lines[3].count + 3))) == (1, .cut(line: 3)))
        #expect(try read(Array(whole.dropLast(lines[3].count))) == (2, .endMissing(line: 3)))
        #expect(try read(lines[0]) == (0, .endMissing(line: 1)))
        #expect(
            try read(lines[0] + lines[1] + Array("{}\n".utf8) + lines[2] + lines[3])
                == (1, .damaged(line: 3, what: "It is no line of a recording.")))
        let (count, fault) = try read(lines[0] + lines[1] + Array("{x\n".utf8) + lines[3])
        #expect(count == 1)
        #expect(fault?.sentence.hasPrefix("Line 3 is damaged.") == true)
        #expect(try read(whole + lines[1]) == (2, .damaged(line: 5, what: "The recording had ended before it.")))
    }

    @Test(
        "what has no header is no recording",
        arguments: [
            ("", TranscriptFault.noHeader), ("\n", .noHeader), ("{}\n", .noHeader), ("[1]\n", .noHeader),
            ("{\"format\":2,\"galleria\":\"9\"}\n", .otherFormat(2)), ("{\"format\":1,\"gall", .noHeader),
        ])
    func noHeader(_ text: String, _ fault: TranscriptFault) throws {
        #expect(throws: fault) { try Transcript(Array(text.utf8)) }
        #expect(!fault.sentence.isEmpty && !fault.hint.isEmpty)
    }

    @Test("a plan waits for what the recorded client had heard, and no more")
    func plan() throws {
        let transcript = try Transcript(
            try Self.text([
                .client(try Self.node(#"{"id":1,"method":"a"}"#)), .client(try Self.node(#"{"id":2,"method":"b"}"#)),
                .server(try Self.node(#"{"id":2,"result":1}"#)),
                .server(try Self.node(#"[{"id":1,"result":1},{"method":"n"}]"#)),
                .skipped(longerThan: nil, reason: "header"), .server(try Self.node(#"{"id":null,"error":{}}"#)),
                .skipped(longerThan: 3, reason: "long"), .inputEnded,
                .server(try Self.node(#"{"id":"g-1","method":"ask"}"#)), .ended,
            ]))
        let plan = ReplayPlan(transcript)
        #expect(plan.messages == 3)
        #expect(plan.omissions.map(\.line) == [6])
        #expect(plan.notified == ["n"])
        #expect(
            plan.steps.map { $0.awaited.map { "\($0.line) \($0.method)" } } == [
                [], [], ["4 b", "5 a", "5 n"], [], ["10 ask"],
            ])
        guard case .send(let long) = plan.steps[2].action else {
            Issue.record("nothing is sent")
            return
        }
        #expect(long.count == 4)
    }
}
