import Foundation
import Testing

/// A program that holds every lock that SQLite knows on a state file, as one that has it for itself alone does.
final class StateLock {
    private let holder: ChildProcess

    /// Returns once it has all of them.
    init(_ folder: StateFolder) throws {
        // The bytes that SQLite locks (unixfile.c, wal.c): of the file, and of the index of its log.
        let script = """
            import fcntl, sys, time
            held = []
            for name, start, length in ((sys.argv[1] + "-shm", 120, 8), (sys.argv[1], 0x40000000, 2)):
                held.append(open(name, "r+b"))
                while True:
                    try:
                        fcntl.lockf(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
                        break
                    except OSError:
                        time.sleep(0.001)
            print("locked", flush=True)
            sys.stdin.read()
            """
        holder = try ChildProcess(
            "/usr/bin/env", ["python3", "-c", script, folder.file],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        try #require(try holder.readLine() == "locked", "\(holder.errorText)")
    }

    func free() throws {
        holder.closeInput()
        _ = try holder.waitForEnd()
    }
}
