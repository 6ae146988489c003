import DeclaredFeature
import FeatureKit
import Foundation
import JSON
import ModuleFile
import TestSupport
import Testing

/// The laws of every feature hold for each file of the gallery, over its samples.
@Suite("Conformance of the gallery")
struct GalleryConformanceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Config/gallery").standardizedFileURL

    static let ids: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    private static func module(_ id: String) throws -> ModuleDeclaration {
        let bytes = try Data(contentsOf: folder.appendingPathComponent("\(id).yaml"))
        return try ModuleFile.read(Array(bytes), label: "\(id).yaml", id: id).get()
    }

    @Test("there are twelve")
    func twelve() { #expect(Self.ids.count == 12) }

    @Test("conforms", arguments: ids, FeatureConformance.Rule.allCases)
    func conforms(_ id: String, _ rule: FeatureConformance.Rule) async throws {
        let module = try Self.module(id)
        let feature = Feature(module) { name in
            (try? Data(contentsOf: Self.folder.appendingPathComponent(name))).map { Array($0) }
        }
        try await FeatureConformance(feature, screens: module.screenMethods, searches: module.searches).check(rule)
    }
}
