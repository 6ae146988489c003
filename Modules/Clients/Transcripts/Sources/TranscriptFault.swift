import Glibc

/// Why a conversation can't be recorded, or a recording can't be read.
package enum TranscriptFault: Error, Sendable, Equatable {
    case exists(path: String)
    case inUse(path: String)
    case notAFile(path: String)
    case unwritable(path: String, code: Int32)
    case unreadable(path: String, code: Int32)
    case tooLarge(path: String)
    /// Its first line is not that of a recording.
    case noHeader
    case otherFormat(Int)
    /// The last line has no end.
    case cut(line: Int)
    case damaged(line: Int, what: String)
    /// Its last line does not say that the recording ended.
    case endMissing(line: Int)
    /// Its last line says that it reached its bound.
    case full(line: Int)

    /// Problem, in one sentence.
    package var sentence: String {
        switch self {
        case .exists(let path): "\(path) is there already, and a recording overwrites nothing unasked."
        case .inUse(let path): "Another galleria is recording to \(path)."
        case .notAFile(let path): "\(path) is not a plain file."
        case .unwritable(let path, let code): "\(path) can't be written (\(String(cString: strerror(code))))."
        case .unreadable(let path, let code): "\(path) can't be read (\(String(cString: strerror(code))))."
        case .tooLarge(let path): "\(path) is larger than \(Transcript.longest) bytes."
        case .noHeader: "Line 1 is not the first line of a recording."
        case .otherFormat(let format):
            "Line 1 says format \(format); this galleria reads format \(Transcript.format)."
        case .cut(let line): "Line \(line) is cut in its middle."
        case .damaged(let line, let what): "Line \(line) is damaged. \(what)"
        case .endMissing(let line):
            "The recording does not end after line \(line), its last: galleria was killed, or its disk was full or too slow."
        case .full(let line):
            "The recording reached \(Transcript.longest) bytes at line \(line), its last: what came then is not in it."
        }
    }

    /// Remedy, in one sentence.
    package var hint: String {
        switch self {
        case .exists: "Name another file, or add --overwrite."
        case .inUse, .notAFile: "Name another file."
        case .unwritable: "Name a file in a writable folder."
        case .unreadable: "Check the path."
        case .tooLarge: "Record a shorter conversation."
        case .noHeader: "galleria serve --record FILE makes one."
        case .otherFormat: "Record it again, or use the galleria that recorded it."
        case .cut, .damaged, .endMissing, .full: "--partial plays what stands before it."
        }
    }
}
