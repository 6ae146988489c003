/// One pass over a text before libyaml sees it: where lines start, and the first thing that makes it unreadable.
///
/// libyaml would find most of these faults too, but guesses UTF-16 from a byte order mark, reports byte offsets instead
/// of places, and needs quadratic time for a long list of `%TAG` lines (a megabyte of them takes twelve seconds).
struct SourceScan {
    /// Start of a line: in bytes, and in scalars, from the start of the text.
    struct LineStart: Sendable {
        let byte: UInt32
        let scalar: UInt32
    }

    private(set) var lineStarts = [LineStart(byte: 0, scalar: 0)]
    /// Scalars seen so far.
    private(set) var scalar = 0
    /// The first fault and the scalar offset it stands at.
    private(set) var fault: (fault: YAMLFault, offset: Int)?

    /// Keeps the first fault only.
    mutating func report(_ found: YAMLFault) {
        if fault == nil { fault = (found, scalar) }
    }

    /// Walks all of `bytes`; after a fault it goes on, to know the lines.
    mutating func run(over bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { report(.notUTF8) }
        checkDirective(in: bytes, at: 0)
        let text = bytes.span
        var index = 0
        while true {
            // Most of a file: printable ASCII, a scalar each.
            let begin = index
            index = endOfPrintable(bytes, from: begin)
            scalar += index - begin
            guard index < text.count else { return }
            switch text[index] {
            case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A:
                // The line ends at the LF of the pair.
                index += 1
            case 0x0A, 0x0D:
                index += 1
                scalar += 1
                lineStarts.append(LineStart(byte: UInt32(clamping: index), scalar: UInt32(clamping: scalar)))
                checkDirective(in: bytes, at: index)
                continue
            default:
                index += checkScalar(in: bytes, at: index)
            }
            scalar += 1
        }
    }

    /// Checks the scalar that starts at `index` against YAML's printable characters; returns its length in bytes.
    private mutating func checkScalar(in bytes: [UInt8], at index: Int) -> Int {
        guard let (found, length) = decodedScalar(in: bytes, at: index) else {
            report(.notUTF8)
            return 1
        }
        switch found.value {
        case 0x85, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x10000...: break
        default: report(.controlCharacter(found.value))
        }
        return length
    }

    private mutating func checkDirective(in bytes: [UInt8], at index: Int) {
        if index < bytes.count, bytes[index] == UInt8(ascii: "%"), bytes[index...].starts(with: "%TAG".utf8) {
            report(.tagDirective)
        }
    }
}

/// Index behind the printable ASCII and tabs that stand in a text from `start` on. Byte by byte a file took 17 instructions a byte.
func endOfPrintable(_ text: [UInt8], from start: Int) -> Int {
    text.withUnsafeBytes { text in
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while index <= text.count - 8 {
            let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Beyond ASCII, below a blank, DEL: a mark may be wrong above a true one.
            let marks = (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80)
            if marks != 0 { break }
            index += 8
        }
        while index < text.count, text[index] >= 0x20 && text[index] < 0x7F || text[index] == 0x09 { index += 1 }
        return index
    }
}

/// The UTF-8 scalar that starts at `index`, and its length in bytes; nil when the bytes there are not UTF-8 (RFC 3629).
func decodedScalar(in bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    var decoder = UTF8()
    var iterator = bytes[index...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
}
