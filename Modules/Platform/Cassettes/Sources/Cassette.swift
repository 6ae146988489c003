import Glibc
import Synchronization

/// A file of exchanges, one a line. Appended by one process or several; read whole.
package struct Cassette: Sendable {
    package let path: String
    /// The most that is read, in bytes; a longer file is not a recording of ours.
    static let limit = 64 << 20

    package init(path: String) {
        self.path = path
    }

    /// Adds an exchange, whole, behind what is there.
    package func append(_ exchange: Exchange) throws(CassetteFault) {
        makeFolders()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, code: errno) }
        defer { close(descriptor) }
        let line = exchange.line()
        // One write of O_APPEND: lines of several processes do not mix. What a full disk cut is left out when reading.
        let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == line.count else { throw .unwritable(path: path, code: count < 0 ? errno : ENOSPC) }
    }

    /// Every exchange, in the order of recording.
    /// - Returns: the exchanges, and how many lines are none.
    package func read() throws(CassetteFault) -> (exchanges: [Exchange], brokenLines: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, code: errno) }
            if count == 0 { break }
            bytes += chunk[..<count]
            guard bytes.count <= Self.limit else { throw .tooLarge(path: path, limit: Self.limit) }
        }
        return Self.exchanges(in: bytes)
    }

    /// The exchanges of a cassette's text.
    /// - Returns: the exchanges in their order, and how many lines are none.
    package static func exchanges(in bytes: [UInt8]) -> (exchanges: [Exchange], brokenLines: Int) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let exchanges = lines.compactMap(Exchange.init(line:))
        return (exchanges, lines.count - exchanges.count)
    }

    private func makeFolders() {
        let bytes = Array(path.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            mkdir(String(decoding: bytes[..<index], as: UTF8.self), 0o700)
        }
    }
}

/// Why a cassette can't be used.
package enum CassetteFault: Error, Sendable, Equatable {
    case unreadable(path: String, code: Int32)
    case unwritable(path: String, code: Int32)
    case tooLarge(path: String, limit: Int)

    package var sentence: String {
        switch self {
        case .unreadable(let path, let code):
            "The cassette \(path) can't be read (\(String(cString: strerror(code)))). Record it first: network.data=record."
        case .unwritable(let path, let code):
            "The cassette \(path) can't be written (\(String(cString: strerror(code)))). Check network.cassettes."
        case .tooLarge(let path, let limit): "The cassette \(path) is larger than \(limit) bytes. Record it anew."
        }
    }
}
