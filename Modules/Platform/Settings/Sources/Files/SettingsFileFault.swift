/// Why a settings file could not be read.
package struct SettingsFileFault: Error, Sendable, Equatable {
    /// The reasons.
    package enum Reason: Sendable, Equatable {
        /// There is no such file; `namedBy` is the option or variable that names it.
        case missing(namedBy: String?)
        /// The system refused, with its error number.
        case unreadable(errno: Int32)
        /// A directory.
        case directory
        /// Neither a file nor a character device: a pipe or a socket.
        case notAFile
        /// More bytes than the limit.
        case tooLarge(limit: Int)
        /// A path that can't be one: empty, or with a NUL in it.
        case badPath
    }

    /// The file's path.
    package let path: String
    /// Why.
    package let reason: Reason

    package init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
}
