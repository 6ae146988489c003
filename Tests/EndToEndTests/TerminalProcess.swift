import Foundation

/// galleria on a terminal of its own: a pseudo terminal whose other side is read here. The program is killed when this
/// object goes away. The terminal passes bytes on as they are, and is its input, output and standard error.
final class TerminalProcess {
    private let home: TemporaryHome
    private let pid: pid_t
    private var terminal: Int32
    private var hasEnded = false

    /// - Parameters:
    ///   - environment: besides that of the home; a terminal usually has at least `TERM`.
    ///   - size: columns, rows, and the pixels of both; 0 where the terminal does not say.
    init(
        _ arguments: [String], environment: [String: String],
        size: (columns: Int, rows: Int, pixelWidth: Int, pixelHeight: Int) = (80, 50, 0, 0)
    ) throws {
        home = try TemporaryHome()
        var window = winsize(
            ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: UInt16(size.pixelWidth),
            ws_ypixel: UInt16(size.pixelHeight))
        var modes = termios()
        cfmakeraw(&modes)
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        guard openpty(&ours, &theirs, nil, &modes, &window) == 0 else {
            throw HarnessFault.cannotStart("a pseudo terminal", reason: String(cString: strerror(errno)))
        }
        defer { close(theirs) }
        do {
            pid = try Spawn.start(
                [GalleriaProcess.executable] + arguments, environment: home.environment.merging(environment) { $1 },
                on: theirs)
        } catch {
            close(ours)
            throw error
        }
        terminal = ours
    }

    deinit {
        close(terminal)
        guard !hasEnded else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Everything that the program shows until it ends, and its exit status.
    func run() throws -> (text: String, status: Int32) {
        var shown: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Int32(ChildProcess.patience.components.seconds) * 1000) > 0 else {
                throw HarnessFault.misbehaved(
                    "the program was silent", output: String(decoding: shown, as: UTF8.self), errors: "")
            }
            let count = read(terminal, &chunk, chunk.count)
            // EIO: the program, which alone had the other side, is gone.
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            shown += chunk[..<count]
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        hasEnded = true
        return (String(decoding: shown, as: UTF8.self), status & 0x7f == 0 ? status >> 8 & 0xff : -1)
    }
}
