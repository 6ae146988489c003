/// The paths of all settings and of the levels that their dots make, found by their bytes: to Swift, `K` and the Kelvin sign are the
/// same String. Each start makes one and looks some 150 paths up: a dictionary took 0.35 million instructions of 3.5 more.
struct PathTable: Sendable {
    /// A path, or its beginning.
    struct Place: Sendable {
        /// The first setting that has it.
        let declaration: Int
        /// Bytes of its path.
        let length: Int
        /// True for the beginning of paths.
        let isLevel: Bool
    }

    private let paths: [String]
    /// By the path's hash, or behind that, each as one word, 0 for a free one; one in two is free at least. As optional places they took
    /// 16 KB of memory, which every start touched first.
    private var places: [UInt64]

    /// - Parameter paths: at most so many levels as well.
    init(_ paths: [String]) {
        self.paths = paths
        var size = 16
        while size < 4 * paths.count { size *= 2 }
        places = Array(repeating: 0, count: size)
    }

    /// The place of a path; nil for one that is not there.
    func place(of path: Span<UInt8>) -> Place? { Place(word: places[slot(of: path)]) }

    /// Puts a setting's path in, and the levels that end before its dots. Each byte is hashed once.
    /// - Returns: the place that is in the way, which stays: one of the same path, or a setting where a level should be.
    mutating func insert(_ path: Span<UInt8>, of declaration: Int) -> Place? {
        var hash = Self.hashOfNothing
        for index in path.indices {
            if path[index] == UInt8(ascii: ".") {
                let level = path.extracting(..<index)
                if let known = insert(level, hash, of: declaration, isLevel: true), !known.isLevel { return known }
            }
            hash = Self.hash(hash, path[index])
        }
        return insert(path, hash, of: declaration, isLevel: false)
    }

    /// Puts a place in.
    /// - Returns: the place that has this path already; it stays.
    private mutating func insert(
        _ path: Span<UInt8>, _ hash: UInt32, of declaration: Int, isLevel: Bool
    ) -> Place? {
        let slot = slot(of: path, hash)
        if let known = Place(word: places[slot]) { return known }
        places[slot] = Place(declaration: declaration, length: path.count, isLevel: isLevel).word
        return nil
    }

    private static var hashOfNothing: UInt32 { 5_381 }

    @inline(__always)
    private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { hash &* 33 &+ UInt32(byte) }

    /// The slot of a path, or the free one where it belongs.
    private func slot(of path: Span<UInt8>) -> Int {
        var hash = Self.hashOfNothing
        for index in path.indices { hash = Self.hash(hash, path[index]) }
        return slot(of: path, hash)
    }

    private func slot(of path: Span<UInt8>, _ hash: UInt32) -> Int {
        var slot = Int(hash) & (places.count - 1)
        while let place = Place(word: places[slot]), !isPath(place, path) { slot = (slot + 1) & (places.count - 1) }
        return slot
    }

    private func isPath(_ place: Place, _ path: Span<UInt8>) -> Bool {
        guard place.length == path.count else { return false }
        let known = paths[place.declaration].utf8.span
        for index in path.indices where known[index] != path[index] { return false }
        return true
    }
}

extension PathTable.Place {
    /// The place that a word of the table says; nil for a free one.
    fileprivate init?(word: UInt64) {
        guard word != 0 else { return nil }
        self.init(
            declaration: Int(truncatingIfNeeded: word >> 32), length: Int(truncatingIfNeeded: word & 0xFFFF_FFFF) >> 1,
            isLevel: word & 1 != 0)
    }

    /// Never 0, as no path is empty. Below 2³¹ are the bytes of a path and the number of settings: they lie in memory.
    fileprivate var word: UInt64 {
        UInt64(truncatingIfNeeded: declaration) << 32 | UInt64(truncatingIfNeeded: length) << 1 | (isLevel ? 1 : 0)
    }
}
