import Foundation
import JSON
import TestSupport
import Testing

@testable import Commands

/// `galleria module eject`, into a root that has what the command looks for of the repository.
@Suite("Modules written in Swift by a command") struct ModuleEjectTests {
    private let folder: Folder
    private static let lists = ["root/Package.swift", "root/Apps/galleria/main.swift"]

    init() throws {
        folder = try Folder()
        try folder.write(Array("{}\n".utf8), "galleria.yaml")
        for name in ["root/Apps/galleria", "root/Modules/FeatureKit"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        for name in Self.lists {
            let path = String(name.dropFirst("root/".count))
            let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)")
            try folder.write(Array(try Data(contentsOf: url.standardizedFileURL)), name)
        }
        try folder.write([], "root/Modules/FeatureKit/README.md")
        try folder.write(Array(#"{"data": [{"sku": "A1", "title": "우전", "price": "$5"}]}"#.utf8), "answer.json")
        let made = try galleria([
            "module", "new", "teas", "--endpoint", "https://teas.example/list", "--sample", folder("answer.json"),
            "--config", folder("galleria.yaml"),
        ])
        try #require(made.status == .done, "\(made.output)")
    }

    private func eject(_ id: String, _ root: String = "root", _ words: String...) throws -> Outcome {
        try galleria(
            ["module", "eject", id, "--root", folder(root), "--config", folder("galleria.yaml"), "--style", "plain"]
                + words)
    }

    private func contents() throws -> [String: [UInt8]] {
        try Dictionary(
            folder.everything.filter { $0.split(separator: "/").last?.contains(".") ?? false }.map {
                ($0, try folder.read($0))
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("writes three folders and a line in each list, and says what to do next")
    func writes() throws {
        let before = try contents()
        let outcome = try eject("teas")
        #expect(outcome.status == .done, "\(outcome.output)")
        #expect(outcome.output.contains("Tools/test Teas") && outcome.output.contains("rm "))
        let after = try contents()
        #expect(before.filter { after[$0.key] != $0.value }.keys.sorted() == Self.lists.sorted())
        let added = Set(after.keys).subtracting(before.keys)
        #expect(
            added == [
                "root/Modules/Features/Teas/README.md", "root/Modules/Features/Teas/Sources/Teas.swift",
                "root/Modules/Features/Teas/Samples/TeasSamples.c",
                "root/Modules/Features/Teas/Samples/include/TeasSamples.h",
                "root/Tests/TeasTests/TeasConformanceTests.swift", "root/Config/samples/Teas/README.md",
                "root/Config/samples/Teas/list.json",
            ])
        let main = String(decoding: try #require(after["root/Apps/galleria/main.swift"]), as: UTF8.self)
        #expect(main.contains("#if Teas\n    features.append(teas)\n#endif\n"))
        let manifest = String(decoding: try #require(after["root/Package.swift"]), as: UTF8.self)
        #expect(manifest.contains("    \"ShoppingMall\",\n    \"Teas\",\n]"))
        #expect(manifest.contains("    \"Teas\": [\"DeclaredFeature\"],\n"))
    }

    @Test("writes nothing where something is in its way, and takes back what it wrote before")
    func overwritesNothing() throws {
        try FileManager.default.createDirectory(
            atPath: folder("root/Config/samples/Teas"), withIntermediateDirectories: true)
        try folder.write(Array("mine".utf8), "root/Config/samples/Teas/mine.txt")
        var before = try contents()
        let taken = try eject("teas", "root", "--json")
        #expect(taken.status == .usage)
        #expect(
            taken.json?["error"]?["message"]?.string?.contains("is there already, and nothing is overwritten") == true)
        #expect(try contents() == before)
        // A file where the last step puts the new list.
        try FileManager.default.removeItem(atPath: folder("root/Config/samples/Teas"))
        try folder.write([], "root/Apps/galleria/main.swift.ejected")
        before = try contents()
        #expect(try eject("teas").status != .done)
        for (name, bytes) in before where !name.hasSuffix(".ejected") {
            #expect(try contents()[name] == bytes, "\(name)")
        }
        #expect(!folder.everything.contains { $0.contains("Teas") })
    }

    /// The source of a feature is read by others: a value of this process's variables is none of it.
    @Test("a file whose texts come from variables is refused where one is not set, and its value is written nowhere")
    func variables() throws {
        let text = String(decoding: try folder.read("modules/teas.yaml"), as: UTF8.self)
        let named = text.replacing("https://teas.example", with: "https://${TEAS_EJECTED_HOST}")
        try folder.write(Array(named.utf8), "modules/teas.yaml")
        let before = try contents()
        let outcome = try eject("teas", "root", "--json")
        #expect(outcome.status == .usage, "\(outcome.output)")
        #expect(outcome.output.contains("TEAS_EJECTED_HOST"))
        #expect(try contents() == before)
    }

    @Test("refuses a root that is no checkout, an id without a file and a name that is taken, and says what to do")
    func refusals() throws {
        let nowhere = try eject("teas", "modules", "--json")
        #expect(nowhere.status == .usage)
        #expect(nowhere.json?["error"]?["message"]?.string?.contains("no checkout of Galleria's sources") == true)
        #expect(nowhere.json?["error"]?["hint"]?.string?.contains("--root DIR") == true)
        let unknown = try eject("teaz", "root", "--json")
        #expect(unknown.status == .usage)
        #expect(unknown.json?["error"]?["message"]?.string?.contains("No file declares a module “teaz”") == true)
        #expect(try eject("teas").status == .done)
        let again = try eject("teas", "root", "--json")
        #expect(again.json?["error"]?["message"]?.string?.contains("Teas can't be the name") == true)
    }
}
