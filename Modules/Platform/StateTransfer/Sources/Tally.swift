internal import DiskCache
internal import Storage

/// Count and digest of one namespace: equal on two stores exactly if its entries are.
package struct Tally: Sendable, Equatable {
    package var entries: Int
    /// SHA-256 in hexadecimal, over each entry in the order of the keys' bytes: length of the key as 4 bytes, the key, length
    /// of the value as 4 bytes, the value.
    package var digest: String
}

/// Makes the tallies of a state of its entries as they come, in their order.
struct TallyMaker {
    private(set) var done: [(namespace: StateNamespace, tally: Tally)] = []
    private var current: (namespace: StateNamespace, entries: Int, stream: SHA256Stream)?

    mutating func add(_ entry: StoredEntry) throws(TransferFault) {
        if current?.namespace != entry.key.namespace {
            try close()
            guard let stream = SHA256Stream() else { throw .noDigests }
            current = (entry.key.namespace, 0, stream)
        }
        current?.entries += 1
        let key = Array(entry.key.key.utf8)
        current?.stream.add(Self.length(key) + key + Self.length(entry.value) + entry.value)
    }

    /// Ends the last namespace.
    mutating func close() throws(TransferFault) {
        guard let current else { return }
        guard let digest = current.stream.hexadecimal() else { throw .noDigests }
        done.append((current.namespace, Tally(entries: current.entries, digest: digest)))
        self.current = nil
    }

    private static func length(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count).bigEndian) { Array($0) }
    }
}
