package import Storage

/// A move of a state: copies every entry of one into another, which then holds the same and nothing else. The source is read alone.
///
/// The copy is made in batches, each one commit with a mark of progress. Run again after whatever stopped it, it goes on: entries
/// that are there already are left, those of an earlier run that differ by now are brought up to date. An entry that somebody else
/// put there is a conflict, found before anything is changed.
package struct StateMove: Sendable, Equatable {
    /// Entries copied, or to be copied.
    package private(set) var copied = 0
    /// Entries that were there already, equal.
    package private(set) var kept = 0
    /// Entries of an earlier run that the source has otherwise by now.
    package private(set) var replaced = 0
    /// Entries of an earlier run that the source has no more.
    package private(set) var removed = 0
    /// Whether an earlier run had begun.
    package private(set) var isResumed = false
    /// Both sides; of a dry run as they are, else as they are at the end.
    package private(set) var comparison = StateComparison(parts: [])

    private var changes: Int { copied + replaced + removed }

    /// Moves.
    /// - Parameters:
    ///   - isDry: finds what would be done, and changes neither side.
    ///   - progress: told of the entries of the source that were gone through, after each batch.
    /// - Throws: `.conflict` and the like before anything was changed; `.storage` later too, and what was copied by then is gone on
    ///   with by the next run. A result whose `comparison` is not equal says that a side was changed meanwhile.
    package static func run(
        from source: any WholeState, to target: any WholeState, isDry: Bool = false, progress: (Int) -> Void = { _ in }
    ) throws(TransferFault) -> StateMove {
        defer {
            source.end()
            target.end()
        }
        var move = try plan(source, target)
        let isDone = isDry || move.changes == 0 && !move.isResumed
        if !isDone { try move.copy(source, target, progress) }
        guard try beginReading(source) else { throw .noState(source.name) }
        _ = try beginReading(target)
        move.comparison = try StateComparison.reading(source, target)
        if !isDone, move.comparison.isEqual { try unmark(target) }
        return move
    }

    /// Reads both sides, and finds conflicts.
    private static func plan(_ source: any WholeState, _ target: any WholeState) throws(TransferFault) -> StateMove {
        guard try beginReading(source) else { throw .noState(source.name) }
        _ = try beginReading(target)
        var move = StateMove()
        let mark = try mark(of: target, source)
        move.isResumed = mark != nil
        var (ours, theirs) = (EntryCursor(source), EntryCursor(target))
        var conflicts = Conflicts()
        try merge(&ours, &theirs) { (wanted, found) throws(TransferFault) in
            _ = move.judge(wanted, found, mark, &conflicts)
        }
        try conflicts.check(target)
        return move
    }

    /// Counts one name, and gives the change that it needs.
    private mutating func judge(
        _ wanted: StoredEntry?, _ found: StoredEntry?, _ mark: MoveMark?, _ conflicts: inout Conflicts
    ) -> StateChange? {
        switch (wanted, found) {
        case (let wanted?, nil):
            copied += 1
            return .set(wanted.key, wanted.value)
        case (let wanted?, let found?) where wanted.value == found.value:
            kept += 1
            return nil
        case (_, let found?):
            guard let mark, mark.covers(found.version) else {
                conflicts.add(found.key)
                return nil
            }
            guard let wanted else {
                removed += 1
                return .remove(found.key)
            }
            replaced += 1
            return .set(wanted.key, wanted.value)
        case (nil, nil): return nil
        }
    }

    /// The mark in `target`; nil without one.
    private static func mark(of target: any WholeState, _ source: any WholeState) throws(TransferFault) -> MoveMark? {
        guard let bytes = try storing({ () throws(StorageFailure) in try target.mark() }) else { return nil }
        guard let mark = MoveMark(bytes), mark.source.utf8.elementsEqual(source.name.utf8) else {
            throw .unfinished(state: target.name, source: MoveMark(bytes)?.source)
        }
        return mark
    }

    // MARK: - Copying

    private mutating func copy(
        _ source: any WholeState, _ target: any WholeState, _ progress: (Int) -> Void
    ) throws(TransferFault) {
        // Counted again: somebody may have written since the plan.
        let planned = self
        self = StateMove()
        isResumed = planned.isResumed
        var last: StateKey?
        var passed = 0
        while true {
            let page: [StoredEntry]
            do {
                page = try source.page(after: last, through: nil)
            } catch {
                throw source.isUndisturbed ? .storage(error) : .disturbed(source.name)
            }
            guard source.isUndisturbed else { throw .disturbed(source.name) }
            // The last round, without entries, is for what an earlier run left behind the source's last.
            try put(page, after: last, through: page.last?.key, source, target)
            passed += page.count
            progress(passed)
            guard let end = page.last?.key else { return }
            last = end
        }
    }

    /// Makes the names after `start` and not after `end` of the target what they are in the source, in one commit.
    private mutating func put(
        _ page: [StoredEntry], after start: StateKey?, through end: StateKey?, _ source: any WholeState,
        _ target: any WholeState
    ) throws(TransferFault) {
        let version = try storing { () throws(StorageFailure) in try target.beginWriting() }
        defer { target.end() }
        var mark = try Self.mark(of: target, source) ?? MoveMark(source: source.name)
        let found = try storing { () throws(StorageFailure) in try target.entries(after: start, through: end) }
        var conflicts = Conflicts()
        var changes: [StateChange] = []
        merge(page, found) { wanted, found in
            if let change = judge(wanted, found, mark, &conflicts) { changes.append(change) }
        }
        try conflicts.check(target)
        if changes.isEmpty { return }
        mark.add(version)
        try storing { () throws(StorageFailure) in
            try target.put(changes + [.set(.mark, mark.bytes)])
            try target.commit()
        }
    }

    /// Takes the mark away: the move is done.
    private static func unmark(_ target: any WholeState) throws(TransferFault) {
        try storing { () throws(StorageFailure) in
            target.end()
            _ = try target.beginWriting()
            guard try target.mark() != nil else { return }
            try target.put([.remove(.mark)])
            try target.commit()
        }
    }
}

/// Entries of a state that somebody else put there.
struct Conflicts {
    private var count = 0
    private var first: [StateKey] = []

    mutating func add(_ key: StateKey) {
        count += 1
        if first.count < 3 { first.append(key) }
    }

    /// - Throws: `.conflict` where there are some.
    func check(_ state: any WholeState) throws(TransferFault) {
        if count > 0 { throw .conflict(state: state.name, count: count, first: first) }
    }
}
