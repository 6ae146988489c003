import Foundation
import TestSupport
import Testing

@testable import Runtime

/// Changes of files, as editors and programs make them.
@Suite("File watch") struct FileWatchTests {
    /// A folder of its own, removed with this object.
    private final class Folder {
        let path: String

        init() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "galleria-watch-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.path(percentEncoded: false)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String = "text\n") {
            #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8)))
        }
    }

    /// A way to change what is watched.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ folder: String) throws -> Void

        init(_ name: String, _ make: @escaping @Sendable (_ folder: String) throws -> Void) {
            (testDescription, self.make) = (name, make)
        }
    }

    static let changes = [
        Change("written in place") { folder in
            let file = try FileHandle(forWritingTo: URL(filePath: "\(folder)/a.yaml"))
            try file.write(contentsOf: Data("new".utf8))
            try file.close()
        },
        Change("replaced by rename") { folder in
            try Data("new".utf8).write(to: URL(filePath: "\(folder)/a.yaml~"))
            #expect(rename("\(folder)/a.yaml~", "\(folder)/a.yaml") == 0)
        },
        Change("moved away") { #expect(rename("\($0)/a.yaml", "\($0)/a.bak") == 0) },
        Change("removed") { #expect(unlink("\($0)/a.yaml") == 0) },
        Change("made in a folder that was not there") { folder in
            #expect(mkdir("\(folder)/sub", 0o700) == 0)
            usleep(20_000)
            try Data().write(to: URL(filePath: "\(folder)/sub/b.yaml"))
        },
        Change("written where a link leads") { try Data().write(to: URL(filePath: "\($0)/elsewhere/real.yaml")) },
    ]

    @Test("a change is told once, on the loop's thread", arguments: changes)
    func told(_ change: Change) throws {
        let folder = try Folder()
        folder.write("a.yaml")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/elsewhere", withIntermediateDirectories: true)
        folder.write("elsewhere/real.yaml")
        #expect(symlink("elsewhere/real.yaml", "\(folder.path)/link.yaml") == 0)
        let loop = try EventLoop()
        let count = Counter()
        let watch = try FileWatch(
            { ["a.yaml", "sub/b.yaml", "link.yaml"].map { "\(folder.path)/\($0)" } }, on: loop,
            settle: .milliseconds(100)
        ) {
            #expect(loop.isOnLoopThread)
            count.increment()
        }
        watch.start()
        let path = folder.path
        let thread = TestThread {
            do { try change.make(path) } catch { Issue.record("\(error)") }
        }
        loop.run { count.count > 0 }
        thread.join()
        // Nothing is left that could be told.
        loop.schedule(after: .milliseconds(300)) { loop.stop() }
        loop.run()
        #expect(count.count == 1)
        watch.stop()
    }

    @Test("other files of the folder, and a file that is only opened, are not told")
    func untold() throws {
        let folder = try Folder()
        folder.write("a.yaml")
        let loop = try EventLoop()
        let count = Counter()
        let watch = try FileWatch({ ["\(folder.path)/a.yaml"] }, on: loop, settle: .zero) { count.increment() }
        watch.start()
        folder.write("b.yaml")
        #expect(FileManager.default.contents(atPath: "\(folder.path)/a.yaml") != nil)
        #expect(mkdir("\(folder.path)/sub", 0o700) == 0)
        loop.schedule(after: .milliseconds(100)) { loop.stop() }
        loop.run()
        #expect(count.count == 0)
        watch.stop()
        folder.write("a.yaml")
        loop.schedule(after: .milliseconds(100)) { loop.stop() }
        loop.run()
        #expect(count.count == 0, "after the stop")
    }

    @Test(
        "a change between the making of a watch and its start is told at the start, once", arguments: changes.prefix(4))
    func early(_ change: Change) throws {
        let folder = try Folder()
        folder.write("a.yaml")
        // A file system's clock may stand still for milliseconds.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: "\(folder.path)/a.yaml")
        let loop = try EventLoop()
        let count = Counter()
        let watch = try FileWatch({ ["\(folder.path)/a.yaml", "\(folder.path)/none.yaml"] }, on: loop) {
            count.increment()
        }
        try change.make(folder.path)
        #expect(count.count == 0)
        watch.start()
        watch.start()
        #expect(count.count == 1)
        watch.stop()
        let unchanged = try FileWatch({ ["\(folder.path)/a.yaml"] }, on: loop) { count.increment() }
        unchanged.start()
        #expect(count.count == 1)
        unchanged.stop()
    }

    @Test("a folder that is removed and made again is watched again")
    func again() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/sub", withIntermediateDirectories: true)
        folder.write("sub/a.yaml")
        let loop = try EventLoop()
        let count = Counter()
        let watch = try FileWatch(
            { ["\(folder.path)/sub/a.yaml"] }, on: loop, settle: .milliseconds(20)
        ) { count.increment() }
        watch.start()
        try FileManager.default.removeItem(atPath: "\(folder.path)/sub")
        loop.run { count.count == 1 }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/sub", withIntermediateDirectories: true)
        loop.run { count.count == 2 }
        folder.write("sub/a.yaml")
        loop.run { count.count == 3 }
        watch.stop()
    }
}
