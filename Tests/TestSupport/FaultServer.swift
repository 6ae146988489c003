import Foundation
import Glibc

/// A real HTTP server on loopback that misbehaves on request: see FaultServer/server.py for its paths.
///
/// Each instance is a process of its own on a port of its own; it ends with the instance, and with the test process.
package final class FaultServer {
    /// The certificate of an https server.
    package enum Certificate: String, CaseIterable, Sendable {
        case good, expired
        case wrongHost = "wrong-host"
    }

    /// One request as the server saw it.
    package struct SeenRequest: Sendable, Hashable {
        /// The request line, undecoded.
        package let line: String
        /// `Name: value`, in the order received.
        package let headers: [String]

        /// The second word of the request line.
        package var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    }

    /// Requests to the server since its start or the last `reset()`.
    package struct Log: Sendable, Hashable {
        package let requests: [SeenRequest]
        /// Connections that are open now, without the test's own.
        package let openConnections: Int
        /// The most requests that were being answered at one time.
        package let mostAtOnce: Int
    }

    /// The server could not be started, or answered nonsense.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    package let port: Int
    /// The authority that signed the certificate, a PEM file; nil for http.
    package let certificateFile: String?
    /// `http://127.0.0.1:PORT`
    package var origin: String { "\(certificateFile == nil ? "http" : "https")://127.0.0.1:\(port)" }

    private let process = Process()
    private let input = Pipe()

    /// Starts a server; with a certificate it speaks https alone.
    package init(_ certificate: Certificate? = nil) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("FaultServer/server.py")
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", "-B", "-u", script.path] + (certificate.map { ["--tls", $0.rawValue] } ?? [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()

        var facts: [String: String] = [:]
        for name in certificate == nil ? ["PORT"] : ["PORT", "CA"] {
            let words = Self.line(from: output.fileHandleForReading).split(separator: " ", maxSplits: 1)
            if words.count == 2, words[0] == name { facts[name] = String(words[1]) }
        }
        guard let port = facts["PORT"].flatMap({ Int($0) }), certificate == nil || facts["CA"] != nil else {
            process.terminate()
            throw Fault(description: "The fault server did not start. Is python3 installed?")
        }
        self.port = port
        certificateFile = facts["CA"]
    }

    /// Ends the server; when this returns, nobody listens at its port.
    package func stop() {
        // Not SIGTERM: it would first serve the connections that are open.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        // A server started at the same moment may have inherited our end of the pipe. A Process that has not ended leaks.
        stop()
    }

    /// The text of an endpoint below this server: `endpoint("gzip/books/1.0")`.
    package func endpoint(_ path: String = "books/1.0") -> String {
        "\(origin)/\(path)"
    }

    /// Requests so far. Not for https servers.
    package func log() throws -> Log {
        try Self.control("/__log", port: port)
    }

    /// Forgets what was asked, and how often the flaky paths have failed.
    package func reset() throws {
        _ = try Self.control("/__reset", port: port)
    }

    /// Returns when this many requests have begun since the last reset, at most after 20 s.
    @discardableResult
    package func waitForRequests(_ count: Int) async throws -> Log {
        try await wait("/__wait?requests=\(count)")
    }

    /// Returns when exactly this many connections are open, at most after 20 s.
    @discardableResult
    package func waitForOpenConnections(_ count: Int) async throws -> Log {
        try await wait("/__wait?open=\(count)")
    }

    /// On a thread of its own: a blocked thread of the pool could be the one that the awaited request needs.
    private func wait(_ path: String) async throws -> Log {
        let port = port
        let result: Result<Log, any Error> = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Result { try Self.control(path, port: port) }) }
        }
        return try result.get()
    }

    private static func control(_ path: String, port: Int) throws -> Log {
        let answer = try get(path, port: port)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else {
            throw Fault(description: "No answer to \(path)")
        }
        let wire = try JSONDecoder().decode(WireLog.self, from: answer[end.upperBound...])
        return Log(
            requests: wire.requests.map { request in
                SeenRequest(line: request.line, headers: request.headers.map { $0.joined(separator: ": ") })
            }, openConnections: wire.open, mostAtOnce: wire.mostAtOnce)
    }

    private struct WireLog: Decodable {
        struct Request: Decodable {
            let line: String
            let headers: [[String]]
        }

        let requests: [Request]
        let open: Int
        let mostAtOnce: Int
    }

    /// A GET without the module under test: one connection, read to its end.
    private static func get(_ path: String, port: Int) throws -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Fault(description: "No socket: errno \(errno)") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Fault(description: "The fault server is gone: errno \(errno)") }
        try handle.write(contentsOf: Data("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8))
        return try handle.readToEnd() ?? Data()
    }

    /// One line of the server's output, without its end.
    private static func line(from handle: FileHandle) -> String {
        var bytes = Data()
        while let next = try? handle.read(upToCount: 1), !next.isEmpty, next != Data("\n".utf8) { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }
}
