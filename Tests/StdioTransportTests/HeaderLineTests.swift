import Testing

@testable import StdioTransport

@Suite("Header lines")
struct HeaderLineTests {
    @Test(
        "One line",
        arguments: [
            ("", HeaderLine.blank), ("\r", .blank),
            ("Content-Length: 12", .length(12)), ("CONTENT-LENGTH:12\r", .length(12)),
            ("Content-Length: 9223372036854775807", .length(Int.max)),
            ("Content-Length: 9223372036854775808", .fault(.badLength)),
            ("Content-Length: 99999999999999999999999999", .fault(.badLength)),
            ("Content-Length: 1 2", .fault(.badLength)), ("Content-Length: 1.0", .fault(.badLength)),
            ("Content-Length: ١", .fault(.badLength)), ("Content-Length:", .fault(.badLength)),
            ("Content-Lengths: 1", .other), ("Content-Length\u{301}: 1", .fault(.notAField)),
            ("Content-Type: a", .other), ("Content-Type: a; charset=utf-8", .other),
            ("Content-Type: a; charset = UTF-8", .other), ("Content-Type: a; x=y; charset=\"utf8\"", .other),
            ("Content-Type: a; charset=latin1", .fault(.unsupportedCharset)),
            ("Content-Type: a; charset=", .other), ("Content-Type: a; charsets=x", .other), ("Content-Type:", .other),
            (":", .fault(.notAField)), (": 1", .fault(.notAField)), ("no colon", .fault(.notAField)),
            (" Content-Length: 1", .fault(.notAField)), ("\r\r", .fault(.notAField)), ("!#$%&'*+-.^_`|~09Az:", .other),
        ])
    func line(text: String, expected: HeaderLine) {
        #expect(HeaderLine(Array(text.utf8)) == expected)
    }
}
