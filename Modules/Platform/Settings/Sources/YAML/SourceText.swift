/// A place in a text: line and column count from 1, the column in Unicode scalars.
package struct SourcePosition: Sendable, Equatable {
    package let line: Int
    package let column: Int
}

/// The bytes of one layer and where its lines start.
///
/// Places are kept as scalar offsets from the start of the text, since that is what libyaml counts, and turned into a
/// line and a column only here. Lines end at LF, CR LF or CR, as editors count them; libyaml's own line numbers also
/// count U+0085, U+2028 and U+2029, which editors don't.
struct SourceText: Sendable {
    /// The text without a leading byte order mark.
    let bytes: [UInt8]
    /// The number of scalars; bytes that are not UTF-8 count one each.
    let scalarCount: Int
    /// Fault that makes the text unreadable, and its place.
    let unreadable: (fault: YAMLFault, offset: Int)?
    private let lineStarts: [SourceScan.LineStart]

    /// Reads through `bytes` once. A text over `limit` bytes is not looked at.
    init(_ bytes: [UInt8], limit: Int = YAMLLimits.bytes) {
        var scan = SourceScan()
        if bytes.count > limit {
            self.bytes = []
            scan.report(.tooLarge(limit: limit))
        } else {
            self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
            scan.run(over: self.bytes)
        }
        scalarCount = scan.scalar
        unreadable = scan.fault
        lineStarts = scan.lineStarts
    }

    /// The number of lines, at least 1.
    var lineCount: Int { lineStarts.count }

    /// The line and column of the scalar at `offset`; an offset past the end is the place just behind the last scalar.
    func position(of offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), scalarCount)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle].scalar) <= offset { low = middle } else { high = middle }
        }
        return SourcePosition(line: low + 1, column: offset - firstScalar(ofLine: low + 1) + 1)
    }

    /// The offset of the first scalar of line `line`, counted from 1.
    func firstScalar(ofLine line: Int) -> Int {
        lineStarts.indices.contains(line - 1) ? Int(lineStarts[line - 1].scalar) : scalarCount
    }

    /// The scalars of line `line`, counted from 1, without its line break; bytes that are not UTF-8 become U+FFFD.
    func scalars(ofLine line: Int) -> [Unicode.Scalar] {
        guard lineStarts.indices.contains(line - 1) else { return [] }
        let start = Int(lineStarts[line - 1].byte)
        var end = lineStarts.indices.contains(line) ? Int(lineStarts[line].byte) : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        var scalars: [Unicode.Scalar] = []
        var index = start
        while index < end {
            if let (scalar, length) = decodedScalar(in: bytes, at: index) {
                scalars.append(scalar)
                index += length
            } else {
                scalars.append("\u{FFFD}")
                index += 1
            }
        }
        return scalars
    }
}
