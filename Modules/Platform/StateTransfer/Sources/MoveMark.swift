internal import JSON
internal import Storage

/// Mark of an unfinished move, as it lies in the state moved to, committed with each batch: where the entries come from, and which
/// commits brought them. An entry of another commit is somebody else's.
struct MoveMark: Equatable {
    let source: String
    /// Versions of the move's commits, rising, without neighbours.
    private(set) var versions: [ClosedRange<Int64>] = []

    init(source: String) { self.source = source }

    /// Whether a commit was one of this move.
    func covers(_ version: Int64) -> Bool { versions.contains { $0.contains(version) } }

    /// Notes the move's next commit.
    mutating func add(_ version: Int64) {
        if let last = versions.last, last.upperBound < version, last.upperBound + 1 == version {
            versions[versions.count - 1] = last.lowerBound...version
        } else {
            versions.append(version...version)
        }
    }

    // MARK: - As bytes: a line of its form, one of the source as a string of JSON, since a path may hold ends of lines, and one of
    // versions such as `1-57,59-59`

    private static let form = "galleria move 1"

    var bytes: [UInt8] {
        let ranges = versions.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
        return Array("\(Self.form)\n".utf8) + JSONValue.string(source).serialized() + Array("\n\(ranges)".utf8)
    }

    /// Nil for bytes of another form.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].elementsEqual(Self.form.utf8),
            let source = (try? JSONDocument(parsing: Array(lines[1])))?.root.string
        else { return nil }
        self.source = source
        for part in String(decoding: lines[2], as: UTF8.self).split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int64($0) }
            guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] else { return nil }
            versions.append(ends[0]...ends[1])
        }
    }
}
