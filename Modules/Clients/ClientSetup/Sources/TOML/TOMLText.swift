/// A TOML text (toml.io, version 1.0) cut into its statements: enough to find a table and to put one in. Values are
/// skipped, not read; what can't even be skipped is refused.
struct TOMLText {
    enum Statement {
        /// `[a.b]`, or `[[a.b]]`.
        case header(path: [String], isArray: Bool)
        /// `a.b = value`.
        case pair(path: [String], value: Range<Int>)
    }

    let bytes: [UInt8]
    /// Each statement, and the offset behind the line that it ends on.
    private(set) var statements: [(statement: Statement, lineEnd: Int)] = []
    /// Ranges of the comments, ascending: with their mark, without the line break.
    let comments: [Range<Int>]

    /// - Throws: ``SetupFault/notUnderstood(reason:)`` with the line.
    init(_ bytes: [UInt8]) throws(SetupFault) {
        self.bytes = bytes
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .notUnderstood(reason: "it is not UTF-8")
        }
        var scan = TOMLScan(bytes)
        do throws(TOMLScan.Fault) {
            while let statement = try scan.statement() { statements.append((statement, scan.position)) }
            comments = scan.comments
        } catch {
            let line = 1 + bytes.prefix(scan.position).count { $0 == 0x0A }
            throw .notUnderstood(reason: "line \(line): it is not TOML")
        }
    }
}

/// Walks over TOML by bytes.
struct TOMLScan {
    struct Fault: Error {}

    private let bytes: [UInt8]
    private(set) var position = 0
    private(set) var comments: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next statement, with the rest of its line; nil at the end.
    mutating func statement() throws(Fault) -> TOMLText.Statement? {
        while true {
            skip { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            guard current == UInt8(ascii: "#") else { break }
            skipComment()
        }
        guard current != nil else { return nil }
        let statement = current == UInt8(ascii: "[") ? try header() : try pair()
        skipSpace()
        skipComment()
        if current == 0x0D { position += 1 }
        guard current == nil || current == 0x0A else { throw Fault() }
        if current != nil { position += 1 }
        return statement
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let byte = current, isSkipped(byte) { position += 1 }
    }

    private mutating func skipSpace() { skip { $0 == 0x20 || $0 == 0x09 } }

    private mutating func skipComment() {
        guard current == UInt8(ascii: "#") else { return }
        let start = position
        skip { $0 != 0x0A && $0 != 0x0D }
        comments.append(start..<position)
    }

    private mutating func expect(_ byte: UInt8) throws(Fault) {
        guard current == byte else { throw Fault() }
        position += 1
    }

    private mutating func header() throws(Fault) -> TOMLText.Statement {
        position += 1
        let isArray = current == UInt8(ascii: "[")
        if isArray { position += 1 }
        let path = try key()
        try expect(UInt8(ascii: "]"))
        if isArray { try expect(UInt8(ascii: "]")) }
        return .header(path: path, isArray: isArray)
    }

    private mutating func pair() throws(Fault) -> TOMLText.Statement {
        let path = try key()
        try expect(UInt8(ascii: "="))
        skipSpace()
        let start = position
        try value()
        return .pair(path: path, value: start..<position)
    }

    /// A key with its dots, and the white space around it.
    private mutating func key() throws(Fault) -> [String] {
        var path: [String] = []
        repeat {
            if !path.isEmpty { position += 1 }
            skipSpace()
            let start = position
            switch current {
            case UInt8(ascii: "\""):
                try string(UInt8(ascii: "\""))
                let inner = bytes[(start + 1)..<(position - 1)]
                // \u could spell any name; the other escapes stand for nothing that a name looked for here has.
                if zip(inner, inner.dropFirst()).contains(where: { $0 == 0x5C && ($1 | 0x20) == UInt8(ascii: "u") }) {
                    throw Fault()
                }
                path.append(String(decoding: inner, as: UTF8.self))
            case UInt8(ascii: "'"):
                try string(UInt8(ascii: "'"))
                path.append(String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self))
            default:
                skip { Self.isBare($0) }
                guard position > start else { throw Fault() }
                path.append(String(decoding: bytes[start..<position], as: UTF8.self))
            }
            skipSpace()
        } while current == UInt8(ascii: ".")
        return path
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// A value: a string, or whatever brackets and scalars stand up to the end of the line.
    private mutating func value() throws(Fault) {
        var open: [UInt8] = []
        let start = position
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try anyString(byte)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard open.count < 128 else { throw Fault() }
                open.append(byte)
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.popLast() == byte - 2 else { throw Fault() }
                position += 1
            case UInt8(ascii: "#"):
                if open.isEmpty { return try end(from: start) }
                skipComment()
            case 0x0A, 0x0D:
                if open.isEmpty { return try end(from: start) }
                position += 1
            default: position += 1
            }
        }
        guard open.isEmpty else { throw Fault() }
        try end(from: start)
    }

    /// Goes back over white space, to behind the value; there must be one.
    private mutating func end(from start: Int) throws(Fault) {
        while position > start, bytes[position - 1] == 0x20 || bytes[position - 1] == 0x09 { position -= 1 }
        guard position > start else { throw Fault() }
    }

    private mutating func anyString(_ quote: UInt8) throws(Fault) {
        let isLong = bytes[position...].prefix(3).elementsEqual([quote, quote, quote])
        guard isLong else { return try string(quote) }
        position += 3
        while let byte = current {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position = min(position + 2, bytes.count)
            } else if bytes[position...].prefix(3).elementsEqual([quote, quote, quote]) {
                position += 3
                // Up to two quotes may stand before the closing ones.
                for _ in 0..<2 where current == quote { position += 1 }
                return
            } else {
                position += 1
            }
        }
        throw Fault()
    }

    private mutating func string(_ quote: UInt8) throws(Fault) {
        position += 1
        while let byte = current, byte != 0x0A, byte != 0x0D {
            let isEscape = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
            position = min(position + (isEscape ? 2 : 1), bytes.count)
            if byte == quote { return }
        }
        throw Fault()
    }
}
