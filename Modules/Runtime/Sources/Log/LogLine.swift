/// One event of the diagnostic log as the bytes of one line.
///
/// Text from outside ends up in log lines, so whatever could start a second line, move a terminal's cursor or reorder
/// the text is shown as a visible escape (CWE-117).
enum LogLine {
    /// The longest line in bytes, newline included: PIPE_BUF on Linux, so that one `write` to a pipe is all or nothing.
    static let maximumBytes = 4096

    /// The line for an event: `galleria: warning: message` and a newline, cut at `maximumBytes` with `...`.
    /// - Parameter dropped: How many lines before this one could not be written; told at the end of the line when > 0.
    static func bytes(level: LogLevel, message: String, dropped: Int) -> [UInt8] {
        let notice = dropped > 0 ? " (\(dropped) earlier lines were dropped: nobody read them)" : ""
        let ending = Array(notice.utf8) + [newline]
        var line = Array("galleria: \(level.rawValue): ".utf8)
        let room = maximumBytes - ending.count - 3
        for scalar in message.unicodeScalars {
            let before = line.count
            append(scalar, to: &line)
            if line.count > room {
                line.removeSubrange(before...)
                line.append(contentsOf: [0x2E, 0x2E, 0x2E])
                break
            }
        }
        return line + ending
    }

    private static let newline: UInt8 = 0x0A

    private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        switch scalar {
        case "\n": line.append(contentsOf: "\\n".utf8)
        case "\r": line.append(contentsOf: "\\r".utf8)
        case "\t": line.append(contentsOf: "\\t".utf8)
        case _ where isUnsafe(scalar):
            line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
        default: line.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        }
    }

    /// C0, DEL, C1, line and paragraph separators, bidirectional controls, and the invisible tag characters.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }
}
