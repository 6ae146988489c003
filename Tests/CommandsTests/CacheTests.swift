import Foundation
import JSON
import Testing

@testable import Commands

/// `galleria cache`
@Suite("The command cache") struct CacheTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "galleria-cache-\(UUID().uuidString)").path()

    /// Runs in the data mode sample, with a folder for pictures that outlasts the command.
    private func run(_ line: String...) throws -> Outcome {
        try galleria(
            line + [
                "--set", "network.data=sample", "--set", "images.disk.path=\(folder)", "--set",
                "network.cache.path=\(folder)/answers",
            ])
    }

    @Test("stats counts, prune leaves what is good, clear removes all; each in text and JSON")
    func whole() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let empty = try run("cache", "stats", "--json").json?["images"]
        #expect(empty?[0]?["name"] == "live" && empty?[1]?["name"] == "sample")
        #expect(empty?[1]?["entries"] == 0 && empty?[1]?["path"] == .string("\(folder)/sample"))
        #expect(!FileManager.default.fileExists(atPath: folder), "counting makes nothing")

        let skies = ["01d", "10d", "13n"].map { "url=https://openweathermap.org/img/w/\($0).png" }
        for sky in skies {
            let shown = try run("call", "images.show", sky, "--json")
            #expect(shown.status == .done && shown.json?["source"] == "sample")
        }
        #expect(try run("call", "images.show", skies[0], "--json").json?["source"] == "disk")
        let full = try run("cache", "stats", "--json").json?["images"]?[1]
        #expect(full?["entries"] == 3 && full?["removedEntries"] == nil)

        let pruned = try run("cache", "prune", "--json").json?["images"]?[1]
        #expect(pruned?["entries"] == 3 && pruned?["removedEntries"] == 0)
        let text = try run("cache", "clear")
        #expect(text.status == .done && text.output.contains("3 entries"))
        #expect(try run("cache", "stats").output.contains("sample"))
        #expect(try run("cache", "stats", "--json").json?["images"]?[1]?["entries"] == 0)
    }

    @Test(
        "wrong usage is status 2", arguments: [["cache"], ["cache", "stat"], ["cache", "clear", "all"]])
    func usage(_ line: [String]) throws {
        let outcome = try galleria(line + ["--json"])
        #expect(outcome.status == .usage)
        #expect(outcome.json?["error"]?["code"] == "invalid_argument")
    }
}
