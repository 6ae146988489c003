package import PostgreSQL
package import Settings
import Storage

/// Place of the state by the settings: a database on a server, or a file.
package enum StatePlace: Sendable {
    case file(String)
    case server(PostgresAddress, profile: String)
    /// The path still begins with `~`: the settings found no home directory for it, and a folder of that name in the working
    /// directory must never come to be.
    case nowhere

    package init(_ settings: Settings) {
        let url = settings[ProgramSettings.stateURL]
        let path = settings[ProgramSettings.statePath]
        if !url.isEmpty {
            let address = PostgresAddress(url, password: settings[ProgramSettings.statePassword])
            self = .server(address, profile: settings[ProgramSettings.stateProfile])
        } else {
            self = path.utf8.first == UInt8(ascii: "~") ? .nowhere : .file(path)
        }
    }

    /// Opens the state.
    /// - Parameters:
    ///   - takesWrites: false for a process that may only read.
    ///   - isFollowed: whether the process goes on to show what others change of a file; otherwise it reads once, and ends.
    ///   - timeout: how long a write waits for another program's lock, or for its server.
    ///   - timer: by which callers stop waiting for a disk or a server that does not answer.
    /// - Returns: a store that refuses writes, and says why, where there is no place.
    func store(
        takesWrites: Bool, isFollowed: Bool = true, timeout: Duration, timer: @escaping StateTimer = taskTimer
    ) -> any StateStore {
        switch self {
        case .file(let path):
            DurableStateStore(
                path: path, takesWrites: takesWrites, timeout: timeout, isTold: isFollowed, timer: timer)
        case .server(let address, let profile):
            DurableStateStore(address, profile: profile, takesWrites: takesWrites, timeout: timeout, timer: timer)
        case .nowhere:
            UnavailableStateStore(
                reason: "There is no home directory to keep state in. Set HOME, or state.path to a writable file.")
        }
    }
}
