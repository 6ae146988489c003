import Storage

/// Opens the state at the path of the settings.
///
/// A default such as `~/.local/state/…` comes as it is declared, since it was never read from a file; `~` is put right
/// here, so that it never becomes a folder of that name in the working directory.
/// - Parameter home: the home directory; nil, or a path that is not absolute, when there is none.
/// - Returns: a store that refuses writes, and says why, when the path needs a home and there is none.
func stateStore(at path: String, home: String?) -> any StateStore {
    guard path.utf8.first == UInt8(ascii: "~") else { return SQLiteStateStore(path: path) }
    guard let home, home.utf8.first == UInt8(ascii: "/") else {
        return UnavailableStateStore(
            reason: "There is no home directory to keep state in. Set HOME, or state.path to a file of your own.")
    }
    return SQLiteStateStore(path: home + String(Substring(path.utf8.dropFirst())))
}
