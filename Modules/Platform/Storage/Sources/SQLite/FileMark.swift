internal import Glibc
internal import Runtime
internal import Synchronization

/// Tells from any thread whether the state file is as it was when memory was brought up to date: what another process was answered
/// before a read is part of the read. The store's thread hears of it a moment later. Touches no disk, which may hang.
final class FileMark: Sendable {
    private enum Seen: Sendable {
        /// Nothing is known: who reads has to ask first.
        case unknown
        /// A log, by its head.
        case log(LogHead, LogHead.Contents)
        /// A file without a log, or none: the first commit leaves signs before it is answered.
        case still
    }

    private struct State: Sendable {
        var seen = Seen.unknown
        /// The signs of the system (inotify); nil where they can't be had.
        var signs: Int32?
        /// The batch of messages in which no signs were found: each of them was sent before that.
        var stillIn: UInt?

        var hasSigns: Bool {
            guard let signs else { return true }
            var descriptor = pollfd(fd: signs, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, 0) != 0
        }
    }

    private let state = Mutex(State())

    /// Whether nobody committed anything since.
    var isUnchanged: Bool {
        state.withLock { state in
            switch state.seen {
            case .unknown: false
            case .log(let head, let contents): head.contents == contents
            case .still: isStill(&state)
            }
        }
    }

    /// - Returns: whether there are no signs: of a batch they are asked for once, since the system takes as long as a tenth of a call.
    private func isStill(_ state: inout State) -> Bool {
        let batch = InputBatch.current
        if let batch, state.stillIn == batch { return true }
        if state.hasSigns { return false }
        state.stillIn = batch
        return true
    }

    /// Memory holds what the log held when its head was this.
    func set(_ head: LogHead, _ contents: LogHead.Contents) { state.withLock { $0.seen = .log(head, contents) } }

    /// Memory holds what a file without a log held.
    func setStill() { state.withLock { $0.seen = .still } }

    /// Forgets what was seen. To be called before the connection of a log's head is closed: nobody looks at it after this.
    func clear() { state.withLock { $0.seen = .unknown } }

    /// Takes the descriptor of the system's signs; nil before it is closed.
    func watch(_ signs: Int32?) { state.withLock { $0 = State(seen: .unknown, signs: signs) } }

    /// Forgets a file without a log that has signs. To be called before they are taken: who reads between that and the next look at the
    /// file would find neither them nor what they tell of.
    /// - Returns: whether the file is to be looked at.
    func willTakeSigns() -> Bool {
        state.withLock { state in
            guard case .still = state.seen, state.hasSigns else { return false }
            state.seen = .unknown
            return true
        }
    }
}

/// The head of a log's index (https://sqlite.org/walformat.html, section 2.1): 48 bytes, other ones after each commit, which its writer
/// changes before the commit is answered.
struct LogHead: Sendable {
    /// Bytes of the region that holds the head.
    static let regionBytes: Int32 = 32_768

    struct Contents: Sendable, Equatable {
        fileprivate let words: InlineArray<6, UInt64>

        static func == (left: Contents, right: Contents) -> Bool {
            left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
        }
    }

    /// Address of the region, which other processes write. Read alone, by whoever holds the lock of a `FileMark`.
    private let address: UInt

    /// - Parameter region: its beginning.
    init(_ region: UnsafeRawPointer) { address = UInt(bitPattern: region) }

    /// The head as it is now; while another process writes it, perhaps half of two, which equals neither.
    var contents: Contents {
        let region = UnsafeRawPointer(bitPattern: address)
        return Contents(words: InlineArray { region?.load(fromByteOffset: 8 * $0, as: UInt64.self) ?? 0 })
    }
}
