import Foundation
import Glibc
import Synchronization

/// An HTTP server on loopback that answers as a test wrote it down, and when the test lets it.
///
/// Every target (path and query, as in the request line) has a list of answers, given one after the other; the last one
/// is given again and again. An answer may wait: for `release`, or until another target was asked for.
package final class ScriptedServer: Sendable {
    package struct Answer: Sendable {
        let status: Int
        let body: String
        /// The name of what opens the gate before this answer; nil for an answer at once.
        let gate: String?
        /// `Cache-Control`; empty for none.
        var control = ""
        /// Further fields of the head: `Link: <…>; rel="next"`.
        var fields: [String] = []

        package static func json(
            _ body: String, control: String = "", fields: [String] = [], after gate: String? = nil
        ) -> Answer {
            Answer(status: 200, body: body, gate: gate, control: control, fields: fields)
        }

        package static func failure(_ status: Int = 500, fields: [String] = [], after gate: String? = nil) -> Answer {
            Answer(status: status, body: #"{"error":"on request"}"#, gate: gate, fields: fields)
        }
    }

    /// The server could not be started, or was not asked as a test waited for.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    package let port: Int
    private let listener: Int32
    private let script: Script

    package init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw Fault(description: "cannot start a server: errno \(errno)") }
        port = Int(in_port_t(bigEndian: address.sin_port))
        let script = Script()
        self.script = script
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread { serve(connection, script) }
            }
        }
    }

    deinit {
        script.openAll()
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// `http://127.0.0.1:PORT/PATH`
    package func endpoint(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Sets what a target answers from now on. What is not set answers 404.
    package func answer(_ target: String, _ answers: Answer...) { script.set(target, answers) }

    /// Lets answers behind this gate go, now and later.
    package func release(_ gate: String) { script.open(gate) }

    /// The targets asked for so far, in order.
    package var targets: [String] { script.targets }

    /// Waits until a target was asked for so many times.
    package func waitForRequests(_ count: Int, of target: String) throws {
        guard script.wait(until: { state in state.targets.count { $0 == target } >= count }) else {
            throw Fault(description: "nobody asked for \(target): \(targets)")
        }
    }

    /// Waits until so many answers of a target were given, or could not be since the client had gone.
    package func waitForAnswers(_ count: Int, of target: String) throws {
        guard script.wait(until: { $0.answered[target, default: 0] >= count }) else {
            throw Fault(description: "\(target) was not answered: \(targets)")
        }
    }
}

/// Answers and requests, shared by the threads of a server.
private final class Script: Sendable {
    struct State {
        var answers: [String: [ScriptedServer.Answer]] = [:]
        var targets: [String] = []
        var answered: [String: Int] = [:]
        var gates: Set<String> = []
        var isEnded = false
    }

    private let state = Mutex(State())
    private let changed = NSCondition()

    var targets: [String] { state.withLock { $0.targets } }

    func set(_ target: String, _ answers: [ScriptedServer.Answer]) {
        change { $0.answers[target] = answers }
    }

    func open(_ gate: String) { change { _ = $0.gates.insert(gate) } }

    func openAll() { change { $0.isEnded = true } }

    func answered(_ target: String) { change { $0.answered[target, default: 0] += 1 } }

    /// Takes the next answer of a target, once its gate is open. To have been asked for opens a target's own gate.
    func next(_ target: String) -> ScriptedServer.Answer {
        let answer = change { state -> ScriptedServer.Answer in
            state.targets.append(target)
            state.gates.insert(target)
            guard let first = state.answers[target]?.first else { return .failure(404) }
            if state.answers[target, default: []].count > 1 { state.answers[target]?.removeFirst() }
            return first
        }
        if let gate = answer.gate { _ = wait { $0.gates.contains(gate) || $0.isEnded } }
        return answer
    }

    /// - Returns: false when it took longer than anything takes.
    func wait(until isDone: (State) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        changed.lock()
        defer { changed.unlock() }
        while !state.withLock({ isDone($0) }) {
            if !changed.wait(until: deadline) { return false }
        }
        return true
    }

    private func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
        let result = state.withLock(body)
        changed.lock()
        changed.broadcast()
        changed.unlock()
        return result
    }
}

/// Answers one request, as the script says, and closes.
private func serve(_ connection: Int32, _ script: Script) {
    defer { close(connection) }
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
        guard recv(connection, &byte, 1, 0) == 1 else { return }
        head.append(byte)
    }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return }
    let target = String(words[1])
    let answer = script.next(target)
    let body = Array(answer.body.utf8)
    let fields =
        "Content-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close"
        + (answer.control.isEmpty ? "" : "\r\nCache-Control: \(answer.control)")
        + answer.fields.map { "\r\n\($0)" }.joined()
    let bytes = Array("HTTP/1.1 \(answer.status) As scripted\r\n\(fields)\r\n\r\n".utf8) + body
    var sent = 0
    while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { rest in
            send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { break }
        sent += count
    }
    script.answered(target)
}
