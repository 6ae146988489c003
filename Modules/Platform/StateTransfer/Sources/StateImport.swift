package import Storage

/// An export taken into a state, in one transaction: all of it, or nothing.
package struct StateImport: Sendable, Equatable {
    /// Entries stored that were not there.
    package private(set) var added = 0
    /// Entries that were there already, equal.
    package private(set) var kept = 0
    /// Entries that held another value; only where that was asked for.
    package private(set) var replaced = 0
    /// Entries that the export does not have; only where that was asked for.
    package private(set) var removed = 0

    /// Makes `state` what the export says.
    /// - Parameters:
    ///   - entries: of a whole export, in their order.
    ///   - replaces: whether other entries may be replaced and removed; otherwise they are a conflict.
    /// - Throws: why nothing was changed.
    package static func run(
        _ entries: [StoredEntry], into state: any WholeState, replaces: Bool
    ) throws(TransferFault) -> StateImport {
        defer { state.end() }
        _ = try storing { () throws(StorageFailure) in try state.beginWriting() }
        if let mark = try storing({ () throws(StorageFailure) in try state.mark() }) {
            throw .unfinished(state: state.name, source: MoveMark(mark)?.source)
        }
        let found = try storing { () throws(StorageFailure) in try state.entries(after: nil, through: nil) }
        var (result, conflicts, changes) = (StateImport(), Conflicts(), [StateChange]())
        merge(entries, found) { wanted, found in
            if let change = result.judge(wanted, found, replaces, &conflicts) { changes.append(change) }
        }
        try conflicts.check(state)
        if changes.isEmpty { return result }
        try storing { () throws(StorageFailure) in
            var rest = changes[...]
            while !rest.isEmpty {
                var bytes = 0
                let piece = rest.prefix(WholeLimits.entries).prefix { change in
                    defer { bytes += change.value?.count ?? 0 }
                    return bytes < WholeLimits.bytes
                }
                try state.put(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            try state.commit()
        }
        return result
    }

    private mutating func judge(
        _ wanted: StoredEntry?, _ found: StoredEntry?, _ replaces: Bool, _ conflicts: inout Conflicts
    ) -> StateChange? {
        guard let found else {
            added += 1
            return wanted.map { .set($0.key, $0.value) }
        }
        if wanted?.value == found.value {
            kept += 1
            return nil
        }
        guard replaces else {
            conflicts.add(found.key)
            return nil
        }
        guard let wanted else {
            removed += 1
            return .remove(found.key)
        }
        replaced += 1
        return .set(wanted.key, wanted.value)
    }
}
