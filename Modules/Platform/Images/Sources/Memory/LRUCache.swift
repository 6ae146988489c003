/// A cache that forgets what was unused for longest once it holds too many values or too many bytes.
///
/// Every operation takes constant time: a dictionary finds the place of a key, and the places form a list by last use,
/// linked by indices.
struct LRUCache<Key: Hashable, Value> {
    private struct Place {
        var key: Key
        var value: Value
        var bytes: Int
        /// The place used next later; none for the one used last.
        var newer: Int?
        /// The place used next earlier; none for the one that goes first.
        var older: Int?
    }

    let maximumCount: Int
    let maximumBytes: Int
    private(set) var bytes = 0
    /// Number of evicted values.
    private(set) var evictions = 0
    private var places: [Place?] = []
    private var free: [Int] = []
    private var index: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?

    init(maximumCount: Int, maximumBytes: Int) {
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
    }

    var count: Int { index.count }

    /// The keys, the one used last first.
    var keys: [Key] {
        var keys: [Key] = []
        var next = newest
        while let current = next, let place = places[current] {
            keys.append(place.key)
            next = place.older
        }
        return keys
    }

    /// The value of a key, which counts as used now.
    mutating func value(for key: Key) -> Value? {
        guard let found = index[key], let place = places[found] else { return nil }
        if newest != found {
            unlink(found)
            link(found)
        }
        return place.value
    }

    /// The value of a key, without using it.
    func peek(_ key: Key) -> Value? { index[key].flatMap { places[$0]?.value } }

    /// Keeps a value in place of the one before; one that is larger than everything may be is not kept.
    mutating func insert(_ value: Value, for key: Key, bytes size: Int) {
        remove(key)
        guard size >= 0, size <= maximumBytes, maximumCount > 0 else { return }
        while let last = oldest, count >= maximumCount || bytes > maximumBytes - size, let key = places[last]?.key {
            remove(key)
            evictions += 1
        }
        let place = Place(key: key, value: value, bytes: size)
        let new: Int
        if let reused = free.popLast() {
            new = reused
            places[new] = place
        } else {
            new = places.count
            places.append(place)
        }
        index[key] = new
        bytes += size
        link(new)
    }

    mutating func remove(_ key: Key) {
        guard let found = index.removeValue(forKey: key) else { return }
        unlink(found)
        bytes -= places[found]?.bytes ?? 0
        places[found] = nil
        free.append(found)
    }

    mutating func removeAll() {
        self = LRUCache(maximumCount: maximumCount, maximumBytes: maximumBytes)
    }

    /// Makes a place that is in no list the newest.
    private mutating func link(_ place: Int) {
        places[place]?.older = newest
        places[place]?.newer = nil
        if let newest { places[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (places[place]?.newer, places[place]?.older)
        if let newer { places[newer]?.older = older } else { newest = older }
        if let older { places[older]?.newer = newer } else { oldest = newer }
    }
}
