/// The head of an answer, line by line as it arrives (RFC 9112 sections 4 and 5).
struct ResponseHead {
    private(set) var fields: [HTTPField] = []
    /// Size of the body in bytes as sent, perhaps compressed, by the server's head. Nil when the head lacks it.
    private(set) var contentLength: Int?
    private var byteCount = 0
    private var isComplete = false

    /// Takes one line with its line end; false when all lines together are over `limit` bytes.
    mutating func take(_ line: some RandomAccessCollection<UInt8>, limit: Int) -> Bool {
        byteCount += line.count
        guard byteCount <= limit else { return false }
        if line.starts(with: "HTTP/".utf8) {
            // A status line: the final answer after a 1xx one starts over.
            fields.removeAll(keepingCapacity: true)
            contentLength = nil
            isComplete = false
            return true
        }
        let content = Self.trimmed(line[...])
        if content.isEmpty { isComplete = true }
        // What follows the empty line are trailers, which nobody reads.
        guard !isComplete, let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let field = HTTPField(
            receivedName: String(decoding: content[..<colon], as: UTF8.self),
            value: String(decoding: Self.trimmed(content[colon...].dropFirst()), as: UTF8.self))
        if field.isNamed("content-length") { contentLength = Int(field.value) }
        fields.append(field)
        return true
    }

    /// Without spaces, tabs and line ends around.
    private static func trimmed<Line: RandomAccessCollection<UInt8>>(_ line: Line) -> Line.SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let start = line.firstIndex { !isBlank($0) } ?? line.endIndex
        let end = line.lastIndex { !isBlank($0) }.map(line.index(after:)) ?? start
        return line[start..<end]
    }
}
