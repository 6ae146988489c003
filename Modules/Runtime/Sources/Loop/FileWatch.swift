import Glibc

/// Tells that one of a few files was written, replaced, made or removed. The kernel says so: nothing is asked in turns.
///
/// It is the files' folders that are watched, since editors write a new file and rename it over the old one. Of a
/// folder that is not there, the nearest one above it that is. Touched on the loop's thread only, or before it runs.
package final class FileWatch {
    /// Debounce: time without changes before a report, since an editor does several things to one file.
    private let settle: Duration
    /// Restarts of the debounce in a row, so that a file written all the time is reported too.
    private static let restarts = 10

    private let loop: EventLoop
    private let paths: () -> [String]
    private let changed: () -> Void
    private let source: OwnedDescriptor
    /// The files as they were when this was made, by ``state(_:)``.
    private let states: [UInt64]
    private var watch: WatchID?
    /// Targets of the last look at the folders.
    private var targets: [Target] = []
    private var folders: [WatchedFolder] = []
    private var timer: TimerID?
    private var waits = 0

    /// - Parameters:
    ///   - paths: the files, which need not be there; asked again at each change. One that ends with a slash is every file of
    ///     that folder.
    ///   - settle: how long files must have been left alone.
    ///   - changed: told on the loop's thread.
    /// - Throws: `DescriptorFault.noDescriptor` when the system watches no more for this user or process.
    package init(
        _ paths: @escaping () -> [String], on loop: EventLoop, settle: Duration = .milliseconds(150),
        changed: @escaping () -> Void
    ) throws(DescriptorFault) {
        guard let source = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))) else {
            throw .noDescriptor(purpose: .fileChanges, errno: errno)
        }
        self.source = source
        self.loop = loop
        self.paths = paths
        self.settle = settle
        self.changed = changed
        states = paths().map(Self.state)
    }

    /// Tells changes from now on, and at once one that was made since this was.
    package func start() {
        guard watch == nil else { return }
        watchFolders()
        watch = loop.watches.add(source.number, events: Int16(POLLIN)) { [unowned self] _ in readEvents() }
        if paths().map(Self.state) != states { tell() }
    }

    /// Tells nothing more.
    package func stop() {
        if let watch { loop.watches.remove(watch) }
        if let timer { loop.cancel(timer) }
        (watch, timer) = (nil, nil)
        for folder in folders { inotify_rm_watch(source.number, folder.number) }
        folders = []
    }

    // MARK: - What is watched

    // All these are few: arrays are quicker than sets, which are types that the runtime makes at the start.

    /// A name in a folder that says something about one of the files.
    private struct Target: Equatable {
        let folder: String
        let name: String
    }

    /// A folder that the kernel watches.
    private struct WatchedFolder {
        /// The kernel's number for it.
        let number: Int32
        /// Paths of the folder: several may lead to it.
        var paths: [String]
    }

    private func currentTargets() -> [Target] {
        var targets: [Target] = []
        func add(_ path: String) {
            let target = Self.target(path)
            if !targets.contains(target) { targets.append(target) }
        }
        for path in paths() where !path.isEmpty {
            add(path)
            // A link is also written where it leads to.
            if let real = realpath(path, nil) {
                add(String(cString: real))
                free(real)
            }
        }
        return targets
    }

    /// The file in its folder, or the first folder on the way to it that is missing, in the one that is there.
    private static func target(_ path: String) -> Target {
        var (folder, name) = split(path)
        while !isFolder(folder), folder != "/", folder != "." { (folder, name) = split(folder) }
        return Target(folder: folder, name: name)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = String(Substring(bytes[..<slash]))
        return (folder.isEmpty ? "/" : folder, String(Substring(bytes[bytes.index(after: slash)...])))
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
        | gone | UInt32(IN_ONLYDIR)

    /// The folder itself went.
    private static let gone = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Watches the folders of what is to be looked for now, and no others.
    private func watchFolders() {
        targets = currentTargets()
        for var known in folders {
            known.paths.removeAll { path in !targets.contains { $0.folder == path } }
            forget(known.number)
            if known.paths.isEmpty { inotify_rm_watch(source.number, known.number) } else { folders.append(known) }
        }
        for target in targets where !folders.contains(where: { $0.paths.contains(target.folder) }) {
            let number = inotify_add_watch(source.number, target.folder, Self.events)
            guard number >= 0 else { continue }
            if let index = folders.firstIndex(where: { $0.number == number }) {
                folders[index].paths.append(target.folder)
            } else {
                folders.append(WatchedFolder(number: number, paths: [target.folder]))
            }
        }
    }

    /// A number that differs, in all likelihood, where a file is another one or was written; 0 for one that is not there.
    private static func state(_ path: String) -> UInt64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        let time = UInt64(truncatingIfNeeded: status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec)
        return time ^ UInt64(truncatingIfNeeded: status.st_ino) &<< 32 ^ UInt64(truncatingIfNeeded: status.st_size)
    }

    private func forget(_ number: Int32) { folders.removeAll { $0.number == number } }

    // MARK: - What happens

    private func readEvents() {
        // A folder that was missing is there now, and so no longer looked for itself.
        let targets = targets + currentTargets()
        var isChange = false
        readFileEvents(source.number) { event, name in
            if take(event, String(decoding: name, as: UTF8.self), targets) { isChange = true }
        }
        guard isChange else { return }
        watchFolders()
        tellLater()
    }

    /// Whether the event is about one of the files, as far as can be told.
    private func take(_ event: inotify_event, _ name: String, _ targets: [Target]) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        // The kernel's last word of a folder that is watched no more.
        guard let known = folders.first(where: { $0.number == event.wd }) else { return false }
        if event.mask & (Self.gone | UInt32(IN_IGNORED)) != 0 {
            forget(event.wd)
            inotify_rm_watch(source.number, event.wd)
            return true
        }
        // A file that was only just made has nothing in it yet; it is told when it is closed.
        if event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) == 0 { return false }
        return known.paths.contains { path in
            targets.contains { $0.folder == path && ($0.name == name || $0.name.isEmpty) }
        }
    }

    private func tellLater() {
        if let timer {
            guard waits < Self.restarts else { return }
            loop.cancel(timer)
        }
        waits += 1
        let confined = LoopConfined(self)
        let loop = loop
        timer = loop.schedule(after: settle) { confined.value(on: loop).tell() }
    }

    private func tell() {
        guard watch != nil else { return }
        (timer, waits) = (nil, 0)
        changed()
        watchFolders()
    }
}
