import Foundation
import TestSupport

/// A program on a terminal of its own that is also its controlling one: keys make what they make on a real terminal, a
/// size that changes is a signal, and closing it is a hang-up. The program is killed when this object goes away.
final class InteractiveTerminal {
    let home: TemporaryHome
    private let pid: pid_t
    private var terminal: Int32
    private var hasEnded = false
    private(set) var screen: TerminalScreen
    /// Everything that the program has written.
    private(set) var written: [UInt8] = []
    /// The modes before the program began.
    private let modes: termios

    /// - Parameter command: the program and its arguments; what runs the tests is found in `GALLERIA`.
    init(
        _ command: [String], environment: [String: String] = ["TERM": "xterm-256color"], columns: Int = 80,
        rows: Int = 24
    ) throws {
        home = try TemporaryHome()
        screen = TerminalScreen(columns: columns, rows: rows)
        var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        guard openpty(&ours, &theirs, nil, nil, &window) == 0 else {
            throw HarnessFault.cannotStart("a pseudo terminal", reason: String(cString: strerror(errno)))
        }
        defer { close(theirs) }
        var modes = termios()
        tcgetattr(ours, &modes)
        self.modes = modes
        do {
            // setsid makes the terminal the controlling one of a session of its own, then becomes the program.
            pid = try Spawn.start(
                ["/usr/bin/setsid", "--ctty"] + command,
                environment: home.environment.merging(environment) { $1 }
                    .merging(["GALLERIA": GalleriaProcess.executable]) { $1 }, on: theirs)
        } catch {
            close(ours)
            throw error
        }
        terminal = ours
    }

    deinit {
        hangUp()
        guard !hasEnded else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Whether the terminal's modes are what they were before the program began.
    var isRestored: Bool {
        var now = termios()
        guard tcgetattr(terminal, &now) == 0 else { return false }
        return now.c_lflag == modes.c_lflag && now.c_iflag == modes.c_iflag && now.c_oflag == modes.c_oflag
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    func send(signal: Int32) { kill(pid, signal) }

    func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &window)
    }

    func hangUp() {
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    /// Reads what the program shows until the screen is as wanted.
    func wait(for what: String, until isShown: (TerminalScreen) -> Bool) throws {
        while !isShown(screen) {
            guard try readOnce() else {
                throw HarnessFault.misbehaved(
                    "the program ended before it showed \(what)", output: screen.text, errors: "")
            }
        }
    }

    func wait(for text: String) throws { try wait(for: text) { $0.text.contains(text) } }

    /// Waits for the program's end.
    /// - Returns: its exit status; 128 and more for a signal, as shells have it.
    func end() throws -> Int32 {
        while terminal >= 0, try readOnce() {}
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        hasEnded = true
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// - Returns: false when nobody has the other side open any more.
    private func readOnce() throws -> Bool {
        var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, Int32(ChildProcess.patience.components.seconds) * 1000) > 0 else {
            throw HarnessFault.misbehaved("the program was silent", output: screen.text, errors: "")
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(terminal, &chunk, chunk.count)
        if count < 0 && errno == EINTR { return true }
        guard count > 0 else { return false }
        screen.take(chunk[..<count])
        written += chunk[..<count]
        return true
    }
}
