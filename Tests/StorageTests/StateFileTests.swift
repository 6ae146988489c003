import Foundation
import Testing

@testable import Storage

@Suite("The state file and its directory")
struct StateFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("nothing is made before the first write, reads included")
    func lazily() async throws {
        let store = DurableStateStore(path: directory("a/b/state.db"))
        #expect(try await store.value(for: key("a")) == nil)
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 3).isEmpty)
        try await store.commit([])
        #expect(try directory.names().isEmpty)
        try await store.commit([.set(key("a"), [1])])
        #expect(try await store.value(for: key("a")) == [1])
        #expect(try directory.names(in: directory("a/b")).first == "state.db")
        await store.close()
        #expect(try directory.names(in: directory("a/b")) == ["state.db"], "the last one out ends the log")
    }

    /// The umask is the whole process's, so each of these has a process to itself.
    @Test(
        "F8: directories are 0700 and files 0600 whatever the umask",
        arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t])
    func permissions(_ mask: mode_t) async throws {
        let path = directory("x/y/state.db")
        await #expect(processExitsWith: .success) { [mask, path = path as String] in
            umask(mask)
            let store = DurableStateStore(path: path)
            try await store.commit([.set(key("a"), [1])])
            _ = try await store.value(for: key("a"))
            let folder = (path as NSString).deletingLastPathComponent
            for file in [path, path + "-wal", path + "-shm"] {
                #expect(try FileFacts(file).permissions == 0o600, "\(file)")
            }
            #expect(try FileFacts(folder).permissions == 0o700)
            #expect(try FileFacts((folder as NSString).deletingLastPathComponent).permissions == 0o700)
        }
    }

    @Test("F8: files found wider are narrowed at the next write, a directory of the user's own is left")
    func narrowed() async throws {
        let path = directory("state.db")
        try await commitOnce(to: path)
        chmod(path, 0o664)
        chmod(directory.path, 0o755)
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("b"), [1])])
        for file in [path, path + "-wal", path + "-shm"] {
            #expect(try FileFacts(file).permissions == 0o600, "\(file)")
        }
        #expect(try FileFacts(directory.path).permissions == 0o755)
        await store.close()
    }

    @Test("F7: a link in the place of a file is refused and its target untouched", arguments: StateFiles.suffixes)
    func linkedFile(_ suffix: String) async throws {
        let canary = directory("canary")
        try write(Array("canary".utf8), to: canary)
        let path = directory("home/state.db")
        try FileManager.default.createDirectory(atPath: directory("home"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path + suffix, withDestinationPath: canary)
        let store = DurableStateStore(path: path)
        let expected = StorageFailure.unsafePath(path: path, .symbolicLink)
        #expect(await store.failure(committing: [.set(key("a"), [1])]) == expected)
        await #expect(throws: expected) { try await store.value(for: key("a")) }
        #expect(try bytes(of: canary) == Array("canary".utf8))
        #expect(try directory.names() == ["canary", "home"])
        #expect(try FileFacts(path + suffix).isLink)
        await store.close()
    }

    @Test("F7: a link in the place of a file, to nowhere, makes nothing there", arguments: StateFiles.suffixes)
    func danglingLink(_ suffix: String) async throws {
        let path = directory("state.db")
        try FileManager.default.createSymbolicLink(atPath: path + suffix, withDestinationPath: directory("made"))
        let store = DurableStateStore(path: path)
        #expect(await store.failure(committing: [.set(key("a"), [1])]) == .unsafePath(path: path, .symbolicLink))
        #expect(try !directory.names().contains("made"))
        await store.close()
    }

    @Test(
        "F7: the directory may be no link, with or without a slash at its end; the way to it may have some",
        arguments: ["link/state.db", "link//state.db"])
    func linkedDirectory(_ name: String) async throws {
        try FileManager.default.createDirectory(atPath: directory("real/inner"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: directory("link"), withDestinationPath: directory("real"))
        let refused = DurableStateStore(path: directory(name))
        let expected = StorageFailure.unsafePath(path: directory(name), .symbolicLink)
        #expect(await refused.failure(committing: [.set(key("a"), [1])]) == expected)
        await #expect(throws: expected) { try await refused.value(for: key("a")) }
        #expect(try directory.names(in: directory("real")) == ["inner"])
        let allowed = DurableStateStore(path: directory("link/inner/state.db"))
        try await allowed.commit([.set(key("a"), [1])])
        #expect(try await allowed.value(for: key("a")) == [1])
        #expect(try directory.names(in: directory("real/inner")).contains("state.db"))
        await allowed.close()
    }

    /// Paths that are no file's path, and what is said of each.
    static let badPaths: [(String, StorageFailure.PathFault)] = [
        ("", .notAPath), ("/", .notAPath), (".", .notAPath), ("x/", .notAPath), ("x/..", .notAPath),
        ("x/.", .notAPath), ("x/a\u{0}b", .notAPath), ("directory", .notAFile), ("pipe", .notAFile),
        ("file/state.db", .notADirectory), ("file/x/state.db", .notADirectory),
    ]

    @Test("a path that cannot be a file's is refused, and nothing waits on it", arguments: badPaths)
    func badPath(_ name: String, _ fault: StorageFailure.PathFault) async throws {
        try FileManager.default.createDirectory(atPath: directory("directory"), withIntermediateDirectories: true)
        try write([1], to: directory("file"))
        mkfifo(directory("pipe"), 0o600)
        let path = ["", "/", "."].contains(name) ? name : directory(name)
        let store = DurableStateStore(path: path)
        #expect(await store.failure(committing: [.set(key("a"), [1])]) == .unsafePath(path: path, fault))
        await #expect(throws: StorageFailure.unsafePath(path: path, fault)) { try await store.value(for: key("a")) }
        #expect(try bytes(of: directory("file")) == [1])
        await store.close()
    }

    @Test(
        "odd characters in the path are only characters",
        arguments: ["%2e.db", "a b?mode=memory&x=#y.db", "file:x.db", ":memory:", "é😀'\".db", "-x", "*"])
    func oddNames(_ name: String) async throws {
        try await commitOnce(to: directory(name))
        #expect(try directory.names() == [name])
        #expect(try await DurableStateStore(path: directory(name)).value(for: key("a")) == [1])
    }

    @Test("a relative path is one of the working directory")
    func relative() async throws {
        let folder = directory.path
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            #expect(chdir(folder) == 0)
            for path in ["plain.db", "./dotted.db", "deep/er/state.db"] {
                let store = DurableStateStore(path: path)
                try await store.commit([.set(key("a"), [1])])
                await store.close()
                #expect(FileManager.default.fileExists(atPath: folder + "/" + path), "\(path)")
            }
        }
    }

    @Test(
        "a file removed or exchanged while it is open is noticed: no write goes where nobody will find it, or hides what was"
    )
    func exchanged() async throws {
        let path = directory("home/state.db")
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("a"), [1])])
        #expect(try await store.value(for: key("a")) == [1])
        try FileManager.default.removeItem(atPath: directory("home"))
        await store.troubled(by: .missing(path: path))
        #expect(try await store.value(for: key("a")) == [1], "17.A3 never empty without a word")
        #expect(await store.failure(committing: [.set(key("b"), [2])]) == .missing(path: path))
        #expect(try directory.names().isEmpty, "a new file would hide what was in the other")
        // Another program starts over: from then on that is the state.
        let other = DurableStateStore(path: path)
        try await other.commit([.set(key("b"), [2])])
        await store.told(of: key("b"), as: [2])
        #expect(try await store.entries(in: StateNamespace("shelf"), limit: 9).map(\.key) == ["b"])
        try await store.commit([.set(key("c"), [3])])
        await other.told(of: key("c"), as: [3])
        await other.close()
        await store.close()
    }

    /// A store of its own that makes one commit and closes.
    private func commitOnce(to path: String) async throws {
        let store = DurableStateStore(path: path)
        try await store.commit([.set(key("a"), [1])])
        await store.close()
    }
}
