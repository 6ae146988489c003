package import Storage

/// Two states compared, entry by entry, each as of one commit.
package struct StateComparison: Sendable, Equatable {
    /// One namespace.
    package struct Part: Sendable, Equatable {
        package let namespace: StateNamespace
        /// Nil where this side has no entry of it.
        package internal(set) var first: Tally?
        package internal(set) var second: Tally?
        /// Number of entries that one side does not have, or has otherwise.
        package internal(set) var differences = 0
        /// Keys of the first of them, at most `StateComparison.shownKeys`.
        package internal(set) var keys: [String] = []
    }

    /// Keys that are kept of the differences of a namespace.
    package static let shownKeys = 10

    /// In the order of the namespaces' names.
    package let parts: [Part]

    package var isEqual: Bool { parts.allSatisfy { $0.differences == 0 && $0.first == $0.second } }

    /// Entries of the first side.
    package var entries: Int { parts.reduce(0) { $0 + ($1.first?.entries ?? 0) } }

    /// Reads both; changes neither.
    /// - Throws: `.noState` where one was not made yet.
    package static func make(
        _ first: any WholeState, _ second: any WholeState
    ) throws(TransferFault) -> StateComparison {
        defer {
            first.end()
            second.end()
        }
        for state in [first, second] where try !beginReading(state) { throw .noState(state.name) }
        return try reading(first, second)
    }

    /// Compares two states that are being read.
    static func reading(_ first: any WholeState, _ second: any WholeState) throws(TransferFault) -> StateComparison {
        var (one, two) = (EntryCursor(first), EntryCursor(second))
        var (tallies, others) = (TallyMaker(), TallyMaker())
        var parts: [Part] = []
        try merge(&one, &two) { (left, right) throws(TransferFault) in
            guard let key = left?.key ?? right?.key else { return }
            if parts.last?.namespace != key.namespace { parts.append(Part(namespace: key.namespace)) }
            if let left { try tallies.add(left) }
            if let right { try others.add(right) }
            guard left?.value != right?.value else { return }
            parts[parts.count - 1].differences += 1
            if parts[parts.count - 1].keys.count < shownKeys { parts[parts.count - 1].keys.append(key.key) }
        }
        try tallies.close()
        try others.close()
        let (left, right) = (byName(tallies), byName(others))
        for index in parts.indices {
            parts[index].first = left[parts[index].namespace]
            parts[index].second = right[parts[index].namespace]
        }
        return StateComparison(parts: parts)
    }

    private static func byName(_ tallies: TallyMaker) -> [StateNamespace: Tally] {
        Dictionary(tallies.done.map { ($0.namespace, $0.tally) }, uniquingKeysWith: { first, _ in first })
    }
}
