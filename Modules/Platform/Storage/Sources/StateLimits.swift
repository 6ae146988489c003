/// The bounds every store keeps, so that no caller can make it grow without end.
package enum StateLimits {
    /// Longest key, in bytes of UTF-8.
    package static let keyBytes = 1024
    /// Longest value, in bytes.
    package static let valueBytes = 4 << 20
    /// Longest name of a namespace, in characters.
    package static let namespaceBytes = 64
    /// Longest origin, in bytes of UTF-8: more than a host's name and a port take.
    package static let originBytes = 512
    /// Most changes in one commit.
    package static let changes = 10_000
    /// Most bytes of keys and values in one commit, and in all commits waiting for the writer.
    package static let waitingBytes = 64 << 20
    /// Most commits waiting for the writer.
    package static let waitingCommits = 4096

    static func check(_ namespace: StateNamespace) throws(StorageFailure) {
        guard namespace.isAllowed else { throw .badNamespace }
    }

    /// Whether a namespace may have a name.
    static func allow(name: String) -> Bool {
        (1...namespaceBytes).contains(name.utf8.count) && holds(name.utf8, mayStandInName)
    }

    /// Whether a namespace may have an origin. A text of PostgreSQL can't hold a zero.
    static func allow(origin: String) -> Bool { origin.utf8.count <= originBytes && holds(origin.utf8) { $0 != 0 } }

    private static func mayStandInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether each byte is so.
    @inline(__always)
    private static func holds(_ text: String.UTF8View, _ isSo: (UInt8) -> Bool) -> Bool {
        text.withContiguousStorageIfAvailable { $0.allSatisfy(isSo) } ?? text.allSatisfy(isSo)
    }

    /// - Throws: `.badNamespace`, `.tooLarge(.key, …)`.
    package static func check(_ key: StateKey) throws(StorageFailure) {
        try check(key.namespace)
        guard key.key.utf8.count <= keyBytes else { throw .tooLarge(.key, limit: keyBytes) }
    }

    /// - Throws: `.tooLarge(.value, …)`.
    package static func check(value: [UInt8]?) throws(StorageFailure) {
        guard (value?.count ?? 0) <= valueBytes else { throw .tooLarge(.value, limit: valueBytes) }
    }

    /// Checks every change, and gives the bytes they hold together.
    static func check(_ list: [StateChange]) throws(StorageFailure) -> Int {
        guard list.count <= changes else { throw .tooLarge(.changes, limit: changes) }
        var bytes = 0
        for change in list {
            try check(change.key)
            try check(value: change.value)
            // At most 10,000 × (4 MiB + 2 KiB): far from overflowing an Int.
            bytes += change.key.key.utf8.count + change.key.namespace.name.utf8.count + (change.value?.count ?? 0)
        }
        guard bytes <= waitingBytes else { throw .tooLarge(.commit, limit: waitingBytes) }
        return bytes
    }
}
