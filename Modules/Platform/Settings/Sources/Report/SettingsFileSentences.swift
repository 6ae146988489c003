internal import Glibc

extension SettingsFileFault.Reason {
    /// Problem and remedy, in one line without a full stop. The path stands beside it.
    var sentence: String {
        switch self {
        case .missing(let namedBy): "the settings file\(namedBy.map { " named by \($0)" } ?? "") does not exist"
        case .unreadable(EACCES):
            "the settings file can't be read: permission denied; check its mode and its directories'"
        case .unreadable(let number): "the settings file can't be read (system error \(number))"
        case .directory: "the settings file is a directory; name the file in it"
        case .notAFile: "the settings file is not a regular file; save it as one"
        case .tooLarge(let limit):
            "the settings file is larger than \(limit / 1024 / 1024) MiB; settings never need that much"
        case .badPath: "the settings file's name is empty or has a NUL in it; name a file"
        }
    }
}

extension SettingsFile {
    /// Warnings about the file, as sentences; empty for a safe file.
    package var warnings: [String] {
        (isWorldWritable ? ["\(path.shown) can be written by every user; run chmod o-w on it"] : [])
            + (isForeign ? ["\(path.shown) belongs to another user; use a file of this user"] : [])
    }
}
