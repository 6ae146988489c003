internal import Glibc
internal import Runtime

/// Tells that the state file, or its log, may have been written, made, removed or exchanged (inotify). Where the folder is
/// missing, the nearest one above it is watched. One thread at a time.
final class StateWatch {
    /// Signs of change since the last look.
    struct Signs: OptionSet {
        let rawValue: Int
        /// Somebody may have committed.
        static let log = Signs(rawValue: 1)
        /// The file itself was written or exchanged: more than the log's new end is to be read.
        static let file = Signs(rawValue: 2)
    }

    /// To be polled for input.
    let descriptor: Int32
    private let path: String
    private let name: [UInt8]
    private var folder = ""
    private var number: Int32 = -1
    /// Whether the folder of the file itself is watched, or one above it.
    private var isArrived = false

    /// - Returns: nil when the system watches no more for this user or process.
    init?(_ path: String) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.path = path
        let bytes = Array(path.utf8)
        name = Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
        arrive()
    }

    deinit { Glibc.close(descriptor) }

    /// Whether changes are told at all.
    var isWatching: Bool { number >= 0 }

    private static let events =
        UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR) | gone
    private static let gone = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Watches the folder of the file, or the nearest one above it that is there.
    private func arrive() {
        var wanted = Self.parent(of: path)
        isArrived = true
        while true {
            let added = inotify_add_watch(descriptor, wanted, Self.events)
            if added >= 0 {
                if number >= 0, added != number { inotify_rm_watch(descriptor, number) }
                (number, folder) = (added, wanted)
                return
            }
            isArrived = false
            guard errno == ENOENT || errno == ENOTDIR, wanted != "/", wanted != "." else {
                number = -1
                return
            }
            wanted = Self.parent(of: wanted)
        }
    }

    private static func parent(of path: String) -> String {
        var bytes = Array(path.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    }

    /// Signs since the last look; does not wait.
    func take() -> Signs {
        var signs: Signs = []
        var isMoved = false
        readFileEvents(descriptor) { event, name in
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { signs.formUnion([.log, .file]) }
            if event.mask & (Self.gone | UInt32(IN_IGNORED)) != 0, event.wd == number { isMoved = true }
            signs.formUnion(sign(of: name))
        }
        if isMoved { number = -1 }
        if isMoved || !isArrived {
            arrive()
            // What happened before the folder was watched was not told.
            if isMoved || isArrived { signs = [.log, .file] }
        }
        return signs
    }

    private func sign(of changed: some Sequence<UInt8>) -> Signs {
        let changed = Array(changed)
        guard isArrived else { return [] }
        guard changed.starts(with: name) else { return [] }
        let suffix = changed.dropFirst(name.count)
        if suffix.isEmpty { return [.log, .file] }
        return suffix.elementsEqual("-wal".utf8) || suffix.elementsEqual("-journal".utf8) ? [.log] : []
    }
}
