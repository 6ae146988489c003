import Foundation
import Synchronization

/// A PostgreSQL server for tests: a cluster of its own in a temporary folder, on a Unix socket and a port of 127.0.0.1, run as
/// another user where the tests run as root. It ends with the test process, whatever ends that.
package final class PostgresServer: Sendable {
    /// A server could not be made.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder of the socket and the data.
    package let folder: String
    package let port: Int
    /// Held open: when it closes, the server is stopped and its folder removed.
    private let leash: Mutex<Process?>

    private static let sharedServer = Mutex<Result<PostgresServer, Failure>?>(nil)

    /// The one server of this test process, made when it is first asked for.
    package static func shared() throws -> PostgresServer {
        try sharedServer.withLock { server in
            let made = server ?? Result { () throws(Failure) in try PostgresServer() }
            server = made
            return try made.get()
        }
    }

    /// The folder of PostgreSQL's programs, the newest version's.
    private static func programs() -> String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return versions.compactMap { Int($0) }.max().map { "/usr/lib/postgresql/\($0)/bin" }
    }

    /// - Parameter primary: the server of which this one is a stand-by, by streaming replication; nil for a server of its own.
    package init(standbyOf primary: PostgresServer? = nil) throws(Failure) {
        guard let programs = Self.programs() else {
            throw Failure(description: "PostgreSQL is not installed: sudo apt-get install postgresql-15")
        }
        let free = Self.freePort()
        // A socket's path has 107 bytes at most, so not the folder of TMPDIR.
        let place = "/tmp/galleria-pg-\(getpid())-\(free)"
        (folder, port) = (place, free)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", Self.script, "sh", programs, place, String(free),
            primary.map { "host=\($0.folder) port=\($0.port) user=tester" } ?? "",
        ]
        let (input, output) = (Pipe(), Pipe())
        // A program that this process starts later, a server that is started again above all, would keep the leash from ending.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = input
        process.standardOutput = output
        leash = Mutex(nil)
        do { try process.run() } catch { throw Failure(description: "\(error)") }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: place + "/log", encoding: .utf8)) ?? ""
            throw Failure(description: "PostgreSQL did not start: \(line) \(log.suffix(2_000))")
        }
        leash.withLock { $0 = process }
    }

    /// Makes the cluster, starts it, and ends it when standard input ends. `$1` programs, `$2` folder, `$3` port,
    /// `$4` the primary of a stand-by.
    private static let script = #"""
        set -eu
        # The end of the leash alone ends the server: not what ends the tests' process group.
        trap '' HUP INT TERM TSTP
        if [ "$(id -u)" -eq 0 ]; then
            user=$(id -un postgres 2>/dev/null || echo nobody)
            as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
        else
            as=
        fi
        umask 077
        mkdir "$2"
        if [ -n "$as" ]; then chown "$user" "$2"; fi
        export HOME="$2" LC_ALL=C.UTF-8
        cd "$2"
        if [ -n "$4" ]; then
            $as "$1/pg_basebackup" -D "$2/data" -d "$4" -R -X stream -c fast --no-sync >"$2/log" 2>&1
        else
            $as "$1/initdb" -D "$2/data" -U tester -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1
        fi
        printf '%s\n' "port = $3" "listen_addresses = '127.0.0.1'" "unix_socket_directories = '$2'" \
            "max_connections = 300" "shared_buffers = 64MB" "fsync = on" "logging_collector = off" \
            >>"$2/data/postgresql.conf"
        $as "$1/pg_ctl" -D "$2/data" -l "$2/server.log" -w -t 60 start >>"$2/log" 2>&1 || { cat "$2/server.log" >>"$2/log"; exit 1; }
        echo ready
        cat >/dev/null || true
        $as "$1/pg_ctl" -D "$2/data" -m immediate -w -t 20 stop >/dev/null 2>&1 || true
        rm -rf "$2"
        """#

    private static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(descriptor, pointer, size)
                _ = getsockname(descriptor, pointer, &size)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// The address of a database over the socket.
    package func url(_ database: String = "postgres", user: String = "tester", query: String = "") -> String {
        "postgresql://\(user)@\(host)/\(database)\(query.isEmpty ? "" : "?\(query)")"
    }

    /// The socket and the port as an address names them.
    package var host: String { "\(folder.replacingOccurrences(of: "/", with: "%2F")):\(port)" }

    /// The user whom the server runs as.
    package var user: UInt32 {
        var status = stat()
        return stat(folder + "/data", &status) == 0 ? status.st_uid : getuid()
    }

    /// A new database.
    package func database() throws -> String {
        let name = "t" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
        _ = try sql("CREATE DATABASE \(name)")
        return name
    }

    /// Runs statements with psql, as the superuser.
    /// - Returns: the values of the rows, one row a line, with `|` between them.
    @discardableResult
    package func sql(_ text: String, in database: String = "postgres") throws -> String {
        try Self.run(
            "/usr/bin/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url(database), "-c", text])
    }

    /// Kills every process of the server, as a power cut would.
    package func kill() throws {
        let pid = try Self.run("/usr/bin/head", ["-n", "1", folder + "/data/postmaster.pid"])
        // The postmaster first: it would only restart its children.
        try Self.run(
            "/bin/sh",
            [
                "-c",
                "children=$(ps -o pid= --ppid \(pid)); kill -9 \(pid) $children; while kill -0 \(pid) 2>/dev/null; do sleep 0.01; done",
            ])
    }

    /// Starts the server again, with its data as they are.
    package func start() throws {
        guard let programs = Self.programs() else { return }
        try Self.run(
            "/bin/sh",
            [
                "-c",
                """
                as=; if [ "$(id -u)" -eq 0 ]; then user=$(stat -c %U "$2/data"); \
                as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"; fi; cd "$2"; \
                LC_ALL=C.UTF-8 $as "$1/pg_ctl" -D "$2/data" -l "$2/server.log" -w -t 60 start >/dev/null 2>&1
                """, "sh", programs, folder,
            ])
    }

    /// Runs a program, and waits for it. Not by `Process`: its `waitUntilExit` may never return on a thread of the tests' pool.
    /// - Returns: its output, trimmed.
    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let words = ([program] + arguments).map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        guard let stream = popen(words.joined(separator: " ") + " 2>&1 </dev/null", "r") else {
            throw Failure(description: "\(program) can't be started")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let status = pclose(stream)
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard status == 0 else { throw Failure(description: "\(arguments.last ?? program): \(text)") }
        return text
    }
}
