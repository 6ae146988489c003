import Glibc
import Runtime

/// Modes that a full screen changes, and their values before.
final class TerminalModes {
    /// The alternate screen, no cursor, and pasted text between marks.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J"
    /// The same back, and whatever a frame that was cut short left on: attributes, a synchronized update.
    private static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

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
        _ = streams.writeOutput(Array(Self.enter.utf8))
    }

    func restore() {
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
