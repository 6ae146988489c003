import Composition
import Foundation
import Settings
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Files of modules, read whole at a first start, and their heads alone at the next.
@Suite("Module files, read again") struct ModuleFilesTests {
    private let home: Folder
    private let warnings = Warnings()

    private final class Warnings: Sendable {
        let texts = Mutex<[String]>([])
    }

    init() throws {
        home = try Folder()
        try FileManager.default.createDirectory(atPath: home("modules"), withIntermediateDirectories: false)
    }

    private var proved: ProvedFiles { ProvedFiles(home: home.path) }

    private func files(_ variables: [String: String] = [:]) -> ModuleFiles {
        ModuleFiles(in: home("modules"), proved: proved, variables: variables) { [warnings] text in
            warnings.texts.withLock { $0.append(text) }
        }
    }

    private func copyGallery() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/gallery").path()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: home("modules/\(name)"))
        }
    }

    private static let shelf = """
        galleria: 1
        title: Shelf
        doc: Books.
        endpoint: https://shelf.example
        rows: { Book: { key: id, fields: { id: id } } }
        operations: { list: { doc: Books of the shelf., get: /books, items: items, row: Book } }
        samples: [{ op: list, file: a.json }]
        """

    private func write(_ text: String, _ name: String = "shelf.yaml") throws {
        try home.write(Array(text.utf8), "modules/\(name)")
    }

    /// The settings and declarations of features, as text.
    private func facts(_ features: [Feature]) throws -> [String] {
        try features.map { feature in
            let declared = try feature.declarations()
            let operations = declared.operations.map {
                "\($0.method) \($0.title) \($0.doc) \($0.parameters.map(\.name)) \($0.example)"
            }
            let screens = declared.screens.map { "\($0.template.text) \($0.title) \($0.actions.map(\.name))" }
            let manifest = feature.manifest
            return "\(manifest.id) \(manifest.title) \(manifest.doc) \(manifest.ownSettings.map(\.path)) "
                + "\(manifest.routes.map(\.text)) \(operations) \(screens) \(declared.prompts.map(\.name))"
        }
    }

    @Test("the second reading gives the same features, nothing of which was read but the heads")
    func gallery() throws {
        try copyGallery()
        let first = try files().features(behind: [])
        #expect(first.count == 12)
        #expect(first.allSatisfy { $0.digest != nil })
        proved.add(first.compactMap(\.digest))
        let second = try files().features(behind: [])
        #expect(second.allSatisfy { $0.digest == nil })
        #expect(second.map(\.revision) == first.map(\.revision))
        #expect(try facts(second) == (try facts(first)))
        // The rest comes from the bytes that the head was read of.
        try FileManager.default.removeItem(atPath: home("modules"))
        #expect(try facts(second) == (try facts(first)))
        #expect(warnings.texts.withLock { $0 }.isEmpty)
    }

    @Test("features of the binary and of other files keep their places, whichever files are proved", arguments: 0..<8)
    func places(_ subset: Int) throws {
        for id in ["a", "b", "c"] { try write(Self.shelf.replacing("Shelf", with: "Shelf \(id)"), "\(id).yaml") }
        let features = try files().features(behind: [])
        proved.add(features.indices.filter { subset & 1 << $0 != 0 }.compactMap { features[$0].digest })
        let again = try files().features(behind: [Feature("zoo", title: "Zoo", doc: "Animals.", parts: [])])
        #expect(again.map(\.manifest.id) == ["zoo", "a", "b", "c"])
        #expect(again.map(\.manifest.title) == ["Zoo", "Shelf a", "Shelf b", "Shelf c"])
        #expect(again.dropFirst().map { $0.digest == nil } == (0..<3).map { subset & 1 << $0 != 0 })
    }

    @Test("a changed file is read whole, a wrong one refused with its place, a renamed one is another")
    func changed() throws {
        try write(Self.shelf)
        proved.add(try files().features(behind: []).compactMap(\.digest))
        #expect(try files().features(behind: []).map(\.digest) == [nil])
        try write(Self.shelf.replacing("items: items", with: "items: items["))
        let report = #expect(throws: SettingsReport.self) { try files().features(behind: []) }
        #expect(report?.problems.first?.line == 6)
        try write(Self.shelf.replacing("get: /books", with: "get: /volumes"))
        #expect(try files().features(behind: []).map { $0.digest != nil } == [true])
        try FileManager.default.removeItem(atPath: home("modules/shelf.yaml"))
        try write(Self.shelf, "books.yaml")
        #expect(try files().features(behind: []).map { $0.digest != nil } == [true])
    }

    @Test("a name that another module has now is refused, proved or not")
    func taken() throws {
        try write(Self.shelf)
        proved.add(try files().features(behind: []).compactMap(\.digest))
        let other = Feature("shelf", title: "Shelf", doc: "Another.", parts: [])
        let report = #expect(throws: SettingsReport.self) { try files().features(behind: [other]) }
        #expect(report?.rendered().contains("another module is called `shelf`") == true)
    }

    @Test("a file that depends on the process, or whose head stands not apart, is read whole each time")
    func neverProved() throws {
        try write(Self.shelf.replacing("get: /books", with: "get: \"/${KIND}\""))
        #expect(try files(["KIND": "books"]).features(behind: []).map(\.digest) == [nil])
        #expect(throws: SettingsReport.self) { try files().features(behind: []) }
        try write("{ \(Self.shelf.replacing("\n", with: ",\n")) }")
        #expect(try files().features(behind: []).map(\.digest) == [nil])
    }

    @Test("should a proved file be wrong all the same: its mistakes are told, and the module has nothing")
    func liar() throws {
        let wrong = Self.shelf.replacing("items: items", with: "items: items[")
        try write(wrong)
        proved.add([ProvedFiles.digest(of: Array(wrong.utf8), id: "shelf")])
        let features = try files().features(behind: [])
        #expect(features.map(\.manifest.title) == ["Shelf"])
        #expect(warnings.texts.withLock { $0 }.isEmpty)
        #expect(try features[0].declarations().operations.isEmpty)
        #expect(warnings.texts.withLock { $0.count } == 1)
        #expect(warnings.texts.withLock { $0.first?.contains("shelf.yaml:6:") } == true)
    }
}
