internal import Synchronization

/// Tells from any thread whether the state file is as it was when memory was brought up to date: what another process was answered
/// before a read is part of the read. The system's signs of a change come a moment later.
final class FileMark: Sendable {
    private enum Seen: Sendable {
        /// Nothing is known: who reads has to ask first.
        case unknown
        case log(LogHead, LogHead.Contents)
        /// A file without a log.
        case still(StateFiles.Stamp)
    }

    private let files: StateFiles
    private let seen = Mutex(Seen.unknown)

    init(_ files: StateFiles) { self.files = files }

    /// Whether nobody committed anything since.
    var isUnchanged: Bool {
        seen.withLock { seen in
            switch seen {
            case .unknown: false
            case .log(let head, let contents): head.contents == contents
            case .still(let stamp): files.stamp == stamp
            }
        }
    }

    /// Memory holds what the log held when its head was this.
    func set(_ head: LogHead, _ contents: LogHead.Contents) { seen.withLock { $0 = .log(head, contents) } }

    /// Memory holds what a file without a log held.
    func set(_ stamp: StateFiles.Stamp) { seen.withLock { $0 = .still(stamp) } }

    /// Forgets what was seen. To be called before the connection of a log's head is closed: nobody looks at it after this.
    func clear() { seen.withLock { $0 = .unknown } }
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
