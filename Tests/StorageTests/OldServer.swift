import Foundation
import Synchronization

/// A server of a version that can't be installed any more: it speaks PostgreSQL's protocol (manual, chapter 55) as far as a client asks
/// who it is, and has no rows of anything.
final class OldServer: Sendable {
    let port: Int
    /// Every statement, in the order they came.
    let asked = Log<String>()
    private let version: String
    private let listener: Int32

    init(_ version: String) {
        self.version = version
        (listener, port) = LoopbackProxy.listen()
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { [self] in
                    converse(client)
                    close(client)
                }
            }
        }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func converse(_ client: Int32) {
        // Before the start-up message a client may ask for encryption: it is told no, and begins.
        while let length = read(4, client), let rest = read(Int(number(length)) - 4, client) {
            let code = number(Array(rest.prefix(4)))
            if code == 80_877_103 || code == 80_877_104 {
                send([UInt8(ascii: "N")], client)
                continue
            }
            guard code == 196_608 else { return }
            break
        }
        send(
            message("R", [0, 0, 0, 0]) + message("S", text("server_version") + text(version))
                + message("S", text("client_encoding") + text("UTF8"))
                + message("S", text("standard_conforming_strings") + text("on"))
                + message("K", [0, 0, 0, 1, 0, 0, 0, 1]) + message("Z", Array("I".utf8)), client)
        while let kind = read(1, client)?.first, let length = read(4, client),
            let body = read(Int(number(length)) - 4, client)
        {
            switch UnicodeScalar(kind) {
            case "Q":
                let sql = String(decoding: body.dropLast(), as: UTF8.self)
                asked.add(sql)
                send(answer(to: sql), client)
            case "P":
                // Behind the statement's name.
                asked.add(String(decoding: body.drop { $0 != 0 }.dropFirst().prefix { $0 != 0 }, as: UTF8.self))
                send(message("1"), client)
            case "B": send(message("2"), client)
            case "D": send(message("n"), client)
            case "E": send(message("C", text("LISTEN")), client)
            case "S": send(message("Z", Array("I".utf8)), client)
            case "X": return
            default: break
            }
        }
    }

    /// The one row of what libpq asks a server that does not say by itself whether it takes writes.
    private func answer(to sql: String) -> [UInt8] {
        let value = Array((sql.contains("recovery") ? "f" : "off").utf8)
        let column = text("answer") + [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]
        return message("T", [0, 1] + column) + message("D", [0, 1, 0, 0, 0, UInt8(value.count)] + value)
            + message("C", text("SHOW")) + message("Z", Array("I".utf8))
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    private func number(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private func message(_ kind: Unicode.Scalar, _ body: [UInt8] = []) -> [UInt8] {
        let length = UInt32(body.count + 4)
        return [UInt8(ascii: kind)] + withUnsafeBytes(of: length.bigEndian) { Array($0) } + body
    }

    private func read(_ count: Int, _ client: Int32) -> [UInt8]? {
        guard (0...1_000_000).contains(count) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return count == 0 || recv(client, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
    }

    private func send(_ bytes: [UInt8], _ client: Int32) {
        _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
