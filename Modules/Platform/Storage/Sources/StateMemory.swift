internal import Synchronization

/// State as last read or committed: every read of a store is answered from here.
///
/// Read from any thread; changed by the store's own.
final class StateMemory: Sendable {
    private struct Contents: Sendable {
        var spaces: [StateNamespace: [StateKey: [UInt8]]] = [:]
        var isRead = false
        var trouble: StorageFailure?
        var isFollowed = false
        var isClosed = false
        /// Rises with each change.
        var revision = 0

        func checkReadable() throws(StorageFailure) {
            if isClosed { throw .closed }
            if !isRead { throw trouble ?? .unread }
        }

        func value(_ key: StateKey) -> [UInt8]? { spaces[key.namespace]?[key] }

        /// - Returns: whether that changed anything.
        mutating func set(_ change: StateChange) -> Bool {
            let old = spaces[change.key.namespace, default: [:]].updateValue(change)
            return old != change.value
        }
    }

    private let contents = Mutex(Contents())
    /// The revision of readable contents; 0 for any others. Beside them: nobody who asks takes the lock.
    private let told = Atomic(0)
    /// Tells whether another process changed what is stored; nil where only its news tell.
    let mark: FileMark?

    init(_ mark: FileMark? = nil) { self.mark = mark }

    /// Whether reads are as of now: what is stored was read, a change by another process would be noticed, and none is on its way.
    var isCurrent: Bool {
        let (isClosed, isKnown) = contents.withLock {
            ($0.isClosed, $0.isRead && $0.isFollowed && $0.trouble == nil)
        }
        return isClosed || isKnown && mark?.isUnchanged ?? true
    }

    var isRead: Bool { contents.withLock { $0.isRead } }

    var trouble: StorageFailure? { contents.withLock { $0.trouble } }

    /// See ``StateStore/revision``.
    var revision: Int? {
        let revision = told.load(ordering: .acquiring)
        return revision == 0 ? nil : revision
    }

    private func changed(_ contents: inout Contents) {
        contents.revision += 1
        let isReadable = contents.isRead && contents.trouble == nil && !contents.isClosed
        told.store(isReadable ? contents.revision : 0, ordering: .releasing)
    }

    func values(for keys: [StateKey]) throws(StorageFailure) -> [[UInt8]?] {
        try contents.withLock { contents throws(StorageFailure) in
            try contents.checkReadable()
            return keys.map(contents.value)
        }
    }

    func value(for key: StateKey) throws(StorageFailure) -> [UInt8]? {
        try contents.withLock { contents throws(StorageFailure) in
            try contents.checkReadable()
            return contents.value(key)
        }
    }

    func space(_ namespace: StateNamespace) throws(StorageFailure) -> StateSpace {
        try contents.withLock { contents throws(StorageFailure) in
            try contents.checkReadable()
            return StateSpace(namespace, contents.spaces[namespace] ?? [:])
        }
    }

    func entries(
        in namespace: StateNamespace, limit: Int
    ) throws(StorageFailure) -> [(key: String, value: [UInt8])] {
        let space = try contents.withLock { contents throws(StorageFailure) in
            try contents.checkReadable()
            return limit > 0 ? contents.spaces[namespace] ?? [:] : [:]
        }
        if space.isEmpty { return [] }
        return space.sorted { $0.key.key.utf8.lexicographicallyPrecedes($1.key.key.utf8) }
            .prefix(max(0, limit)).map { (key: $0.key.key, value: $0.value) }
    }

    // MARK: - For the store's thread

    /// Takes everything that is stored, in place of what was known.
    /// - Parameter isFollowed: whether later changes are noticed.
    /// - Returns: what observers are told; nil when nothing is other than it was.
    func fill(_ rows: [StateChange], isFollowed: Bool) -> StateNews? {
        var spaces: [StateNamespace: [StateKey: [UInt8]]] = [:]
        for row in rows { _ = spaces[row.key.namespace, default: [:]].updateValue(row) }
        return contents.withLock { contents in
            contents.isFollowed = isFollowed
            let isNews = !contents.isRead || contents.trouble != nil || contents.spaces != spaces
            guard isNews else { return nil }
            (contents.spaces, contents.isRead, contents.trouble) = (spaces, true, nil)
            changed(&contents)
            return .everything
        }
    }

    /// Takes what changed since the last time, in its order.
    /// - Returns: what observers are told; nil when nothing is other than it was.
    func apply(_ rows: [StateChange], isFollowed: Bool) -> StateNews? {
        contents.withLock { contents in
            contents.isFollowed = isFollowed
            let keys = rows.filter { contents.set($0) }.map(\.key)
            if keys.isEmpty, contents.trouble == nil { return nil }
            defer { changed(&contents) }
            if contents.trouble != nil {
                contents.trouble = nil
                return .everything
            }
            return .keys(keys.withoutRepeats)
        }
    }

    /// Notes why what is stored can't be read; what is known stays.
    /// - Returns: what observers are told; nil when that is known.
    func fail(_ failure: StorageFailure) -> StateNews? {
        contents.withLock { contents in
            guard contents.trouble != failure else { return nil }
            contents.trouble = failure
            changed(&contents)
            return .everything
        }
    }

    /// Refuses reads from now on, and lets go of what is known.
    func close() {
        contents.withLock { contents in
            contents.isClosed = true
            contents.spaces = [:]
            changed(&contents)
        }
    }
}

extension [StateKey: [UInt8]] {
    /// Stores or removes.
    /// - Returns: the value before.
    fileprivate mutating func updateValue(_ change: StateChange) -> [UInt8]? {
        if let value = change.value { updateValue(value, forKey: change.key) } else { removeValue(forKey: change.key) }
    }
}
