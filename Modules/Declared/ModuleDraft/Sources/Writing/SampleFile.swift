import JSON
import Values

/// An answer that is kept beside the file.
package struct SampleFile: Sendable {
    /// Relative to the module's file: `concerts/list.json`
    package let name: String
    package let bytes: [UInt8]
    /// Rows of the answer that it has.
    package let rows: Int
}

/// Cuts an answer to what a sample needs: some of its rows, its envelope as it is. Numbers keep their spelling.
struct SampleCutter {
    /// A longer sample slows the tests that walk it.
    static let mostBytes = 96 * 1_024
    static let mostRows = 40

    let example: Example
    /// Texts that are written nowhere.
    let secrets: [DraftAddress.Item]
    /// Values that are others in the sample, by their paths, as JSON.
    var replaced: [(path: [String], value: String)] = []

    func sample(named name: String) throws(DraftRefusal) -> SampleFile {
        var (bytes, rows) = try cut()
        for secret in secrets where secret.value.utf8.count >= 4 {
            for spelling in Set([secret.value, PercentEncoding.component(secret.value)]) {
                bytes = bytes.replacing(spelling.utf8, by: "***".utf8)
            }
        }
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        return SampleFile(name: name, bytes: bytes, rows: rows)
    }

    private func cut() throws(DraftRefusal) -> ([UInt8], Int) {
        let root = example.document.root
        // The pieces of the text that change, in their order.
        var changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for (path, text) in replaced {
            guard let value = root.value(at: path) else { continue }
            changes.append((value.offset..<value.rawText.endIndex, Array(text.utf8)))
        }
        var rows = example.rows.count
        if let list = example.rowsNode, example.path != nil {
            let all = parts(of: list)
            let whole = list.rawText.count
            if all.count > Self.mostRows || whole > Self.mostBytes {
                let chosen = try choose(all)
                let texts = chosen.map { all[$0] }
                let (open, close) = list.kind == .object ? ("{\n", "\n}") : ("[\n", "\n]")
                let body = Array(open.utf8) + texts.joined(separator: ",\n".utf8) + Array(close.utf8)
                changes.append((list.offset..<list.rawText.endIndex, body))
                rows = chosen.count
            }
        }
        let text = root.rawText
        var bytes: [UInt8] = []
        var position = text.startIndex
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where change.range.lowerBound >= position {
            bytes += text[position..<change.range.lowerBound]
            bytes += change.bytes
            position = change.range.upperBound
        }
        bytes += text[position...]
        guard bytes.count <= 4 * Self.mostBytes else { throw .rowTooLong(limit: 4 * Self.mostBytes) }
        return (bytes, rows)
    }

    /// The texts of the elements or members.
    private func parts(of list: JSONNode) -> [ArraySlice<UInt8>] {
        guard list.kind == .object else { return list.elements.map(\.rawText) }
        return list.members.map { name, value in
            var writer = JSONWriter()
            writer.string(name)
            return ArraySlice(writer.bytes + [UInt8(ascii: ":"), UInt8(ascii: " ")] + value.rawText)
        }
    }

    /// Rows spread over the answer, and those that bring a member which the others lack.
    private func choose(_ parts: [ArraySlice<UInt8>]) throws(DraftRefusal) -> [Int] {
        let wanted = min(parts.count, Self.mostRows)
        var places = Set((0..<wanted).map { $0 * (parts.count - 1) / max(1, wanted - 1) })
        let isAligned = example.rows.count == parts.count
        if isAligned {
            var seen = Set(places.flatMap { Self.keys(of: example.rows[$0]) })
            for place in parts.indices where places.count < Self.mostRows + 10 {
                let new = Self.keys(of: example.rows[place]).filter { !seen.contains($0) }
                if new.isEmpty { continue }
                places.insert(place)
                seen.formUnion(new)
            }
        }
        var chosen = places.sorted()
        while chosen.reduce(0, { $0 + parts[$1].count + 3 }) > Self.mostBytes {
            guard chosen.count > 1 else { throw .rowTooLong(limit: Self.mostBytes) }
            chosen.remove(at: chosen.count / 2)
        }
        return chosen
    }

    /// Names of the members that have a value.
    private static func keys(of row: JSONNode) -> [String] {
        row.members.filter { !$0.value.isNull && !($0.value.kind == .array && $0.value.count == 0) }.map(\.key)
    }
}
