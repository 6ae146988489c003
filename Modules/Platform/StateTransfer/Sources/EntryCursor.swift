internal import Storage

/// Walks over a state that is being read, entry by entry.
struct EntryCursor {
    private let state: any WholeState
    private var page: [StoredEntry] = []
    private var index = 0
    private var isAtEnd = false

    init(_ state: any WholeState) { self.state = state }

    /// The entry that comes next; nil at the end.
    mutating func peek() throws(TransferFault) -> StoredEntry? {
        if index < page.count { return page[index] }
        if isAtEnd { return nil }
        let last = page.last?.key
        do {
            page = try state.page(after: last, through: nil)
        } catch {
            throw state.isUndisturbed ? .storage(error) : .disturbed(state.name)
        }
        index = 0
        isAtEnd = page.isEmpty
        if isAtEnd, !state.isUndisturbed { throw .disturbed(state.name) }
        return page.first
    }

    mutating func advance() { index += 1 }
}

/// Begins to read a state.
/// - Returns: false where it was not made yet.
func beginReading(_ state: any WholeState) throws(TransferFault) -> Bool {
    try storing { () throws(StorageFailure) in try state.beginReading() }
}

/// Gives `body` the entries of two lists in the order of their names: both where both have one of a name.
func merge(
    _ first: inout EntryCursor, _ second: inout EntryCursor,
    _ body: (StoredEntry?, StoredEntry?) throws(TransferFault) -> Void
) throws(TransferFault) {
    while true {
        let (one, two) = (try first.peek(), try second.peek())
        switch pick(one, two) {
        case .none: return
        case .first:
            try body(one, nil)
            first.advance()
        case .second:
            try body(nil, two)
            second.advance()
        case .both:
            try body(one, two)
            first.advance()
            second.advance()
        }
    }
}

/// The same for lists in memory.
func merge(
    _ first: [StoredEntry], _ second: [StoredEntry], _ body: (StoredEntry?, StoredEntry?) -> Void
) {
    var (left, right) = (first[...], second[...])
    while true {
        switch pick(left.first, right.first) {
        case .none: return
        case .first: body(left.popFirst(), nil)
        case .second: body(nil, right.popFirst())
        case .both: body(left.popFirst(), right.popFirst())
        }
    }
}

private enum Pick { case none, first, second, both }

private func pick(_ first: StoredEntry?, _ second: StoredEntry?) -> Pick {
    guard let first else { return second == nil ? .none : .second }
    guard let second else { return .first }
    if first.key.precedes(second.key) { return .first }
    return second.key.precedes(first.key) ? .second : .both
}
