/// The name of one stored value: a namespace (one per feature, by convention its module name) and a key inside it.
///
/// Two keys are the same only if their UTF-8 bytes are: "é" as one scalar and "e" with a combining accent are two keys,
/// as they are for the server that gave them. `String`'s own equality would make them one.
package struct StateKey: Sendable, Hashable {
    /// 1 to 64 of `a-z A-Z 0-9 .`; anything else is refused by the store.
    package let namespace: String
    /// Any text of at most `StateLimits.keyBytes` bytes of UTF-8, the empty one included.
    package let key: String

    package init(namespace: String, key: String) {
        self.namespace = namespace
        self.key = key
    }

    package static func == (left: StateKey, right: StateKey) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.namespace.utf8.elementsEqual(right.namespace.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for part in [namespace, key] {
            for byte in part.utf8 { hasher.combine(byte) }
            hasher.combine(part.utf8.count)
        }
    }
}

/// One step of a commit: a value to store, or a key to forget.
package struct StateChange: Sendable {
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

    private init(key: StateKey, value: [UInt8]?) {
        self.key = key
        self.value = value
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
