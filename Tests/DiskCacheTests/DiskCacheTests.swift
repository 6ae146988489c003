import Foundation
import TestSupport
import Testing

@testable import DiskCache

@Suite("The disk cache")
struct DiskCacheTests {
    private let folder: Folder
    private let clock = TestWallClock()
    private let log = LogLines()

    init() throws {
        folder = try Folder()
    }

    private func store(bytes: Int = 1 << 20, age: Duration = .seconds(1_000), path: String? = nil) -> DiskCache {
        let configuration = DiskCacheConfiguration(
            contents: "boxes", pathKey: "boxes.path", path: path ?? folder("images"), maximumBytes: bytes,
            maximumContent: 1 << 20, age: age)
        return DiskCache(configuration, clock: CacheClock(now: clock.now), log: log.write)
    }

    private func content(_ text: String, padding: Int = 0) -> [UInt8] {
        Array("the content of \(text)".utf8) + [UInt8](repeating: 7, count: 100 + padding)
    }

    private func name(_ url: String) throws -> String { "images/" + (try #require(SHA256.hexadecimal(url.utf8))) }

    @Test("1c.11: what one store wrote, another reads; before it was written, there is nothing")
    func shared() throws {
        let address = "https://h/a.png"
        #expect(store().read(address) == nil)
        #expect(folder.everything.isEmpty, "reading makes nothing")
        store().write(content("a"), for: address)
        #expect(store().read(address) == content("a"))
        #expect(folder.everything == ["images", try name("https://h/a.png")])
        #expect(log.all.isEmpty)
    }

    static let oddKeys = [
        "https://h/../../../etc/passwd", "https://h/%2e%2e/%2e%2e/x", "https://h/a\u{0}b", "https://h/\r\nx",
        "https://h/.",
        "https://h/" + String(repeating: "a", count: 5_000), "https://h/한글/\u{202E}", "https://h/CON",
        "https://h/~root",
        "https://h/$(id)", "https://h/`id`", "https://h/a;b&c|d", "https://h//////", "https://h/\\..\\..\\x",
        "https://h/?../../x",
    ]

    @Test("F1: whatever the URL, its file is 64 digits in the folder", arguments: oddKeys)
    func names(_ url: String) throws {
        let address = url
        store().write(content(url), for: address)
        #expect(store().read(address) == content(url))
        let names = folder.everything.filter { $0 != "images" }
        #expect(names == [try name(url)])
        #expect(names.allSatisfy { $0.wholeMatch(of: #/images/[0-9a-f]{64}/#) != nil })
    }

    @Test("F2: URLs that look or join alike are two")
    func alike() throws {
        let urls = [
            "https://h/\u{E9}", "https://h/e\u{301}", "https://h/K", "https://h/\u{212A}", "http://h/K", "https://h/K?",
            "https://h:443/K", "https://H/K", "https://h/a?b", "https://h/a%3Fb",
        ]
        let store = store()
        for url in urls { store.write(content(url), for: url) }
        for url in urls { #expect(store.read(url) == content(url)) }
        #expect(store.statistics().entries == urls.count)
    }

    @Test("F3: a file with a flipped byte, each in turn, is no picture; written again, it is one")
    func flipped() throws {
        let address = "https://h/a.png"
        let store = store()
        store.write(content("a"), for: address)
        let (file, path) = (try folder.read(name(address)), try name(address))
        for place in file.indices {
            var damaged = file
            damaged[place] ^= 0x10
            try folder.write(damaged, path)
            #expect(store.read(address) == nil, "byte \(place)")
        }
        store.write(content("a"), for: address)
        #expect(store.read(address) == content("a"))
    }

    @Test("F3: a file that is cut, empty, of another URL, or too large for any picture is invalid")
    func foreign() throws {
        let (address, other) = ("https://h/a.png", "https://h/b.png")
        let store = store()
        store.write(content("a"), for: address)
        store.write(content("b"), for: other)
        let (file, path) = (try folder.read(name(address)), try name(address))
        for damaged in [[], Array(file.dropLast()), Array("foreign".utf8), try folder.read(name(other))] {
            try folder.write(damaged, path)
            #expect(store.read(address) == nil)
        }
        truncate(folder(path), 1 << 40)
        #expect(store.read(address) == nil, "not read into memory either")
    }

    @Test("F4: what a killed writer left is swept at the start; what is being written stays")
    func leftovers() throws {
        let address = "https://h/a.png"
        store().write(content("a"), for: address)
        let hash = String(repeating: "0", count: 64)
        try folder.write([1, 2, 3], "images/\(hash).1.1.tmp")
        try folder.write([1, 2, 3], "images/\(hash).1.2.tmp")
        try folder.write([1, 2, 3], "images/README")
        let writer = open(folder("images/\(hash).1.2.tmp"), O_WRONLY)
        defer { close(writer) }
        flock(writer, LOCK_EX)
        #expect(store().read(address) == content("a"))
        let names = folder.everything.map { $0.replacing("images/", with: "") }.filter { $0 != "images" }
        #expect(Set(names) == ["README", "\(hash).1.2.tmp", try name(address).replacing("images/", with: "")])
        flock(writer, LOCK_UN)
        _ = store().read(address)
        #expect(!folder.everything.contains("images/\(hash).1.2.tmp"))
    }

    @Test("1d, F5: the bound holds at every write, also with two stores, and what was used last stays")
    func bounded() throws {
        let limit = 20_000
        let stores = [store(bytes: limit), store(bytes: limit)]
        let favourite = "https://h/favourite"
        stores[0].write(content("favourite"), for: favourite)
        var random = SeededGenerator(5)
        for number in 0..<200 {
            let padding = Int.random(in: 0...2_000, using: &random)
            stores[number % 2].write(content("\(number)", padding: padding), for: "https://h/\(number)")
            #expect(folder.bytes <= limit + limit / 10, "after \(number)")
            #expect(stores[(number + 1) % 2].read(favourite) == content("favourite"), "after \(number)")
        }
        #expect(folder.bytes > limit / 2, "the room is used")
        #expect(stores[0].read("https://h/199") != nil)
        #expect(stores[0].read("https://h/0") == nil)
    }

    @Test("F5: a picture larger than everything is not kept, and costs the others nothing")
    func tooLarge() throws {
        let store = store(bytes: 4_000)
        store.write(content("a"), for: "https://h/a")
        store.write(content("b", padding: 4_000), for: "https://h/b")
        #expect(store.read("https://h/a") != nil)
        #expect(store.read("https://h/b") == nil)
        let none = self.store(bytes: 0, path: folder("none"))
        none.write(content("a"), for: "https://h/a")
        #expect(none.read("https://h/a") == nil && !folder.everything.contains("none"))
    }

    @Test("unused for longer than its age a picture goes; each use restarts the age")
    func aged() throws {
        let (used, unused) = ("https://h/used", "https://h/unused")
        store().write(content("used"), for: used)
        store().write(content("unused"), for: unused)
        clock.advance(900)
        #expect(store().read(used) != nil)
        clock.advance(900)
        #expect(store().read(used) != nil)
        #expect(store().read(unused) == nil)
        #expect(store().statistics().entries == 1)
    }

    @Test("F15: files from the future, after the clock was set back, don't stay for ever")
    func future() throws {
        let address = "https://h/a"
        clock.advance(400 * 86_400)
        store().write(content("a"), for: address)
        clock.advance(-400 * 86_400)
        #expect(store().read(address) == nil)
        #expect(store().statistics().entries == 0)
    }

    /// 2^31 and 2^32 seconds are in 2038 and 2106.
    @Test(
        "F15: a clock that jumps by 400 days, past 2038 or past 2106, and back: what was unused for longer than its age goes",
        arguments: [400 * 86_400, 1 << 31, 1 << 32] as [Int64])
    func jumps(_ seconds: Int64) throws {
        let (before, after) = ("https://h/before", "https://h/after")
        store().write(content("before"), for: before)
        clock.advance(seconds)
        #expect(store().read(before) == nil, "too old")
        store().write(content("after"), for: after)
        #expect(store().read(after) == content("after"))
        clock.advance(900)
        #expect(store().read(after) == content("after"))
        clock.advance(1_001)
        #expect(store().read(after) == nil, "too old")
        store().write(content("after"), for: after)
        clock.advance(-seconds)
        #expect(store().read(after) == nil, "from the future")
        #expect(store().statistics().entries == 0)
        store().write(content("before"), for: before)
        #expect(store().read(before) == content("before"))
        #expect(log.all.isEmpty)
    }

    @Test("cache prune removes what is damaged, left over or too old, and nothing else")
    func prune() throws {
        let store = store()
        for name in ["a", "b", "old"] { store.write(content(name), for: "https://h/\(name)") }
        clock.advance(600)
        for name in ["a", "b"] { #expect(store.read("https://h/\(name)") != nil) }
        clock.advance(600)
        var damaged = try folder.read(name("https://h/b"))
        damaged[90] ^= 1
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder(try name("https://h/b"))))
        try handle.write(contentsOf: damaged)
        try handle.close()
        try folder.write([1, 2, 3], "images/\(String(repeating: "f", count: 64)).1.1.tmp")
        let removed = store.prune()
        #expect(removed.entries == 2)
        #expect(store.read("https://h/a") == content("a"))
        #expect(folder.everything == ["images", try name("https://h/a")])
        #expect(store.prune() == DiskCacheRemoval())
    }

    @Test("cache clear removes all that is ours, and nothing else")
    func clear() throws {
        let store = store()
        for name in ["a", "b"] { store.write(content(name), for: "https://h/\(name)") }
        try folder.write([1, 2, 3], "images/notes.txt")
        let before = store.statistics()
        #expect(before.entries == 2 && before.path == folder("images") && before.maximumBytes == 1 << 20)
        let removed = store.clear()
        #expect(removed.entries == 2 && removed.bytes == before.bytes)
        #expect(folder.everything == ["images", "images/notes.txt"])
        #expect(store.statistics().entries == 0)
    }

    @Test("without a folder there is nothing to count, prune or clear, and nothing is made or said")
    func missing() {
        let store = store()
        #expect(store.statistics().entries == 0)
        #expect(store.prune() == DiskCacheRemoval() && store.clear() == DiskCacheRemoval())
        #expect(folder.everything.isEmpty && log.all.isEmpty)
    }

    @Test(
        "what the system has in memory is at hand once the folder was read, whole; its file is to be marked once a minute",
        .enabled(if: PageCache.tells, "needs a file system that tells what it has in memory"))
    func atHand() throws {
        let address = "https://h/a.png"
        let store = store()
        let whole = CacheContent(head: Array("head".utf8), body: content("a", padding: 200_000))
        func found() -> CacheContent? { store.contentAtHand(of: address)?.content }
        store.write(whole, for: address)
        #expect(found() == nil, "what was never read may lie on a file system that can't tell")
        #expect(store.content(of: address) == whole)
        #expect(self.store().contentAtHand(of: address) == nil, "another store has not opened the folder yet")
        #expect(found() == whole)
        #expect(store.contentAtHand(of: "https://h/b.png") == nil)
        for change in ["damaged", "cut", "gone"] {
            var file = try folder.read(name(address))
            if change == "damaged" { file[file.count / 2] ^= 1 } else { file.removeLast() }
            if change == "gone" { store.remove(address) } else { try folder.write(file, name(address)) }
            #expect(found() == nil, "\(change)")
            store.write(whole, for: address)
            #expect(store.content(of: address) == whole && found() == whole)
        }
        #expect(log.all.isEmpty)
        // Reading leaves the file as it is.
        let used = try usedAt(address)
        #expect(store.contentAtHand(of: address)?.isMarkDue == false)
        clock.advance(61)
        #expect(try store.contentAtHand(of: address)?.isMarkDue == true && usedAt(address) == used)
        store.markAsUsed(address)
        #expect(try store.contentAtHand(of: address)?.isMarkDue == false && usedAt(address) == used + 61)
        clock.advance(-3_600)
        #expect(store.contentAtHand(of: address)?.isMarkDue == true, "the clock was set back")
        store.markAsUsed("https://h/b.png")
        #expect(store.statistics().entries == 1, "no file is made")
    }

    /// Seconds since 1970.
    private func usedAt(_ address: String) throws -> Int {
        var status = stat()
        try #require(lstat(folder(name(address)), &status) == 0)
        return status.st_mtim.tv_sec
    }

    @Test(
        "what takes longer to check is not at hand, nor is what a link or a pipe of its name would give",
        .enabled(if: PageCache.tells, "needs a file system that tells what it has in memory"))
    func notAtHand() throws {
        let store = store(bytes: 8 << 20)
        let sizes = [100, 1_000_000, 1 << 20]
        for size in sizes { store.write([UInt8](repeating: 1, count: size), for: "https://h/\(size)") }
        #expect(sizes.map { store.content(of: "https://h/\($0)")?.body.count } == sizes)
        #expect(sizes.map { store.contentAtHand(of: "https://h/\($0)")?.content.body.count } == [100, 1_000_000, nil])
        let (small, own) = (try folder(name("https://h/100")), folder("own"))
        try FileManager.default.moveItem(atPath: small, toPath: own)
        try FileManager.default.createSymbolicLink(atPath: small, withDestinationPath: own)
        #expect(store.contentAtHand(of: "https://h/100") == nil, "a link to the very file")
        try FileManager.default.removeItem(atPath: small)
        #expect(mkfifo(small, 0o600) == 0)
        #expect(store.contentAtHand(of: "https://h/100") == nil, "a pipe")
        try FileManager.default.removeItem(atPath: small)
        try FileManager.default.moveItem(atPath: own, toPath: small)
        #expect(store.contentAtHand(of: "https://h/100") != nil)
    }

    @Test(
        "while others work on the folder, what is at hand is whole, and it is at hand again when they are done",
        .enabled(if: PageCache.tells))
    func busy() async throws {
        let store = store()
        for number in 0..<40 { store.write(content("\(number)"), for: "https://h/\(number)") }
        _ = store.content(of: "https://h/0")
        // Whatever the others hold, what is at hand is whole, and whoever asks comes back.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<200 { _ = store.statistics() } }
            group.addTask { for _ in 0..<200 { _ = store.content(of: "https://h/1") } }
            for _ in 0..<2_000 {
                if let found = store.contentAtHand(of: "https://h/0") { #expect(found.content.body == content("0")) }
            }
        }
        // Whoever counts files has them counted once more before anything is at hand.
        _ = store.content(of: "https://h/1")
        #expect(store.contentAtHand(of: "https://h/0")?.content.body == content("0"))
    }
}
