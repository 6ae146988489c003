import Glibc

/// The galleria that a conversation is replayed to: a child process, with a folder for its state that goes with it.
package final class ReplayedServer: Sendable {
    /// Its input and its output.
    package let socket: Int32
    private let process: pid_t
    private let folder: String

    /// Starts this same program.
    /// - Parameters:
    ///   - arguments: of the command line, made from the path of the state that it is to use.
    ///   - temporary: where its folder is made.
    package init(
        _ arguments: (_ statePath: String) -> [String], temporary: String
    ) throws(ReplayedServerFault) {
        var template = Array("\(temporary)/galleria-replay-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .noFolder(temporary, code: errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            let code = errno
            rmdir(folder)
            throw .notStarted(code: code)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let words = ["galleria"] + arguments("\(folder)/state.db")
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var process = pid_t()
        let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &pointers, environ)
        for pointer in pointers { free(pointer) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            rmdir(folder)
            throw .notStarted(code: code)
        }
        socket = ends[0]
        self.process = process
        self.folder = folder
    }

    /// Ends its input; it still answers.
    package func endInput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Waits for its end, and removes its folder. One that is not at its end is killed.
    /// - Parameter isOver: whether its output has ended.
    /// - Returns: how it ended, where that was not by itself.
    package func end(isOver: Bool) -> String? {
        close(socket)
        if !isOver { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        removeFolder()
        guard isOver else { return nil }
        // The layout of a wait status: the signal in the low seven bits, the exit status in the next byte.
        let signal = status & 0x7F
        return signal == 0 ? nil : "galleria was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }

    private func removeFolder() {
        if let directory = opendir(folder) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink("\(folder)/\(name)") }
            }
            closedir(directory)
        }
        rmdir(folder)
    }
}

/// Why there is no galleria to replay to.
package enum ReplayedServerFault: Error, Sendable, Equatable {
    case noFolder(String, code: Int32)
    case notStarted(code: Int32)

    package var sentence: String {
        switch self {
        case .noFolder(let folder, let code):
            "No folder for the replay's state can be made in \(folder) (\(String(cString: strerror(code)))). Set TMPDIR to "
                + "a writable one."
        case .notStarted(let code): "A second galleria can't be started (\(String(cString: strerror(code))))."
        }
    }
}
