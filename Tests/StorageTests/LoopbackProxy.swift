import Foundation
import Synchronization

/// Passes bytes between clients and a server on 127.0.0.1, until it is told to hold them, or to cut.
final class LoopbackProxy: Sendable {
    /// Rule for bytes on their way.
    enum Mode: Sendable { case pass, hold, refuse }

    let port: Int
    private let listener: Int32
    private let target: Int
    private let state = Mutex(State())

    private struct State: Sendable {
        var mode = Mode.pass
        /// Bytes of the clients after which the connection is cut before the server's answer comes back.
        var cutBehind: [UInt8]?
        /// Bytes of the clients before which the connection is cut, and no other is taken.
        var cutBefore: [UInt8]?
        /// Connections that are still to be turned away, whether without a word, and how many were.
        var unwanted = 0
        var isSilent = false
        var turnedAway = 0
        var sockets: [Int32] = []
    }

    init(to target: Int) throws {
        self.target = target
        (listener, port) = Self.listen()
        Thread.detachNewThread { [self] in accept() }
    }

    /// A socket that takes connections on 127.0.0.1, and its port.
    static func listen() -> (descriptor: Int32, port: Int) {
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(socket, pointer, size)
                _ = getsockname(socket, pointer, &size)
            }
        }
        Glibc.listen(socket, 64)
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        return address
    }

    var mode: Mode { state.withLock { $0.mode } }

    func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

    /// Closes the next `count` connections, or lets them wait without a word.
    func turnAway(_ count: Int, silently isSilent: Bool = false) {
        state.withLock { ($0.unwanted, $0.isSilent, $0.turnedAway) = (count, isSilent, 0) }
    }

    /// Connections that were turned away.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    private func turnsAway(_ client: Int32) -> Bool {
        state.withLock { state in
            guard state.unwanted > 0 else { return false }
            state.unwanted -= 1
            state.turnedAway += 1
            if state.isSilent { state.sockets.append(client) } else { Glibc.close(client) }
            return true
        }
    }

    /// Cuts the next connection whose client sends `bytes`, once the server has them: its answer is lost.
    func cut(behind bytes: String) { state.withLock { $0.cutBehind = Array(bytes.utf8) } }

    /// Cuts the next connection whose client sends `bytes` before the server has them, and refuses connections from then on.
    func cut(before bytes: String) { state.withLock { $0.cutBefore = Array(bytes.utf8) } }

    /// Cuts every connection.
    func cutAll() { state.withLock { state in for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) } } }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
        cutAll()
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            guard mode != .refuse else {
                Glibc.close(client)
                continue
            }
            if turnsAway(client) { continue }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.address(target)
            let connected = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    connect(server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else {
                Glibc.close(client)
                Glibc.close(server)
                continue
            }
            state.withLock { $0.sockets += [client, server] }
            let isCut = SharedFlag()
            Thread.detachNewThread { [self] in pump(from: client, to: server, isClient: true, isCut) }
            Thread.detachNewThread { [self] in pump(from: server, to: client, isClient: false, isCut) }
        }
    }

    private func pump(from source: Int32, to target: Int32, isClient: Bool, _ isCut: SharedFlag) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            while mode == .hold { usleep(1_000) }
            if isClient, takesEarlyCut(buffer[..<count]) { break }
            if isClient, takesCut(buffer[..<count]) { isCut.set() }
            if !isClient, isCut.isSet {
                // The server has done it, and its answer goes nowhere.
                shutdown(target, Int32(SHUT_RDWR))
                break
            }
            var sent = 0
            while sent < count {
                let more = buffer[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private func takesEarlyCut(_ bytes: ArraySlice<UInt8>) -> Bool {
        state.withLock { state in
            guard let wanted = state.cutBefore, Data(bytes).range(of: Data(wanted)) != nil else { return false }
            (state.cutBefore, state.mode) = (nil, .refuse)
            return true
        }
    }

    private func takesCut(_ bytes: ArraySlice<UInt8>) -> Bool {
        state.withLock { state in
            guard let wanted = state.cutBehind, Data(bytes).range(of: Data(wanted)) != nil else { return false }
            state.cutBehind = nil
            return true
        }
    }
}

/// A flag that two threads share.
final class SharedFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
