import Foundation
import Synchronization

/// The repository on disk. Paths are relative to its root and sorted.
struct SourceTree {
    let root: URL

    /// The tree this test was compiled from.
    static let repository = SourceTree(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent())

    /// The sources of the modules and the executable.
    static let sources = Result { try repository.swiftFiles(in: "Modules", "Apps") }

    /// The Swift files that were asked for, by their whole paths: each is read and scanned once for all tests.
    private static let scanned = Mutex<[URL: SourceFile]>([:])

    /// The names directly in a folder; none if it is missing.
    func names(in folder: String) -> [String] {
        let path = root.appending(path: folder).path(percentEncoded: false)
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Every file below the folders.
    func files(in folders: [String]) -> [String] {
        folders.flatMap { folder -> [String] in
            let path = root.appending(path: folder).path(percentEncoded: false)
            let below = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
            return below.map { "\(folder)/\($0)" }.filter { !isFolder($0) }
        }
    }

    /// Every Swift file below the folders, read.
    func swiftFiles(in folders: String...) throws -> [SourceFile] {
        try files(in: folders).filter { $0.hasSuffix(".swift") }.map { path in
            let place = root.appending(path: path)
            return try Self.scanned.withLock { scanned in
                if let file = scanned[place] { return file }
                let file = SourceFile(path: path, text: try text(of: path))
                scanned[place] = file
                return file
            }
        }
    }

    func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
    }

    func isFolder(_ path: String) -> Bool {
        var isFolder = ObjCBool(false)
        let full = root.appending(path: path).path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) && isFolder.boolValue
    }

    func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: root.appending(path: path).path(percentEncoded: false))
    }
}
