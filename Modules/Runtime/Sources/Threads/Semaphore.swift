import CEventDescriptors
import Glibc

/// A POSIX semaphore, which stays where it is in memory.
package final class Semaphore: @unchecked Sendable {
    private let place: UnsafeMutablePointer<sem_t>

    /// Nothing is posted yet.
    package init() {
        place = .allocate(capacity: 1)
        place.initialize(to: sem_t())
        sem_init(place, 0, 0)
    }

    deinit {
        sem_destroy(place)
        place.deallocate()
    }

    /// Lets one that waits go on, now or when it comes. Any thread.
    package func post() { sem_post(place) }

    /// Waits for a post, on this thread.
    func wait() { while sem_wait(place) != 0, errno == EINTR {} }

    /// Waits for a post, on this thread, for so long at most.
    /// - Parameter milliseconds: of a clock that nobody sets.
    package func wait(milliseconds: Int) {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + milliseconds % 1_000 * 1_000_000
        end.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        while sem_clockwait(place, CLOCK_MONOTONIC, &end) != 0, errno == EINTR {}
    }
}
