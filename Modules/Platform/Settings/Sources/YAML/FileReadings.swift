import Synchronization

/// Files of settings that were read as YAML, each once: what they declare is looked up before the settings are loaded from them, and a
/// reload often finds the same bytes. The file that is shipped takes 400,000 instructions to read.
package final class FileReadings: Sendable {
    private struct File: Sendable {
        let bytes: [UInt8]
        let source: SourceText
        let reading: YAMLReading
    }

    /// The last ones: a base file and environments.
    private let known = Mutex<[File]>([])
    private static let most = 4

    package init() {}

    /// The text of a file, and what it says.
    func reading(of bytes: [UInt8]) -> (source: SourceText, reading: YAMLReading) {
        if let file = known.withLock({ files in files.first { $0.bytes == bytes } }) {
            return (file.source, file.reading)
        }
        let source = SourceText(bytes)
        let reading = YAMLReader.read(source)
        known.withLock { files in
            if files.count == Self.most { files.removeFirst() }
            files.append(File(bytes: bytes, source: source, reading: reading))
        }
        return (source, reading)
    }
}
