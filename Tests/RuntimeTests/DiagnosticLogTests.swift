import Foundation
import TestSupport
import Testing

@testable import Runtime

@Suite("Diagnostic log")
struct DiagnosticLogTests {
    private func line(_ message: String, dropped: Int = 0) -> String {
        String(decoding: LogLine.bytes(level: .info, message: message, dropped: dropped), as: UTF8.self)
    }

    @Test(
        "One event is one line: whatever could make it two, or move a terminal's cursor, is shown, T4",
        arguments: [
            ("plain", "plain"), ("", ""), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"),
            ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{0}", "\\u{0}"), ("\u{7F}\u{85}\u{9B}", "\\u{7F}\\u{85}\\u{9B}"),
            ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{202E}x\u{2066}", "\\u{202E}x\\u{2066}"),
            ("\u{E0041}", "\\u{E0041}"), ("é 日本 😀", "é 日本 😀"), ("e\u{301}", "e\u{301}"), ("a\\nb", "a\\nb"),
        ])
    func escapes(message: String, shown: String) {
        #expect(Array(line(message).utf8) == Array("galleria: info: \(shown)\n".utf8))
    }

    @Test("A line is never longer than what a pipe takes as one piece, and is cut between characters", arguments: 0..<8)
    func cut(offset: Int) {
        let bytes = LogLine.bytes(
            level: .error, message: String(repeating: "x", count: offset) + String(repeating: "é\n", count: 5_000),
            dropped: 12)
        #expect(bytes.count <= 4_096)
        #expect(bytes.count > 4_080)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
        #expect(bytes.filter { $0 == 0x0A }.count == 1)
        #expect(bytes.last == 0x0A)
        #expect(
            String(decoding: bytes, as: UTF8.self).hasSuffix("... (12 earlier lines were dropped: nobody read them)\n"))
    }

    @Test("Levels let through what is as grave or graver", arguments: LogLevel.allCases, LogLevel.allCases)
    func levels(threshold: LogLevel, level: LogLevel) {
        let pipe = TestPipe()
        let log = DiagnosticLog(level: .error, descriptor: pipe.writeEnd)
        log.setLevel(threshold)
        log.write(level, "message")
        log.setLevel(.error)
        log.write(.error, "end")
        let isWritten = level <= threshold
        let expected = (isWritten ? "galleria: \(level.rawValue): message\n" : "") + "galleria: error: end\n"
        #expect(String(decoding: pipe.read(atLeast: expected.utf8.count), as: UTF8.self) == expected)
        #expect(LogLevel.allCases.sorted() == [.error, .warning, .info, .debug])
    }

    @Test("Nobody reads: lines are dropped and counted, nothing waits, and the next line tells how many, P8")
    func dropped() {
        let pipe = TestPipe()
        let log = DiagnosticLog(descriptor: pipe.writeEnd)
        var written = 0
        for _ in 0..<6_000 {
            log.write(.warning, String(repeating: "bad ", count: 20))
            if log.droppedLines == 0 { written += 1 }
        }
        let dropped = log.droppedLines
        #expect(dropped > 0)
        #expect(written + dropped == 6_000)
        #expect(fcntl(pipe.writeEnd, F_GETFL) & O_NONBLOCK == 0)
        let lengthOfOne = "galleria: warning: ".utf8.count + 81
        #expect(pipe.read(atLeast: written * lengthOfOne).count == written * lengthOfOne)
        log.write(.info, "again")
        log.write(.info, "and again")
        let expected = """
            galleria: info: again (\(dropped) earlier lines were dropped: nobody read them)
            galleria: info: and again

            """
        #expect(String(decoding: pipe.read(atLeast: expected.utf8.count), as: UTF8.self) == expected)
    }

    @Test("Lines from many threads never mix")
    func threads() {
        let pipe = TestPipe()
        let log = DiagnosticLog(descriptor: pipe.writeEnd)
        let reader = Locked<[UInt8]>([])
        let reading = TestThread {
            var all: [UInt8] = []
            while !String(decoding: all, as: UTF8.self).contains("END") { all += pipe.read(atLeast: 1) }
            reader.withLock { [all] in $0 = all }
        }
        let writers = (0..<4).map { number in
            TestThread { for _ in 0..<200 { log.write(.info, String(repeating: "\(number)", count: 300)) } }
        }
        for writer in writers { writer.join() }
        repeat { log.write(.info, "END") } while log.droppedLines > 0
        reading.join()
        for line in reader.current.split(separator: 0x0A).dropLast() {
            let digits = line.dropFirst("galleria: info: ".utf8.count).prefix(300)
            #expect(digits.count == 300 && Set(digits).count == 1)
        }
        #expect(!reader.current.isEmpty)
    }

    @Test("A closed standard error costs nothing but lines")
    func closed() {
        let pipe = TestPipe()
        let log = DiagnosticLog(descriptor: pipe.writeEnd)
        pipe.closeReadEnd()
        log.write(.error, "unheard")
        #expect(log.droppedLines == 1)
    }
}
