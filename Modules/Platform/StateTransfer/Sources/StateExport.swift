internal import DiskCache
package import Storage

/// A state written down.
package enum StateExport {
    /// Writes every entry of `state`, as of one commit. A state that was not made yet has none.
    /// - Parameters:
    ///   - program: version of this program.
    ///   - write: takes the next bytes; what it throws ends the export, whose last line is then missing.
    /// - Returns: number of entries.
    package static func write(
        _ state: any WholeState, program: String, to write: ([UInt8]) throws(TransferFault) -> Void
    ) throws(TransferFault) -> Int {
        defer { state.end() }
        _ = try beginReading(state)
        guard let checksum = SHA256Stream() else { throw .noDigests }
        let counts = try storing { () throws(StorageFailure) in try state.counts() }
        var bytes = ExportFormat.head(counts, program: program)
        var cursor = EntryCursor(state)
        var entries = 0
        while let entry = try cursor.peek() {
            bytes += ExportFormat.entry(entry)
            entries += 1
            cursor.advance()
            guard bytes.count >= 1 << 16 else { continue }
            checksum.add(bytes)
            try write(bytes)
            bytes = []
        }
        checksum.add(bytes)
        guard let digits = checksum.hexadecimal() else { throw .noDigests }
        try write(bytes + ExportFormat.end(entries: entries, checksum: digits))
        return entries
    }
}
