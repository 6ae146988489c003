import Glibc
import Synchronization

/// The entries of one feature over one source of data: what was liked of the samples is nothing of the shop's.
package struct StateNamespace: Sendable, Hashable {
    /// One reference, since each row that is told makes a key of a namespace, and each text in it would have to be counted.
    private let names: Names

    private final class Names: Sendable {
        let name: String
        let origin: String
        /// Whether a store takes both. They are looked at when they are given: each row that is told asks for a key of the same namespace.
        let isAllowed: Bool
        let hash: Int
        /// The same name of other origins: of those that asked last.
        private let placed = Mutex<[(origin: Names, names: Names)]>([])

        /// Origins that are asked in turns: of one process those of its modules.
        private static let mostPlaced = 4

        init(_ name: String, origin: String) {
            (self.name, self.origin) = (name, origin)
            isAllowed = StateLimits.allow(name: name) && StateLimits.allow(origin: origin)
            var hasher = Hasher()
            hasher.combine(exactly: name)
            hasher.combine(exactly: origin)
            hash = hasher.finalize()
        }

        func placed(in other: Names) -> Names {
            placed.withLock { placed in
                if let known = placed.first(where: { $0.origin === other }) { return known.names }
                if placed.count >= Self.mostPlaced { placed.removeFirst() }
                let names = Names(name, origin: other.origin)
                placed.append((other, names))
                return names
            }
        }
    }

    package init(_ name: String, origin: String = "") { names = Names(name, origin: origin) }

    private init(_ names: Names) { self.names = names }

    /// 1 to 64 of `a-z A-Z 0-9 .`, by convention the module's id; anything else is refused by the store.
    package var name: String { names.name }

    /// Origin of the data that the entries are about: `sample`, or an endpoint's origin. Set by `OriginStateStore`; at
    /// most `StateLimits.originBytes` bytes.
    package var origin: String { names.origin }

    /// Whether a store takes both names.
    var isAllowed: Bool { names.isAllowed }

    /// The namespace of the same name of another one's origin.
    func placed(in other: StateNamespace) -> StateNamespace { StateNamespace(names.placed(in: other.names)) }

    package static func == (left: StateNamespace, right: StateNamespace) -> Bool {
        if left.names === right.names { return true }
        return left.names.hash == right.names.hash && hasSameBytes(left.name, right.name)
            && hasSameBytes(left.origin, right.origin)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(names.hash) }
}

/// The name of one stored value: a namespace and a key inside it.
///
/// Two keys are the same only if their UTF-8 bytes are: "é" as one scalar and "e" with a combining accent are two keys,
/// as they are for the server that gave them. `String`'s own equality would make them one.
package struct StateKey: Sendable, Hashable {
    package let namespace: StateNamespace
    /// Any text of at most `StateLimits.keyBytes` bytes of UTF-8, the empty one included.
    package let key: String

    package init(namespace: StateNamespace, key: String) {
        self.namespace = namespace
        self.key = key
    }

    /// A key of the namespace of this name, without an origin: of what `OriginStateStore` is given.
    package init(namespace: String, key: String) {
        self.init(namespace: StateNamespace(namespace), key: key)
    }

    package static func == (left: StateKey, right: StateKey) -> Bool {
        hasSameBytes(left.key, right.key) && left.namespace == right.namespace
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: key)
        hasher.combine(namespace)
    }
}

/// Whether two texts have the same bytes, compared in their place: every row that is told looks its key up.
private func hasSameBytes(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    let isSame = one.utf8.withContiguousStorageIfAvailable { one in
        other.utf8.withContiguousStorageIfAvailable { other in
            guard let first = one.baseAddress, let second = other.baseAddress else { return true }
            return memcmp(first, second, one.count) == 0
        }
    }
    return (isSame ?? nil) ?? one.utf8.elementsEqual(other.utf8)
}

extension Hasher {
    /// Adds the text's bytes and their count.
    fileprivate mutating func combine(exactly text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(bytes: UnsafeRawBufferPointer(bytes))
            combine(bytes.count)
        }
    }
}

/// One step of a commit: a value to store, or a key to forget.
package struct StateChange: Sendable, Equatable {
    package let key: StateKey
    /// The bytes to store (at most `StateLimits.valueBytes`); nil removes the key.
    package let value: [UInt8]?

    /// Stores `value` under `key`, in place of what was there.
    package static func set(_ key: StateKey, _ value: [UInt8]) -> StateChange {
        StateChange(key: key, value: value)
    }

    /// Forgets `key`. A key that is not there is no failure.
    package static func remove(_ key: StateKey) -> StateChange {
        StateChange(key: key, value: nil)
    }
}

extension [StateKey] {
    /// The same keys in the same order, each once.
    var withoutRepeats: [StateKey] {
        guard count > 1 else { return self }
        var seen = Set<StateKey>()
        return filter { seen.insert($0).inserted }
    }
}
