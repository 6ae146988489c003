import Foundation
import Glibc

/// A pipe of a test: what one end writes the other reads, both blocking. Closed when it is let go of.
package final class TestPipe: Sendable {
    package let readEnd: Int32
    package let writeEnd: Int32
    private let writeEndIsOpen = Flag()
    private let readEndIsOpen = Flag()

    package init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("no descriptor left for a pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        writeEndIsOpen.raise()
        readEndIsOpen.raise()
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        closeReadEnd()
        closeWriteEnd()
    }

    package func closeReadEnd() {
        if readEndIsOpen.lower() { close(readEnd) }
    }

    package func closeWriteEnd() {
        if writeEndIsOpen.lower() { close(writeEnd) }
    }

    /// Writes everything, waiting for the reader; stops silently when the reader is gone.
    package func write(_ bytes: [UInt8]) {
        writeAll(bytes, to: writeEnd)
    }

    package func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Reads until `count` bytes came, or the writer is gone.
    package func read(atLeast count: Int, pieces: Int = 65_536) -> [UInt8] {
        readAll(from: readEnd, atLeast: count, pieces: pieces)
    }

    /// Reads until the writer is gone.
    package func readToEnd(pieces: Int = 65_536) -> [UInt8] {
        read(atLeast: .max, pieces: pieces)
    }
}

/// Writes everything, waiting for the reader.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var sent = 0
    bytes.withUnsafeBytes { raw in
        while sent < raw.count {
            let count = Glibc.write(descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent)
            if count <= 0 { return }
            sent += count
        }
    }
}

/// Reads until `count` bytes came, or the writer is gone.
package func readAll(from descriptor: Int32, atLeast count: Int, pieces: Int) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieces)
    while all.count < count {
        let got = Glibc.read(descriptor, &piece, piece.count)
        if got <= 0 { break }
        all.append(contentsOf: piece[..<got])
    }
    return all
}

/// True or false, from any thread.
package final class Flag: Sendable {
    package init() {}

    private let value = Counter()

    package func raise() { value.set(1) }
    /// True when it was raised.
    package func lower() -> Bool { value.set(0) == 1 }
    package var isRaised: Bool { value.count == 1 }
}

/// A number that any thread changes.
package final class Counter: Sendable {
    package init() {}

    private let lock = Locked(0)

    package var count: Int { lock.withLock { $0 } }

    @discardableResult
    package func set(_ new: Int) -> Int {
        lock.withLock { old in
            defer { old = new }
            return old
        }
    }

    @discardableResult
    package func increment() -> Int {
        lock.withLock { count in
            count += 1
            return count
        }
    }
}
