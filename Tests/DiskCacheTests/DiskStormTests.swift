import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DiskCache

/// Number of begun writes, as another thread sees it.
private final class WriteCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increase() { count.add(1, ordering: .relaxed) }
}

/// The disk cache while processes are killed, disks fill up and folders go.
@Suite("The disk cache in a storm")
struct DiskStormTests {
    private let folder: Folder
    private let log = LogLines()

    init() throws {
        folder = try Folder()
    }

    private static func configuration(_ path: String) -> DiskCacheConfiguration {
        DiskCacheConfiguration(
            contents: "boxes", pathKey: "boxes.path", path: path, maximumBytes: 1 << 20, maximumContent: 1 << 20,
            age: .seconds(1_000))
    }

    private func store(_ path: String) -> DiskCache {
        DiskCache(Self.configuration(path), clock: CacheClock(now: TestWallClock().now), log: log.write)
    }

    private static func address(_ number: Int) -> String { "https://h/\(number)" }

    /// Some 20,000 bytes that no other of the first 256 numbers has, and that begin with it.
    private static func content(_ number: Int) -> [UInt8] {
        Array("\(number) ".utf8) + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 20_000)
    }

    /// True if the bytes are the whole content of the number at their beginning.
    private static func isWhole(_ content: [UInt8], _ isRight: (Int) -> Bool) -> Bool {
        guard let number = Int(String(decoding: content.prefix { $0 != 0x20 }, as: UTF8.self)) else { return false }
        return isRight(number) && content == Self.content(number)
    }

    @Test(
        "F4: killed at any moment of writing, 200 times: a reader sees whole contents or none, and nothing is left over"
    )
    func killed() async throws {
        let path = folder("images")
        var random = SeededGenerator(4)
        var whole = 0
        for round in 0..<200 {
            let (writes, moment) = (Int.random(in: 1...40, using: &random), Int.random(in: 0...5_000, using: &random))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, writes = writes as Int, moment = moment as Int] in
                let store = DiskCache(Self.configuration(path), clock: .system) { _ in }
                let contents = (0..<64).map(Self.content)
                let begun = WriteCount()
                // Another thread kills the process somewhere in the middle of the writes that follow so many.
                Thread.detachNewThread {
                    while begun.value < writes { sched_yield() }
                    for _ in 0..<moment { _ = getppid() }
                    kill(getpid(), SIGKILL)
                }
                for number in 0... {
                    begun.increase()
                    store.write(contents[number % 64], for: Self.address(number % 8))
                }
            }
            let store = DiskCache(Self.configuration(path), clock: .system, log: log.write)
            for place in 0..<8 {
                guard let content = store.read(Self.address(place)) else { continue }
                whole += 1
                #expect(Self.isWhole(content) { $0 % 8 == place }, "round \(round), \(place)")
            }
            #expect(folder.everything.allSatisfy { !$0.hasSuffix(".tmp") }, "round \(round)")
        }
        // What was written before a kill is there after it.
        #expect(whole > 200 && log.all.isEmpty, "\(whole), \(log.all)")
    }

    /// The cache itself would hold more than the disk.
    @Test(
        "F6: a disk that is full, or has no inode left: what is kept is read, it is said once, and there is room again later",
        .enabled(if: TinyDisk.isPossible), arguments: ["size=256k,mode=700", "size=4m,nr_inodes=8,mode=700"])
    func fullDisk(_ options: String) throws {
        let disk = try TinyDisk(at: folder("disk"), options: options)
        let path = disk.path + "/images"
        let store = store(path)
        for number in 0..<20 { store.write(Self.content(number), for: Self.address(number)) }
        let kept = (0..<20).filter { store.read(Self.address($0)) != nil }
        #expect(!kept.isEmpty && kept.count < 20)
        for number in kept { #expect(store.read(Self.address(number)) == Self.content(number)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == kept.count && names.allSatisfy { $0.utf8.count == 64 }, "\(names)")
        #expect(log.all.count == 1 && log.all.first?.hasPrefix("boxes are not kept on disk: ") == true)
        for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
        for number in 0..<20 { store.write(Self.content(number), for: Self.address(number)) }
        #expect((0..<20).filter { store.read(Self.address($0)) != nil }.count == kept.count)
        #expect(log.all.count == 2, "said again, since it had worked meanwhile")
    }

    @Test(
        "F6: a disk that becomes read-only is read, it is said once, and it is written again when it may be",
        .enabled(if: TinyDisk.isPossible))
    func readOnlyDisk() throws {
        let disk = try TinyDisk(at: folder("disk"), options: "size=1m,mode=700")
        let store = store(disk.path + "/images")
        store.write(Self.content(1), for: Self.address(1))
        try disk.remount("ro")
        for number in 2...4 {
            store.write(Self.content(number), for: Self.address(number))
            #expect(store.read(Self.address(number)) == nil)
            #expect(store.read(Self.address(1)) == Self.content(1))
        }
        #expect(log.all.count == 1)
        try disk.remount("rw")
        store.write(Self.content(2), for: Self.address(2))
        #expect(store.read(Self.address(2)) == Self.content(2))
        #expect(log.all.count == 1)
    }

    @Test("F6: its folder removed again and again under four readers and writers: whole contents or none")
    func removedUnderLoad() async throws {
        let path = folder("images")
        let store = store(path)
        let contents = (0..<8).map(Self.content)
        await withTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for turn in 0..<100 {
                        let number = (writer + turn) % 8
                        store.write(contents[number], for: Self.address(number))
                        let found = store.read(Self.address((number + turn) % 8))
                        #expect(found == nil || found == contents[(number + turn) % 8])
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 { try? FileManager.default.removeItem(atPath: path) }
            }
        }
        store.write(contents[0], for: Self.address(0))
        #expect(store.read(Self.address(0)) == contents[0])
        #expect(folder.everything.allSatisfy { !$0.hasSuffix(".tmp") })
    }
}
