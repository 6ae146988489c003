import Glibc

/// Places of names that are known, found by a name from outside, by exact bytes and without a String of it.
///
/// The hash is not seeded: names from outside are looked up and never added, so nobody can make it collide.
struct NameTable: Sendable {
    private struct Name: Sendable {
        /// Offset of its bytes in those of all names.
        let start: UInt32
        let count: UInt32
        let place: Int
    }

    private var names: [Name] = []
    private var bytes: [UInt8] = []
    /// Numbers of names, from 1, by their hashes; 0 for none. At most half of them are taken.
    private var slots: [UInt32]

    /// - Parameter name: of a place; nil for a place that is not found. Of places with one name the first is.
    init(_ places: Range<Int>, _ name: (Int) -> String?) {
        var size = 2
        while size < 2 * places.count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        names.reserveCapacity(places.count)
        for place in places {
            guard var name = name(place) else { continue }
            name.withUTF8 { add($0, place) }
        }
    }

    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) {
        let slot = slot(of: name)
        if slots[slot] != 0 { return }
        names.append(
            Name(
                start: UInt32(truncatingIfNeeded: bytes.count), count: UInt32(truncatingIfNeeded: name.count),
                place: place))
        bytes.append(contentsOf: name)
        slots[slot] = UInt32(truncatingIfNeeded: names.count)
    }

    /// The place of a name; nil for an unknown one.
    func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let number = Int(slots[slot(of: name)])
        return number == 0 ? nil : names[number &- 1].place
    }

    /// The place of a name; nil for an unknown one.
    func place(of name: String) -> Int? {
        var name = name
        return name.withUTF8(place)
    }

    /// The slot of a name, or the one that it would take.
    private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: Self.hash(name) &>> 32) & mask
        while slots[slot] != 0, !isEqual(names[Int(slots[slot]) &- 1], name) { slot = (slot &+ 1) & mask }
        return slot
    }

    private func isEqual(_ known: Name, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(known.count) == name.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            let own = UnsafeBufferPointer(rebasing: bytes[Int(known.start)..<Int(known.start) &+ name.count])
            guard let left = own.baseAddress, let right = name.baseAddress else { return true }
            return memcmp(left, right, name.count) == 0
        }
    }

    /// Takes eight bytes at a time, the last eight of the name at its end; a name of fewer byte by byte.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let (raw, count) = (UnsafeRawBufferPointer(name), name.count)
        var hash = UInt64(truncatingIfNeeded: count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash &>> 29
        }
        guard count >= 8 else {
            for byte in name { mix(UInt64(byte)) }
            return hash &* 0xFF51_AFD7_ED55_8CCD
        }
        var at = 0
        while at &+ 8 <= count {
            mix(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at &+= 8
        }
        if at < count { mix(raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)) }
        return hash &* 0xFF51_AFD7_ED55_8CCD
    }
}
