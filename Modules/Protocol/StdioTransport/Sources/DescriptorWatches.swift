import Glibc

/// Names one watched descriptor of a loop.
struct WatchID {
    fileprivate let index: Int
}

/// The descriptors a loop waits for, and what to do when one is ready. Touched on the loop's thread only.
final class DescriptorWatches {
    private var entries: [pollfd] = []
    private var bodies: [((Int16) -> Void)?] = []

    /// - Parameter body: Told the events `poll` reported, POLLHUP and POLLERR included.
    func add(_ descriptor: Int32, events: Int16, _ body: @escaping (Int16) -> Void) -> WatchID {
        entries.append(pollfd(fd: events == 0 ? ~descriptor : descriptor, events: events, revents: 0))
        bodies.append(body)
        return WatchID(index: entries.count - 1)
    }

    /// Changes the events waited for. With none, the descriptor is left out of `poll` altogether: a closed pipe reports
    /// POLLHUP even when nothing was asked, and would turn the loop into a spin.
    func setEvents(_ events: Int16, for id: WatchID) {
        let entry = entries[id.index]
        guard entry.events != events else { return }
        let descriptor = entry.fd < 0 ? ~entry.fd : entry.fd
        entries[id.index] = pollfd(fd: events == 0 ? ~descriptor : descriptor, events: events, revents: 0)
    }

    /// Stops watching for good and lets go of the body.
    func remove(_ id: WatchID) {
        entries[id.index] = pollfd(fd: -1, events: 0, revents: 0)
        bodies[id.index] = nil
    }

    /// Waits at most `timeout` milliseconds (-1: for ever) until something is ready; false when nothing is.
    func wait(timeout: Int32) -> Bool {
        poll(&entries, nfds_t(entries.count), timeout) > 0
    }

    /// Runs the bodies of what the last `wait` found ready, in order of adding.
    func runReady() {
        for index in entries.indices where entries[index].revents != 0 {
            let events = entries[index].revents
            entries[index].revents = 0
            bodies[index]?(events)
        }
    }
}
