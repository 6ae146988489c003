import Foundation
import Testing

/// The descriptors that the process was given.
@Suite("Descriptors") struct DescriptorTests {
    /// galleria as a shell starts it, with redirections behind its command.
    private func galleria(_ redirections: String, home: TemporaryHome? = nil) throws -> GalleriaProcess {
        try GalleriaProcess(script: #"exec "$0" serve \#(redirections)"#, home: home)
    }

    @Test("P9: descriptor 1 is standard error while serving: what a library prints is never between two messages")
    func printsGoElsewhere() throws {
        let process = try GalleriaProcess()
        try process.expectServing()
        let files = FileManager.default
        let targets = try (0...2).map { try files.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/fd/\($0)") }
        #expect(targets[1] == targets[2])
        #expect(targets[1] != targets[0])
    }

    @Test("P10: no descriptor that was inherited has become non-blocking, as its other holders see it")
    func flags() throws {
        // The shell that waits holds the same three, and descriptor 4 is its input.
        let shell = try GalleriaProcess(script: #"exec 4<&0; "$0" serve <&4 4<&- & wait"#)
        try shell.expectServing()
        for number in [1, 2, 4] {
            let info = try String(contentsOfFile: "/proc/\(shell.pid)/fdinfo/\(number)", encoding: .utf8)
            let flags = info.split(separator: "\n").first { $0.hasPrefix("flags:") }?.split(separator: "\t").last
            #expect(flags.flatMap { Int($0, radix: 8) }.map { $0 & 0o4000 } == 0, "descriptor \(number)")
        }
        #expect(try shell.finish() == [])
    }

    @Test(
        "P11: an input or output that can't be served is one line on stderr and status 1",
        arguments: ["<&-", ">&-", "</", "<&- >&-"])
    func unusable(_ redirections: String) throws {
        let process = try galleria(redirections)
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(1))
        #expect(process.errorText.split(separator: "\n").count == 1)
        #expect(process.errorText.hasPrefix("galleria: "))
    }

    @Test("P11: without standard error it serves")
    func noErrors() throws {
        let process = try galleria("2>&-")
        #expect(try process.ask("not JSON").errorCode == -32700)
        try process.expectServing()
        #expect(try process.finish() == [])
    }

    @Test("P11: nothing to read is the end of input: status 0", arguments: ["</dev/null", "<empty"])
    func nothing(_ redirections: String) throws {
        let home = try TemporaryHome()
        try Data().write(to: URL(filePath: "\(home.path)/empty"))
        let process = try galleria(redirections, home: home)
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(0))
        #expect(process.errors.isEmpty)
    }

    @Test("P11: a file is a script of requests, and the answers may go to a file")
    func file() throws {
        let home = try TemporaryHome()
        let lines = (0..<500).map {
            ChildProcess.request($0.isMultiple(of: 2) ? "ping" : "bookShelf.list", id: $0) + "\n"
        }
        try lines.joined().write(toFile: "\(home.path)/in", atomically: true, encoding: .utf8)
        let process = try galleria("<in >out", home: home)
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(0))
        let answers = try String(contentsOfFile: "\(home.path)/out", encoding: .utf8).split(separator: "\n")
        // The ids alone: the reader of these tests takes its time.
        let ids = answers.compactMap { $0.firstMatch(of: #/^\{"jsonrpc":"2.0","id":([0-9]+),"result":/#) }
        #expect(ids.compactMap { Int($0.1) }.sorted() == Array(0..<500))
    }
}
