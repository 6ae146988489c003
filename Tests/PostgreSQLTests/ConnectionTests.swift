import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Connections to a server")
struct ConnectionTests {
    private let server: PostgresServer

    init() throws { server = try PostgresServer.shared() }

    private var patience: PostgresPatience { PostgresPatience(until: PostgresPatience.uptime() + 20_000) }

    private func connection() throws -> PostgresConnection {
        try PostgresConnection(PostgresAddress(server.url()), patience: patience)
    }

    private func failure(_ body: () throws(PostgresFailure) -> Void) -> PostgresFailure? {
        do { try body() } catch { return error }
        return nil
    }

    @Test("values go there and back in binary form")
    func values() throws {
        let blob = (0...255).map { UInt8($0) }
        let found = try connection().run(
            [
                PostgresStatement(
                    "SELECT $1::text, $2::bytea, $3::bigint, NULL::bytea, $4::integer, true",
                    [.text("é'; DROP TABLE x; --\n😀"), .bytes(blob), .number(.min), .number(-7)].prefix(3)
                        + [.bytes([0xFF, 0xFF, 0xFF, 0xF9])])
            ], patience)
        let row = try #require(found.first)
        #expect(row.count == 1)
        #expect(row.text(0, 0) == "é'; DROP TABLE x; --\n😀")
        #expect(row.bytes(0, 1) == blob)
        #expect(row.number(0, 2) == .min)
        #expect(row.bytes(0, 3) == nil)
        #expect(row.number(0, 4) == -7)
        #expect(row.number(0, 5) == 1)
        #expect(row.bytes(1, 0) == nil)
        #expect(row.bytes(0, 99) == nil)
    }

    @Test("arrays with NULLs, empty elements, and without an element")
    func arrays() throws {
        let sql = "SELECT t, b FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS e (t, b, n) ORDER BY n"
        let full = PostgresStatement(sql, [.texts(["a", "", "{,}\""]), .blobs([[1, 0, 2], nil, []])])
        let empty = PostgresStatement(sql, [.texts([]), .blobs([])])
        let found = try connection().run([full, empty], patience)
        #expect(found.map(\.count) == [3, 0])
        #expect((0..<3).map { found[0].text($0, 0) } == ["a", "", "{,}\""])
        #expect((0..<3).map { found[0].bytes($0, 1) } == [[1, 0, 2], nil, []])
    }

    @Test("a refusal ends its group, with SQLSTATE and the server's line, and not the connection")
    func refusal() throws {
        let connection = try connection()
        let refused = failure { () throws(PostgresFailure) in
            try connection.run(
                [
                    PostgresStatement("SELECT 1"), PostgresStatement("SELECT nothing_there"),
                    PostgresStatement("SELECT 2"),
                ],
                patience)
        }
        #expect(refused == .refused(state: "42703", message: "column \"nothing_there\" does not exist"))
        #expect(try connection.run([PostgresStatement("SELECT 3::bigint")], patience).first?.number(0, 0) == 3)
        #expect(connection.serverVersion >= 130_000)
    }

    @Test("large values, more than a socket takes at once, in both directions")
    func large() throws {
        let connection = try connection()
        let blob = [UInt8](repeating: 7, count: 8 << 20)
        let echo = PostgresStatement("SELECT $1::bytea", [.bytes(blob)])
        let found = try connection.run([echo, echo, echo], patience)
        #expect(found.allSatisfy { $0.bytes(0, 0) == blob })
    }

    @Test("prepared statements run by name; a wrong one is refused")
    func prepared() throws {
        let connection = try connection()
        try connection.prepare([("sum", "SELECT $1::bigint + $2::bigint")], patience)
        let found = try connection.run([PostgresStatement(prepared: "sum", [.number(40), .number(2)])], patience)
        #expect(found.first?.number(0, 0) == 42)
        let wrong = failure { () throws(PostgresFailure) in try connection.prepare([("x", "SELEC 1")], patience) }
        guard case .refused("42601", _) = wrong else {
            Issue.record("\(String(describing: wrong))")
            return
        }
    }

    @Test("an answer that does not come in time is late, and an interrupt shortens the wait")
    func late() throws {
        let start = PostgresPatience.uptime()
        let sleeping = try connection()
        let late = failure { () throws(PostgresFailure) in
            try sleeping.run([PostgresStatement("SELECT pg_sleep(60)")], PostgresPatience(until: start + 300))
        }
        #expect(late == .late)
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data([1]))
        let interrupted = PostgresPatience(
            until: .max, interrupt: pipe.fileHandleForReading.fileDescriptor, grace: 50)
        let other = try connection()
        #expect(
            failure { () throws(PostgresFailure) in
                try other.run([PostgresStatement("SELECT pg_sleep(60)")], interrupted)
            } == .late)
        #expect(PostgresPatience.uptime() - start < 30_000)
    }

    @Test("notifications arrive on the connection that listens")
    func notifications() throws {
        let (listener, other) = (try connection(), try connection())
        try listener.run([PostgresStatement("LISTEN here")], patience)
        #expect(try listener.notifications() == [])
        try other.run(
            [
                PostgresStatement("SELECT pg_notify('here', 'one')"),
                PostgresStatement("SELECT pg_notify('here', $1::text)", [.text("zwei é")]),
            ],
            patience)
        var heard: [String] = []
        var waiting = patience
        while heard.count < 2 {
            try waiting.wait(for: POLLIN, of: listener.descriptor)
            heard += try listener.notifications()
        }
        #expect(heard == ["one", "zwei é"])
    }

    @Test("a connection that the server ends is lost, and so is one that can't be made")
    func lost() throws {
        let connection = try connection()
        let pid = try connection.run([PostgresStatement("SELECT pg_backend_pid()::bigint")], patience).first?.number(
            0, 0)
        try server.sql("SELECT pg_terminate_backend(\(try #require(pid)), 5000)")
        let ended = failure { () throws(PostgresFailure) in
            try connection.run([PostgresStatement("SELECT 1")], patience)
        }
        switch ended {
        case .lost, .refused("57P01", _): break
        default: Issue.record("\(String(describing: ended))")
        }
        let nobody = failure { () throws(PostgresFailure) in
            _ = try PostgresConnection(PostgresAddress("postgresql://127.0.0.1:1/x"), patience: patience)
        }
        guard case .lost(let reason) = nobody else {
            Issue.record("\(String(describing: nobody))")
            return
        }
        #expect(reason.contains("127.0.0.1"))
    }

    @Test("of several servers the first that answers is taken, although the one before hangs")
    func several() throws {
        let silent = try SilentServer()
        let url = "postgresql://tester@127.0.0.1:\(silent.port),127.0.0.1:\(server.port)/postgres"
        let start = PostgresPatience.uptime()
        let connection = try PostgresConnection(PostgresAddress(url), patience: PostgresPatience(until: start + 2_000))
        #expect(try connection.run([PostgresStatement("SELECT 5::bigint")], patience).first?.number(0, 0) == 5)
    }
}

/// Takes connections, and says nothing.
final class SilentServer {
    private let descriptor: Int32
    let port: Int

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(socket, pointer, size)
                _ = getsockname(socket, pointer, &size)
            }
        }
        listen(descriptor, 16)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
