import DeclaredFeature
import FeatureKit
import Foundation
import ModuleEjection
import ModuleFile

/// Modules as their files declare them, and as what they are in Swift.
enum Gallery {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    /// Those that are kept in Swift: five of the gallery, whose pages differ, and one that has every key.
    static let ejectedModules = ["depot", "github", "goCardless", "gutendex", "hackerNews", "weatherGov"]

    private static func folder(of id: String) -> URL {
        root.appending(path: id == "depot" ? "Tests/ModuleEjectionTests/Corpus" : "Config/gallery")
    }

    static func module(_ id: String) throws -> ModuleDeclaration {
        let bytes = try Data(contentsOf: folder(of: id).appending(path: "\(id).yaml"))
        return try ModuleFile.read(Array(bytes), label: "\(id).yaml", id: id).get()
    }

    static func samples(of id: String) -> SampleReader {
        let folder = folder(of: id)
        return { name in (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) } }
    }

    static func ejected(_ id: String) throws -> EjectedFeature {
        try EjectedFeature(try module(id), samples: samples(of: id))
    }
}
