import JSON

/// Spoils the bodies of an upstream, each time in another way and with the same seed alike (H9).
struct BodyMutations {
    private var random: SeededGenerator

    /// - Parameter name: of this one try.
    init(_ name: String) {
        random = SeededGenerator(name)
    }

    /// The body with one to three things wrong; at times no JSON any more.
    mutating func mutated(_ body: JSONValue) -> [UInt8] {
        var value = body
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let path = value.paths.randomElement(using: &random) else { break }
            value = spoiled(value, at: path)
        }
        var bytes = value.serialized()
        switch Int.random(in: 0..<16, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        case 1:
            guard let place = bytes.indices.randomElement(using: &random) else { break }
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: break
        }
        return bytes
    }

    private mutating func spoiled(_ body: JSONValue, at path: [Int]) -> JSONValue {
        guard let value = body.value(at: path) else { return body }
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return body.replacing(path, with: nil)
        case 2, 3: return body.replacing(path, with: Self.strangers.randomElement(using: &random))
        case 4, 5: return body.renaming(path, Self.names.randomElement(using: &random) ?? "")
        case 6:
            let number = OddNumbers.literals.randomElement(using: &random) ?? "0"
            return body.replacing(path, with: Bool.random(using: &random) ? .number(number) : .string(number))
        case 7: return body.replacing(path, with: Bool.random(using: &random) ? .array([value]) : ["value": value])
        case 8:
            let other = body.paths.randomElement(using: &random).flatMap { body.value(at: $0) }
            return body.replacing(path, with: other)
        default: return body.replacing(path, with: .array(Array(repeating: value, count: 3)))
        }
    }

    /// Values of every type, empty and not, some near a bound.
    private static let strangers: [JSONValue] = [
        .null, true, false, 0, -1, "", " ", "x", "0", "null", [], .object([]), [.null], [[]], ["a": 1],
        .string(String(repeating: "長", count: 5_000)), .array(Array(repeating: 0, count: 200)),
        (0..<50).reduce(1) { inner, _ in [inner] },
    ]

    private static let names = ["", "x", "Name", "e\u{301}", "__proto__", "id", "error", "total", "a\u{0}"]
}

/// A path is a position at each level: of an array's elements, or of an object's members.
extension JSONValue {
    private var children: [JSONValue] { array ?? members?.map(\.value) ?? [] }

    /// The way to every value inside, itself not counted.
    var paths: [[Int]] {
        children.enumerated().flatMap { position, child in [[position]] + child.paths.map { [position] + $0 } }
    }

    /// The way to every text, number, flag and null inside.
    /// - Parameter rows: the most elements of a list that are looked into.
    func leafPaths(rows: Int = .max) -> [[Int]] {
        let shown = array == nil ? children : Array(children.prefix(rows))
        return shown.enumerated().flatMap { position, child in
            let isLeaf = child.array == nil && child.members == nil
            return isLeaf ? [[position]] : child.leafPaths(rows: rows).map { [position] + $0 }
        }
    }

    func value(at path: some RandomAccessCollection<Int>) -> JSONValue? {
        guard let position = path.first else { return self }
        let children = children
        return children.indices.contains(position) ? children[position].value(at: path.dropFirst()) : nil
    }

    /// - Parameter value: what comes in its place; nil takes it away.
    func replacing(_ path: some RandomAccessCollection<Int>, with value: JSONValue?) -> JSONValue {
        guard let position = path.first else { return value ?? .null }
        let (rest, isLast) = (path.dropFirst(), path.count == 1)
        switch self {
        case .array(var elements) where elements.indices.contains(position):
            if isLast, value == nil {
                elements.remove(at: position)
            } else {
                elements[position] = elements[position].replacing(rest, with: value)
            }
            return .array(elements)
        case .object(var members) where members.indices.contains(position):
            if isLast, value == nil {
                members.remove(at: position)
            } else {
                members[position].value = members[position].value.replacing(rest, with: value)
            }
            return .object(members)
        default: return self
        }
    }

    /// The member at `path` under another name, unless its object has one of that name; an element stays.
    func renaming(_ path: some RandomAccessCollection<Int>, _ name: String) -> JSONValue {
        guard let position = path.last, let owner = value(at: path.dropLast()), case .object(var members) = owner,
            members.indices.contains(position), owner[name] == nil
        else { return self }
        members[position].key = name
        return replacing(path.dropLast(), with: .object(members))
    }

    /// Every list inside cut to its first elements.
    func cut(to count: Int) -> JSONValue {
        switch self {
        case .array(let elements): .array(elements.prefix(count).map { $0.cut(to: count) })
        case .object(let members): .object(members.map { JSONMember($0.key, $0.value.cut(to: count)) })
        default: self
        }
    }
}
