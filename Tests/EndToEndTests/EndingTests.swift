import Foundation
import TestSupport
import Testing

/// End of the process during calls in flight.
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

    /// Calls that hang would be waited for so long if nothing but the end of input asked for the end.
    private static let longDrain = ["--set", "limits.drain=60s"]
    /// Much less than that, and much more than an end takes, however busy the machine.
    private static let bound = Duration.seconds(20)

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

    /// - Parameter isEnded: whether the input had ended before, so that the calls are being waited for already.
    @Test(
        "P2: a signal with calls in flight: each is answered, without waiting for limits.drain, and status 0",
        arguments: [(SIGTERM, false), (SIGINT, true)])
    func signalled(_ number: Int32, _ isEnded: Bool) async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"), Self.longDrain)
        try ask(process, 20)
        try await server.waitForRequests(1)
        if isEnded { process.closeInput() }
        process.signal(number)
        var ids: [Int] = []
        while let line = try process.readLine(within: Self.bound) { ids += [WireValue(line)?["id"]?.integer ?? -1] }
        #expect(ids.sorted() == Array(0..<20))
        #expect(try process.waitForEnd(within: Self.bound) == .exited(0))
    }

    /// Some calls write, some wait for a server; how many were read when the signal comes is a matter of the moment.
    @Test("P2: a signal at any moment, 30 times: whole answers, each once, and status 0")
    func signalledAtAnyMoment() throws {
        var random = SeededGenerator(2)
        for round in 0..<30 {
            let process = try galleria(server.endpoint("slow/5/books/1.0"), Self.longDrain)
            // Before it serves, a signal ends it as it ends any program.
            try process.expectServing()
            let requests = (0..<20).map { id in
                id % 2 == 0
                    ? ChildProcess.request(
                        "bookShelf.setMemo", StateCalls.setMemo("a", StateCalls.isbns[id]).params, id: id)
                    : ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id)
            }
            process.offer(Array((requests.joined(separator: "\n") + "\n").utf8))
            let early = try (0..<Int.random(in: 0...20, using: &random)).map { _ in try process.answer() }
            process.signal(round % 2 == 0 ? SIGTERM : SIGINT)
            let lines = try process.readToEnd()
            #expect(try process.waitForEnd(within: Self.bound) == .exited(0))
            let late = lines.compactMap { WireValue($0) }
            #expect(late.count == lines.count)
            let ids = (early + late).compactMap { $0["id"]?.integer }
            #expect(Set(ids).count == ids.count && Set(ids).isSubset(of: Set(0..<20)), "round \(round)")
        }
    }

    @Test("P2: a second signal ends it at once")
    func twice() async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"), Self.longDrain)
        try ask(process, 1)
        try await server.waitForRequests(1)
        process.signal(SIGTERM)
        process.signal(SIGTERM)
        switch try process.waitForEnd(within: Self.bound) {
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
                line: ChildProcess.request(
                    "bookShelf.setMemo", StateCalls.setMemo("a", StateCalls.isbns[id]).params, id: id)
            )
        }
        process.closeOutput()
        guard case .exited = try process.waitForEnd() else {
            Issue.record("ended by a signal")
            return
        }
        #expect(process.errorText.split(separator: "\n").count <= 1)
        let call = StateCalls.book(StateCalls.isbns[0])
        let text = StateCalls.memo(in: try GalleriaProcess(home: home).call(call.method, call.params)["result"])
        #expect([nil, "a"].contains(text))
    }

    @Test("P3: the reader leaves with calls in flight that hang: the end does not wait for limits.drain")
    func readerGoneWhileWaiting() async throws {
        let process = try galleria(server.endpoint("silent/books/1.0"), Self.longDrain)
        try ask(process, 20)
        try await server.waitForRequests(1)
        process.closeOutput()
        try process.send(line: ChildProcess.request("ping", id: 20))
        guard case .exited = try process.waitForEnd(within: Self.bound) else {
            Issue.record("ended by a signal")
            return
        }
        #expect(process.errorText.split(separator: "\n").count <= 1)
    }

    /// The input stays open: the pipe that nobody reads is all that can end it.
    @Test("P3: who reads one line and leaves, as `| head -n 1` does, ends it: no death by SIGPIPE")
    func head() throws {
        let shell = try GalleriaProcess(script: #"{ "$0" serve; echo "ended: $?" >&2; } | head -n 1"#)
        for id in 0..<20 { shell.offer(Array("\(ChildProcess.request("ping", id: id))\n".utf8)) }
        #expect(try shell.readLine() == #"{"jsonrpc":"2.0","id":0,"result":{}}"#)
        // The first answers after that may still fit into the pipe.
        var id = 20
        while !shell.errorText.contains("ended: "), id < 200 {
            shell.offer(Array("\(ChildProcess.request("ping", id: id))\n".utf8))
            _ = try? shell.waitForEnd(within: .milliseconds(100))
            id += 1
        }
        #expect(try shell.waitForEnd(within: Self.bound) == .exited(0))
        let status = shell.errorText.firstMatch(of: #/ended: ([0-9]+)/#)?.output.1
        #expect(status != nil && status != "141", "\(shell.errorText)")
    }

    /// The shell is the parent; descriptor 4 keeps the input from becoming /dev/null, as it does for & alone.
    @Test("P4: the parent ends while somebody holds the input open, with calls that hang: the process ends too")
    func parentGone() async throws {
        let shell = try GalleriaProcess(
            script: #"exec 4<&0; "$0" serve "$@" <&4 4<&- & wait"#,
            arguments: [
                "--set", "network.data=live", "--set", "modules.bookShelf.timeout=500s", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("silent/books/1.0"))",
            ] + Self.longDrain)
        try shell.expectServing()
        try ask(shell, 20)
        try await server.waitForRequests(1)
        shell.signal(SIGKILL)
        // Its output ends with it; the calls may be answered before, or not.
        while try shell.readLine(within: Self.bound) != nil {}
        #expect(try shell.waitForEnd() == .signalled(SIGKILL))
    }
}
