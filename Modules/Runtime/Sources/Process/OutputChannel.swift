import Glibc

/// Result of one attempt to write.
package enum WriteOutcome: Equatable {
    /// So many bytes went out, possibly fewer than were offered.
    case wrote(Int)
    /// Nothing could be written now without waiting.
    case wouldBlock
    /// Nothing will ever be written again; the system's error number says why.
    case closed(errno: Int32)
}

/// A descriptor that is written without waiting and without touching the flags it was inherited with.
///
/// O_NONBLOCK belongs to the open file description, which the parent and its other children may share, so it is never
/// set on an inherited descriptor. Each kind of file has another way to the same end.
package struct OutputChannel: ~Copyable, Sendable {
    private enum Kind {
        /// A pipe opened a second time through /proc: a file description of our own, with O_NONBLOCK from the start.
        case reopenedPipe
        /// A socket takes "don't wait" with each call.
        case socket
        /// A regular file never makes a writer wait for a reader.
        case file
        /// A terminal, a device, or a pipe without /proc: asked first, then written in small pieces.
        case other
    }

    /// Bytes that a pipe or terminal that polls as writable takes at once without waiting (PIPE_BUF).
    private static let smallPiece = 4096

    /// F_SETPIPE_SZ, which the Glibc module leaves out (fcntl(2)).
    private static let setPipeSize: Int32 = 1031

    private let kind: Kind
    private let borrowed: Int32
    private let reopened: OwnedDescriptor?

    /// - Parameter descriptor: Borrowed: it must stay open as long as the channel, which never closes it.
    package init(descriptor: Int32) {
        signal(SIGPIPE, SIG_IGN)
        borrowed = descriptor
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        let again =
            type == S_IFIFO
            ? OwnedDescriptor(open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)) : nil
        switch type {
        case S_IFREG: kind = .file
        case S_IFSOCK: kind = .socket
        default: kind = again == nil ? .other : .reopenedPipe
        }
        reopened = again
    }

    /// The descriptor to poll for room.
    package var descriptor: Int32 {
        switch reopened {
        case .some(let own): own.number
        case .none: borrowed
        }
    }

    /// Writes what fits now. Returns at once, whatever the reader does.
    package func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        guard !bytes.isEmpty else { return .wrote(0) }
        while true {
            let count: Int
            switch kind {
            case .reopenedPipe, .file:
                count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            case .socket:
                let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                count = send(borrowed, bytes.baseAddress, bytes.count, flags)
            case .other:
                guard hasRoom(waiting: 0) else { return .wouldBlock }
                count = Glibc.write(borrowed, bytes.baseAddress, min(bytes.count, Self.smallPiece))
            }
            if count >= 0 { return .wrote(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return .wouldBlock
            case let number: return .closed(errno: number)
            }
        }
    }

    /// Waits at most so many milliseconds for room. True as well when the reader is gone: the next write says so.
    package func hasRoom(waiting milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Asks for a pipe of so many bytes. Harmless when refused, or when this is not a pipe.
    package func enlargePipe(to bytes: Int32) {
        _ = fcntl(descriptor, Self.setPipeSize, bytes)
    }
}
