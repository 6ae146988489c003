import Foundation
import Testing

/// Generated documents of the declared settings, and the shipped files that describe them.
@Suite("Settings documents") struct SettingsDocumentTests {
    private func galleria(_ arguments: [String]) throws -> String {
        let process = try GalleriaProcess(arguments)
        process.closeInput()
        let output = try process.readToEnd().joined(separator: "\n")
        #expect(try process.waitForEnd() == .exited(0), "\(process.errorText)")
        return output
    }

    private func file(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    /// Whether a document is the one that the program writes; when recording, it becomes that.
    private func check(_ path: String, _ arguments: [String]) throws {
        let text = try galleria(arguments) + "\n"
        if ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1" {
            try text.write(toFile: Repository.path(path), atomically: true, encoding: .utf8)
        } else {
            #expect(try text == file(path))
        }
    }

    @Test("the committed schema is the generated one: Tools/galleria config schema > Config/schema.json")
    func schema() throws {
        try check("Config/schema.json", ["config", "schema"])
    }

    @Test(
        "the committed reference is the generated one: Tools/galleria config reference --style markdown > Config/REFERENCE.md"
    )
    func reference() throws {
        try check("Config/REFERENCE.md", ["config", "reference", "--style", "markdown"])
    }

    @Test(
        "the schema and the reference of modules' files are the generated ones: Tools/galleria module schema, reference"
    )
    func modules() throws {
        try check("Config/modules.schema.json", ["module", "schema"])
        try check("Config/MODULES.md", ["module", "reference", "--style", "markdown"])
    }

    @Test("the shipped files tell editors of the schema, which is there")
    func modelines() throws {
        let environments = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Config/environments"))
        for path in ["galleria.yaml"] + environments.map({ "environments/\($0)" }) {
            let first = try file("Config/\(path)").prefix { $0 != "\n" }
            let found = try #require(first.wholeMatch(of: /# yaml-language-server: \$schema=(.+)/), "\(path)")
            let folder = URL(filePath: Repository.path("Config/\(path)")).deletingLastPathComponent()
            let schema = folder.appending(path: String(found.1)).standardized
            #expect(schema.path(percentEncoded: false) == Repository.path("Config/schema.json"))
        }
    }

    @Test("what the base file shows behind its comment signs is every key of what it names, with its default")
    func baseFile() throws {
        let home = try TemporaryHome()
        let shown = try file("Config/galleria.yaml").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(shown.firstIndex { $0.hasPrefix("# modules:") })
        let uncommented = shown.indices.map { index in
            index >= start && shown[index].hasPrefix("# ") ? String(shown[index].dropFirst(2)) : String(shown[index])
        }
        let path = "\(home.path)/galleria.yaml"
        try uncommented.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let settings = try #require(
            WireValue(try galleria(["config", "explain", "--json", "--config", path]))?.elements)
        #expect(settings.count > 50)
        for setting in settings {
            let key = setting["key"]?.text ?? ""
            let origins = setting["origins"]?.elements ?? []
            // A module that it does not name is in the reference.
            let owner = key.split(separator: ".").prefix(2).last ?? ""
            if key.hasPrefix("modules."), !uncommented.contains("  \(owner):") { continue }
            let shown = try #require(origins.first { $0["layer"]?.text == "base file" }, "\(key) is not shown")
            let fallback = try #require(origins.last)
            // A variable stands for the value of a secret.
            if setting["secret"] != .bool(true) { #expect(shown["value"] == fallback["value"], "\(key)") }
        }
    }
}
