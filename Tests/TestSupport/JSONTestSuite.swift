import Foundation

/// JSONTestSuite by Nicolas Seriot (JSONTests/Corpus, MIT): small files named by what a strict reader does with them.
package enum JSONTestSuite {
    /// The files of `y_` that are refused here on purpose (W5).
    package static let withMemberTwice = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "JSONTests/Corpus/JSONTestSuite")

    /// The files whose names begin with `prefix` (`y_` must be read, `n_` must not, `i_` may), in order.
    package static func names(_ prefix: String, in folder: String = "test_parsing") -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
        return (all ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// The folder of the files that a reader is tried with.
    static var folder: String { root.appending(path: "test_parsing").path() }

    package static func bytes(_ name: String, in folder: String = "test_parsing") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: folder).appending(path: name)))
    }
}
