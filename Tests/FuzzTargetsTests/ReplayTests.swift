import Foundation
import FuzzTargets
import Testing

/// The kept corpus of the fuzzers, once again in the debug build: overflows, assertions and broken properties fail.
@Suite("Kept corpus of the fuzzers") struct ReplayTests {
    private static let fuzzing = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzzing")

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fuzzing.appending(path: folder).path()).sorted()
    }

    @Test("every input that was kept holds its target's properties", arguments: FuzzTarget.all.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        for file in try Self.names(in: "Corpus/\(name)") {
            let input = try Data(contentsOf: Self.fuzzing.appending(path: "Corpus/\(name)/\(file)"))
            do throws(BrokenProperty) {
                try target.check([UInt8](input))
            } catch {
                Issue.record("\(name)/\(file): \(error.sentence)")
            }
        }
    }

    @Test("each target has a corpus within its bounds, and each corpus its target")
    func bounds() throws {
        #expect(try Self.names(in: "Corpus") == FuzzTarget.all.map(\.name))
        for target in FuzzTarget.all {
            let files = try Self.names(in: "Corpus/\(target.name)")
            #expect((5...300).contains(files.count), "\(target.name): \(files.count) files")
            let bytes = try files.reduce(0) { sum, file in
                let path = Self.fuzzing.appending(path: "Corpus/\(target.name)/\(file)")
                return sum + (try Data(contentsOf: path).count)
            }
            #expect(bytes <= 300_000, "\(target.name): \(bytes) bytes")
        }
    }

    @Test("Tools/fuzz knows every target, and every dictionary has one")
    func tool() throws {
        let tool = try String(
            contentsOf: Self.fuzzing.deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Tools/fuzz"),
            encoding: .utf8)
        let names = FuzzTarget.all.map(\.name)
        #expect(tool.contains("\nall=(\(names.joined(separator: " ")))\n"))
        for name in names { #expect(tool.contains("[\(name)]=")) }
        #expect(Set(try Self.names(in: "Dictionaries")).isSubset(of: names))
    }
}
