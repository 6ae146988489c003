import Glibc
import Runtime
import Synchronization

/// Modes that a full screen changes, and their values before.
final class TerminalModes {
    /// The window's title put aside, the alternate screen, no cursor, pasted text between marks, and the mouse's buttons.
    private static let enter =
        "\u{1B}[22;2t\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J"
    /// The same back, and whatever a frame that was cut short left on: attributes, a link, a synchronized update. The first two bytes
    /// end a link's address or a window's title that was cut in two, which might take what follows for its own; elsewhere they do nothing.
    private static let leave =
        "\u{1B}\\\u{1B}[?2026l\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;2t"

    private let streams: StandardStreams
    private let before: termios?
    /// Standard error, while what is written there would get into the screen.
    private var errors: OwnedDescriptor?

    init(_ streams: StandardStreams) {
        self.streams = streams
        var modes = termios()
        before = tcgetattr(streams.input, &modes) == 0 ? modes : nil
    }

    func enterFullScreen() {
        if var modes = before {
            cfmakeraw(&modes)
            tcsetattr(streams.input, TCSADRAIN, &modes)
        }
        if errors == nil, streams.errorIsTerminal {
            let nowhere = OwnedDescriptor(open("/dev/null", O_WRONLY | O_CLOEXEC))
            if let nowhere {
                errors = OwnedDescriptor(fcntl(2, F_DUPFD_CLOEXEC, 3))
                if errors != nil { redirect(nowhere.number) }
            }
        }
        if let before {
            CrashedTerminal.arm(CrashedTerminal(streams: streams, modes: before, leave: Array(Self.leave.utf8)))
        }
        _ = streams.writeOutput(Array(Self.enter.utf8))
    }

    func restore() {
        CrashedTerminal.arm(nil)
        _ = streams.writeOutput(Array(Self.leave.utf8))
        if let number = errors?.number { redirect(number) }
        errors = nil
        // What was typed ahead was meant for the screen, not for the shell.
        if var modes = before { tcsetattr(streams.input, TCSAFLUSH, &modes) }
    }

    /// Leads descriptor 2, and 1 which leads there too, elsewhere.
    private func redirect(_ descriptor: Int32) {
        dup2(descriptor, 2)
        if streams.output != 1 { dup2(descriptor, 1) }
    }
}

/// Gives the terminal back when the process crashes: else the shell would get a keyboard that echoes nothing, and a mouse
/// that types.
private struct CrashedTerminal: Sendable {
    let streams: StandardStreams
    let modes: termios
    let leave: [UInt8]

    private static let armed = Mutex<CrashedTerminal?>(nil)
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

    /// - Parameter terminal: nil when there is nothing to give back any more.
    static func arm(_ terminal: CrashedTerminal?) {
        let isFirst = armed.withLock { armed in
            defer { armed = terminal }
            return armed == nil && terminal != nil
        }
        guard isFirst else { return }
        for number in signals {
            var action = sigaction()
            // Once: what comes after it, the same signal first of all, ends the process as if nobody had looked.
            action.sa_flags = Int32(bitPattern: SA_RESETHAND) | SA_NODEFER
            action.__sigaction_handler.sa_handler = { number in
                // Nothing here waits or allocates. A lock that is held is of the thread that crashed.
                _ = CrashedTerminal.armed.withLockIfAvailable { armed in
                    guard let armed else { return }
                    armed.leave.withUnsafeBufferPointer { _ = write(armed.streams.output, $0.baseAddress, $0.count) }
                    var modes = armed.modes
                    tcsetattr(armed.streams.input, TCSANOW, &modes)
                }
                raise(number)
            }
            sigaction(number, &action, nil)
        }
    }
}
