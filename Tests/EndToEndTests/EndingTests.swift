import Foundation
import TestSupport
import Testing

/// How the process ends while calls are in flight.
@Suite("Endings") struct EndingTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func galleria(_ endpoint: String, _ more: [String] = []) throws -> GalleriaProcess {
        // A timeout that nothing here waits for: on a busy machine seconds pass between two lines of a test.
        try GalleriaProcess(
            [
                "serve", "--set", "network.data=live", "--set", "modules.bookShelf.endpoint=\(endpoint)", "--set",
                "modules.bookShelf.timeout=500s",
            ] + more)
    }

    private func ask(_ process: ChildProcess, _ count: Int) throws {
        for id in 0..<count {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
    }

    @Test("P1: 20 slow calls in flight at the end of input get 20 answers, and status 0")
    func drains() throws {
        let process = try galleria(server.endpoint("slow/200/books/1.0"), ["--set", "limits.drain=60s"])
        try ask(process, 20)
        let answers = try process.finish()
        #expect(answers.filter { $0["result"] != nil }.count == 20)
        #expect(Set(answers.compactMap { $0["id"]?.integer }) == Set(0..<20))
    }

    @Test("P1: limits.drain bounds that: calls that hang are answered as cancelled, and status 0")
    func drainLimit() async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"), ["--set", "limits.drain=100ms"])
        try ask(process, 20)
        try await server.waitForRequests(1)
        let answers = try process.finish()
        #expect(answers.filter { $0["error"]?["data"]?["code"]?.text == "cancelled" }.count == 20)
    }

    @Test("P2: a signal with calls in flight: each is answered, and status 0", arguments: [SIGTERM, SIGINT])
    func signalled(_ number: Int32) async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"))
        try ask(process, 20)
        try await server.waitForRequests(1)
        process.signal(number)
        let ids = try process.readToEnd().compactMap { WireValue($0)?["id"]?.integer }
        #expect(ids.sorted() == Array(0..<20))
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test("P2: a second signal ends it at once")
    func twice() async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"))
        try ask(process, 1)
        try await server.waitForRequests(1)
        process.signal(SIGTERM)
        process.signal(SIGTERM)
        switch try process.waitForEnd() {
        case .exited(let status): #expect([0, 128 + SIGTERM].contains(status))
        case .signalled(let number): #expect(number == SIGTERM)
        }
    }

    @Test("P2: SIGHUP while the parent lives ends nothing")
    func hangup() throws {
        let process = try GalleriaProcess()
        try process.expectServing()
        process.signal(SIGHUP)
        try process.expectServing()
        #expect(try process.finish() == [])
    }

    @Test("P3: the reader leaves with writes in flight: no death by SIGPIPE, and the state is whole")
    func readerGone() throws {
        let home = try TemporaryHome()
        let process = try GalleriaProcess(home: home)
        try process.expectServing()
        for id in 0..<20 {
            try process.send(
                line: ChildProcess.request("bookShelf.memo", #"{"isbn13":"97816172941\#(10 + id)","text":"a"}"#, id: id)
            )
        }
        process.closeOutput()
        guard case .exited = try process.waitForEnd() else {
            Issue.record("ended by a signal")
            return
        }
        #expect(process.errorText.split(separator: "\n").count <= 1)
        let text = try GalleriaProcess(home: home).call("bookShelf.memo", #"{"isbn13":"9781617294110"}"#)["result"]?[
            "text"]
        #expect(["", "a"].contains(text?.text))
    }

    @Test("P4: the parent ends while somebody holds the input open: the process ends too")
    func parentGone() throws {
        // The shell is the parent; descriptor 4 keeps the input from becoming /dev/null, as it does for & alone.
        let shell = try GalleriaProcess(script: #"exec 4<&0; "$0" serve <&4 4<&- & wait"#)
        try shell.expectServing()
        shell.signal(SIGKILL)
        #expect(try shell.readToEnd() == [])
        #expect(try shell.waitForEnd() == .signalled(SIGKILL))
    }
}
