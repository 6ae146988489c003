/// One message per line: `\n` or `\r\n` ends it, blank lines are nothing, a last line without newline counts.
struct LineSplitter {
    let limit: Int
    /// No newline lies before this index of the unread bytes.
    private var scanned = 0
    /// Inside a line that was refused: everything up to its newline is dropped.
    private var isDiscarding = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func next(in unread: UnsafeRawBufferPointer, atEnd: Bool) -> FrameStep {
        if isDiscarding { return discard(unread) }
        if let end = unread.firstNewline(from: scanned) {
            scanned = 0
            return line(unread, end: end, consumed: end + 1)
        }
        scanned = unread.count
        if atEnd, !unread.isEmpty {
            scanned = 0
            return line(unread, end: unread.count, consumed: unread.count)
        }
        // One byte more than the limit may still turn out to be the carriage return of the line's end.
        if unread.count - 1 > limit {
            scanned = 0
            isDiscarding = true
            return .rejected(.tooLong(limit: limit), consumed: unread.count)
        }
        return .needsMore(total: 0)
    }

    private mutating func discard(_ unread: UnsafeRawBufferPointer) -> FrameStep {
        if let end = unread.firstNewline(from: 0) {
            isDiscarding = false
            return .skip(end + 1)
        }
        return unread.isEmpty ? .needsMore(total: 0) : .skip(unread.count)
    }

    private func line(_ unread: UnsafeRawBufferPointer, end: Int, consumed: Int) -> FrameStep {
        let length = end > 0 && unread[end - 1] == 0x0D ? end - 1 : end
        if length > limit { return .rejected(.tooLong(limit: limit), consumed: consumed) }
        if unread[..<length].allSatisfy(\.isBlank) { return .skip(consumed) }
        return .message(range: 0..<length, consumed: consumed)
    }
}
