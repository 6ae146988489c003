import Glibc
import Synchronization

/// A file of exchanges, one a line. Appended by one process or several; read whole.
package struct Cassette: Sendable {
    package let path: String
    /// The most that a cassette holds, in bytes: nothing is added beyond it, and a longer file is not read.
    package static let limit = 64 << 20

    package init(path: String) {
        self.path = path
    }

    /// Adds an exchange, whole, behind what is there.
    /// - Parameters:
    ///   - line: the exchange as a line.
    ///   - limit: the most that the file may then have, in bytes.
    func append(_ line: [UInt8], limit: Int = Self.limit) throws(CassetteFault) {
        makeFolders()
        // Without waiting: a named pipe would make it wait for its reader.
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENXIO ? .notAFile(path: path) : .unwritable(path: path, code: errno)
        }
        defer { close(descriptor) }
        let size = try size(of: descriptor)
        // Reading leaves out a line that a full disk cut; the next one begins a line of its own.
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(descriptor, &last, 1, off_t(size - 1)) }
        let line = (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + line
        guard size <= limit - line.count else { throw .full(path: path, limit: limit) }
        // One write of O_APPEND: lines of several processes do not mix.
        let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == line.count else { throw .unwritable(path: path, code: count < 0 ? errno : ENOSPC) }
    }

    /// Every exchange, in the order of recording.
    /// - Returns: the exchanges, and the number of invalid lines.
    package func read() throws(CassetteFault) -> (exchanges: [Exchange], brokenLines: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        guard try size(of: descriptor) <= Self.limit else { throw .tooLarge(path: path, limit: Self.limit) }
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
    /// - Returns: the exchanges in their order, and the number of invalid lines.
    package static func exchanges(in bytes: [UInt8]) -> (exchanges: [Exchange], brokenLines: Int) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let exchanges = lines.compactMap(Exchange.init(line:))
        return (exchanges, lines.count - exchanges.count)
    }

    /// The size of an open file.
    /// - Throws: when it is a pipe, a device or a folder.
    private func size(of descriptor: Int32) throws(CassetteFault) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        return Int(status.st_size)
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
    /// A pipe, a device or a folder.
    case notAFile(path: String)
    case full(path: String, limit: Int)
    /// The disk takes less than is recorded.
    case tooSlow(path: String)

    package var sentence: String {
        switch self {
        case .unreadable(let path, let code):
            "The cassette \(path) can't be read (\(String(cString: strerror(code)))). Record it first: network.data=record."
        case .unwritable(let path, let code):
            "The cassette \(path) can't be written (\(String(cString: strerror(code)))). Check network.cassettes."
        case .tooLarge(let path, let limit): "The cassette \(path) is larger than \(limit) bytes. Record it again."
        case .notAFile(let path): "The cassette \(path) is not a plain file. Remove it, or check network.cassettes."
        case .full(let path, let limit):
            "The cassette \(path) is full at \(limit) bytes, so further answers are not recorded. Move it away to go on."
        case .tooSlow(let path):
            "The disk of \(path) is too slow, so some answers are not recorded. Check network.cassettes."
        }
    }
}
