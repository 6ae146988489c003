import DesignSystem
import JSON
import Synchronization
import Values

/// Changes that one reading of a screen makes to the one before; linear in the rows and lines shown.
final class ScreenDelta: Sendable {
    /// The state without its rows.
    let state: EmbeddedObject
    /// Changes of the rows, each after the ones before it.
    let items: [ItemChange]
    /// Changes of the text's lines, each after the ones before it.
    let lines: [LineChange]
    /// Which of the lines are which row; nil where that is as before, or nobody asked.
    let rows: [PlacedRow]?
    /// Numbers of the readings.
    private let (old, new): (Int, Int)
    /// Its members as JSON, once somebody told it.
    private let written = Mutex<[UInt8]?>(nil)

    /// The most changes whose JSON is kept for the next screen that tells them: beyond them it is long.
    private static let mostKept = 16

    init(from old: ToldScreen, to new: ToldScreen) {
        state = new.snapshot.stateWithoutRows
        items = itemChanges(from: old.toldRows?.rows ?? [], to: new.toldRows?.rows ?? [])
        lines = lineChanges(from: old.laidOut.lines, to: new.laidOut.lines)
        rows = old.rows == new.rows ? nil : new.rows
        (self.old, self.new) = (old.number, new.number)
    }

    /// True for the change from one reading to another one.
    func leads(from old: ToldScreen, to new: ToldScreen) -> Bool { self.old == old.number && self.new == new.number }

    /// Writes what is told of it as members of an object that is begun.
    func writeMembers(into writer: inout JSONWriter) {
        guard rows == nil, items.count <= Self.mostKept, lines.count <= Self.mostKept,
            lines.allSatisfy({ $0.replacement.count <= Self.mostKept })
        else { return ToldChange.shape.writeMembers(.changed(self), into: &writer) }
        let known = written.withLock { $0 }
        let members = known ?? encoded
        if known == nil { written.withLock { $0 = members } }
        // Between braces they are one value; without them they stand as members do, with a comma before.
        writer.raw(members.dropFirst().dropLast())
    }

    private var encoded: [UInt8] {
        var writer = JSONWriter(reserving: 1_024)
        ToldChange.shape.write(.changed(self), into: &writer)
        return writer.bytes
    }
}

/// A change of one row of a state.
struct ItemChange: Sendable {
    enum Operation: String, CaseIterable {
        case insert, replace, remove
    }

    let operation: Operation
    /// Place among the rows as they are then.
    let place: Int
    let key: String
    /// Nil for one that is removed.
    let row: Row?
}

/// Other lines in place of some.
struct LineChange: Sendable {
    /// The first of them, counted from 0.
    let from: Int
    let count: Int
    let replacement: [String]
}

/// The changes that make some rows of others, from the last to the first: no place depends on another change.
private func itemChanges(from old: [Row], to new: [Row]) -> [ItemChange] {
    if let places = changedPlaces(of: old, in: new) {
        return places.reversed().compactMap { place in
            let row = new[place]
            if row.isTold(as: old[place]) { return nil }
            return ItemChange(operation: .replace, place: place, key: row.key, row: row)
        }
    }
    var changes: [ItemChange] = []
    var (oldEnd, newEnd) = (old.count, new.count)
    func change(before kept: (old: Int, new: Int)) {
        for place in (kept.old + 1..<oldEnd).reversed() {
            changes.append(ItemChange(operation: .remove, place: place, key: old[place].key, row: nil))
        }
        for (index, place) in (kept.new + 1..<newEnd).enumerated() {
            let row = new[place]
            changes.append(ItemChange(operation: .insert, place: kept.old + 1 + index, key: row.key, row: row))
        }
        (oldEnd, newEnd) = (kept.old, kept.new)
    }
    for kept in keptPlaces(of: old.map { ExactName($0.key) }, in: new.map { ExactName($0.key) }).reversed() {
        change(before: kept)
        let row = new[kept.new]
        if row.isTold(as: old[kept.old]) { continue }
        changes.append(ItemChange(operation: .replace, place: kept.old, key: row.key, row: row))
    }
    change(before: (-1, -1))
    return changes
}

/// Places of the rows that are others, where each stands where it stood; nil where one came, went or moved.
private func changedPlaces(of old: [Row], in new: [Row]) -> [Int]? {
    guard old.count == new.count else { return nil }
    var places: [Int] = []
    for place in old.indices where !old[place].isSame(as: new[place]) {
        guard old[place].key.isExactly(new[place].key) else { return nil }
        places.append(place)
    }
    return places
}

/// The changes that make some lines of others, from the last to the first.
private func lineChanges(from old: [String], to new: [String]) -> [LineChange] {
    let bound = min(old.count, new.count)
    func isSame(_ oldLine: Int, _ newLine: Int) -> Bool {
        hasWords(of: oldLine, old, newLine, new) || old[oldLine].isExactly(new[newLine])
    }
    var beginning = 0
    while beginning < bound, isSame(beginning, beginning) { beginning += 1 }
    var end = 0
    while end < bound - beginning, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    var (oldEnd, newEnd) = (old.count - end, new.count - end)
    // One in the place of another one, as a like changes it, is not the same.
    let isOne = oldEnd - beginning == 1 && newEnd - beginning == 1
    let kept =
        isOne
        ? []
        : keptPlaces(
            of: old[beginning..<oldEnd].map(ExactName.init), in: new[beginning..<newEnd].map(ExactName.init))
    var changes: [LineChange] = []
    for kept in kept.reversed() + [(old: -1, new: -1)] {
        let (oldKept, newKept) = (beginning + kept.old, beginning + kept.new)
        let (from, count) = (oldKept + 1, oldEnd - oldKept - 1)
        let replacement = Array(new[(newKept + 1)..<newEnd])
        (oldEnd, newEnd) = (oldKept, newKept)
        if count == 0, replacement.isEmpty { continue }
        changes.append(LineChange(from: from, count: count, replacement: replacement))
    }
    return changes
}

/// Whether a line is a copy of another one, as nearly all are: its two words are the other's. To compare the lines alone took 32,000
/// instructions for a hundred of them, this way 13,000: each line that is looked at is counted.
private func hasWords(of place: Int, _ lines: [String], _ otherPlace: Int, _ others: [String]) -> Bool {
    lines.withUnsafeBytes { lines in
        others.withUnsafeBytes { others in
            let size = MemoryLayout<String>.stride
            guard (place + 1) * size <= lines.count, (otherPlace + 1) * size <= others.count else { return false }
            return (0..<size / 8).allSatisfy { word in
                lines.load(fromByteOffset: place * size + 8 * word, as: UInt64.self)
                    == others.load(fromByteOffset: otherPlace * size + 8 * word, as: UInt64.self)
            }
        }
    }
}

/// Places of elements that stay: the common beginning and end, and between them the longest rising run of those that come once in
/// each. At most n log n steps.
private func keptPlaces<Element: Hashable>(of old: [Element], in new: [Element]) -> [(old: Int, new: Int)] {
    let bound = min(old.count, new.count)
    var beginning = 0
    while beginning < bound, old[beginning] == new[beginning] { beginning += 1 }
    var end = 0
    while end < bound - beginning, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    var kept = (0..<beginning).map { (old: $0, new: $0) }
    let (oldMiddle, newMiddle) = (beginning..<old.count - end, beginning..<new.count - end)
    if !oldMiddle.isEmpty, !newMiddle.isEmpty {
        kept += risingPlaces(common(oldMiddle, of: old, newMiddle, of: new))
    }
    return kept + (0..<end).reversed().map { (old: old.count - 1 - $0, new: new.count - 1 - $0) }
}

/// Places of the elements that come once in each of two stretches, in the order of the new one.
private func common<Element: Hashable>(
    _ oldPlaces: Range<Int>, of old: [Element], _ newPlaces: Range<Int>, of new: [Element]
) -> [(old: Int, new: Int)] {
    /// Nil for an element that comes more than once.
    var places: [Element: Int?] = [:]
    for place in oldPlaces { places.updateValue(places[old[place]] == nil ? place : nil, forKey: old[place]) }
    var counts: [Element: Int] = [:]
    for place in newPlaces { counts[new[place], default: 0] += 1 }
    return newPlaces.compactMap { place in
        guard counts[new[place]] == 1, let old = places[new[place]] ?? nil else { return nil }
        return (old, place)
    }
}

/// The longest run of pairs whose old places rise, by patience sorting.
private func risingPlaces(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    /// The last pair of the best run of each length, and the pair before each pair in its run.
    var (ends, before): ([Int], [Int]) = ([], [])
    for (index, pair) in pairs.enumerated() {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
        }
        before.append(low > 0 ? ends[low - 1] : -1)
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
        run.append(pairs[index])
        index = before[index]
    }
    return run.reversed()
}

extension Row {
    /// Whether a list tells the same of both.
    fileprivate func isTold(as other: Row) -> Bool {
        if isSame(as: other) { return true }
        // As a like or an answer changes it: nothing has to be written to see that.
        if layout.overlaid.contains(where: layout.listed.contains), !hasOverlays(of: other) { return false }
        var one = JSONWriter(reserving: 256)
        var another = JSONWriter(reserving: 256)
        write(layout.listed, into: &one)
        other.write(other.layout.listed, into: &another)
        return one.bytes == another.bytes
    }
}

extension ScreenDelta {
    static let itemShape = ResultShape<ItemChange>([
        ResultField("op", .oneOf, "What is done.") { $0.operation },
        ResultField("at", .whole, "The row's place among the rows as they are then.") { $0.place },
        ResultField("key", .text, "What names the row, such as a sku.") { $0.key },
        ResultField(optional: "item", .embedded, "The row, unless it is removed.") { change in
            change.row.map { row in EmbeddedObject { row.write(row.layout.listed, into: &$0) } }
        },
    ])

    static let lineShape = ResultShape<LineChange>([
        ResultField("from", .whole, "The first line replaced, counted from 0.") { $0.from },
        ResultField("count", .whole, "How many are.") { $0.count },
        ResultField("with", .list(of: .rendering), "The lines in their place.") { $0.replacement },
    ])
}
