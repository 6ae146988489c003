import Composition
import Foundation
import TestSupport
import Testing

/// The list of the modules' files that this program found right before.
@Suite("Proved files") struct ProvedFilesTests {
    private let home: Folder
    private var proved: ProvedFiles { ProvedFiles(home: home.path) }
    private var place: String { home(".cache/galleria/proved-modules") }

    init() throws { home = try Folder() }

    @Test("keeps what was added, for this user alone, and nothing beside it")
    func keeps() throws {
        #expect(proved.digests.isEmpty)
        proved.add([1, .max, 7])
        proved.add([7, 8])
        #expect(proved.digests == [1, 7, 8, .max])
        #expect(home.everything == [".cache", ".cache/galleria", ".cache/galleria/proved-modules"])
        #expect(Folder.permissions(of: place) == 0o600)
        #expect(Folder.permissions(of: home(".cache/galleria")) == 0o700)
        let written = try home.read(".cache/galleria/proved-modules")
        proved.add([8, 1])
        #expect(try home.read(".cache/galleria/proved-modules") == written)
    }

    @Test("stays bounded: the new ones come first")
    func bounded() throws {
        proved.add((0..<400).map { UInt64($0) })
        proved.add((1000..<1300).map { UInt64($0) })
        #expect(proved.digests.count == 500)
        #expect(proved.digests.isSuperset(of: (1000..<1300).map { UInt64($0) }))
        proved.add((5000..<6000).map { UInt64($0) })
        #expect(proved.digests.count == 500)
        #expect(home.bytes < 1 << 14)
    }

    @Test("another build of the program begins a new one")
    func otherBuild() throws {
        proved.add([1, 2])
        var lines = String(decoding: try home.read(".cache/galleria/proved-modules"), as: UTF8.self).split(
            separator: "\n")
        lines[0] += "0"
        try home.write(Array(lines.joined(separator: "\n").utf8), ".cache/galleria/proved-modules")
        #expect(proved.digests.isEmpty)
        proved.add([3])
        #expect(proved.digests == [3])
    }

    @Test("what is damaged, foreign, too large, a link or no file holds nothing")
    func damaged() throws {
        proved.add([1, 2])
        let right = try home.read(".cache/galleria/proved-modules")
        func expect(_ digests: Set<UInt64>, _ bytes: [UInt8]) throws {
            try home.write(bytes, ".cache/galleria/proved-modules")
            #expect(proved.digests == digests)
        }
        try expect([], [])
        try expect([1, 2], right + Array("no digest\n\u{0}\n1ffffffffffffffff\n".utf8))
        try expect([], [0xFF, 0x0A] + right)
        try expect([], right + [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 14))
        try expect([1, 2], right)
        chmod(place, 0o666)
        #expect(proved.digests.isEmpty)
        chmod(place, 0o600)
        try FileManager.default.moveItem(atPath: place, toPath: home("elsewhere"))
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: home("elsewhere"))
        #expect(proved.digests.isEmpty)
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(proved.digests.isEmpty)
        // A folder in its place stays.
        proved.add([1])
        #expect(proved.digests.isEmpty)
        #expect(home.everything.filter { $0.hasPrefix(".cache/galleria/") } == [".cache/galleria/proved-modules"])
    }

    @Test(
        "without a home, or a place to write, nothing is kept",
        arguments: [nil, "", "relative", "/dev/null"] as [String?])
    func nowhere(_ home: String?) {
        let proved = ProvedFiles(home: home)
        proved.add([1])
        #expect(proved.digests.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "relative"))
    }

    @Test("a file under another name, or with another byte, has another digest")
    func digests() {
        let bytes = Array("galleria: 1\n".utf8)
        let digest = ProvedFiles.digest(of: bytes, id: "shelf")
        #expect(digest == ProvedFiles.digest(of: bytes, id: "shelf"))
        #expect(digest != ProvedFiles.digest(of: bytes, id: "shelves"))
        #expect(digest != ProvedFiles.digest(of: bytes + [10], id: "shelf"))
        #expect(ProvedFiles.digest(of: Array("b".utf8), id: "a") != ProvedFiles.digest(of: [], id: "ab"))
    }
}
