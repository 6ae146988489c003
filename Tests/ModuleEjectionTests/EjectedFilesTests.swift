import Foundation
import ModuleEjection
import Testing

/// The files of four modules in Swift, to the byte. With GALLERIA_RECORD_TRANSCRIPTS=1 they are written.
@Suite("Files of ejected features") struct EjectedFilesTests {
    /// Root of a repository that has nothing but ejected features: those of Package.swift's `ejectedFeatures`.
    private static let root = Gallery.root.appending(path: "Tests/Ejected")

    @Test("a module becomes the files that it became before", arguments: Gallery.ejectedModules)
    func golden(_ id: String) throws {
        let feature = try Gallery.ejected(id)
        for file in feature.files {
            let url = Self.root.appending(path: file.path)
            if ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1" {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: url)
            }
            let written = try String(contentsOf: url, encoding: .utf8)
            #expect(written == String(decoding: file.bytes, as: UTF8.self), "\(file.path)")
            #expect(feature.folders.contains { file.path.hasPrefix("\($0)/") }, "\(file.path)")
        }
    }

    @Test("Swift has lines of at most 120 columns, and the modules of the gallery at most 120 lines")
    func sizes() throws {
        for id in Gallery.ejectedModules {
            for file in try Gallery.ejected(id).files where file.path.hasSuffix(".swift") {
                let lines = String(decoding: file.bytes, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false)
                for line in lines { #expect(line.count <= 120, "\(file.path): \(line)") }
                if id != "depot" { #expect(lines.count <= 121, "\(file.path) has \(lines.count) lines") }
            }
        }
    }

    private static let manifest = """
        let features = [
            "BookShelf",
            "ShoppingMall",
        ]
        let featureDomains: [String: [String]] = [
            "BookShelf": ["Drawings"],
        ]
        """
    private static let entry = """
        #if BookShelf
            import BookShelf
        #endif
        #if ShoppingMall
            import ShoppingMall
        #endif
        #if BookShelf
            features.append(bookShelf)
        #endif

        // The end.
        """

    @Test("the lists of the repository get a line each, in their order")
    func lists() throws {
        let feature = try Gallery.ejected("depot")
        #expect(
            try feature.manifest(Self.manifest) == """
                let features = [
                    "BookShelf",
                    "Depot",
                    "ShoppingMall",
                ]
                let featureDomains: [String: [String]] = [
                    "BookShelf": ["Drawings"],
                    "Depot": ["DeclaredFeature"],
                ]
                """)
        #expect(
            try feature.entry(Self.entry) == """
                #if BookShelf
                    import BookShelf
                #endif
                #if Depot
                    import Depot
                #endif
                #if ShoppingMall
                    import ShoppingMall
                #endif
                #if BookShelf
                    features.append(bookShelf)
                #endif
                #if Depot
                    features.append(depot)
                #endif

                // The end.
                """)
    }

    @Test("refuses names that are taken, lists that are not there, and samples that can't be read")
    func refusals() throws {
        let feature = try Gallery.ejected("depot")
        #expect(throws: EjectionRefusal.takenName("Depot")) { try feature.manifest("    \"Depot\",") }
        #expect(throws: EjectionRefusal.noList("Package.swift")) { try feature.manifest("let features = []") }
        #expect(throws: EjectionRefusal.noList("Apps/galleria/main.swift")) { try feature.entry("import Commands") }
        #expect(throws: EjectionRefusal.noSample("depot/1.json")) {
            try EjectedFeature(try Gallery.module("depot")) { _ in nil }
        }
    }
}
