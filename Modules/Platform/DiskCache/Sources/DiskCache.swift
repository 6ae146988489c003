import Glibc
import Synchronization

/// Contents by key on disk, one file each, shared by any number of processes.
///
/// A file's name is the SHA-256 of the key's bytes. A file is written under another name and renamed; one that is damaged
/// is no file. Without its folder the store keeps nothing, says so once, and tries again at the next use. Everything here but
/// `contentAtHand(of:)` blocks for as long as the disk does: call it from the pool.
package final class DiskCache: Sendable {
    private struct State {
        /// Bytes in the folder, at most: counted at the last look, and what was written since. Nil before the first.
        var bytes: Int?
        /// Bytes that this process wrote since it last looked; others may have written as many.
        var writtenSinceLook = 0
        /// Bytes being written now.
        var pending = 0
        var lastNumber = 0
        var trouble: DiskTrouble?
        var hasSaidOpenFolder = false
    }

    /// Maximum bytes of a file that `contentAtHand(of:)` reads.
    private static let mostAtHand = 1 << 20
    /// Nanoseconds for which a file that was marked as used counts as that, where to mark it is work of its own.
    private static let markedFor: Int64 = 60 * 1_000_000_000

    private let configuration: DiskCacheConfiguration
    private let maximumFile: Int
    /// Nanoseconds that an unused file stays.
    private let age: Int64
    private let clock: CacheClock
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())
    /// The folder as it was opened last: three requests to the system less for each read.
    private let opened = Mutex<CacheFolder?>(nil)

    private var path: String? { configuration.path }
    private var maximumBytes: Int { configuration.maximumBytes }

    /// Makes a cache; it opens and reads nothing before its first use.
    /// - Parameter log: takes one sentence each time that the folder stops to work.
    package init(
        _ configuration: DiskCacheConfiguration, clock: CacheClock = .system, log: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        maximumFile = configuration.maximumContent + CacheEntry.longestStart
        age = configuration.age.wholeNanoseconds
        self.clock = clock
        self.log = log
    }

    /// False where the settings switch it off.
    package var isOn: Bool { maximumBytes > 0 }

    /// Body of a key's content; nil for a key without one, and a damaged file.
    package func read(_ key: String) -> [UInt8]? { content(of: key)?.body }

    /// The content of a key; nil when there is none or its file is damaged.
    package func content(of key: String) -> CacheContent? {
        guard maximumBytes > 0, let path else { return nil }
        do throws(DiskFault) {
            let known = state.withLock { $0.bytes == nil } ? nil : opened.withLock { $0 }
            if let known, let content = try content(of: key, in: known) { return content }
            // It is not there, or another folder stands in its place, or none was looked at yet.
            let folder = try CacheFolder(path)
            if let known, folder.isSame(as: known) { return nil }
            opened.withLock { $0 = folder }
            try state.withLock { state throws(DiskFault) in
                if state.bytes == nil { try look(folder, room: 0, &state) }
            }
            return try content(of: key, in: folder)
        } catch {
            if error.trouble != .system(ENOENT) { report(error.trouble) }
            return nil
        }
    }

    /// The content of a key, if it can be had without waiting for a disk: the folder is open and nobody works on it, the system has the
    /// file in its memory, and it has a megabyte at most, which takes some 0.2 ms. Nil says nothing: ask `content(of:)`, from the pool.
    /// - Returns: the content, and whether the file, which stays as it is, should be marked as used once more, by `markAsUsed(_:)`: it
    ///   was not for a minute.
    package func contentAtHand(of key: String) -> (content: CacheContent, isMarkDue: Bool)? {
        // Both locks are held by others while they wait for the disk.
        guard state.withLockIfAvailable({ $0.bytes != nil }) ?? false,
            let folder = opened.withLockIfAvailable({ $0 }) ?? nil, let name = try? Self.name(of: key)
        else { return nil }
        let now = clock.now()
        return folder.reading(name, limit: min(maximumFile, Self.mostAtHand), now: now, .none) { status, read in
            CacheEntry.read(key, size: status.bytes, from: read).map { content in
                (content, !(now &- Self.markedFor...now).contains(status.usedAt))
            }
        }
    }

    /// Marks the content of a key as used now, if it is there.
    package func markAsUsed(_ key: String) {
        guard let path, let folder = try? folder(at: path), let name = try? Self.name(of: key) else { return }
        folder.touch(name, now: clock.now())
    }

    /// Size in bytes of a key's file, without reading it; nil when it is missing.
    package func size(of key: String) -> Int? {
        guard maximumBytes > 0, let path, let folder = try? folder(at: path), let name = try? Self.name(of: key) else {
            return nil
        }
        return folder.status(name)?.bytes
    }

    /// Keeps a content in place of an earlier one of its key, and lets go what was unused for longest if there are too
    /// many bytes then. One that is larger than everything may be is not kept, and neither is one of a key of more than
    /// 65,536 bytes.
    package func write(_ content: CacheContent, for key: String) {
        guard maximumBytes > 0 else { return }
        guard let path else { return report(.noPath) }
        guard key.utf8.count <= CacheEntry.longestKey else { return }
        let limit = min(maximumBytes, maximumFile)
        guard content.count <= limit else { return }
        let start = CacheEntry.start(of: content, key: key)
        let bytes = start.count + content.body.count
        guard bytes <= limit else { return }
        do throws(DiskFault) {
            let folder = try folder(at: path, making: true)
            let name = try Self.name(of: key)
            let number = try state.withLock { state throws(DiskFault) in try makeRoom(folder, bytes, &state) }
            defer { state.withLock { $0.pending -= bytes } }
            try folder.write(
                [start, content.body], as: name,
                temporary: CachedFile.temporaryName(of: name, unique: "\(getpid()).\(number)"),
                now: clock.now())
            state.withLock { $0.trouble = nil }
        } catch {
            report(error.trouble)
        }
    }

    /// Keeps a content that has no head.
    package func write(_ body: [UInt8], for key: String) { write(CacheContent(body: body), for: key) }

    /// Forgets the content of a key.
    package func remove(_ key: String) {
        _ = inFolder { folder throws(DiskFault) in folder.remove(try Self.name(of: key)) }
    }

    /// Contents of the folder.
    package func statistics() -> DiskCacheStatistics {
        let files = inFolder { folder throws(DiskFault) in try folder.files() } ?? []
        return DiskCacheStatistics(
            path: path, entries: files.count { !$0.isTemporary }, bytes: files.reduce(0) { $0 + $1.bytes },
            maximumBytes: maximumBytes)
    }

    /// Removes what is unused for too long, too much, damaged, or left over.
    package func prune() -> DiskCacheRemoval {
        inFolder { folder throws(DiskFault) in
            var removal = DiskCacheRemoval()
            for file in try folder.files() where !file.isTemporary {
                // Not a use: the file keeps its stamp.
                let bytes = folder.read(file.name, limit: maximumFile, now: file.usedAt) ?? []
                if !CacheEntry.isWhole(bytes), folder.remove(file.name) { removal.add(file) }
            }
            let rest = try folder.trim(room: 0, maximumBytes: maximumBytes, age: age, now: clock.now()).removal
            removal.entries += rest.entries
            removal.bytes += rest.bytes
            return removal
        } ?? DiskCacheRemoval()
    }

    /// Removes everything.
    package func clear() -> DiskCacheRemoval {
        inFolder { folder throws(DiskFault) in
            var removal = DiskCacheRemoval()
            for file in try folder.files() {
                let isGone = file.isTemporary ? folder.removeIfAbandoned(file.name) : folder.remove(file.name)
                if isGone { removal.add(file) }
            }
            return removal
        } ?? DiskCacheRemoval()
    }

    // MARK: - Room

    /// Makes room for a file, and counts it as there.
    /// - Returns: a number that no other write of this process has.
    private func makeRoom(_ folder: CacheFolder, _ bytes: Int, _ state: inout State) throws(DiskFault) -> Int {
        // Other processes write too: look again before they and this one together can pass the bound by much.
        let isFull = (state.bytes ?? .max / 2) + bytes > maximumBytes
        if isFull || state.writtenSinceLook + bytes > maximumBytes / 32 {
            try look(folder, room: bytes + state.pending, &state)
        }
        state.bytes = (state.bytes ?? 0) + bytes
        state.writtenSinceLook += bytes
        state.pending += bytes
        state.lastNumber += 1
        return state.lastNumber
    }

    /// Counts what is there, and trims it.
    private func look(_ folder: CacheFolder, room: Int, _ state: inout State) throws(DiskFault) {
        let trimmed = try folder.trim(room: room, maximumBytes: maximumBytes, age: age, now: clock.now())
        state.bytes = trimmed.bytes + state.pending
        state.writtenSinceLook = 0
        if folder.mode & 0o077 != 0, !state.hasSaidOpenFolder {
            state.hasSaidOpenFolder = true
            log(configuration.sentence(openFolder: folder.mode))
        }
    }

    // MARK: - Access

    /// The folder at a path: as it is open, unless it is not there any more.
    private func folder(at path: String, making: Bool = false) throws(DiskFault) -> CacheFolder {
        try opened.withLock { opened throws(DiskFault) in
            if let known = opened, known.stands(at: path) { return known }
            opened = nil
            let folder = try making ? CacheFolder(making: path) : CacheFolder(path)
            opened = folder
            return folder
        }
    }

    private func content(of key: String, in folder: CacheFolder) throws(DiskFault) -> CacheContent? {
        folder.reading(try Self.name(of: key), limit: maximumFile, now: clock.now()) { status, read in
            CacheEntry.read(key, size: status.bytes, from: read)
        }
    }

    /// - Returns: nil when there is no folder.
    private func inFolder<Result>(_ work: (CacheFolder) throws(DiskFault) -> Result) -> Result? {
        guard let path else { return nil }
        defer { state.withLock { $0.bytes = nil } }
        do throws(DiskFault) {
            return try work(folder(at: path))
        } catch {
            if error.trouble != .system(ENOENT) { report(error.trouble) }
            return nil
        }
    }

    private static func name(of key: String) throws(DiskFault) -> String {
        guard let name = SHA256.hexadecimal(key.utf8) else { throw DiskFault(.noDigest) }
        return name
    }

    /// Tells the log, unless it knows since the last write that went well.
    private func report(_ trouble: DiskTrouble) {
        let isNew = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble == nil
        }
        if isNew { log(trouble.sentence(for: configuration)) }
    }
}
