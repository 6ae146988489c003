import Glibc

/// Names one watched descriptor of a loop.
package struct WatchID {
    fileprivate let index: Int
}

/// The descriptors a loop waits for, and what to do when one is ready. Touched on the loop's thread only.
///
/// The entries lie in memory of their own: an array would be checked for exclusive access around every `poll`.
package final class DescriptorWatches {
    /// A loop wakes for its queue, input, output, signals, and the parent; the rest is room.
    private static let capacity = 16

    private let entries: UnsafeMutablePointer<pollfd>
    private var bodies: [((Int16) -> Void)?] = []

    init() {
        entries = .allocate(capacity: Self.capacity)
        entries.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0), count: Self.capacity)
    }

    deinit {
        entries.deallocate()
    }

    /// - Parameter body: Told the events `poll` reported, POLLHUP and POLLERR included.
    package func add(_ descriptor: Int32, events: Int16, _ body: @escaping (Int16) -> Void) -> WatchID {
        let index = bodies.firstIndex { $0 == nil } ?? bodies.count
        precondition(index < Self.capacity, "more descriptors than an event loop watches")
        if index == bodies.count { bodies.append(body) } else { bodies[index] = body }
        entries[index] = pollfd(fd: events == 0 ? ~descriptor : descriptor, events: events, revents: 0)
        return WatchID(index: index)
    }

    /// Changes the events waited for. With none, the descriptor is left out of `poll` altogether: a closed pipe reports
    /// POLLHUP even when nothing was asked, and would turn the loop into a spin.
    package func setEvents(_ events: Int16, for id: WatchID) {
        let entry = entries[id.index]
        guard entry.events != events else { return }
        let descriptor = entry.fd < 0 ? ~entry.fd : entry.fd
        entries[id.index] = pollfd(fd: events == 0 ? ~descriptor : descriptor, events: events, revents: 0)
    }

    /// Stops watching for good and lets go of the body. The name may be given to another watch.
    package func remove(_ id: WatchID) {
        entries[id.index] = pollfd(fd: -1, events: 0, revents: 0)
        bodies[id.index] = nil
    }

    /// Waits at most `timeout` milliseconds (-1: for ever) until something is ready; false when nothing is.
    func wait(timeout: Int32) -> Bool {
        poll(entries, nfds_t(bodies.count), timeout) > 0
    }

    /// Runs the bodies of what the last `wait` found ready, in order of adding.
    func runReady() {
        for index in 0..<bodies.count where entries[index].revents != 0 {
            bodies[index]?(entries[index].revents)
        }
    }
}
