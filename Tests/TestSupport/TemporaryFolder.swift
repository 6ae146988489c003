import Foundation

/// A folder of the test's own; removed with the value.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "galleria-images-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o700)
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Everything below, as paths from here, in order.
    package var everything: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }

    package func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: self(name))))
    }

    package func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }

    /// The bytes of all files below, temporary ones included.
    package var bytes: Int {
        everything.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: self(name))
            let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
            return sum + (isFile ? attributes?[.size] as? Int ?? 0 : 0)
        }
    }

    package static func permissions(of path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : .max
    }
}
