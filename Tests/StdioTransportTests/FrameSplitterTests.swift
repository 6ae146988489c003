import Testing

@testable import StdioTransport

/// Piece of a stream of bytes.
private enum Piece: Equatable {
    case message(String)
    case rejected(RejectedInput)
}

/// Splits chunks as the reader does: unread bytes stay, what is consumed goes.
private func split(_ chunks: [[UInt8]], framing: Framing, limit: Int) -> [Piece] {
    var splitter = FrameSplitter(framing: framing, messageBytes: limit)
    var unread: [UInt8] = []
    var pieces: [Piece] = []
    for (index, chunk) in (chunks + [[]]).enumerated() {
        let atEnd = index == chunks.count
        unread += chunk
        var isWaiting = false
        while !isWaiting {
            switch unread.withUnsafeBytes({ splitter.next(in: $0, atEnd: atEnd) }) {
            case .needsMore: isWaiting = true
            case .skip(let count): unread.removeFirst(count)
            case .message(let range, let consumed):
                pieces.append(.message(String(decoding: unread[range], as: UTF8.self)))
                unread.removeFirst(consumed)
            case .rejected(let input, let consumed):
                pieces.append(.rejected(input))
                unread.removeFirst(consumed)
            }
        }
    }
    return pieces
}

private struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let input: [UInt8]
    let framing: Framing
    let limit: Int
    fileprivate let pieces: [Piece]
    var testDescription: String { id }

    init(_ id: String, _ input: String, framing: Framing = .auto, limit: Int = 1_000, _ pieces: [Piece]) {
        self.init(id, bytes: Array(input.utf8), framing: framing, limit: limit, pieces)
    }

    init(_ id: String, bytes: [UInt8], framing: Framing = .auto, limit: Int = 1_000, _ pieces: [Piece]) {
        (self.id, self.input, self.framing, self.limit, self.pieces) = (id, bytes, framing, limit, pieces)
    }
}

private let long = String(repeating: "x", count: 40)

private let lineCases = [
    Case("two lines", "{\"a\":1}\n[2]\n", [.message("{\"a\":1}"), .message("[2]")]),
    Case("CRLF", "{}\r\n[]\r\n", [.message("{}"), .message("[]")]),
    Case("only the last carriage return belongs to the ending", "{}\r\r\n", [.message("{}\r")]),
    Case("blank lines", "\n\r\n  \n\t\n{}\n\n \r\n[]\n\n", [.message("{}"), .message("[]")]),
    Case("last line without newline", "{}\n[1]", [.message("{}"), .message("[1]")]),
    Case("last line without newline, with CR", "[1]\r", [.message("[1]")]),
    Case("blank at the end without newline", "{}\n   ", [.message("{}")]),
    Case("byte order mark", bytes: [0xEF, 0xBB, 0xBF] + Array("{}\n".utf8), [.message("{}")]),
    Case("byte order mark alone", bytes: [0xEF, 0xBB, 0xBF], []),
    Case("part of a byte order mark", bytes: [0xEF, 0xBB], framing: .lines, [.message("\u{FFFD}")]),
    Case(
        "byte order mark later is data", bytes: Array("{}\n\u{FEFF}[]\n".utf8),
        [.message("{}"), .message("\u{FEFF}[]")]),
    Case("not JSON is still a line", "hello\n{}\n", [.message("hello"), .message("{}")]),
    Case("a split character", "\"é😀\"\n", [.message("\"é😀\"")]),
    Case("nothing", "", []),
    Case("headers in line framing are lines", "Content-Length: 2\n", framing: .lines, [.message("Content-Length: 2")]),
    Case("exactly the limit", "0123456789\n1\n", limit: 10, [.message("0123456789"), .message("1")]),
    Case("exactly the limit with CRLF", "0123456789\r\n1\n", limit: 10, [.message("0123456789"), .message("1")]),
    Case("one over", "01234567890\n1\n", limit: 10, [.rejected(.tooLong(limit: 10)), .message("1")]),
    Case("one over, at the end", "01234567890", limit: 10, [.rejected(.tooLong(limit: 10))]),
    Case("far over", "{\(long)\(long)\n{}\n", limit: 10, [.rejected(.tooLong(limit: 10)), .message("{}")]),
    Case("far over, never ends", "{\(long)\(long)", limit: 10, [.rejected(.tooLong(limit: 10))]),
    Case(
        "two over in a row", "{\(long)\n{\(long)\n{}\n", limit: 10,
        [.rejected(.tooLong(limit: 10)), .rejected(.tooLong(limit: 10)), .message("{}")]),
]

private func malformed(_ fault: HeaderFault) -> Piece { .rejected(.malformedHeader(fault)) }

private let headerCases = [
    Case("one", "Content-Length: 2\r\n\r\n{}", [.message("{}")]),
    Case(
        "two, back to back", "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]",
        [.message("{}"), .message("[1]")]),
    Case("lower case, no space", "content-length:2\r\n\r\n{}", [.message("{}")]),
    Case("mixed case, spaces around", "cOnTeNt-LeNgTh: \t 2 \r\n\r\n{}", [.message("{}")]),
    Case("bare newlines", "Content-Length: 2\n\n{}", [.message("{}")]),
    Case(
        "blank lines before and between", "\r\n\nContent-Length: 2\r\n\r\n{}\r\n\nContent-Length: 2\n\n[]",
        [
            .message("{}"), .message("[]"),
        ]),
    Case(
        "type in utf-8", "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
        [.message("{}")]),
    Case(
        "type first, utf8 in quotes", "content-type: a/b;charset=\"UTF8\"\r\nContent-Length: 2\r\n\r\n{}",
        [.message("{}")]),
    Case("type without charset", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", [.message("{}")]),
    Case("unknown fields", "Content-Length: 2\r\nX-Thing: a:b\r\nY:\r\n\r\n{}", [.message("{}")]),
    Case(
        "newlines inside a message", "Content-Length: 5\r\n\r\n{\n\r\n}Content-Length: 1\r\n\r\n1",
        [
            .message("{\n\r\n}"), .message("1"),
        ]),
    Case(
        "length counts bytes", "Content-Length: 4\r\n\r\n\"é\"Content-Length: 1\r\n\r\n1",
        [.message("\"é\""), .message("1")]),
    Case("empty message", "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", [.message(""), .message("1")]),
    Case("the same length twice", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", [.message("{}")]),
    Case("leading zeros", "Content-Length: 002\r\n\r\n{}", [.message("{}")]),
    Case("exactly the limit", "Content-Length: 10\r\n\r\n0123456789", limit: 10, [.message("0123456789")]),
    Case(
        "over the limit", "Content-Length: 11\r\n\r\n01234567890Content-Length: 1\r\n\r\n1", limit: 10,
        [
            .rejected(.tooLong(limit: 10)), .message("1"),
        ]),
    Case(
        "utf-16", "Content-Length: 2\r\nContent-Type: a/b; charset=utf-16\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        [
            malformed(.unsupportedCharset), .message("1"),
        ]),
    Case(
        "no number", "Content-Length: two\r\n\r\n{}Content-Length: 1\r\n\r\n1", [malformed(.badLength), .message("1")]),
    Case(
        "empty number", "Content-Length:\r\n\r\n{}\nContent-Length: 1\r\n\r\n1", [malformed(.badLength), .message("1")]),
    Case("negative", "Content-Length: -2\r\n\r\n{}Content-Length: 1\r\n\r\n1", [malformed(.badLength), .message("1")]),
    Case("signed", "Content-Length: +2\r\n\r\n{}Content-Length: 1\r\n\r\n1", [malformed(.badLength), .message("1")]),
    Case(
        "hexadecimal", "Content-Length: 0x2\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        [malformed(.badLength), .message("1")]),
    Case(
        "2^63", "Content-Length: 9223372036854775808\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        [
            malformed(.badLength), .message("1"),
        ]),
    Case(
        "two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        [
            malformed(.conflictingLengths), .message("1"),
        ]),
    Case(
        "no length", "Content-Type: a/b\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        [malformed(.missingLength), .message("1")]),
    Case("a stray line", "Could not load\nContent-Length: 1\r\n\r\n1", [malformed(.notAField), .message("1")]),
    Case(
        "a line of JSON", "{\"a\":1}\nContent-Length: 1\r\n\r\n1", framing: .headers,
        [malformed(.notAField), .message("1")]),
    Case(
        "space before the colon", "Content-Length : 2\r\n\r\n{}content-length: 1\n\n1",
        [malformed(.notAField), .message("1")]),
    Case(
        "only plausible lines count", "Cx\ncontent-length: what, Content-Length:\nContent-Length: 1\r\n\r\n1",
        [
            malformed(.notAField), .message("1"),
        ]),
    Case("input ends in a header", "Content-Length: 2", [malformed(.endOfInput)]),
    Case("input ends after the fields", "Content-Length: 2\r\n", [malformed(.endOfInput)]),
    Case("input ends before the message", "Content-Length: 2\r\n\r\n", [malformed(.endOfInput)]),
    Case("input ends in the message", "Content-Length: 2\r\n\r\n{", [malformed(.endOfInput)]),
    Case("input ends while looking", "Content\nConten", [malformed(.notAField)]),
    Case("input ends in a plausible line", "Content\nContent-Length:   ", [malformed(.notAField)]),
    Case(
        "an endless line", "C\(String(repeating: "c", count: 9_000))\r\nContent-Length: 1\r\n\r\n1",
        [
            malformed(.tooLong(limit: 8_192)), .message("1"),
        ]),
    Case(
        "endless fields", "\(String(repeating: "Cx: y\n", count: 2_000))Content-Length: 1\n\n1",
        [
            malformed(.tooLong(limit: 8_192)), .message("1"),
        ]),
]

@Suite("Frames")
struct FrameSplitterTests {
    @Test("Whole input, W7 W8", arguments: lineCases + headerCases)
    fileprivate func whole(_ test: Case) {
        #expect(split([test.input], framing: test.framing, limit: test.limit) == test.pieces)
    }

    @Test("The same, split in two at every byte, W8", arguments: lineCases + headerCases)
    fileprivate func splitAtEveryByte(_ test: Case) {
        let offsets = test.input.count < 500 ? Array(0...test.input.count) : [1, 4_000, 8_191, 8_192, 8_193, 8_999]
        for offset in offsets {
            let chunks = [Array(test.input[..<offset]), Array(test.input[offset...])]
            #expect(split(chunks, framing: test.framing, limit: test.limit) == test.pieces, "at \(offset)")
        }
    }

    @Test("The same, a byte at a time, W8", arguments: lineCases + headerCases)
    fileprivate func byteAtATime(_ test: Case) {
        let chunks = test.input.map { [$0] }
        #expect(split(chunks, framing: test.framing, limit: test.limit) == test.pieces)
    }

    @Test(
        "The first byte that is not blank decides",
        arguments: [
            ("{", Framing.lines), ("[", .lines), ("C", .headers), ("c", .headers), (" \r\n\t{", .lines),
            ("\n\nC", .headers), ("x", .lines), ("\u{1}", .lines), ("  ", .auto), ("", .auto),
            ("\u{FEFF}Content", .headers), ("\u{FEFF}{", .lines),
        ])
    func detection(input: String, framing: Framing) {
        var splitter = FrameSplitter(framing: .auto, messageBytes: 100)
        var unread = Array(input.utf8)
        while case .skip(let count) = unread.withUnsafeBytes({ splitter.next(in: $0, atEnd: false) }) {
            unread.removeFirst(count)
        }
        #expect(splitter.framing == framing)
    }

    @Test("Looking for the next header gives everything else back")
    func resynchronisingHoldsLittle() {
        var splitter = FrameSplitter(framing: .headers, messageBytes: 100)
        let junk = Array("no field\n".utf8) + [UInt8](repeating: UInt8(ascii: "c"), count: 100_000)
        var unread = junk[...]
        var isWaiting = false
        while !isWaiting {
            switch Array(unread).withUnsafeBytes({ splitter.next(in: $0, atEnd: false) }) {
            case .skip(let count), .rejected(_, let count): unread = unread.dropFirst(count)
            case .message: Issue.record("there is no message")
            case .needsMore: isWaiting = true
            }
        }
        #expect(unread.count < 20)
    }
}
