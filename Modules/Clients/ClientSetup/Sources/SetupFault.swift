/// Why a client's file was not changed. Nothing was written then.
package enum SetupFault: Error, Sendable, Equatable {
    case noHome
    case noSuchScope(client: String, scopes: [String])
    /// The text is not what the client reads, or has the entry in a way that can't be changed safely.
    case notUnderstood(reason: String)
    case notAFile(path: String)
    case tooLarge(path: String, limit: Int)
    /// `reason` is the system's.
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    /// Another program wrote to it at the same time.
    case changedMeanwhile(path: String)
    case tooManyBackups(path: String)
}

/// The one place that words them.
extension SetupFault {
    /// Problem, in one sentence.
    package var sentence: String {
        switch self {
        case .noHome: "HOME is not set to an absolute path, so the client's file can't be found."
        case .noSuchScope(let client, let scopes):
            "\(client) has no file of that scope; it has \(scopes.joined(separator: " and "))."
        case .notUnderstood(let reason):
            // A reader's own sentence ends in a full stop already.
            "The file is not understood, so nothing was changed: \(reason)\(reason.utf8.last == UInt8(ascii: ".") ? "" : ".")"
        case .notAFile(let path): "\(path) is not a file, so nothing was changed."
        case .tooLarge(let path, let limit): "\(path) has more than \(limit) bytes, so nothing was changed."
        case .unreadable(let path, let reason): "\(path) can't be read (\(reason)), so nothing was changed."
        case .unwritable(let path, let reason): "\(path) can't be written (\(reason)), so nothing was changed."
        case .changedMeanwhile(let path):
            "\(path) was changed by another program just now, so nothing was changed."
        case .tooManyBackups(let path): "\(path) has too many backups beside it, so nothing was changed."
        }
    }

    /// Remedy, in one sentence.
    package var hint: String {
        switch self {
        case .noHome: "Set HOME, or paste the entry by hand."
        case .noSuchScope: "Leave --scope out."
        case .notUnderstood, .notAFile, .tooLarge: "Paste the entry by hand."
        case .unreadable, .unwritable: "Check the permissions, or paste the entry by hand."
        case .changedMeanwhile: "Close the client, then try again."
        case .tooManyBackups: "Remove the old files .bak-…, then try again."
        }
    }
}
