import Foundation
import TestSupport
import Testing

@testable import Runtime
@testable import StdioTransport

@Suite("Kinds of streams")
struct StreamKindTests {
    /// Runs an echo over these descriptors to the end of input; the events, and what was written to `answers`.
    private func serve(input: Int32, output: Int32? = nil) throws -> Recorder {
        let talk = try Conversation(.echo(), input: input, output: output)
        _ = output == nil ? talk.fromServer.readToEnd() : []
        talk.join()
        return talk.recorder
    }

    private func temporaryFile(_ text: String) -> Int32 {
        let descriptor = dup(fileno(tmpfile()))
        writeAll(Array(text.utf8), to: descriptor)
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    @Test("A file works as a script of requests, and as the place for answers, P11")
    func files() throws {
        let (script, answers) = (temporaryFile("1\n2\n3"), temporaryFile(""))
        let recorder = try serve(input: script, output: answers)
        #expect(recorder.events == [.message("1"), .message("2"), .message("3"), .endOfInput])
        lseek(answers, 0, SEEK_SET)
        #expect(readAll(from: answers, atLeast: .max, pieces: 100) == Array("1\n2\n3\n".utf8))
        close(script)
        close(answers)
    }

    @Test("/dev/null is an empty input, P11")
    func null() throws {
        let null = open("/dev/null", O_RDWR)
        #expect(try serve(input: null, output: null).events == [.endOfInput])
        close(null)
    }

    @Test("One socket for both directions, P10")
    func socket() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let talk = try Conversation(.echo(), input: ends[0], output: ends[0])
        let large = String(repeating: "x", count: 1_000_000)
        let client = ends[1]
        let writer = TestThread {
            writeAll(Array("1\n\(large)\n".utf8), to: client)
            shutdown(client, Int32(SHUT_WR))
        }
        let answers = readAll(from: client, atLeast: 1_000_003, pieces: 4_096)
        #expect(answers == Array("1\n\(large)\n".utf8))
        writer.join()
        talk.join()
        #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0)
        close(ends[0])
        close(ends[1])
    }

    @Test("A terminal: typed lines are messages, and its going away is the end of input, P10 P11")
    func terminal() throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        #expect(openpty(&master, &slave, nil, nil, nil) == 0)
        let talk = try Conversation(Recorder(), input: slave, output: slave)
        writeAll(Array("{\"a\":1}\n".utf8), to: master)
        while talk.recorder.messages.isEmpty { talk.onLoop() }
        #expect(fcntl(slave, F_GETFL) & O_NONBLOCK == 0)
        close(master)
        talk.join()
        #expect(talk.recorder.events == [.message("{\"a\":1}"), .endOfInput])
        close(slave)
    }

    @Test("A descriptor inherited as non-blocking is served, and stays as it was, P10")
    func inheritedNonBlocking() throws {
        let talk = try Conversation(.echo(), starts: false)
        let (input, output) = (talk.toServer.readEnd, talk.fromServer.writeEnd)
        for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        talk.run()
        let large = String(repeating: "x", count: 300_000)
        let writer = TestThread {
            talk.toServer.write("\(large)\n1\n")
            talk.toServer.closeWriteEnd()
        }
        #expect(talk.fromServer.readToEnd().count == 300_003)
        writer.join()
        #expect(fcntl(input, F_GETFL) & O_NONBLOCK != 0)
        talk.join()
    }

    @Test("What can't be served is refused at once, P11")
    func refused() throws {
        let loop = try EventLoop()
        let null = open("/dev/null", O_RDWR)
        let directory = open("/", O_RDONLY)
        let log = DiagnosticLog(descriptor: null)
        func fault(input: Int32, output: Int32) -> DescriptorFault? {
            do throws(DescriptorFault) {
                _ = try StdioTransport(loop: loop, input: input, output: output, log: log)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(input: 1_000_000, output: null) == .inputUnavailable)
        #expect(fault(input: null, output: 1_000_000) == .outputUnavailable)
        #expect(fault(input: directory, output: null) == .inputIsDirectory)
        #expect(fault(input: null, output: null) == nil)
        close(null)
        close(directory)
    }
}
