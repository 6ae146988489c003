import Foundation
import TestSupport
import Testing

/// Machines that give little: limits of memory, stack and descriptors, and a home that can't be written.
@Suite("Narrow machines") struct NarrowTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    @Test("P13: a gigabyte of address space and half a megabyte of stack are enough, with 32 calls at once")
    func addressSpace() throws {
        let process = try GalleriaProcess(
            script: #"ulimit -v 1048576 && ulimit -s 512 && exec "$0" serve "$@""#,
            arguments: [
                "--set", "network.data=live", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("slow/20/books/1.0"))",
                "--set", "modules.bookShelf.timeout=120s", "--set", "limits.drain=60s",
            ])
        for id in 0..<32 {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
        #expect(try process.finish().filter { $0["result"] != nil }.count == 32)
    }

    @Test(
        "P13: 192 MB for the process and the files it reads are enough for the worst that a client and a server send",
        .enabled(if: MemoryGroup.isPossible))
    func memoryGroup() throws {
        let group = try MemoryGroup(bytes: 192 << 20)
        defer { withExtendedLifetime(group) {} }
        let process = try GalleriaProcess(
            script: #"echo $$ >"$1/cgroup.procs" && shift && exec "$0" serve "$@""#,
            arguments: [
                group.path, "--set", "network.data=live", "--set", "network.retries=0", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("bomb/books/1.0"))",
            ])
        try process.initialize()
        // The kernel would end it without a word if it took more.
        let bomb = Array(repeating: UInt8(ascii: "["), count: 4_000_000) + Array("\n".utf8)
        let huge = Array(repeating: UInt8(ascii: "x"), count: 32_000_000) + Array("\n".utf8)
        for hostile in [bomb, huge] {
            try process.send(hostile)
            #expect(try process.answer().errorCode != nil)
            try process.expectServing()
        }
        for id in 0..<64 {
            process.offer(Array("\(ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))\n".utf8))
        }
        for id in 64..<564 {
            process.offer(Array("\(ChildProcess.request("tools/list", id: id))\n".utf8))
        }
        let answers = try process.finish()
        #expect(Set(answers.compactMap { $0["id"]?.integer }) == Set(0..<564))
        #expect(answers.filter { $0["error"] != nil }.count == 64)
    }

    @Test("F14: a home that can only be read is enough to answer, and writes are refused", .enabled(if: Self.canMount))
    func readOnlyHome() throws {
        let process = try GalleriaProcess(
            script: #"""
                exec unshare -m sh -c 'mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME" && exec "$0" serve' "$0"
                """#)
        try process.initialize()
        let book = #"{"isbn13s":["9781617294136"]}"#
        for (name, arguments) in [
            ("catalog_list", "{}"), ("book_shelf_show", book),
            ("images_show", #"{"route":"galleria://product/BL204DR17KLM"}"#),
        ] {
            let result = try process.call("tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#)["result"]
            #expect(result?["isError"] == .bool(false), "\(name): \(result as Any)")
        }
        let memo = try process.call("bookShelf.setMemo", #"{"isbn13":"9781617294136","text":"a"}"#)
        #expect(memo["error"]?["data"]?["code"]?.text == "storage_failed")
        let like = try process.call("catalog.like", #"{"skus":"BL204DR17KLM","liked":true}"#)
        #expect(like["error"]?["data"]?["code"]?.text == "storage_failed")
        let list = try process.call("catalog.list", #"{"liked":true}"#)
        #expect(list["result"]?["items"]?.elements?.isEmpty != false, "a like that was refused is there")
        #expect(try process.finish() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: process.home.path) == [])
    }

    private static let canMount = ChildProcess.succeeds([
        "/usr/bin/unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt",
    ])
}

/// A control group of the kernel's that bounds the memory of what runs in it, removed with this object. It needs root.
final class MemoryGroup {
    let path: String

    /// The memory controller's own tree (version 1), or the one tree of all controllers (version 2).
    private static let (root, limit) =
        FileManager.default.fileExists(atPath: "/sys/fs/cgroup/memory")
        ? ("/sys/fs/cgroup/memory", "memory.limit_in_bytes") : ("/sys/fs/cgroup", "memory.max")

    static let isPossible = (try? MemoryGroup(bytes: 1 << 30)) != nil

    init(bytes: Int) throws {
        path = "\(Self.root)/galleria-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        do {
            try Data("\(bytes)".utf8).write(to: URL(filePath: "\(path)/\(Self.limit)"))
        } catch {
            rmdir(path)
            throw error
        }
    }

    /// Whatever ran in it has ended by now.
    deinit { rmdir(path) }
}
