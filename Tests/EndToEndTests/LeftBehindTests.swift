import Foundation
import JSON
import TestSupport
import Testing

/// Files that a server leaves behind, whatever the requests and the ending.
@Suite("What is left behind") struct LeftBehindTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func settings(_ more: String...) -> [String] {
        let all = [
            "network.data=live", "network.retries=0", "modules.bookShelf.endpoint=\(server.endpoint())",
            "images.allowHosts=[]",
        ]
        return (all + more).flatMap { ["--set", $0] }
    }

    /// The files below a folder, as paths from there.
    private func files(below folder: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    /// The home lies four folders deep, so that a way out of it by `..` ends where the test looks.
    @Test(
        "F1: odd names as products, search texts, routes and pictures: no file but the state's, and 64 digits in a cache"
    )
    func oddNames() throws {
        let outer = try TemporaryHome()
        let home = "\(outer.path)/a/b/c/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let process = try GalleriaProcess(["serve"] + settings(), environment: ["HOME": home, "TMPDIR": home])
        func call(_ method: String, _ params: JSONValue) throws -> WireValue {
            try process.call(method, String(decoding: params.serialized(), as: UTF8.self))
        }
        var liked = 0
        var kept = 0
        for name in OddNames.all {
            if try call("catalog.like", ["skus": .string(name), "liked": true])["result"] != nil { liked += 1 }
            if try call("bookShelf.search", ["query": .string(name)])["result"] != nil { kept += 1 }
            let address = server.endpoint("img/books/\(name).png")
            if try call("images.show", ["url": .string(address)])["result"] != nil { kept += 1 }
            for uri in [name, "galleria://product/\(name)"] { _ = try call("resources/read", ["uri": .string(uri)]) }
            _ = try call("bookShelf.setMemo", ["isbn13": .string(name), "text": "a"])
        }
        // Nothing is stored for what is not there.
        #expect(liked == 0 && kept > 60, "\(liked), \(kept)")
        _ = try process.finish()
        let found = files(below: outer.path)
        for path in found {
            let isOurs = path.wholeMatch(
                of:
                    #/a/b/c/home/(?:\.local/state/galleria/state\.db|\.cache/galleria/(?:images|responses)/[0-9a-f]{64})/#
            )
            #expect(isOurs != nil, "\(path)")
        }
        #expect(found.count > 60)
    }

    /// Killed after some of its answers were read, each process leaves a cache in which some pictures are whole and others
    /// were being written. The next one shows them again, and new ones.
    @Test(
        "F4: killed 40 times while pictures and answers are kept: each that is shown is as its server has it, and no rest"
    )
    func killed() throws {
        let home = try TemporaryHome()
        // The cache can't hold all, so that its room is made as well.
        let arguments = ["serve"] + settings("images.disk.bytes=16KiB", "network.cache.bytes=32KiB")
        func requests(_ numbers: Range<Int>) -> [UInt8] {
            let lines = numbers.flatMap { number in
                [
                    ChildProcess.request(
                        "images.show", #"{"url":"\#(server.endpoint("img/books/\(number).png"))"}"#, id: number * 2),
                    ChildProcess.request("bookShelf.search", #"{"query":"\#(number)","limit":10}"#, id: number * 2 + 1),
                ]
            }
            return Array((lines.joined(separator: "\n") + "\n").utf8)
        }
        var random = SeededGenerator(44)
        var shown: [Int: String] = [:]
        for round in 0..<40 {
            let process = try GalleriaProcess(arguments, home: home)
            let numbers = round * 3..<round * 3 + 6
            process.offer(requests(numbers))
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let answer = try process.answer()
                let number = try #require(answer["id"]?.integer) / 2
                if let data = answer["result"]?["data"]?.text {
                    #expect(shown[number, default: data] == data, "round \(round), \(number)")
                    shown[number] = data
                } else {
                    #expect(answer["result"]?["items"]?.elements?.count == 10, "round \(round), \(answer)")
                }
            }
            process.signal(SIGKILL)
            #expect(try process.waitForEnd() == .signalled(SIGKILL))
        }
        // By a server that keeps nothing: what the fault server has.
        let fresh = try GalleriaProcess(["serve"] + settings("images.disk.bytes=0B", "network.cache.bytes=0B"))
        for (number, data) in shown {
            let params = #"{"url":"\#(server.endpoint("img/books/\(number).png"))"}"#
            #expect(try fresh.call("images.show", params)["result"]?["data"]?.text == data, "\(number)")
        }
        #expect(Set(shown.values).count == shown.count && shown.count > 40)
        let caches = "\(home.path)/.cache/galleria"
        for folder in ["images", "responses"] {
            // What a writer leaves that is killed within the few microseconds of its work.
            let rest = "\(caches)/\(folder)/\(String(repeating: "a", count: 64)).1.1.tmp"
            try Data("half an ent".utf8).write(to: URL(filePath: rest))
        }
        let last = try GalleriaProcess(arguments, home: home)
        last.offer(requests(1_000..<1_001))
        #expect(try last.finish().count == 2)
        let names = files(below: caches)
        #expect(names.count > 2)
        for name in names { #expect(name.wholeMatch(of: #/(?:images|responses)/[0-9a-f]{64}/#) != nil, "\(name)") }
    }
}
