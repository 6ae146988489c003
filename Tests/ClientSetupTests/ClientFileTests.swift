import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ClientSetup

/// A file replaced whole or not at all.
@Suite("Clients' files") struct ClientFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a file that is not there is made, with its folders, and has no backup")
    func absent() throws {
        let file = try ClientFile(reading: folder("a/b/c.json"))
        #expect(file.bytes == nil)
        #expect(try file.replace(with: [1, 2]) == nil)
        #expect(try folder.read("a/b/c.json") == [1, 2])
        #expect(folder.everything == ["a", "a/b", "a/b/c.json"])
    }

    @Test("the mode stays, backups are numbered, and an earlier one is never written to")
    func backups() throws {
        try folder.write([0], "c.json")
        try folder.write([9], "c.json.bak-2")
        chmod(folder("c.json"), 0o640)
        for (number, backup) in [(1, "1"), (2, "3"), (3, "4")] as [(UInt8, String)] {
            let file = try ClientFile(reading: folder("c.json"))
            #expect(try file.replace(with: [number]) == folder("c.json.bak-\(backup)"))
            #expect(try folder.read("c.json.bak-\(backup)") == [number - 1])
            #expect(Folder.permissions(of: folder("c.json.bak-\(backup)")) == 0o640)
        }
        #expect(try folder.read("c.json.bak-2") == [9])
        #expect(Folder.permissions(of: folder("c.json")) == 0o640)
        #expect(folder.everything.count == 5)
    }

    private func node(_ name: String) -> UInt {
        var status = stat()
        return lstat(folder(name), &status) == 0 ? UInt(status.st_ino) : 0
    }

    @Test("17.15: a file of several names is written in its place: all of them show the same", arguments: [1, 400])
    func hardLinks(_ count: Int) throws {
        try folder.write(Array(repeating: 7, count: 200), "c.json")
        chmod(folder("c.json"), 0o640)
        link(folder("c.json"), folder("dotfile"))
        let node = node("c.json")
        let new = Array(repeating: UInt8(8), count: count)
        #expect(try ClientFile(reading: folder("c.json")).replace(with: new) == folder("c.json.bak-1"))
        #expect(try folder.read("c.json") == new && folder.read("dotfile") == new)
        #expect(self.node("c.json") == node && self.node("dotfile") == node)
        #expect(try folder.read("c.json.bak-1") == Array(repeating: 7, count: 200))
        #expect(Folder.permissions(of: folder("dotfile")) == 0o640)
        #expect(Folder.permissions(of: folder("c.json.bak-1")) == 0o640)
        #expect(folder.everything == ["c.json", "c.json.bak-1", "dotfile"])

        let file = try ClientFile(reading: folder("c.json"))
        unlink(folder("dotfile"))
        #expect(throws: SetupFault.changedMeanwhile(path: folder("c.json"))) { try file.replace(with: [9]) }
        #expect(try folder.read("c.json") == new)
        #expect(folder.everything == ["c.json", "c.json.bak-1"])
    }

    @Test(
        "17.15: a file of one name is exchanged: what it was becomes the backup, and a reader always finds one of both")
    func exchanged() throws {
        try folder.write([7], "c.json")
        let node = node("c.json")
        let path = folder("c.json")
        let seen = Mutex<Set<[UInt8]>>([])
        let isOver = Atomic<Bool>(false)
        let reader = Thread {
            while !isOver.load(ordering: .acquiring) {
                let bytes = (try? Data(contentsOf: URL(filePath: path))).map { Array($0) }
                seen.withLock { _ = $0.insert(bytes ?? []) }
            }
        }
        reader.start()
        for number in UInt8(0)..<100 {
            _ = try ClientFile(reading: path).replace(with: Array(repeating: number, count: 100_000))
        }
        isOver.store(true, ordering: .releasing)
        #expect(self.node("c.json.bak-1") == node && self.node("c.json") != node)
        let isWhole = seen.withLock {
            $0.allSatisfy { bytes in bytes == [7] || bytes.count == 100_000 && Set(bytes).count == 1 }
        }
        #expect(isWhole)
        #expect(folder.everything.count == 101)
    }

    @Test("symbolic links are followed and stay, also one to a file that is not there yet")
    func links() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder("dotfiles"), withIntermediateDirectories: false)
        try folder.write([7], "dotfiles/real.json")
        try files.createSymbolicLink(atPath: folder("link"), withDestinationPath: "dotfiles/real.json")
        try files.createSymbolicLink(atPath: folder("chain"), withDestinationPath: folder("link"))
        try files.createSymbolicLink(atPath: folder("open"), withDestinationPath: "dotfiles/later.json")
        #expect(try ClientFile(reading: folder("chain")).replace(with: [8]) == folder("dotfiles/real.json.bak-1"))
        #expect(try folder.read("dotfiles/real.json") == [8])
        #expect(try ClientFile(reading: folder("open")).replace(with: [9]) == nil)
        #expect(try folder.read("dotfiles/later.json") == [9])
        for link in ["link", "chain", "open"] {
            #expect(try files.attributesOfItem(atPath: folder(link))[.type] as? FileAttributeType == .typeSymbolicLink)
        }
        try files.createSymbolicLink(atPath: folder("loop"), withDestinationPath: "loop")
        #expect(throws: SetupFault.self) { try ClientFile(reading: folder("loop")) }
    }

    @Test("a folder, a pipe and a file that is too large are refused")
    func refused() throws {
        #expect(throws: SetupFault.notAFile(path: folder.path)) { try ClientFile(reading: folder.path) }
        mkfifo(folder("pipe"), 0o600)
        #expect(throws: SetupFault.notAFile(path: folder("pipe"))) { try ClientFile(reading: folder("pipe")) }
        try folder.write([], "large")
        truncate(folder("large"), off_t(ClientFile.limit + 1))
        #expect(throws: SetupFault.tooLarge(path: folder("large"), limit: ClientFile.limit)) {
            try ClientFile(reading: folder("large"))
        }
        try folder.write([], "file")
        #expect(throws: SetupFault.self) { try ClientFile(reading: folder("file/c.json")).replace(with: [1]) }
        #expect(folder.everything == ["file", "large", "pipe"])
    }

    @Test("a file that another program wrote meanwhile is left alone, and nothing lies about")
    func changedMeanwhile() throws {
        try folder.write([1], "c.json")
        let file = try ClientFile(reading: folder("c.json"))
        try folder.write([2, 2], "c.json")
        #expect(throws: SetupFault.changedMeanwhile(path: folder("c.json"))) { try file.replace(with: [3]) }
        #expect(try folder.read("c.json") == [2, 2])
        #expect(folder.everything == ["c.json"])

        // The same size within the same tick of the clock: only the content tells.
        try folder.write([1], "e.json")
        var before = stat()
        #expect(stat(folder("e.json"), &before) == 0)
        let same = try ClientFile(reading: folder("e.json"))
        let handle = try FileHandle(forWritingTo: URL(filePath: folder("e.json")))
        try handle.write(contentsOf: [2])
        try handle.close()
        var times = [before.st_atim, before.st_mtim]
        utimensat(AT_FDCWD, folder("e.json"), &times, 0)
        #expect(throws: SetupFault.changedMeanwhile(path: folder("e.json"))) { try same.replace(with: [3]) }
        #expect(try folder.read("e.json") == [2])
        try FileManager.default.removeItem(atPath: folder("e.json"))

        let absent = try ClientFile(reading: folder("d.json"))
        try folder.write([4], "d.json")
        #expect(throws: SetupFault.changedMeanwhile(path: folder("d.json"))) { try absent.replace(with: [5]) }
        #expect(try folder.read("d.json") == [4])
    }

    @Test("a folder that can't be written to leaves the file as it was", .enabled(if: geteuid() != 0))
    func readOnlyFolder() throws {
        try folder.write([1], "c.json")
        let file = try ClientFile(reading: folder("c.json"))
        chmod(folder.path, 0o500)
        #expect(throws: SetupFault.self) { try file.replace(with: [2]) }
        #expect(try folder.read("c.json") == [1])
        #expect(folder.everything == ["c.json"])
    }
}
