import Storage

/// Opens the state at the path of the settings.
/// - Parameters:
///   - takesWrites: false for a process that may only read.
///   - timeout: how long a write waits for another program's lock.
///   - timer: by which callers stop waiting for a disk that does not answer.
/// - Returns: a store that refuses writes, and says why, where the path still begins with `~`: the settings found no home
///   directory for it, and a folder of that name in the working directory must never come to be.
func stateStore(
    at path: String, takesWrites: Bool, timeout: Duration, timer: @escaping StateTimer = taskTimer
) -> any StateStore {
    guard path.utf8.first == UInt8(ascii: "~") else {
        return SQLiteStateStore(path: path, takesWrites: takesWrites, timeout: timeout, timer: timer)
    }
    return UnavailableStateStore(
        reason: "There is no home directory to keep state in. Set HOME, or state.path to a writable file.")
}
