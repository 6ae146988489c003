import CSQLite
import Foundation
import Synchronization

/// SQLite's way to the disk, watched: each write, sync and truncation of a file is counted, and fails when the test says
/// so. For all connections that are opened from then on, and for good: use it in a process of its own.
enum WatchedDisk {
    /// Called before each step with its number, from 1. Gives the errno with which the step is to fail; nil lets it happen.
    typealias Watcher = @Sendable (_ step: Int) -> Int32?

    private struct State {
        var watcher: Watcher = { _ in nil }
        var steps = 0
    }

    private typealias Methods = UnsafePointer<sqlite3_io_methods>

    private static let state = Mutex(State())
    /// SQLite's own disk, written once, while nothing is open.
    nonisolated(unsafe) private static var disk: UnsafeMutablePointer<sqlite3_vfs>?
    /// The methods that write, which all its files have in common.
    nonisolated(unsafe) private static var methods: Methods?
    /// Its tables of methods (files that are locked have another one than those that are not), each with its copy that
    /// has ours in it. Never freed: files point to them.
    nonisolated(unsafe) private static var tables: [Methods: Methods] = [:]
    private static let isInstalled = install()

    /// Counts from 1 again, and asks `watcher` from now on.
    static func watch(_ watcher: @escaping Watcher) {
        precondition(isInstalled, "SQLite has no disk of its own")
        state.withLock { $0 = State(watcher: watcher) }
    }

    private static func install() -> Bool {
        guard let own = sqlite3_vfs_find(nil) else { return false }
        disk = own
        let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        ours.initialize(to: own.pointee)
        ours.pointee.zName = UnsafePointer(strdup("watched"))
        ours.pointee.pNext = nil
        ours.pointee.xOpen = { vfs, name, file, flags, opened in
            let code = WatchedDisk.disk?.pointee.xOpen(vfs, name, file, flags, opened) ?? SQLITE_ERROR
            if code == SQLITE_OK, let file { WatchedDisk.watch(file) }
            return code
        }
        return sqlite3_vfs_register(ours, 1) == SQLITE_OK
    }

    /// Puts our methods in place of the file's own.
    private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let own = file.pointee.pMethods else { return }
        state.withLock { _ in
            file.pointee.pMethods = tables[own] ?? watched(own)
        }
    }

    private static func watched(_ own: Methods) -> Methods {
        let watched = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods = own
        watched.initialize(to: own.pointee)
        watched.pointee.xWrite = { file, bytes, count, offset in
            guard let number = WatchedDisk.failure() else {
                return WatchedDisk.methods?.pointee.xWrite(file, bytes, count, offset) ?? SQLITE_ERROR
            }
            // As on a real disk, a part of it may be there.
            _ = WatchedDisk.methods?.pointee.xWrite(file, bytes, count / 2, offset)
            return WatchedDisk.fail(number, number == ENOSPC ? SQLITE_FULL : SQLITE_IOERR | 3 << 8)
        }
        watched.pointee.xTruncate = { file, size in
            guard let number = WatchedDisk.failure() else {
                return WatchedDisk.methods?.pointee.xTruncate(file, size) ?? SQLITE_ERROR
            }
            return WatchedDisk.fail(number, SQLITE_IOERR | 6 << 8)
        }
        watched.pointee.xSync = { _, _ in
            // One that works is not waited for: what is written is there for every process, and no power is cut here.
            WatchedDisk.failure().map { WatchedDisk.fail($0, SQLITE_IOERR | 4 << 8) } ?? SQLITE_OK
        }
        tables[own] = UnsafePointer(watched)
        return UnsafePointer(watched)
    }

    /// Counts a step; the errno with which it is to fail.
    private static func failure() -> Int32? {
        let (watcher, step) = state.withLock { state in
            state.steps += 1
            return (state.watcher, state.steps)
        }
        return watcher(step)
    }

    /// Fails as SQLite's own disk does: with an extended result code, and errno for whoever asks.
    private static func fail(_ number: Int32, _ code: Int32) -> Int32 {
        errno = number
        return code
    }
}
