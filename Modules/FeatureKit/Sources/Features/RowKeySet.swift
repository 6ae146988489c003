import Synchronization

/// Keys of rows, byte for byte, side by side in one piece. A set of texts made one of each key of each page, hashed it with a seed, and
/// counted it three times: a thousand instructions a row.
///
/// Hashes are not seeded: a walk knows 4,000 keys at most and asks for those of 100 rows, so that the worst ones cost 400,000
/// comparisons.
struct RowKeySet: Sendable {
    private var bytes: [UInt8] = []
    /// Ends of the keys among the bytes.
    private var ends: ContiguousArray<Int> = []
    /// A power of two of places, of which at most half are taken: numbers of keys from one on, 0 for none.
    private var table: ContiguousArray<UInt32> = []

    var count: Int { ends.count }
    var isEmpty: Bool { ends.isEmpty }

    /// Makes room for so many keys in all.
    mutating func reserveCapacity(_ count: Int) {
        if 2 * count > table.count { rehash(for: count) }
        ends.reserveCapacity(count)
        bytes.reserveCapacity(16 * count)
    }

    func contains(_ key: UnsafeBufferPointer<UInt8>) -> Bool { !isEmpty && table[place(of: key)] > 0 }

    /// - Returns: false for a key that is there already.
    mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if 2 * (count + 1) > table.count { rehash(for: 2 * (count + 1)) }
        let place = place(of: key)
        guard table[place] == 0 else { return false }
        bytes.append(contentsOf: key)
        ends.append(bytes.count)
        table[place] = UInt32(truncatingIfNeeded: count)
        return true
    }

    mutating func formUnion(_ other: RowKeySet) {
        reserveCapacity(count + other.count)
        other.bytes.withUnsafeBufferPointer { all in
            for number in 0..<other.count { _ = insert(UnsafeBufferPointer(rebasing: all[other.range(number)])) }
        }
    }

    private mutating func rehash(for count: Int) {
        var places = 8
        while places < 2 * count { places *= 2 }
        table = ContiguousArray(repeating: 0, count: places)
        let bytes = bytes
        bytes.withUnsafeBufferPointer { all in
            for number in 0..<self.count {
                table[place(of: UnsafeBufferPointer(rebasing: all[range(number)]))] = UInt32(
                    truncatingIfNeeded: number + 1)
            }
        }
    }

    private func range(_ number: Int) -> Range<Int> { (number > 0 ? ends[number - 1] : 0)..<ends[number] }

    /// Place of a key in the table, or the one that it would take: a free one is always there.
    private func place(of key: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { all in
            var place = Int(truncatingIfNeeded: Self.hash(key)) & (table.count - 1)
            while table[place] > 0 {
                let known = range(Int(table[place]) - 1)
                if known.count == key.count, all[known].elementsEqual(key) { break }
                place = (place + 1) & (table.count - 1)
            }
            return place
        }
    }

    /// Eight bytes at a time, multiplied to twice their width and folded.
    private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(key)
        var (hash, offset) = (UInt64(truncatingIfNeeded: key.count), 0)
        func mix(_ word: UInt64) {
            let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = product.high ^ product.low
        }
        while offset + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        mix(rest)
        return hash
    }
}

extension RowSet {
    /// Gives `body` the key of a row as UTF-8; nothing for a row without one.
    func withKey<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let slot = slots[row, layout.key]
        if slot.kind == .text { return withText(slot, body) }
        var key = Row(set: self, index: row).key
        return key.withUTF8(body)
    }

    /// Rows that are compared at most: an answer gives 100, and of the state there may be many more.
    private static let mostCompared = 1_000

    /// True where no two rows have the same key; false also where nobody has looked: who asks first is not told, since most sets are made
    /// for one answer.
    var surelyHasDistinctKeys: Bool {
        switch keyState.load(ordering: .relaxed) {
        case .unasked where count > 1:
            keyState.store(.asked, ordering: .relaxed)
            return false
        case .distinct, .unasked: return true
        case .unknown: return false
        case .asked:
            var keys = RowKeySet()
            let areDistinct = count <= Self.mostCompared && (0..<count).allSatisfy { withKey($0) { keys.insert($0) } }
            keyState.store(areDistinct ? .distinct : .unknown, ordering: .relaxed)
            return areDistinct
        }
    }
}

/// Knowledge of the keys of a set of rows.
enum KeyState: UInt8, AtomicRepresentable {
    /// Nobody has asked.
    case unasked
    /// Somebody has: who asks next has them compared.
    case asked
    case distinct
    /// Some are the same, or they are too many.
    case unknown
}
