import Foundation

/// A new directory of its own for one test, gone with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("storage-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// The names inside, sorted.
    func names(in directory: String? = nil) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory ?? path).sorted()
    }
}

/// Facts of a file or directory from the system, links not followed.
struct FileFacts: Equatable {
    let permissions: Int
    let size: Int
    let isLink: Bool

    init(_ path: String) throws {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        permissions = (facts[.posixPermissions] as? NSNumber)?.intValue ?? -1
        size = (facts[.size] as? NSNumber)?.intValue ?? -1
        isLink = facts[.type] as? FileAttributeType == .typeSymbolicLink
    }
}

/// The bytes of a file.
func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

/// Makes or replaces a file.
func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
