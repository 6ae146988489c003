import Foundation
import Synchronization

/// Why a program could not be driven.
enum HarnessFault: Error, CustomStringConvertible {
    case cannotStart(String, reason: String)
    case misbehaved(String, output: String, errors: String)

    var description: String {
        switch self {
        case .cannotStart(let what, let reason): "cannot start \(what): \(reason)"
        case .misbehaved(let sentence, let output, let errors):
            "\(sentence)\nunread output: \(output.isEmpty ? "none" : output)\nstderr: \(errors.isEmpty ? "none" : errors)"
        }
    }
}

/// Starting a program with exactly the descriptors, environment and signal state it is given.
enum Spawn {
    /// A program that runs, and this side's ends of its pipes.
    struct Running {
        let pid: pid_t
        let input: Int32
        let output: Int32
        let errors: Int32
        /// The read end of a pipe that the program holds open (as descriptor 3) without using it: its end is the exit.
        let life: Int32
    }

    /// Held from the making of pipes until the program runs, so that no other program inherits them.
    private static let oneAtATime = Mutex(())

    /// Starts a program in a working directory. The caller closes the descriptors.
    static func start(
        _ executable: String, _ arguments: [String], environment: [String: String], directory: String?
    ) throws(HarnessFault) -> Running {
        // env changes the directory, then becomes the program.
        let command = directory.map { ["/usr/bin/env", "-C", $0, executable] } ?? [executable]
        return try oneAtATime.withLock { _ throws(HarnessFault) in
            let pipes = try pipes(count: 4)
            let (input, output, errors, life) = (pipes[0], pipes[1], pipes[2], pipes[3])
            let theirs = [input.read, output.write, errors.write, life.write]
            let ours = [input.write, output.read, errors.read, life.read]
            defer { for end in theirs { close(end) } }
            do throws(HarnessFault) {
                let pid = try start(command + arguments, environment: environment, descriptors: theirs)
                return Running(pid: pid, input: ours[0], output: ours[1], errors: ours[2], life: ours[3])
            } catch {
                for end in ours { close(end) }
                throw error
            }
        }
    }

    /// Starts a program whose three standard streams are one terminal.
    static func start(
        _ command: [String], environment: [String: String], on terminal: Int32
    ) throws(HarnessFault) -> pid_t {
        try oneAtATime.withLock { _ throws(HarnessFault) in
            try start(command, environment: environment, descriptors: [terminal, terminal, terminal])
        }
    }

    /// Pipes closed on exec.
    private static func pipes(count: Int) throws(HarnessFault) -> [(read: Int32, write: Int32)] {
        var pipes: [(read: Int32, write: Int32)] = []
        for _ in 0..<count {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                let reason = String(cString: strerror(errno))
                for pipe in pipes {
                    close(pipe.read)
                    close(pipe.write)
                }
                throw .cannotStart("a pipe", reason: reason)
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append((ends[0], ends[1]))
        }
        return pipes
    }

    /// Whatever this process has open, such as the pipes of other tests, is not for the programs it starts.
    private static func keepOwnDescriptors() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for number in names.compactMap({ Int32($0) }) where number > 2 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }

    /// Starts a program whose descriptors 0, 1, 2… are the given ones, with default signal handling.
    private static func start(
        _ command: [String], environment: [String: String], descriptors: [Int32]
    ) throws(HarnessFault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        keepOwnDescriptors()

        // This process ignores SIGPIPE and its threads may block signals; the program must not inherit either.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid: pid_t = 0
        let code = withCStrings(command) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&pid, command[0], &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw .cannotStart(command[0], reason: String(cString: strerror(code))) }
        return pid
    }

    /// A NULL-terminated array of C strings that lives as long as the call.
    private static func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
