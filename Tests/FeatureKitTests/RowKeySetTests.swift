import TestSupport
import Testing

@testable import FeatureKit

@Suite("Keys of rows")
struct RowKeySetTests {
    private func insert(_ key: [UInt8], _ set: inout RowKeySet) -> Bool {
        key.withUnsafeBufferPointer { set.insert($0) }
    }

    private func contains(_ key: [UInt8], _ set: RowKeySet) -> Bool { key.withUnsafeBufferPointer { set.contains($0) } }

    @Test("they are there once, byte for byte, as in any set", arguments: [0, 1, 3, 8, 9, 17, 100])
    func likeAnySet(_ length: Int) {
        var generator = SeededGenerator(UInt64(length) + 1)
        for room in [0, 27, 2_000] {
            var (keys, others) = (RowKeySet(), Set<[UInt8]>())
            keys.reserveCapacity(room)
            for _ in 0..<1_500 {
                // Few different bytes, so that keys come again.
                let count = length == 100 ? length : Int.random(in: 0...length, using: &generator)
                let key = (0..<count).map { _ in UInt8.random(in: 0...2, using: &generator) }
                #expect(contains(key, keys) == others.contains(key))
                #expect(insert(key, &keys) == others.insert(key).inserted)
                #expect(contains(key, keys) && keys.count == others.count)
            }
        }
    }

    @Test("what is in either is in both together")
    func union() {
        var (one, other) = (RowKeySet(), RowKeySet())
        for number in 0..<300 { _ = insert(Array("\(number)".utf8), &one) }
        for number in 200..<900 { _ = insert(Array("\(number)".utf8), &other) }
        let before = one
        one.formUnion(other)
        #expect(one.count == 900 && before.count == 300 && other.count == 700)
        for number in 0..<1_000 {
            let key = Array("\(number)".utf8)
            #expect(contains(key, one) == (number < 900))
            #expect(contains(key, before) == (number < 300))
        }
        one.formUnion(RowKeySet())
        #expect(one.count == 900 && RowKeySet().isEmpty)
    }

    @Test("keys that all begin alike, or differ in one bit, are told apart")
    func alike() {
        var keys = RowKeySet()
        let start = Array("galleria://catalog/products/".utf8)
        for bit in 0..<(8 * start.count) {
            var key = start
            key[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(insert(key, &keys) && !insert(key, &keys))
        }
        #expect(!contains(start, keys) && keys.count == 8 * start.count)
        for end in start.indices { #expect(insert(Array(start[..<end]), &keys)) }
    }
}
