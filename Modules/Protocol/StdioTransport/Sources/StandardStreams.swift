import Glibc

/// The descriptors 0, 1 and 2 as the program found them, and where its own output goes from now on.
///
/// `takeOver` is the first call of `main`, before anything opens a file: a descriptor opened while 0, 1 or 2 is closed
/// would take that number, and some library's message would end up in a database.
package struct StandardStreams: Sendable {
    /// Descriptor that messages are read from.
    package let input: Int32
    /// Descriptor of the program's own output: a private duplicate of descriptor 1. Descriptor 1 itself leads to
    /// standard error, so that prints of a library never get between two messages.
    package let output: Int32
    /// False when descriptor 0 was closed at the start.
    package let hasInput: Bool
    /// False when descriptor 1 was closed at the start.
    package let hasOutput: Bool

    /// Fills closed descriptors with /dev/null, moves the output out of the way of stray prints, and ignores SIGPIPE.
    package static func takeOver() -> StandardStreams {
        signal(SIGPIPE, SIG_IGN)
        var wasOpen = [true, true, true]
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            wasOpen[Int(number)] = false
            // The lowest free number is this one.
            _ = open("/dev/null", O_RDWR)
        }
        let own = fcntl(1, F_DUPFD_CLOEXEC, 3)
        if own >= 0 { dup2(2, 1) }
        return StandardStreams(input: 0, output: own >= 0 ? own : 1, hasInput: wasOpen[0], hasOutput: wasOpen[1])
    }

    /// True when people type the input.
    package var inputIsTerminal: Bool { isatty(input) == 1 }

    /// True when people read the output.
    package var outputIsTerminal: Bool { isatty(output) == 1 }

    /// True when people read standard error.
    package var errorIsTerminal: Bool { isatty(2) == 1 }

    /// The width of the terminal that shows the output, in columns; nil for anything else or an unknown width.
    package var outputColumns: Int? { outputWindow.flatMap { $0.columns > 0 ? $0.columns : nil } }

    /// The width of the terminal that shows standard error, in columns; nil for anything else or an unknown width.
    package var errorColumns: Int? { Self.window(of: 2).flatMap { $0.columns > 0 ? $0.columns : nil } }

    /// The size of the terminal that shows the output (`TIOCGWINSZ`); nil for anything else.
    package var outputWindow: TerminalWindow? { Self.window(of: output) }

    private static func window(of descriptor: Int32) -> TerminalWindow? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return TerminalWindow(
            columns: Int(size.ws_col), rows: Int(size.ws_row), pixelWidth: Int(size.ws_xpixel),
            pixelHeight: Int(size.ws_ypixel))
    }

    /// Writes all bytes to the output, waiting for its reader: for commands that print and end.
    /// - Returns: False when the reader is gone or the disk is full; nothing more can be written then.
    package func writeOutput(_ bytes: [UInt8]) -> Bool {
        Self.writeAll(bytes, to: output)
    }

    /// Writes all bytes to standard error, waiting for its reader: for messages of commands to people.
    @discardableResult
    package func writeError(_ bytes: [UInt8]) -> Bool {
        Self.writeAll(bytes, to: 2)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = write(descriptor, piece.baseAddress, piece.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // Inherited as non-blocking: waited for here, since its flags are not ours to change.
                    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&entry, 1, -1)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}

/// The size of a terminal; 0 where it does not say.
package struct TerminalWindow: Sendable, Equatable {
    /// Cells.
    package let columns: Int
    package let rows: Int
    /// Width of the whole window.
    package let pixelWidth: Int
    package let pixelHeight: Int
}
