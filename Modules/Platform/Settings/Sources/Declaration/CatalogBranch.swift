/// One level of the tree of keys: the settings whose paths share a beginning. A branch with a leaf is a setting; any
/// other is a mapping implied by the dots.
///
/// A range of the sorted paths: a tree of dictionaries took as long to make as all settings take to read.
struct CatalogBranch: Sendable {
    private let paths: SortedPaths
    private let range: Range<Int>
    /// The bytes that the paths in `range` share, with the dot behind them.
    private let shared: Int

    /// The tree's root.
    /// - Parameter declarations: with paths of ASCII letters and digits, joined by dots.
    /// - Throws: a path that is declared twice, or is the beginning of another.
    init(_ declarations: [SettingDeclaration]) throws(SettingsCatalogFault) {
        // Each is put in its place: the standard library's sort would first make types of its own, at every start.
        var order: [Int] = []
        order.reserveCapacity(declarations.count)
        for index in declarations.indices {
            let path = declarations[index].path
            let place = Self.first(in: order.indices) { declarations[order[$0]].path >= path }
            order.insert(index, at: place)
        }
        // Of several mistakes the one that was declared first.
        var mistake: (declaration: Int, fault: SettingsCatalogFault)?
        for place in order.indices.dropFirst() {
            let (one, next) = (declarations[order[place - 1]].path, declarations[order[place]].path)
            guard next.hasPrefix(one) else { continue }
            let later = max(order[place - 1], order[place])
            guard mistake.map({ later < $0.declaration }) ?? true else { continue }
            if one.utf8.count == next.utf8.count {
                mistake = (later, .duplicatePath(next))
            } else if next.utf8.dropFirst(one.utf8.count).first == UInt8(ascii: ".") {
                mistake = (later, .pathInsidePath(declarations[later].path))
            }
        }
        if let mistake { throw mistake.fault }
        self.init(paths: SortedPaths(declarations, in: order), range: order.indices, shared: 0)
    }

    private init(paths: SortedPaths, range: Range<Int>, shared: Int) {
        self.paths = paths
        self.range = range
        self.shared = shared
    }

    /// The names of this level in the order first declared.
    var names: [String] {
        var first: [(name: String, declaration: Int)] = []
        for place in range where paths.bytes(of: place).count > shared {
            let (name, declaration) = (paths.name(of: place, from: shared), paths.declaration(of: place))
            if let last = first.last, last.name == name {
                first[first.count - 1].declaration = min(last.declaration, declaration)
            } else {
                first.append((name, declaration))
            }
        }
        return first.sorted { $0.declaration < $1.declaration }.map(\.name)
    }

    /// The index of the declaration, for a setting.
    var leaf: Int? {
        guard let place = range.first, range.count == 1, paths.bytes(of: place).count < shared else { return nil }
        return paths.declaration(of: place)
    }

    /// The index of the declaration at a whole path.
    func index(of path: String) -> Int? {
        let path = path.utf8.span
        let place = Self.first(in: range) { paths.order(of: $0, from: 0, upToDot: false, to: path) >= 0 }
        guard place < range.upperBound, paths.order(of: place, from: 0, upToDot: false, to: path) == 0 else {
            return nil
        }
        return paths.declaration(of: place)
    }

    // By bytes: to Swift, `K` and the Kelvin sign are the same String.
    func child(_ name: String) -> CatalogBranch? {
        let bytes = name.utf8.span
        let begin = Self.first(in: range) { paths.order(of: $0, from: shared, upToDot: true, to: bytes) >= 0 }
        let end = Self.first(in: range) { paths.order(of: $0, from: shared, upToDot: true, to: bytes) > 0 }
        guard begin < end else { return nil }
        return CatalogBranch(paths: paths, range: begin..<end, shared: shared + bytes.count + 1)
    }

    /// The first of these places that is as wanted; all behind it must be so as well.
    private static func first(in range: Range<Int>, where isWanted: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isWanted(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The paths of all settings by their bytes, one behind the other: to these a dot comes before all letters and digits,
/// so that settings of one level stand side by side.
private struct SortedPaths: Sendable {
    private var text: [UInt8] = []
    /// End of each path in `text`.
    private var ends: [Int] = []
    private let declarations: [Int]

    init(_ declarations: [SettingDeclaration], in order: [Int]) {
        self.declarations = order
        ends.reserveCapacity(order.count)
        for index in order {
            text.append(contentsOf: declarations[index].path.utf8)
            ends.append(text.count)
        }
    }

    /// The index of the declaration at this place.
    func declaration(of place: Int) -> Int { declarations[place] }

    func bytes(of place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }

    /// The name that begins after so many bytes.
    func name(of place: Int, from shared: Int) -> String {
        String(decoding: text[bytes(of: place)].dropFirst(shared).prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }

    /// Order of the rest of a path after its first `shared` bytes, or of the name that begins there, against `other`:
    /// negative if it comes first, 0 if they are equal.
    func order(of place: Int, from shared: Int, upToDot: Bool, to other: Span<UInt8>) -> Int {
        let range = bytes(of: place)
        var index = range.lowerBound + shared
        for offset in other.indices {
            guard index < range.upperBound, !(upToDot && text[index] == UInt8(ascii: ".")) else { return -1 }
            if text[index] != other[offset] { return text[index] < other[offset] ? -1 : 1 }
            index += 1
        }
        return index < range.upperBound && !(upToDot && text[index] == UInt8(ascii: ".")) ? 1 : 0
    }
}
