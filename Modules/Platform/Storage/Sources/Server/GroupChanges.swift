/// Changes of a group of requests over what memory has, before any of them is written.
struct GroupChanges {
    private let memory: StateMemory
    /// Values after the requests so far, where they differ from memory's.
    private var latest: [StateKey: [UInt8]?] = [:]
    /// Every change in its order.
    private(set) var made: [StateChange] = []

    init(_ memory: StateMemory) { self.memory = memory }

    /// Makes a request's changes. A failure of its own is its answer, and changes nothing.
    mutating func perform(_ request: StateRequest) -> StateRequest.Answer {
        do throws(StorageFailure) {
            switch request.work {
            case .changes(let changes):
                for change in changes { put(change) }
                return .success(nil)
            case .update(let key, let transform):
                let value = try transform(try value(for: key))
                try StateLimits.check(value: value)
                put(StateChange(key: key, value: value))
                return .success(value)
            }
        } catch {
            return .failure(error)
        }
    }

    private func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        if let value = latest[key] { return value }
        return try memory.value(for: key)
    }

    private mutating func put(_ change: StateChange) {
        latest[change.key] = .some(change.value)
        made.append(change)
    }

    /// One row for each key: a statement can't touch a row twice. A key that is not there needs no row to be removed.
    var rows: [StateChange] {
        latest.compactMap { key, value in
            guard value == nil else { return StateChange(key: key, value: value) }
            let known = Result { () throws(StorageFailure) in try memory.value(for: key) }
            if case .success(nil) = known { return nil }
            return StateChange(key: key, value: nil)
        }
    }
}
