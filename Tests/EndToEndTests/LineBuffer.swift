import Glibc

/// Bytes that arrive in pieces, handed out in lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Resume point of the search for a newline, so that a long line is scanned once.
    private var searched = 0
    private var newline: Int?

    mutating func append(_ piece: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            (start, searched) = (0, 0)
        }
        bytes.append(contentsOf: piece)
        search()
    }

    var hasLine: Bool { newline != nil }

    /// The next whole line without its newline; at the end of input, a caller takes what `rest` says instead.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let end = newline else { return nil }
        let line = bytes[start..<end]
        start = end + 1
        searched = start
        search()
        return line
    }

    /// Bytes that have arrived and were not handed out.
    var rest: String { String(decoding: bytes[start...], as: UTF8.self) }

    private mutating func search() {
        // Not `firstIndex`: a debug build looks at each of hundreds of megabytes by a call.
        newline = bytes.withUnsafeBytes { all in
            guard searched < all.count, let base = all.baseAddress else { return nil }
            return memchr(base + searched, Int32(UInt8(ascii: "\n")), all.count - searched).map {
                base.distance(to: $0)
            }
        }
        searched = newline ?? bytes.count
    }
}
