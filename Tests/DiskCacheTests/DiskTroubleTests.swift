import Foundation
import TestSupport
import Testing

@testable import DiskCache

@Suite("The disk cache when its folder is not as it should be")
struct DiskTroubleTests {
    private let folder: Folder
    private let log = LogLines()

    init() throws {
        folder = try Folder()
    }

    private func store(_ path: String?) -> DiskCache {
        DiskCache(Self.configuration(path), clock: CacheClock(now: TestWallClock().now), log: log.write)
    }

    private static let content = Array("a content".utf8) + [UInt8](repeating: 7, count: 90)

    private static func configuration(_ path: String?) -> DiskCacheConfiguration {
        DiskCacheConfiguration(
            contents: "boxes", pathKey: "boxes.path", path: path, maximumBytes: 1 << 20, maximumContent: 1 << 20,
            age: .seconds(1_000))
    }

    private func address(_ name: String = "a") -> String { "https://h/\(name)" }

    /// The umask is the whole process's, so each of these has a process to itself.
    @Test("F8: folders are 0700 and files 0600 whatever the umask", arguments: [0o000, 0o022, 0o077] as [mode_t])
    func permissions(_ mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [mask, path = folder("x/y") as String] in
            umask(mask)
            let store = DiskCache(Self.configuration(path), clock: .system) { Issue.record("\($0)") }
            let address = "https://h/a"
            store.write(Self.content, for: address)
            #expect(store.read(address) == Self.content)
            let name = try #require(SHA256.hexadecimal(address.utf8))
            #expect(Folder.permissions(of: "\(path)/\(name)") == 0o600)
            #expect(Folder.permissions(of: path) == 0o700)
            #expect(Folder.permissions(of: String(path.dropLast(2))) == 0o700)
        }
    }

    @Test("F8: a folder that others may read is named once, and left as it is")
    func openFolder() throws {
        chmod(folder.path, 0o755)
        let store = store(folder.path)
        for name in ["a", "b"] { store.write(Self.content, for: address(name)) }
        #expect(store.read(address()) == Self.content)
        #expect(log.all == ["the folder of boxes.path can be read by others (mode 755); set it to 700"])
        #expect(Folder.permissions(of: folder.path) == 0o755)
    }

    @Test("F6: the folder deleted under work is made again")
    func deleted() throws {
        let store = store(folder("images"))
        store.write(Self.content, for: address())
        try FileManager.default.removeItem(atPath: folder("images"))
        #expect(store.read(address()) == nil)
        store.write(Self.content, for: address())
        #expect(store.read(address()) == Self.content)
        #expect(log.all.isEmpty)
    }

    @Test("F6: a folder that is moved away answers for what it has; once something else is asked for, the new one does")
    func moved() throws {
        let store = store(folder("images"))
        store.write(Self.content, for: address())
        #expect(store.read(address()) == Self.content)
        try FileManager.default.moveItem(atPath: folder("images"), toPath: folder("moved"))
        let other = DiskCache(Self.configuration(folder("images")), clock: CacheClock(now: TestWallClock().now)) { _ in
        }
        other.write([1], for: address())
        other.write([2], for: address("b"))
        #expect(store.read(address()) == Self.content)
        #expect(store.read(address("b")) == [2])
        #expect(store.read(address()) == [1])
        store.write([3], for: address())
        #expect(other.read(address()) == [3])
        let old = DiskCache(Self.configuration(folder("moved")), clock: CacheClock(now: TestWallClock().now)) { _ in }
        #expect(old.read(address()) == Self.content)
        #expect(old.statistics().entries == 1)
        #expect(log.all.isEmpty)
    }

    /// Root may read everywhere, so this is done by nobody.
    @Test("F6: the open folder can't be read any more: said once, though it was open")
    func unreadable() async throws {
        chmod(folder.path, 0o777)
        await #expect(processExitsWith: .success) { [path = folder("images") as String] in
            if getuid() == 0 { #expect(setuid(65_534) == 0) }
            let (log, address) = (LogLines(), "https://h/a")
            let store = DiskCache(Self.configuration(path), clock: .system, log: log.write)
            store.write(Self.content, for: address)
            #expect(store.read(address) == Self.content)
            chmod(path, 0)
            for _ in 0..<2 { #expect(store.read(address) == nil) }
            #expect(log.all.count == 1)
            chmod(path, 0o700)
            #expect(store.read(address) == Self.content)
        }
    }

    @Test("F7: a link that takes the open folder's place is not followed")
    func linkInItsPlace() throws {
        let store = store(folder("images"))
        store.write(Self.content, for: address())
        #expect(store.read(address()) == Self.content)
        let canary = DiskCache(Self.configuration(folder("canary")), clock: CacheClock(now: TestWallClock().now)) { _ in
        }
        canary.write([1], for: address("b"))
        try FileManager.default.removeItem(atPath: folder("images"))
        symlink(folder("canary"), folder("images"))
        for name in ["a", "b"] { #expect(store.read(address(name)) == nil) }
        store.write([2], for: address("b"))
        #expect(canary.read(address("b")) == [1])
        #expect(log.all.count == 1)
    }

    @Test("F6: a file in place of the folder: said once, works again when it is gone, said again the next time")
    func replaced() throws {
        let store = store(folder("images"))
        for _ in 0..<2 {
            try? FileManager.default.removeItem(atPath: folder("images"))
            try folder.write([1], "images")
            for _ in 0..<3 {
                store.write(Self.content, for: address())
                #expect(store.read(address()) == nil)
            }
            try FileManager.default.removeItem(atPath: folder("images"))
            store.write(Self.content, for: address())
            #expect(store.read(address()) == Self.content)
        }
        #expect(log.all.count == 2)
        #expect(
            log.all.allSatisfy { $0.hasPrefix("boxes are not kept on disk: ") && $0.contains("boxes.path") })
    }

    @Test("F6: nothing can be written: what is there is read, it is said once, and work goes on")
    func readOnly() async throws {
        // Root may write everywhere; /proc takes new files from nobody.
        let store = store("/proc/galleria/images")
        for _ in 0..<3 {
            store.write(Self.content, for: address())
            #expect(store.read(address()) == nil)
        }
        #expect(log.all.count == 1)
    }

    @Test("F6: the disk is full: nothing half-written stays, and there is room again later")
    func full() async throws {
        await #expect(processExitsWith: .success) { [path = folder("images") as String] in
            let log = LogLines()
            let store = DiskCache(Self.configuration(path), clock: .system, log: log.write)
            let (small, large) = ("https://h/small", "https://h/large")
            store.write(Self.content, for: small)
            // Files may have no more than 4,096 bytes: a write fails in its middle, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_096, rlim_max: .max)
            #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            let padded = Self.content + [UInt8](repeating: 0, count: 9_000)
            store.write(padded, for: large)
            store.write(padded, for: large)
            #expect(store.read(large) == nil && store.read(small) == Self.content)
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(names.count == 1)
            #expect(log.all.count == 1)
            limit.rlim_cur = .max
            #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            store.write(padded, for: large)
            #expect(store.read(large) == padded)
        }
    }

    @Test("F14: without a home directory nothing is kept, and it is said once")
    func noHome() throws {
        let store = store(nil)
        for _ in 0..<3 { store.write(Self.content, for: address()) }
        #expect(store.read(address()) == nil)
        #expect(log.all == ["boxes are not kept on disk: HOME is not set; set it, or set boxes.path"])
    }

    @Test("F7: the folder itself is a link: refused, said once, its target untouched")
    func linkedFolder() throws {
        try FileManager.default.createDirectory(atPath: folder("canary"), withIntermediateDirectories: false)
        symlink(folder("canary"), folder("images"))
        let store = store(folder("images"))
        for _ in 0..<2 { store.write(Self.content, for: address()) }
        #expect(store.read(address()) == nil)
        #expect(log.all.count == 1 && log.all.first?.contains("symbolic link") == true)
        #expect(folder.everything == ["canary", "images"])
    }

    @Test("F7: a link in place of an entry is not followed; it is replaced, its target untouched")
    func linkedEntry() throws {
        let store = store(folder("images"))
        store.write(Self.content, for: address("other"))
        let name = "images/" + (try #require(SHA256.hexadecimal(address().utf8)))
        let entry = CacheEntry.encoded(Self.content, key: address())
        try folder.write(entry, "canary")
        symlink(folder("canary"), folder(name))
        #expect(store.read(address()) == nil, "although the target would be a whole entry")
        store.write(Self.content, for: address())
        #expect(store.read(address()) == Self.content)
        #expect(try folder.read("canary") == entry)
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder(name))[.type] as? FileAttributeType == .typeRegular)
    }

    @Test("F7: a pipe or a folder in place of an entry is no picture, and nobody waits for it")
    func pipe() throws {
        let store = store(folder("images"))
        store.write(Self.content, for: address("other"))
        let name = "images/" + (try #require(SHA256.hexadecimal(address().utf8)))
        mkfifo(folder(name), 0o600)
        #expect(store.read(address()) == nil)
        unlink(folder(name))
        mkdir(folder(name), 0o700)
        #expect(store.read(address()) == nil)
    }
}
