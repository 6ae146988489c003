import TestSupport
import Testing

@testable import Images

@Suite("The memory cache")
struct LRUCacheTests {
    /// Reference model of the cache, slow: a list with the most recently used first.
    private struct Model {
        let maximumCount: Int
        let maximumBytes: Int
        var entries: [(key: Int, value: Int, bytes: Int)] = []
        var evictions = 0

        var bytes: Int { entries.reduce(0) { $0 + $1.bytes } }

        mutating func value(for key: Int) -> Int? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: place)
            entries.insert(entry, at: 0)
            return entry.value
        }

        mutating func insert(_ value: Int, for key: Int, bytes size: Int) {
            entries.removeAll { $0.key == key }
            guard size <= maximumBytes else { return }
            entries.insert((key, value, size), at: 0)
            while entries.count > maximumCount || bytes > maximumBytes {
                entries.removeLast()
                evictions += 1
            }
        }
    }

    @Test("5c.13, 1c.11: a seeded walk keeps to the slow model at every step", arguments: 0..<24 as Range<UInt64>)
    func walk(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        let (count, bytes) = (Int.random(in: 1...12, using: &random), Int.random(in: 0...120, using: &random))
        var cache = LRUCache<Int, Int>(maximumCount: count, maximumBytes: bytes)
        var model = Model(maximumCount: count, maximumBytes: bytes)
        for step in 0..<1500 {
            let key = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<6:
                let size = Int.random(in: 0...40, using: &random)
                cache.insert(step, for: key, bytes: size)
                model.insert(step, for: key, bytes: size)
            case 6..<10:
                let (found, expected) = (cache.value(for: key), model.value(for: key))
                #expect(found == expected)
            case 10: #expect(cache.peek(key) == model.entries.first { $0.key == key }?.value)
            default:
                cache.remove(key)
                model.entries.removeAll { $0.key == key }
            }
            #expect(cache.keys == model.entries.map(\.key))
            #expect(cache.count == model.entries.count)
            #expect(cache.bytes == model.bytes)
            #expect(cache.evictions == model.evictions)
        }
    }

    @Test("1c.11: the 101st evicts the one unused for longest, not the first that came")
    func hundredAndFirst() {
        var cache = LRUCache<Int, Int>(maximumCount: 100, maximumBytes: .max)
        for key in 0..<100 { cache.insert(key, for: key, bytes: 1) }
        let first = cache.value(for: 0)
        #expect(first == 0)
        cache.insert(100, for: 100, bytes: 1)
        #expect(cache.count == 100 && cache.evictions == 1)
        #expect(cache.peek(0) == 0 && cache.peek(1) == nil && cache.peek(100) == 100)
    }

    @Test("one value larger than everything is not kept, and costs the others nothing")
    func tooLarge() {
        var cache = LRUCache<Int, Int>(maximumCount: 10, maximumBytes: 100)
        cache.insert(1, for: 1, bytes: 60)
        cache.insert(2, for: 2, bytes: 101)
        cache.insert(3, for: 3, bytes: .max)
        cache.insert(4, for: 4, bytes: -1)
        #expect(cache.keys == [1])
        cache.insert(5, for: 1, bytes: 101)
        #expect(cache.keys.isEmpty && cache.bytes == 0)
    }

    @Test("everything can be forgotten")
    func forgotten() {
        var cache = LRUCache<Int, Int>(maximumCount: 2, maximumBytes: 100)
        cache.insert(1, for: 1, bytes: 60)
        cache.removeAll()
        #expect(cache.count == 0 && cache.bytes == 0 && cache.keys.isEmpty)
        cache.insert(2, for: 2, bytes: 60)
        #expect(cache.keys == [2])
    }
}
