/// One of the cache's own files, as a listing of its folder shows it. Files of other names are nobody's business here.
struct CachedFile: Sendable, Equatable {
    let name: String
    let bytes: Int
    /// Nanoseconds since 1970.
    let usedAt: Int64
    /// True for a file being written, or left by a killed writer.
    let isTemporary: Bool

    private static let temporaryEnd = ".tmp"

    /// The name under which an entry is written.
    /// - Parameter unique: differs for every write of every process.
    static func temporaryName(of entry: String, unique: String) -> String { "\(entry).\(unique)\(temporaryEnd)" }

    /// Whether a name is one of ours, and of which kind; nil for others.
    static func isTemporary(_ name: String) -> Bool? {
        let bytes = name.utf8
        let isNamed = bytes.prefix(64).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isNamed, bytes.count >= 64 else { return nil }
        if bytes.count == 64 { return false }
        let isTemporary = bytes.dropFirst(64).first == UInt8(ascii: ".") && name.hasSuffix(temporaryEnd)
        return isTemporary ? true : nil
    }
}

/// Files removed from the disk cache.
package struct DiskCacheRemoval: Sendable, Equatable {
    package var entries = 0
    package var bytes = 0

    package init() {}

    mutating func add(_ file: CachedFile) {
        if !file.isTemporary { entries += 1 }
        bytes += file.bytes
    }
}

/// Contents of the disk cache.
package struct DiskCacheStatistics: Sendable, Equatable {
    /// Nil when there is none.
    package let path: String?
    package let entries: Int
    /// Bytes of all files, also of temporary ones.
    package let bytes: Int
    package let maximumBytes: Int
}

extension CacheFolder {
    /// The cache's own files, in no order.
    func files() throws(DiskFault) -> [CachedFile] {
        var files: [CachedFile] = []
        for name in try names() {
            guard let isTemporary = CachedFile.isTemporary(name), let status = status(name) else { continue }
            files.append(
                CachedFile(name: name, bytes: status.bytes, usedAt: status.usedAt, isTemporary: isTemporary))
        }
        return files
    }

    /// Removes what killed writers left, what is unused for too long, and then what is unused for longest, until
    /// `room` bytes more would fit.
    ///
    /// If anything must go for lack of room, a tenth of all goes with it, so that the next write does not look again.
    /// - Parameters:
    ///   - age: nanoseconds that an unused file stays. A stamp from the future counts as too old: the clock was set back.
    /// - Returns: the bytes left, and what was removed.
    func trim(
        room: Int, maximumBytes: Int, age: Int64, now: Int64
    ) throws(DiskFault) -> (bytes: Int, removal: DiskCacheRemoval) {
        var removal = DiskCacheRemoval()
        var bytes = 0
        var kept: [CachedFile] = []
        let day: Int64 = 86_400 * 1_000_000_000
        for file in try files() {
            let isOld = file.usedAt < now &- age || file.usedAt > now &+ day
            if file.isTemporary ? removeIfAbandoned(file.name) : isOld && remove(file.name) {
                removal.add(file)
            } else {
                bytes += file.bytes
                if !file.isTemporary { kept.append(file) }
            }
        }
        guard bytes + room > maximumBytes else { return (bytes, removal) }
        for file in kept.sorted(by: { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }) {
            if bytes + room <= maximumBytes / 10 * 9 { break }
            guard remove(file.name) else { continue }
            removal.add(file)
            bytes -= file.bytes
        }
        return (bytes, removal)
    }
}
