import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Servers that are slow before there is anything to read.
@Suite("The live client: connections that never come about")
struct SlowConnectionTests {
    /// Takes no connection: the system lets clients in as far as there is room, and then answers them nothing at all.
    private final class DeafListener: Sendable {
        let port: Int
        private let descriptor: Int32

        init(room: Int32) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let descriptor = descriptor
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, length) == 0 && listen(descriptor, room) == 0
                        && getsockname(descriptor, address, &length) == 0
                }
            }
            try #require(isListening)
            port = Int(in_port_t(bigEndian: address.sin_port))
        }

        deinit { close(descriptor) }
    }

    /// More calls than there is room for: some get a connection and no word on it, the others not even that.
    @Test(
        "H3: who accepts nothing, or answers no TLS handshake, is waited for until the deadline, and nobody else is",
        .timeLimit(.minutes(1)), arguments: ["http", "https"])
    func deaf(_ scheme: String) async throws {
        let listener = try DeafListener(room: 1)
        let origin = "\(scheme)://127.0.0.1:\(listener.port)"
        let live = try LiveServer()
        let client = live.client
        let timeout = Duration.milliseconds(300)
        let request = HTTPRequest(get: ["x"], at: try HTTPEndpoint(parsing: origin), timeout: timeout)
        let slow = (0..<8).map { _ in Task { await client.result(of: request) } }
        #expect(try await live.get("echo").status == 200)
        for task in slow { #expect(await task.value == .failure(.timedOut(after: timeout))) }
    }
}
